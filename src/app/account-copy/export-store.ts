import type { Queryable } from '../../platform/lib/db/statement.ts';
import type { Layout } from './catalog.ts';

/** Ids per statement, so that each is short in an installation with many accounts. */
const IDS = 20_000;
const MOST_ROWS = 1_000;
/** Rows of a statement have about as many bytes. */
const GOAL_BYTES = 2 * 1024 * 1024;

interface Line {
  line: string;
}

/** Everything is read as it is at this moment. */
export async function takeSnapshot(tx: Queryable): Promise<void> {
  await tx.query({ text: 'set transaction isolation level repeatable read, read only' }, []);
}

/** The rows of an account as JSON, a few at a time. */
export function readRows(tx: Queryable, table: Layout, accountId: number): AsyncGenerator<string[]> {
  const shown = `(select x from (select ${table.columns.map(({ name }) => `t.${name}`).join(', ')}) x)`;
  const from = `from ${table.name} t where ${table.of ?? 'account_id = $1'}`;
  const json = `row_to_json(${shown})::text as line`;
  const { step } = table;
  return step === null || step.includes('(')
    ? readAll(tx, `select ${json} ${from} order by ${table.order}`, accountId)
    : readSteps(tx, { table, step, accountId, select: `select t.${step} as step, ${json} ${from}` });
}

async function* readAll(tx: Queryable, select: string, accountId: number): AsyncGenerator<string[]> {
  await tx.query({ text: `declare account_rows no scroll cursor for ${select}` }, [accountId]);
  let rows = 50;
  for (;;) {
    const found = await tx.query<Line>({ text: `fetch ${rows} from account_rows` }, []);
    if (found.count === 0) break;
    const lines = found.rows.map(({ line }) => line);
    yield lines;
    rows = fitting(lines);
  }
  await tx.query({ text: 'close account_rows' }, []);
}

interface Steps {
  table: Layout;
  step: string;
  accountId: number;
  select: string;
}

async function* readSteps(
  tx: Queryable,
  { table, step, accountId, select }: Steps,
): AsyncGenerator<string[]> {
  const next = `select min(${step}) as first from ${table.name} where ${step} > $1`;
  const text = `${select} and t.${step} > $2 and t.${step} <= $3 order by t.${step} limit $4`;
  let after = -(2 ** 62);
  let rows = 50;
  for (;;) {
    const [{ first } = { first: null }] = (await tx.query<{ first: number | null }>({ text: next }, [after]))
      .rows;
    if (first === null) return;
    const until = first + IDS;
    for (after = first - 1; after < until; ) {
      const found = await tx.query<Line & { step: number }>({ text }, [accountId, after, until, rows]);
      const lines = found.rows.map(({ line }) => line);
      if (lines.length > 0) yield lines;
      after = lines.length < rows ? until : (found.rows.at(-1)?.step ?? until);
      if (lines.length > 0) rows = fitting(lines);
    }
  }
}

function fitting(lines: readonly string[]): number {
  const bytes = lines.reduce((sum, line) => sum + line.length, 0) / lines.length;
  return Math.max(1, Math.min(MOST_ROWS, Math.floor(GOAL_BYTES / bytes)));
}

export interface StoredFile {
  kind: 'upload' | 'media';
  name: string;
  size: number;
  sha256: string;
  has_thumbnail: boolean;
}

const FILES = `
  select 'upload' as kind, id as name, size, encode(sha256, 'hex') as sha256, has_thumbnail from uploads
  where account_id = $1 and state = 'stored' and expires_at > now()
  union all
  select 'media', file_id, size, encode(sha256, 'hex'), has_thumbnail from message_media
  where account_id = $1 and state = 'stored'`;

/** A hundred bytes for each file stay in memory, as its place in the ZIP does. */
export async function listFiles(tx: Queryable, accountId: number): Promise<StoredFile[]> {
  return (await tx.query<StoredFile>({ text: FILES }, [accountId])).rows;
}

export async function isErasing(tx: Queryable, accountId: number): Promise<boolean> {
  const text = 'select from erasures where account_id = $1 and finished_at is null limit 1';
  return (await tx.query({ text }, [accountId])).count > 0;
}

/** JSON of the row of the account. */
export async function readSettings(tx: Queryable, accountId: number): Promise<string> {
  const text = 'select row_to_json(a)::text as line from accounts a where id = $1';
  return (await tx.query<Line>({ text }, [accountId])).rows[0]?.line ?? '{}';
}
