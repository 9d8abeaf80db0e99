import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { cut, toStorable } from '../../../platform/lib/text.ts';
import type { SourceKind } from '../ask.ts';
import { toDirection } from './direction.ts';
import * as store from './store.ts';

export interface Entry {
  kind: SourceKind;
  id: string;
  text: string;
}

/** In order. Null: the provider failed, or the budget is used up. */
export type EmbedTexts = (texts: readonly string[]) => Promise<readonly (readonly number[])[] | null>;

export interface Renewed {
  embedded: number;
  /** Without a current vector, or not in the copy for pgvector. */
  left: number;
  /** Or the budget is used up: go on later. */
  failed: boolean;
}

type Parts = Pick<Context, 'db'>;

export const MAX_ENTRIES = 50_000;
/** In memory: more than 1,342 dimensions leave room for fewer texts. */
export const MAX_VECTOR_BYTES = 64 * 1024 * 1024;
const MAX_TEXT = 2_000;
const BATCH = 64;
const STEP_MS = 60 * SECOND;
/** About a millisecond. */
const HASHED_AT_ONCE = 500;

/** About a minute: call it again until nothing is left. */
export async function renewVectors(
  parts: Parts,
  accountId: number,
  { model, entries, embed }: { model: string; entries: readonly Entry[]; embed: EmbedTexts },
): Promise<Renewed> {
  const book = { accountId, model };
  await openBook(parts, book);
  const rows = await store.listHashes(parts.db, { accountId });
  const hashes = new Map(rows.map((row) => [keyOf(row), row.text_hash.toString('hex')]));
  const wanted = await allWanted(entries.slice(0, limitFor(rows[0]?.dimensions ?? 1)));
  const keys = new Set(wanted.map(keyOf));
  await removeGone(
    parts,
    book,
    rows.filter((row) => !keys.has(keyOf(row))),
  );
  let missing = wanted.filter((each) => hashes.get(keyOf(each)) !== each.text_hash);
  const end = performance.now() + STEP_MS;
  let embedded = 0;
  while (embedded < missing.length && performance.now() < end) {
    const batch = missing.slice(embedded, embedded + BATCH);
    const vectors = await embed(batch.map(({ text }) => text));
    if (vectors === null) return { embedded, left: missing.length - embedded, failed: true };
    if (!(await storeBatch(parts, book, batch, vectors))) return { embedded, left: 0, failed: false };
    embedded += batch.length;
    const room = limitFor(vectors[0]?.length ?? 1) - (wanted.length - missing.length);
    missing = missing.slice(0, Math.max(embedded, room));
  }
  return { embedded, left: missing.length - embedded, failed: false };
}

const limitFor = (dimensions: number) => Math.min(MAX_ENTRIES, Math.floor(MAX_VECTOR_BYTES / dimensions));

export async function removeVectors({ db }: Parts, accountId: number): Promise<void> {
  const model = (await store.findBook(db, { accountId }))?.model ?? NO_MODEL;
  if (model !== NO_MODEL) await openBook({ db }, { accountId, model: NO_MODEL });
}

/** The book stays: its revision must not begin again. */
const NO_MODEL = '';

interface BookId {
  accountId: number;
  model: string;
}

/** Removes vectors of another model. */
async function openBook({ db }: Parts, { accountId, model }: BookId): Promise<void> {
  if ((await store.findBook(db, { accountId }))?.model === model) return;
  await db.transaction(async (tx) => {
    await store.openBook(tx, { accountId, model });
    await store.deleteAll(tx, { accountId });
  });
}

async function removeGone(
  { db }: Parts,
  { accountId, model }: BookId,
  gone: readonly { kind: SourceKind; item_id: string }[],
): Promise<void> {
  if (gone.length === 0) return;
  await db.transaction(async (tx) => {
    if (await store.raiseBook(tx, accountId, model)) await store.deleteVectors(tx, accountId, gone);
  });
}

/** False: the model has changed. */
async function storeBatch(
  { db }: Parts,
  { accountId, model }: BookId,
  batch: readonly Wanted[],
  vectors: readonly (readonly number[])[],
): Promise<boolean> {
  const rows = batch.flatMap(({ kind, item_id, text_hash }, index) => {
    const direction = toDirection(vectors[index] ?? []).toString('base64');
    return { kind, item_id, text_hash, direction };
  });
  return db.transaction(async (tx) => {
    if (!(await store.raiseBook(tx, accountId, model))) return false;
    await store.setVectors(tx, accountId, rows);
    return true;
  });
}

interface Wanted {
  kind: SourceKind;
  item_id: string;
  text: string;
  text_hash: string;
}

async function allWanted(entries: readonly Entry[]): Promise<Wanted[]> {
  const wanted: Wanted[] = [];
  for (let from = 0; from < entries.length; from += HASHED_AT_ONCE) {
    if (from > 0) await nextTurn();
    wanted.push(...entries.slice(from, from + HASHED_AT_ONCE).map(wantedOf));
  }
  return wanted;
}

function wantedOf({ kind, id, text: given }: Entry): Wanted {
  const text = cut(toStorable(given), MAX_TEXT);
  return { kind, item_id: id, text, text_hash: createHash('sha256').update(text).digest('hex') };
}

const keyOf = ({ kind, item_id }: { kind: SourceKind; item_id: string }) => `${kind} ${item_id}`;
