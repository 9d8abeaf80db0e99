/** The locks of the own database: other tests use the same server, and cloned tables share their ids. */
export const LOCKS = `(select * from pg_locks
  where database = (select oid from pg_database where datname = current_database())) locks`;
