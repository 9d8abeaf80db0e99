import type { Db } from '../../platform/lib/db/db.ts';
import { type NoParams, statement } from '../../platform/lib/db/statement.ts';

const FIND = statement<NoParams, { value: Buffer }>(
  'app.find_key_check',
  `select value from settings where name = 'secret_key_check'`,
);
const INSERT = statement<{ value: Buffer }>(
  'app.insert_key_check',
  `insert into settings (name, value) values ('secret_key_check', :value) on conflict do nothing`,
);

/** Stores the result of `seal` in a new database, and returns the stored value. */
export async function keepKeyCheck(db: Db, seal: () => Buffer): Promise<Buffer> {
  const earlier = await FIND.first(db, {});
  if (earlier) return earlier.value;
  await INSERT.run(db, { value: seal() });
  const { value } = await FIND.one(db, {});
  return value;
}

/** Of stored macs, once the secret key has changed. */
export const findMacKey = statement<NoParams, { value: Buffer }>(
  'app.find_mac_key',
  `select value from settings where name = 'mac_key'`,
).first;
const INSERT_MAC_KEY = statement<{ value: Buffer }>(
  'app.insert_mac_key',
  `insert into settings (name, value) values ('mac_key', :value) on conflict do nothing`,
);

/** The first one stays: answers the stored value. */
export async function keepMacKey(db: Db, seal: () => Buffer): Promise<Buffer> {
  await INSERT_MAC_KEY.run(db, { value: seal() });
  const kept = await findMacKey(db, {});
  if (!kept) throw new Error('the key of macs is gone');
  return kept.value;
}

export const replaceMacKey = statement<{ value: Buffer }>(
  'app.replace_mac_key',
  `update settings set value = :value where name = 'mac_key'`,
).run;

export const replaceKeyCheck = statement<{ value: Buffer }>(
  'app.replace_key_check',
  `update settings set value = :value where name = 'secret_key_check'`,
).run;
