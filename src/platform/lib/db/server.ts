import { type NoParams, statement } from './statement.ts';

export interface ServerFacts {
  version: string;
  /** Of this database, with indexes. */
  size_bytes: number;
  /** To this database. */
  connections: number;
  max_connections: number;
}

export const readServer = statement<NoParams, ServerFacts>(
  'db.read_server',
  `select split_part(current_setting('server_version'), ' ', 1) as version,
     pg_database_size(current_database()) as size_bytes,
     (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
     current_setting('max_connections')::int as max_connections`,
).one;
