import type { Tx } from '../../../platform/lib/db/db.ts';
import { type NoParams, type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import type { SourceKind } from '../ask.ts';
import type { VectorRow } from './vector-index.ts';

export interface Book {
  model: string;
  revision: number;
  /** Null: none. */
  pgvector_revision: number | null;
}

export const findBook = statement<{ accountId: number }, Book>(
  'automation.find_embedding_book',
  'select model, revision, pgvector_revision from embedding_books where account_id = :accountId',
).first;

export interface SearchCounts {
  pgvector: number;
  in_process: number;
}

export const countSearches = statement<NoParams, SearchCounts>(
  'automation.count_vector_searches',
  `select count(*) filter (where pgvector_revision = revision) as pgvector,
     count(*) filter (where pgvector_revision is distinct from revision) as in_process
   from embedding_books where model <> ''`,
).one;

/** Locks the vectors. */
export const openBook = statement<{ accountId: number; model: string }>(
  'automation.open_embedding_book',
  `insert into embedding_books as b (account_id, model, revision) values (:accountId, :model, 1)
   on conflict (account_id) do update set model = excluded.model, revision = b.revision + 1`,
).inTx.run;

const RAISE = statement<{ accountId: number; model: string }>(
  'automation.raise_embedding_book',
  'update embedding_books set revision = revision + 1 where account_id = :accountId and model = :model',
);

/** False: another model. Locks the vectors. */
export async function raiseBook(tx: Tx, accountId: number, model: string): Promise<boolean> {
  return (await RAISE.run(tx, { accountId, model })) > 0;
}

export interface HashRow {
  kind: SourceKind;
  item_id: string;
  text_hash: Buffer;
  dimensions: number;
}

export const listHashes = statement<{ accountId: number }, HashRow>(
  'automation.list_embedding_hashes',
  `select kind, item_id, text_hash, octet_length(direction) as dimensions
   from embeddings where account_id = :accountId`,
).all;

const VECTORS = statement<{ accountId: number; kind: string; itemId: string; limit: number }, VectorRow>(
  'automation.list_embeddings',
  `select kind, item_id, direction from embeddings
   where account_id = :accountId and (kind, item_id) > (:kind::text, :itemId::text)
   order by kind, item_id limit :limit::int`,
);

/** In the order of the index. */
export function listVectors(
  db: Queryable,
  accountId: number,
  after: { kind: string; item_id: string },
  limit: number,
): Promise<VectorRow[]> {
  return VECTORS.all(db, { accountId, kind: after.kind, itemId: after.item_id, limit });
}

const SET = statement<{ accountId: number; rows: string }>(
  'automation.set_embeddings',
  `insert into embeddings (account_id, kind, item_id, text_hash, direction)
   select :accountId::bigint, r.kind, r.item_id, decode(r.text_hash, 'hex'), decode(r.direction, 'base64')
   from jsonb_to_recordset(:rows::jsonb) r (kind text, item_id text, text_hash text, direction text)
   on conflict (account_id, kind, item_id) do update set text_hash = excluded.text_hash,
     direction = excluded.direction`,
);

export interface NewVector {
  kind: SourceKind;
  item_id: string;
  /** Hex. */
  text_hash: string;
  /** Base64. */
  direction: string;
}

export async function setVectors(tx: Tx, accountId: number, rows: readonly NewVector[]): Promise<void> {
  await SET.run(tx, { accountId, rows: JSON.stringify(rows) });
}

const DELETE = statement<{ accountId: number; kinds: readonly string[]; ids: readonly string[] }>(
  'automation.delete_embeddings',
  `delete from embeddings e using unnest(:kinds::text[], :ids::text[]) gone (kind, item_id)
   where e.account_id = :accountId and e.kind = gone.kind and e.item_id = gone.item_id`,
);

export async function deleteVectors(
  tx: Tx,
  accountId: number,
  gone: readonly { kind: SourceKind; item_id: string }[],
): Promise<void> {
  const [kinds, ids] = [gone.map(({ kind }) => kind), gone.map(({ item_id }) => item_id)];
  await DELETE.run(tx, { accountId, kinds, ids });
}

export const deleteAll = statement<{ accountId: number }>(
  'automation.delete_all_embeddings',
  'delete from embeddings where account_id = :accountId',
).inTx.run;

const HAS_VECTORS = statement<{ accountId: number }, { has: boolean }>(
  'automation.has_vectors',
  `select exists (select from language_models where account_id = :accountId and embedding_model is not null)
     or exists (select from embedding_books where account_id = :accountId and model <> '') as has`,
);

/** Or had one. */
export async function hasVectors(db: Queryable, accountId: number): Promise<boolean> {
  return (await HAS_VECTORS.one(db, { accountId })).has;
}

const TAKE_OLD = statement<NoParams, { account_id: number }>(
  'automation.take_old_renewals',
  'delete from embedding_renewals where due_at <= now() returning account_id',
);

export async function takeOldRenewals(tx: Tx): Promise<number[]> {
  return (await TAKE_OLD.all(tx, {})).map(({ account_id }) => account_id);
}
