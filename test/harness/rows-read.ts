import type pg from 'pg';

/** The number of rows read from a table since its statistics began, by any scan. Needs an idle pool. */
export async function rowsRead(pool: pg.Pool, table: string): Promise<number> {
  // Each connection keeps its counts to itself for up to a second.
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const client of clients) await client.query('select pg_stat_force_next_flush()');
  for (const client of clients) client.release();
  const { rows } = await pool.query(
    'select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_user_tables where relname = $1',
    [table],
  );
  return rows[0].count;
}
