import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, InvalidConfig } from '../../config.ts';
import type { Db } from '../../lib/db/db.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import * as store from './key-check-store.ts';

const CHECK_PLACE = 'settings|secret_key_check';
const CHECK_TEXT = 'kurir';

/** KURIR_SECRET_KEY, or a key of the data folder. Throws InvalidConfig. */
export async function loadSecretKey(config: Config): Promise<string> {
  if (config.KURIR_SECRET_KEY) return config.KURIR_SECRET_KEY;
  const path = join(config.KURIR_DATA_DIR, 'secret-key');
  const key = (await readKey(path)) ?? (await makeKey(config.KURIR_DATA_DIR, path));
  if (!/^[0-9a-f]{64}$/.test(key)) throw new InvalidConfig(`${path}: does not hold 64 hex digits`);
  return key;
}

/**
 * A new database takes the key. Throws InvalidConfig if the database uses another key, because its rows would
 * not open.
 */
export async function proveSecretKey(db: Db, box: SecretBox): Promise<void> {
  const sealed = await store.keepKeyCheck(db, () => box.seal(Buffer.from(CHECK_TEXT), CHECK_PLACE));
  try {
    box.open(sealed, CHECK_PLACE);
  } catch {
    throw new InvalidConfig(
      'KURIR_SECRET_KEY: not the key that the secrets of this database are sealed with',
    );
  }
}

async function readKey(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The file is on disk before it has its name, because a lost key loses every secret. */
async function makeKey(folder: string, path: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(`${randomBytes(32).toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  // Another process may be first. Its key counts.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return (await readFile(path, 'utf8')).trim();
}
