import type { Db } from '../../platform/lib/db/db.ts';
import type { Queryable } from '../../platform/lib/db/statement.ts';
import { type Layout, meaningOf } from './catalog.ts';
import type { Manifest } from './manifest.ts';
import type { Shifts } from './new-ids.ts';

/** Whether one of these public ids is taken here. */
export async function isTaken(
  db: Queryable,
  { name, uuid }: Pick<Layout, 'name' | 'uuid'>,
  ids: readonly string[],
): Promise<boolean> {
  const text = `select exists (select from ${name} where ${uuid} = any ($1::uuid[])) as taken`;
  return (await db.query<{ taken: boolean }>({ text }, [ids])).rows[0]?.taken ?? false;
}

/**
 * A concurrent process can take none of the ids: the lock of ALTER waits for open transactions, and others wait for it.
 * One table at a time, because others lock sequences in another order.
 */
export async function reserveIds(db: Db, layouts: readonly Layout[], ids: Manifest['ids']): Promise<Shifts> {
  const shifts = new Map<string, { min: number; max: number; shift: number }>();
  for (const layout of layouts) {
    const own = layout.columns.find((column) => {
      const meaning = meaningOf(layout, column);
      const isOwn = column.name === (layout.walk ?? 'id');
      return isOwn && meaning?.kind === 'id' && meaning.of === layout.name;
    });
    if (!own) continue;
    const { min, max } = ids[layout.name] ?? { min: 1, max: 1 };
    const first = await db.transaction((tx) => takeIds(tx, layout.name, own.name, max - min + 1));
    shifts.set(layout.name, { min, max, shift: first - min });
  }
  return shifts;
}

async function takeIds(tx: Queryable, table: string, column: string, count: number): Promise<number> {
  const found = await tx.query<{ sequence: string }>(
    { text: 'select pg_get_serial_sequence($1, $2) as sequence' },
    [table, column],
  );
  const sequence = found.rows[0]?.sequence ?? '';
  await tx.query({ text: `alter sequence ${sequence} no cycle` }, []);
  const taken = await tx.query<{ first: number }>(
    {
      text: `select nextval('${sequence}') as first, setval('${sequence}', currval('${sequence}') + $1 - 1)`,
    },
    [count],
  );
  const first = taken.rows[0]?.first;
  if (first === undefined) throw new Error(`${table} has no ids`);
  return first;
}

/** Inserts rows of JSON by the SQL of `insertSql`, and answers their number. */
export async function insertRows(tx: Queryable, text: string, lines: readonly string[]): Promise<number> {
  return (await tx.query({ text }, [`[${lines.join(',\n')}]`])).count;
}

/** What the installation decides about an account. */
const KEPT = [
  'id',
  'name',
  'plan',
  'status',
  'kind',
  'country_code',
  'suspended',
  'held_at',
  'cancelled_at',
  'closed_at',
];

export async function writeSettings(tx: Queryable, accountId: number, settings: string): Promise<void> {
  const found = await tx.query<{ columns: string }>(
    {
      text: `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
        where attrelid = 'accounts'::regclass and attnum > 0 and not attisdropped and attname <> all ($1::text[])`,
    },
    [KEPT],
  );
  const columns = found.rows[0]?.columns ?? '';
  const text = `update accounts set (${columns}) =
    (select ${columns} from json_populate_record(null::accounts, $1::json)) where id = $2`;
  await tx.query({ text }, [settings, accountId]);
}

/** What the program writes beside the copied rows. */
const FOLLOWING = [
  'insert into device_leases (device_id) select id from devices where account_id = $1',
  // Triggers count what is inserted; files count when they are settled.
  `insert into storage_changes (account_id, bytes)
   select $1, sum(bytes) from (
     select kurir_stored_bytes(m) as bytes from message_media m where account_id = $1
     union all
     select kurir_stored_bytes(u) from uploads u where account_id = $1
   ) stored having sum(bytes) > 0`,
];

export async function writeFollowing(tx: Queryable, accountId: number): Promise<void> {
  for (const text of FOLLOWING) await tx.query({ text }, [accountId]);
}

/** References that form a circle are compared at the end. */
export async function compareAtTheEnd(tx: Queryable): Promise<void> {
  await tx.query({ text: 'set constraints all deferred' }, []);
}

export async function listIds(
  tx: Queryable,
  table: 'webhooks' | 'widgets',
  accountId: number,
): Promise<number[]> {
  const id = table === 'widgets' ? 'entry_point_id' : 'id';
  const text = `select ${id} as id from ${table} where account_id = $1 order by 1`;
  return (await tx.query<{ id: number }>({ text }, [accountId])).rows.map((row) => row.id);
}

export async function writeSecret(
  tx: Queryable,
  table: 'webhooks' | 'widgets',
  { id, sealed }: { id: number; sealed: Buffer },
): Promise<void> {
  const text =
    table === 'widgets'
      ? 'update widgets set identity_secret = $2 where entry_point_id = $1'
      : 'update webhooks set secret = $2 where id = $1';
  await tx.query({ text }, [id, sealed]);
}
