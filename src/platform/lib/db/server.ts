import { type NoParams, statement } from './statement.ts';

/** SQL: changes when a dump is restored, into another server or another database of the same one. */
const SERVER = `(select system_identifier from pg_control_system())
  || '/' || (select oid from pg_database where datname = current_database())`;
/** SQL: changes when a standby takes over, and when a server is restored to an earlier time. */
const TIMELINE = `case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end`;
/** SQL: the database of a connection, as server and timeline with a space between. */
export const ORIGIN = `${SERVER} || ' ' || ${TIMELINE}`;

/** SQL: a standby, or a server that takes no writes. */
export const IS_READ_ONLY = `(pg_is_in_recovery() or current_setting('transaction_read_only') = 'on')`;

export interface ServerFacts {
  version: string;
  /** Of this database, with indexes. */
  size_bytes: number;
  /** To this database. */
  connections: number;
  max_connections: number;
  now: Date;
}

export const readServer = statement<NoParams, ServerFacts>(
  'db.read_server',
  `select split_part(current_setting('server_version'), ' ', 1) as version,
     pg_database_size(current_database()) as size_bytes,
     (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
     current_setting('max_connections')::int as max_connections, clock_timestamp() as now`,
).one;
