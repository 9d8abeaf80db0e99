import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { loadConfig, Settings } from '../../src/config.ts';
import { readEnvLines } from '../../src/platform/lib/env-file.ts';
import { longTest } from '../harness/long-test.ts';
import { findStale, generate, generatedFiles } from './generate.ts';
import { listSettings, renderEnvExample, renderSettingsPage } from './settings.ts';

test('every setting of the schema is listed, in its order', () => {
  const names = listSettings().map((setting) => setting.name);

  expect(names).toEqual(Object.keys(Settings.shape));
});

test('the default is what a person would write, not what the program makes of it', () => {
  const [roles, port, url] = ['KURIR_ROLES', 'KURIR_PORT', 'DATABASE_URL'].map((name) =>
    listSettings().find((setting) => setting.name === name),
  );

  expect(roles?.default).toBe('api,worker,sessions');
  expect(port?.default).toBe('8080');
  expect(url?.default).toBeNull();
});

test('a setting without a description is refused', () => {
  const schema = z.object({ KURIR_NEW: z.string() });

  expect(() => listSettings(schema)).toThrow('KURIR_NEW has no description');
});

test.each([
  ['a choice', z.enum(['on', 'off']), '`on`, `off`'],
  ['a range', z.coerce.number().int().min(2).max(5), '2 to 5'],
  ['an address', z.url(), 'URL'],
  ['anything else', z.string(), 'text'],
])('says what is accepted: %s', (_name, type, value) => {
  const [setting] = listSettings(z.object({ X: type.describe('What it is.') }));

  expect(setting?.value).toBe(value);
});

test('a pipe in a description does not break the table', () => {
  const page = renderSettingsPage([{ name: 'X', value: 'text', default: null, description: 'this | that' }]);

  expect(page).toContain('| `X` | text |  | this \\| that |');
});

test('the example with every line switched on is a file whose settings are the defaults', () => {
  const { lines, problems } = readEnvLines(renderEnvExample(listSettings()).replaceAll(/^#(?=\w+=)/gm, ''));
  const env = Object.fromEntries(lines.map(({ name, value }) => [name, value]));

  expect(problems).toEqual([]);
  expect(Object.keys(env)).toEqual(Object.keys(Settings.shape).filter((name) => name !== 'KURIR_ENV_FILE'));
  expect(loadConfig(env)).toEqual(loadConfig({}));
});

longTest('a missing or edited generated file is found, and generating it again fixes it', async () => {
  const root = `${await mkdtemp(join(tmpdir(), 'kurir-docs-'))}/`;
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(`${root}docs`);
  await writeFile(`${root}.env.example`, 'edited');

  const files = await generatedFiles();

  const before = await findStale(root, files);
  await generate(root, files);
  const after = await findStale(root, files);

  expect(before).toEqual([
    'docs/settings.md: not up to date; run `npm run docs`',
    '.env.example: not up to date; run `npm run docs`',
    'docs/openapi.json: not up to date; run `npm run docs`',
    'web/src/pages/inbox/composer/emoji/en.json: not up to date; run `npm run docs`',
    'web/src/pages/inbox/composer/emoji/id.json: not up to date; run `npm run docs`',
    'web/src/api/schema.ts: not up to date; run `npm run docs`',
    'web/src/api/limits.ts: not up to date; run `npm run docs`',
    'docs/error-codes.md: not up to date; run `npm run docs`',
    'docs/flow.schema.json: not up to date; run `npm run docs`',
  ]);
  expect(after).toEqual([]);
});
