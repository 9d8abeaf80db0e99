import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../../../context.ts';
import { cut, toStorable } from '../../../../lib/text.ts';
import type { SourceKind } from '../ask.ts';
import * as store from './store.ts';
import { type Near, VectorIndex } from './vector-index.ts';

export interface Entry {
  kind: SourceKind;
  id: string;
  text: string;
}

/** Vectors of length 1, in the order of the texts. Null: the provider failed, or the budget is used up. */
export type EmbedTexts = (texts: readonly string[]) => Promise<readonly (readonly number[])[] | null>;

type Parts = Pick<Context, 'db'>;

/** Of one account: more are not searched by meaning. */
export const MAX_ENTRIES = 20_000;
const MAX_TEXT = 2_000;
const BATCH = 64;

/**
 * Gives each entry without a current vector a new one, and removes vectors of other texts. When the provider fails, the
 * next call goes on from there.
 */
export async function renewVectors(
  parts: Parts,
  accountId: number,
  { model, entries, embed }: { model: string; entries: readonly Entry[]; embed: EmbedTexts },
): Promise<number> {
  const book = { accountId, model };
  await openBook(parts, book);
  const rows = await store.listHashes(parts.db, accountId);
  const hashes = new Map(rows.map((row) => [keyOf(row), row.text_hash.toString('hex')]));
  const wanted = entries.slice(0, MAX_ENTRIES).map(wantedOf);
  const keys = new Set(wanted.map(keyOf));
  await removeGone(
    parts,
    book,
    rows.filter((row) => !keys.has(keyOf(row))),
  );
  const missing = wanted.filter((each) => hashes.get(keyOf(each)) !== each.text_hash);
  let embedded = 0;
  for (let start = 0; start < missing.length; start += BATCH) {
    const batch = missing.slice(start, start + BATCH);
    const vectors = await embed(batch.map(({ text }) => text));
    if (vectors === null) break;
    embedded += await storeBatch(parts, book, batch, vectors);
  }
  return embedded;
}

/** For an account without an embedding model. */
export async function removeVectors({ db }: Parts, accountId: number): Promise<void> {
  const model = (await store.findBook(db, accountId))?.model ?? NO_MODEL;
  if (model !== NO_MODEL) await openBook({ db }, { accountId, model: NO_MODEL });
}

/** The book stays, because its revision must not begin again. */
const NO_MODEL = '';

interface BookId {
  accountId: number;
  model: string;
}

/** Vectors of another model are removed. */
async function openBook({ db }: Parts, { accountId, model }: BookId): Promise<void> {
  if ((await store.findBook(db, accountId))?.model === model) return;
  await db.transaction(async (tx) => {
    await store.openBook(tx, accountId, model);
    await store.deleteAll(tx, accountId);
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

/** The account may have another model since. */
async function storeBatch(
  { db }: Parts,
  { accountId, model }: BookId,
  batch: readonly Wanted[],
  vectors: readonly (readonly number[])[],
): Promise<number> {
  const rows = batch.flatMap(({ kind, item_id, text_hash }, index) => {
    const vector = vectors[index];
    return vector ? [{ kind, item_id, text_hash, vector }] : [];
  });
  return db.transaction(async (tx) => {
    if (!(await store.raiseBook(tx, accountId, model))) return 0;
    await store.setVectors(tx, accountId, rows);
    return rows.length;
  });
}

const CACHE_BYTES = 128 * 1024 * 1024;

/** The vectors of accounts that ask, in this process. */
export class VectorCache {
  readonly #indexes = new LRUCache<string, VectorIndex>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  });

  /** Null: the account has no vectors of this model. */
  async find({ db }: Parts, accountId: number, model: string): Promise<VectorIndex | null> {
    const book = await store.findBook(db, accountId);
    if (book?.model !== model) return null;
    const key = `${accountId} ${book.revision}`;
    const known = this.#indexes.get(key);
    if (known) return known;
    const index = new VectorIndex(await store.listVectors(db, accountId));
    this.#indexes.set(key, index);
    return index;
  }
}

export type { Near };

interface Wanted {
  kind: SourceKind;
  item_id: string;
  text: string;
  text_hash: string;
}

function wantedOf({ kind, id, text: given }: Entry): Wanted {
  const text = cut(toStorable(given), MAX_TEXT);
  return { kind, item_id: id, text, text_hash: createHash('sha256').update(text).digest('hex') };
}

const keyOf = ({ kind, item_id }: { kind: SourceKind; item_id: string }) => `${kind} ${item_id}`;
