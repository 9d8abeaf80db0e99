import { type NoParams, statement } from '../../../platform/lib/db/statement.ts';

/** Of several processes, one notes it. */
export const lockOrigin = statement<NoParams>(
  'app.lock_origin',
  `select pg_advisory_xact_lock(hashtextextended('the origin of the database', 0))`,
).inTx.run;

/** Ids of rows that the lost transactions gave are not given again. */
export const skipRowIds = statement<{ skipped: number }>(
  'app.skip_row_ids',
  `select setval(format('%I.%I', schemaname, sequencename)::regclass, last_value + :skipped::bigint)
   from pg_sequences
   where schemaname = current_schema() and last_value is not null and last_value < max_value - :skipped::bigint`,
).inTx.run;
