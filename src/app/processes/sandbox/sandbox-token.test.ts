import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testConfig } from '../../../../test/harness/context.ts';
import { InvalidConfig } from '../../../config.ts';
import { silentLog } from '../../../platform/lib/log.ts';
import { findSandboxToken, withSandboxToken } from './sandbox-token.ts';

async function dataFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-token-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const config = (env: Record<string, string> = {}) =>
    testConfig({ KURIR_DATA_DIR: folder, KURIR_SANDBOX: 'on', ...env });
  const load = async (env?: Record<string, string>) =>
    (await withSandboxToken(config(env), silentLog)).KURIR_SANDBOX_TOKEN;
  return { folder, file: join(folder, 'sandbox-token'), config, load };
}

test('the token is made once, for this user only, and restarts keep it', async () => {
  const { folder, file, config, load } = await dataFolder();

  const first = await load();
  const second = await load();

  expect(first).toMatch(/^[0-9a-f]{48}$/);
  expect(second).toBe(first);
  expect(await findSandboxToken(config())).toBe(first);
  expect(await readFile(file, 'utf8')).toBe(`${first}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['sandbox-token']);
});

test('two gateways that start together agree on one token', async () => {
  const { load } = await dataFolder();

  const tokens = await Promise.all(Array.from({ length: 8 }, () => load()));

  expect(new Set(tokens).size).toBe(1);
});

test('the token of the settings counts, and no file is made', async () => {
  const { folder, config, load } = await dataFolder();
  const env = { KURIR_SANDBOX_TOKEN: 'the-operators-own-token' };

  const tokens = [await load(env), await findSandboxToken(config(env))];

  expect(tokens).toEqual(['the-operators-own-token', 'the-operators-own-token']);
  expect(await readdir(folder)).toEqual([]);
});

test('without a sandbox there is no token', async () => {
  const { folder, config, load } = await dataFolder();

  expect([await load({ KURIR_SANDBOX: 'off' }), await findSandboxToken(config())]).toEqual([undefined, null]);
  expect(await readdir(folder)).toEqual([]);
});

test.each(['', 'short', 'two words of a careless editor'])('a file with %j stops the start', async (text) => {
  const { file, load } = await dataFolder();
  await writeFile(file, text);
  await chmod(file, 0o600);

  await expect(load()).rejects.toThrow(InvalidConfig);
});

test('an open sandbox is logged as a warning at the start', async () => {
  const { config } = await dataFolder();
  const warnings: unknown[] = [];
  const log = { ...silentLog, warn: (_fields: object, name?: string) => void warnings.push(name) };

  await withSandboxToken(config(), log);
  await withSandboxToken(config({ KURIR_SANDBOX_OPEN: '1' }), log);

  expect(warnings).toEqual(['sandbox.open']);
});
