/** Tables that an operator fills by hand or that hold a row per process: a statement may read all of them. */
export const SMALL_TABLES: ReadonlySet<string> = new Set([
  'backups',
  'gateways',
  'kurir_migrations',
  'message_rates',
  'official_listening',
  'plans',
  'search_progress',
  'session_nodes',
  'settings',
]);
