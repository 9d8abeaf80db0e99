/** `pg_locks` of the own database: the view shows those of all tests on the server, and cloned tables share ids. */
export const LOCKS = `(select * from pg_locks
  where database = (select oid from pg_database where datname = current_database())) locks`;
