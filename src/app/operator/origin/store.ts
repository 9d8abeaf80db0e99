import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { type NoParams, statement } from '../../../platform/lib/db/statement.ts';

const FIND = statement<NoParams, { value: Buffer }>(
  'app.find_origin',
  `select value from settings where name = 'origin'`,
);

/** Of the database that Kurir noted last. */
export async function findOrigin(db: Db): Promise<string | null> {
  return (await FIND.first(db, {}))?.value.toString() ?? null;
}

/** Of several processes, one notes it. */
export const lockOrigin = statement<NoParams>(
  'app.lock_origin',
  `select pg_advisory_xact_lock(hashtextextended('the origin of the database', 0))`,
).inTx.run;

const KEEP = statement<{ value: Buffer }>(
  'app.keep_origin',
  `insert into settings (name, value) values ('origin', :value)
   on conflict (name) do update set value = excluded.value`,
);

export async function keepOrigin(tx: Tx, origin: string): Promise<void> {
  await KEEP.run(tx, { value: Buffer.from(origin) });
}

/** The first one stays, until it is forgotten. */
export const keepDatabaseId = statement<NoParams, { id: string }>(
  'app.keep_database_id',
  `insert into settings (name, value) values ('database_id', convert_to(gen_random_uuid()::text, 'UTF8'))
   on conflict (name) do update set value = settings.value
   returning convert_from(value, 'UTF8') as id`,
).one;

export const forgetDatabaseId = statement<NoParams>(
  'app.forget_database_id',
  `delete from settings where name = 'database_id'`,
).inTx.run;

/** Ids of rows that the lost transactions gave are not given again. */
export const skipRowIds = statement<{ skipped: number }>(
  'app.skip_row_ids',
  `select setval(format('%I.%I', schemaname, sequencename)::regclass, last_value + :skipped::bigint)
   from pg_sequences
   where schemaname = current_schema() and last_value is not null and last_value < max_value - :skipped::bigint`,
).inTx.run;
