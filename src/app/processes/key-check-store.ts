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
