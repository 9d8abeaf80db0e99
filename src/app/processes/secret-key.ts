import { randomBytes } from 'node:crypto';
import { type Config, InvalidConfig } from '../../config.ts';
import { secretKeyFile } from '../../files.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { hasCluster } from '../../platform/lib/postgres/embedded.ts';
import type { SecretBox } from '../../platform/lib/secret-box.ts';
import { keepSecretFile, readSecretFile } from '../../platform/lib/secret-file.ts';
import { findSetting, keepSetting, setSetting } from '../setting-store.ts';

const CHECK_PLACE = 'settings|secret_key_check';
const MAC_PLACE = 'settings|mac_key';
const CHECK_TEXT = 'kurir';

/** Throws InvalidConfig. A database without its key gets no new one, which could open no secret. */
export async function loadSecretKey(config: Config): Promise<string> {
  if (config.KURIR_SECRET_KEY) return config.KURIR_SECRET_KEY;
  const path = secretKeyFile(config);
  // The key is older than the database.
  const isLost = (await readSecretFile(path)) === null && (await hasCluster(config.KURIR_DATA_DIR));
  if (isLost) throw new InvalidConfig(lostKey(path));
  const key = await keepSecretFile(path, () => randomBytes(32).toString('hex'));
  if (!/^[0-9a-f]{64}$/.test(key)) {
    throw new InvalidConfig(`${path}: does not hold 64 hex digits. Restore the file from a backup`);
  }
  return key;
}

function lostKey(path: string): string {
  return (
    `KURIR_SECRET_KEY: the key of this database is missing: ${path}. Restore the file from a backup, or set ` +
    'KURIR_SECRET_KEY to its 64 hex digits. Without the key the devices and secrets in the database are lost: ' +
    'start with another KURIR_DATA_DIR'
  );
}

/** A new database takes the key. InvalidConfig if the database uses another one, which is no earlier key either. */
export async function proveSecretKey(db: Db, box: SecretBox): Promise<void> {
  const sealed = await keepSetting(db, 'secret_key_check', () =>
    box.seal(Buffer.from(CHECK_TEXT), CHECK_PLACE),
  );
  const kept = await findSetting(db, 'mac_key');
  try {
    box.open(sealed, CHECK_PLACE);
    if (kept) box.useMacKey(box.open(kept, MAC_PLACE));
  } catch {
    throw new InvalidConfig(
      'KURIR_SECRET_KEY: not the key that the secrets of this database are sealed with. Use the key of the first ' +
        'start, from KURIR_SECRET_KEY or the file secret-key of its data folder. After a change of the key, set the ' +
        'earlier one as KURIR_SECRET_KEY_OLD until `kurir key-ring rotate` has ended',
    );
  }
  if (kept || box.isCurrent(sealed, CHECK_PLACE)) return;
  const key = box.macKeyOf(sealed, CHECK_PLACE);
  box.useMacKey(box.open(await keepSetting(db, 'mac_key', () => box.seal(key, MAC_PLACE)), MAC_PLACE));
}

/** The last step of a rotation: from now on, no start needs the earlier key. */
export async function renewKeyCheck(db: Db, box: SecretBox): Promise<void> {
  const kept = await findSetting(db, 'mac_key');
  if (kept && !box.isCurrent(kept, MAC_PLACE))
    await setSetting(db, { name: 'mac_key', value: box.seal(box.open(kept, MAC_PLACE), MAC_PLACE) });
  await setSetting(db, { name: 'secret_key_check', value: box.seal(Buffer.from(CHECK_TEXT), CHECK_PLACE) });
}
