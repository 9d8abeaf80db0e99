import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testConfig, testContext } from '../../../test/harness/context.ts';
import { createSecretBox } from '../../platform/lib/secret-box.ts';
import { loadSecretKey, proveSecretKey } from './secret-key.ts';

const ctx = await testContext({ cleanup: afterAll });

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'kurir-key-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test('the key is made once, for this user only, and kept', async () => {
  const config = testConfig({ KURIR_DATA_DIR: join(await folder(), 'data') });

  const keys = await Promise.all([loadSecretKey(config), loadSecretKey(config)]);
  const later = await loadSecretKey(config);

  expect(new Set([...keys, later])).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{64}$/)]));
  expect((await stat(join(config.KURIR_DATA_DIR, 'secret-key'))).mode & 0o777).toBe(0o600);
});

test('a key in the settings wins over the one in the folder', async () => {
  const key = 'ab'.repeat(32);

  const loaded = await loadSecretKey(testConfig({ KURIR_DATA_DIR: await folder(), KURIR_SECRET_KEY: key }));

  expect(loaded).toBe(key);
});

test('a damaged key file is said to be so, and is not replaced', async () => {
  const path = await folder();
  await writeFile(join(path, 'secret-key'), 'abc');

  const loading = loadSecretKey(testConfig({ KURIR_DATA_DIR: path }));

  await expect(loading).rejects.toThrow(/secret-key: does not hold 64 hex digits\. Restore the file/);
});

test('a lost key is not replaced beside a database, and the error says how to restore it', async () => {
  const path = await folder();
  await mkdir(join(path, 'postgres', 'global'), { recursive: true });
  await writeFile(join(path, 'postgres', 'global', 'pg_control'), Buffer.alloc(8, 1));

  const loading = loadSecretKey(testConfig({ KURIR_DATA_DIR: path }));

  const missing = `KURIR_SECRET_KEY: the key of this database is missing: ${path}/secret-key. Restore the file`;
  await expect(loading).rejects.toThrow(missing);
  await expect(stat(join(path, 'secret-key'))).rejects.toThrow('ENOENT');
});

test("the first key becomes the database's; another one is refused in one line", async () => {
  const [first, other] = [createSecretBox('01'.repeat(32)), createSecretBox('02'.repeat(32))];

  await proveSecretKey(ctx.db, first);

  await expect(proveSecretKey(ctx.db, first)).resolves.toBeUndefined();
  await expect(proveSecretKey(ctx.db, other)).rejects.toThrow(/^KURIR_SECRET_KEY: not the key .*$/);
});
