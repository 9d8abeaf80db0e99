import type pg from 'pg';
import type { Catalog } from './read-plan.ts';
import { SMALL_TABLES } from './small-tables.ts';

/** Of the tables that the database has. */
export async function readCatalog(client: Pick<pg.Client, 'query'>): Promise<Catalog> {
  const { rows } = await client.query<{ index: string; table: string; leading: string }>(
    `select c.relname as index, t.relname as table, pg_get_indexdef(c.oid, 1, true) as leading
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace`,
  );
  return {
    indexes: new Map(rows.map(({ index, table, leading }) => [index, { table, leading }])),
    small: SMALL_TABLES,
  };
}
