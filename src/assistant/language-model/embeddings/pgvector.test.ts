import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { startPgvectorServer } from '../../../../test/harness/pgvector-server.ts';
import { readCatalog } from '../../../../test/plans/catalog.ts';
import { explain } from '../../../../test/plans/explain.ts';
import { findWholeReads } from '../../../../test/plans/read-plan.ts';
import { pgvectorStatements } from '../../../../test/plans/stores.ts';
import { openDatabase } from '../../../platform/lib/db/db.ts';
import { migrate } from '../../../platform/lib/db/migrate.ts';
import { seededRandom } from '../../brain/random.ts';
import { type Entry, removeVectors, renewVectors } from './embeddings.ts';
import type { Near } from './vector-index.ts';
import { VectorSearch } from './vector-search.ts';

const DIMENSIONS = 64;
const NEVER = new AbortController().signal;

const lines: string[] = [];
const { pool, db } = await openServer();
const parts = { db, now: () => new Date(), log: pino({}, { write: (line) => void lines.push(line) }) };
const random = seededRandom(80);
const vectors = new Map<string, number[]>();

/** A server with the tables of vectors. All migrations would take most of the time. */
async function openServer() {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-migrations-'));
  const needed = [
    '0001_foundation',
    '0051_language_models',
    '0053_embeddings',
    '0064_vectors_as_bytes',
    '0077_pgvector',
  ];
  const source = new URL('../../../../migrations/', import.meta.url);
  for (const name of needed) await cp(new URL(`${name}.sql`, source), join(folder, `${name}.sql`));
  const url = await startPgvectorServer(afterAll);
  await migrate(url, folder);
  // All connections of this server share one session, and so would the lock of migrateJobs.
  await runMigrations({ connectionString: url });
  const database = openDatabase(url, { max: 1, name: 'kurir test', silenceMs: 120_000 });
  afterAll(() => database.close());
  return database;
}

const vectorOf = (text: string) => {
  const known = vectors.get(text) ?? Array.from({ length: DIMENSIONS }, () => random() - 0.5);
  vectors.set(text, known);
  return known;
};
const embed = async (texts: readonly string[]) => texts.map(vectorOf);
/** `n` texts; every tenth text is the same. */
const texts = (n: number): Entry[] =>
  Array.from({ length: n }, (_, i) => ({
    kind: 'passage',
    id: String(i),
    text: i % 10 ? `text ${i}` : 'same',
  }));

/** An account, and a process that uses pgvector from 20 texts on. */
async function shop() {
  const { rows } = await pool.query("insert into accounts (name, plan) values ('Toko', 'pro') returning id");
  const id = Number(rows[0].id);
  const search = new VectorSearch(parts, { minNumbers: DIMENSIONS * 20 });
  const count = async (table: string) =>
    (await pool.query(`select 1 from ${table} where account_id = $1`, [id])).rowCount;
  return {
    id,
    renew: (entries: Entry[]) => renewVectors(parts, id, { model: 'near', entries, embed }),
    copy: (of = search) => of.renewCopy(id, NEVER),
    nearest: async (vector: readonly number[], limit = 30) =>
      (await (await search.find(id, 'near'))?.nearest(vector, limit)) ?? null,
    /** Then only pgvector has the vectors. */
    dropBytes: () => pool.query('delete from embeddings where account_id = $1', [id]),
    countCopied: () => count('pgvector_embeddings'),
    countDue: async () =>
      (await pool.query('select from graphile_worker.jobs where key = $1', [`embeddings.renew:${id}`]))
        .rowCount,
  };
}

const idsOf = (near: readonly { id: string }[] | null) => near?.map(({ id }) => id);

test('pgvector finds what the process finds, with the same scores, in one account', async () => {
  const [one, other] = [await shop(), await shop()];
  await one.renew(texts(200));
  await other.renew([...texts(30), { kind: 'faq', id: 'f', text: 'of the other' }]);
  const asked = ['same', 'of the other', 'text 7'].map((text) =>
    vectorOf(text).map((each) => each + random() / 9),
  );
  const search = async () => {
    const found: Near[][] = [];
    for (const vector of asked) found.push((await one.nearest(vector)) ?? []);
    return found;
  };
  const before = await search();

  const copied = [await one.copy(), await other.copy()];
  await one.dropBytes();
  const after = await search();

  expect(copied).toEqual([true, true]);
  expect(after.map(idsOf)).toEqual(before.map(idsOf));
  after.flat().forEach((near, at) => {
    expect(near.score).toBeCloseTo(before.flat()[at]?.score ?? 0, 5);
  });
  expect(await one.nearest([1, 2])).toBeNull();
});

test('a change is found at once, and the copy has it after its renewal', async () => {
  const { renew, copy, nearest, dropBytes, countCopied } = await shop();
  await renew(texts(40));
  await copy();

  await renew([...texts(30), { kind: 'faq', id: 'new', text: 'a new text' }]);
  const [first] = (await nearest(vectorOf('a new text'))) ?? [];
  await copy();
  await dropBytes();

  expect(first?.id).toBe('new');
  expect(idsOf(await nearest(vectorOf('a new text')))?.[0]).toBe('new');
  expect(idsOf(await nearest(vectorOf('text 35')))).not.toContain('35');
  expect(await countCopied()).toBe(31);
});

test('vectors that a process of the version before wrote are not searched with pgvector', async () => {
  const { id, renew, copy, nearest } = await shop();
  await renew(texts(30));
  await copy();

  await pool.query(`update embeddings set direction = '\\x7f' where account_id = $1`, [id]);
  await pool.query('update embedding_books set revision = revision + 1 where account_id = $1', [id]);

  expect(await nearest(vectorOf('text 7'))).toBeNull();
});

test('an account that becomes small, or has no model any more, has no copy', async () => {
  const [small, none] = [await shop(), await shop()];
  for (const { renew, copy } of [small, none]) {
    await renew(texts(30));
    await copy();
  }

  await small.renew(texts(10));
  await small.copy();
  await removeVectors(parts, none.id);
  await none.copy();

  expect([await small.countCopied(), await none.countCopied()]).toEqual([0, 0]);
  expect(idsOf(await small.nearest(vectorOf('text 7')))?.[0]).toBe('7');
});

test('statements for pgvector read the rows of one account by an index', async () => {
  const client = await pool.connect();
  const catalog = await readCatalog(client);
  const whole = [];
  for (const statement of pgvectorStatements()) {
    whole.push(...findWholeReads(await explain(client, statement), catalog));
  }
  client.release();

  expect(pgvectorStatements()).toHaveLength(4);
  expect(whole).toEqual([]);
});

test('without the extension the process searches, and the copy is made again when the extension is back', async () => {
  const { id, renew, copy, nearest, dropBytes, countDue } = await shop();
  await pool.query(
    `insert into language_models (account_id, provider, url, model, embedding_model, daily_token_budget,
    timeout_seconds, structured_output, updated_at)
    values ($1, 'openai_compatible', 'http://127.0.0.1:9', 'm', 'near', 1000, 12, 'json_schema', now())`,
    [id],
  );
  await renew(texts(30));
  await copy();
  lines.length = 0;

  await pool.query('drop extension vector cascade');
  const without = await nearest(vectorOf('text 7'));
  await pool.query('create role plain; grant all on all tables in schema public to plain; set role plain');
  await copy(new VectorSearch(parts, { minNumbers: 1 }));
  await pool.query('reset role');
  const due = await countDue();
  await copy(new VectorSearch(parts, { minNumbers: 1 }));
  await dropBytes();
  const again = await (await new VectorSearch(parts).find(id, 'near'))?.nearest(vectorOf('text 7'), 30);

  expect(without?.[0]?.id).toBe('7');
  expect(due).toBe(1);
  expect(idsOf(again ?? null)).toEqual(idsOf(without));
  expect(lines.map((line) => JSON.parse(line)).map(({ msg, reason }) => [msg, reason])).toEqual([
    ['pgvector.search_failed', undefined],
    ['pgvector.not_used', 'refused'],
    ['pgvector.used', undefined],
  ]);
});
