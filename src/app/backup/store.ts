import { type NoParams, statement } from '../../platform/lib/db/statement.ts';

/** The other databases of the cluster are small. */
export const readSize = statement<NoParams, { bytes: number }>(
  'app.read_database_size',
  'select pg_database_size(current_database()) as bytes',
).one;

/** Reads each page of each table, and PostgreSQL proves its checksum: on a server without index-only scans. */
export const countAllRows = statement<NoParams, { tables: number; rows: number }>(
  'app.count_all_rows',
  `select count(*)::int as tables, sum(substring(counted from '<n>([0-9]+)<')::bigint)::bigint as rows
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
     cross join lateral (
       select query_to_xml(format('select count(*) as n from %s', c.oid::regclass), false, true, '')::text as counted
     ) as each
   where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)'`,
).one;
