import type { Db } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

/** Other users of the server see only the name of a connection. */
const FIND_CONNECTION = statement<{ name: string; silent_seconds: number }, { pid: number }>(
  'app.find_connection',
  `select other.pid from pg_stat_get_activity(pg_backend_pid()) own
   cross join lateral pg_stat_get_activity(null::integer) other
   where other.datid = own.datid and starts_with(other.application_name, :name::text)
     and coalesce(other.state_change, now()) > now() - :silent_seconds::integer * interval '1 second'
   limit 1`,
);

/** Whether a connection to this database has the name, and made a statement in the last seconds. */
export async function hasConnection(db: Db, name: string, silentSeconds: number): Promise<boolean> {
  const connection = await FIND_CONNECTION.first(db, { name, silent_seconds: silentSeconds });
  return connection !== undefined;
}
