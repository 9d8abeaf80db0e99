import type { Db } from '../platform/lib/db/db.ts';
import { statement } from '../platform/lib/db/statement.ts';

/** What the installation notes about itself in its database. */
type Name =
  | 'alerts'
  | `alert_mails:${string}`
  | 'backup_run'
  | 'database_id'
  | 'mac_key'
  | 'origin'
  | 'secret_key_check';

const FIND = statement<{ name: Name }, { value: Buffer }>(
  'app.find_setting',
  'select value from settings where name = :name',
);
const INSERT = statement<{ name: Name; value: Buffer }>(
  'app.insert_setting',
  'insert into settings (name, value) values (:name, :value) on conflict do nothing',
);

export async function findSetting(db: Db, name: Name): Promise<Buffer | null> {
  return (await FIND.first(db, { name }))?.value ?? null;
}

/** The first one stays: answers the stored value. */
export async function keepSetting(db: Db, name: Name, make: () => Buffer): Promise<Buffer> {
  const earlier = await findSetting(db, name);
  if (earlier) return earlier;
  await INSERT.run(db, { name, value: make() });
  return (await FIND.one(db, { name })).value;
}

export const setSetting = statement<{ name: Name; value: Buffer }>(
  'app.set_setting',
  `insert into settings (name, value) values (:name, :value)
   on conflict (name) do update set value = excluded.value`,
).run;

export const forgetSetting = statement<{ name: Name }>(
  'app.forget_setting',
  'delete from settings where name = :name',
).inTx.run;
