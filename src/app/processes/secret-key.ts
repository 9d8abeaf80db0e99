import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Config, InvalidConfig } from '../../config.ts';
import type { Db } from '../../lib/db/db.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import { keepSecretFile } from '../../lib/secret-file.ts';
import * as store from './key-check-store.ts';

const CHECK_PLACE = 'settings|secret_key_check';
const CHECK_TEXT = 'kurir';

/** KURIR_SECRET_KEY, or a key of the data folder. Throws InvalidConfig. */
export async function loadSecretKey(config: Config): Promise<string> {
  if (config.KURIR_SECRET_KEY) return config.KURIR_SECRET_KEY;
  const path = join(config.KURIR_DATA_DIR, 'secret-key');
  const key = await keepSecretFile(path, () => randomBytes(32).toString('hex'));
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
