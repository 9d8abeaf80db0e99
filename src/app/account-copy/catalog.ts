import type { Db } from '../../platform/lib/db/db.ts';
import { NUMBERS, PLACES, REFERENCES } from './columns.ts';
import type { CopiedTable } from './tables.ts';

export interface Column {
  name: string;
  type: string;
}

/** As the database has the table now. */
export interface Layout extends CopiedTable {
  /** Without those that never leave. */
  columns: readonly Column[];
  /** Rows leave in this order. */
  order: string;
  /** A number that each row has for itself. Null: the order is one of several columns. */
  step: string | null;
  /** Unique, and known outside. */
  uuid: string | null;
}

interface Found {
  name: string;
  columns: (Column & { is_key: boolean; is_unique_uuid: boolean })[];
}

const READ = `
  select c.relname as name, json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
    'is_key', coalesce(a.attnum = any (k.indkey), false),
    'is_unique_uuid', a.atttypid = 'uuid'::regtype and exists (
      select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indpred is null
        and i.indnkeyatts = 1 and i.indkey[0] = a.attnum)
    ) order by a.attnum) as columns
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  left join pg_index k on k.indrelid = c.oid and k.indisprimary
  where c.relnamespace = 'public'::regnamespace and c.relname = any ($1::text[])
  group by c.relname`;

export async function readLayouts(db: Db, tables: readonly CopiedTable[]): Promise<Layout[]> {
  const { rows } = await db.query<Found>({ text: READ }, [tables.map(({ name }) => name)]);
  const found = new Map(rows.map(({ name, columns }) => [name, columns]));
  return tables.map((table) => {
    const columns = found.get(table.name) ?? [];
    const numbered = columns.some(({ name, type }) => name === 'id' && type === 'bigint');
    const step = table.walk ?? (numbered ? 'id' : null);
    const keys = columns.filter(({ is_key }) => is_key).map(({ name }) => `t.${name}`);
    return {
      ...table,
      columns: columns.filter(({ name }) => !table.never?.includes(name)),
      order: step ?? keys.join(', '),
      step,
      uuid: columns.find(({ name, is_unique_uuid }) => is_unique_uuid && name !== table.names)?.name ?? null,
    };
  });
}

export type Meaning =
  | { kind: 'account' | 'place' | 'file' | 'value' }
  | { kind: 'id'; of: string; isList: boolean };

/** What the ids in a column are. Undefined: no list says it, and the export must not guess. */
export function meaningOf(table: CopiedTable, { name, type }: Column): Meaning | undefined {
  if (name === table.names) return { kind: 'file' };
  if (!type.startsWith('bigint')) return { kind: 'value' };
  if (name === 'account_id') return { kind: 'account' };
  if (PLACES.has(name)) return { kind: 'place' };
  const of = table.refs?.[name] ?? REFERENCES[name] ?? (name === 'id' ? table.name : undefined);
  if (of !== undefined) return { kind: 'id', of, isList: type.endsWith('[]') };
  return NUMBERS.has(name) ? { kind: 'value' } : undefined;
}
