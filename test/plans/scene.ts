import type pg from 'pg';

interface Column {
  table: string;
  name: string;
  type: string;
  /** One row per value. */
  isUnique: boolean;
  /** The values that a check constraint allows. */
  allowed: string[];
}

/** How columns with few values are filled. */
export type Mix = 'mixed' | 'first' | 'last';

const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
    exists (
      select from pg_index i
      where i.indrelid = c.oid and i.indisunique and i.indnkeyatts = 1 and i.indkey[0] = a.attnum
    ) as "isUnique",
    coalesce((
      select array_agg(value[1])
      from pg_constraint k
      cross join pg_get_constraintdef(k.oid) as definition
      cross join regexp_matches(definition, '''([\\w.]+)''::text', 'g') as value
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and definition ~ 'ANY'
    ), '{}') as allowed
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    and a.attidentity = '' and a.attgenerated = '' and c.relname <> 'kurir_migrations'
  order by 1, a.attnum`;

/** Columns with few distinct values. */
const SHARED = /^(account|device|webhook|broadcast|tag|event)_id$/;
const OWNERS = 50;

/** Fills every table with rows of any content. Ignores all constraints but unique ones. */
export async function openTables(client: pg.Client) {
  const { rows: columns } = await client.query<Column>(COLUMNS);
  const tables = [...new Set(columns.map(({ table }) => table))];
  await client.query('set session_replication_role = replica');
  for (const table of tables) await client.query(`alter table ${table} set (autovacuum_enabled = off)`);
  await dropChecks(client);

  return {
    async fill(rows: number, mix: Mix): Promise<void> {
      for (const table of tables) {
        const own = columns.filter((column) => column.table === table);
        const names = own.map(({ name }) => name).join(', ');
        const values = own.map((column) => valueFor(column, mix)).join(', ');
        await client.query(
          `insert into ${table} (${names})
           select ${values} from generate_series(1, ${rows}) n on conflict do nothing`,
        );
      }
    },
    truncate: () => client.query(`truncate ${tables.join(', ')}`),
    /** Tells the planner that each table has `rows` rows. */
    async pretend(rows: number): Promise<void> {
      await client.query('analyze');
      await client.query(
        `select pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text,
           'relpages', greatest(relpages, 1), 'reltuples', (case when reltuples > 0 then $1 else 0 end)::real)
         from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`,
        [rows],
      );
    },
    /** The planner has no statistics, as before the first analysis. */
    async forget(): Promise<void> {
      await client.query(
        `select pg_clear_relation_stats('public', relname::text),
           pg_clear_attribute_stats('public', relname::text, attname::text, false)
         from pg_class c join pg_attribute a on a.attrelid = c.oid
         where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`,
      );
    },
  };
}

async function dropChecks(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
     from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
  );
  for (const { drop } of rows) await client.query(drop);
}

/** SQL for the value of a column in row `n`. */
function valueFor({ name, type, isUnique, allowed }: Column, mix: Mix): string {
  if (allowed.length > 0) {
    const list = `(array['${allowed.join("', '")}'])`;
    return mix === 'mixed'
      ? `${list}[1 + n % ${allowed.length}]`
      : `${list}[${mix === 'first' ? 1 : allowed.length}]`;
  }
  if (type === 'boolean') return mix === 'mixed' ? 'n % 2 = 0' : String(mix === 'first');
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type === 'xid8') return '(n::text)::xid8';
  if (type === 'text') return `'x' || n`;
  if (type === 'bytea') return 'int4send(n)';
  if (type === 'tsvector') return `to_tsvector('simple', 'x' || n)`;
  if (type === 'json' || type === 'jsonb') return `'{}'::${type}`;
  if (type === 'date') return 'current_date - n::int';
  if (type.startsWith('timestamp')) return `now() - n * interval '1 minute'`;
  if (type.endsWith('multirange')) return `'{}'`;
  if (type.endsWith('[]')) return `'{}'::${type}`;
  return SHARED.test(name) && !isUnique ? `1 + n % ${OWNERS}` : 'n';
}
