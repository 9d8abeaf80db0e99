import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { type NoParams, type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import type { SourceKind } from '../ask.ts';
import type { Near } from './vector-index.ts';

const OFFER = statement<NoParams, { version: string }>(
  'automation.find_pgvector',
  `select coalesce(installed_version, default_version) as version from pg_available_extensions where name = 'vector'`,
);

/** Undefined: no pgvector. */
export async function findVersion(db: Queryable): Promise<string | undefined> {
  return (await OFFER.first(db, {}))?.version;
}

const LOCK = statement(
  'automation.lock_pgvector',
  `select pg_advisory_xact_lock(hashtextextended('vectors of pgvector', 0))`,
);
const HAS_VECTORS = statement<NoParams, { found: boolean }>(
  'automation.has_pgvector_table',
  `select exists (
     select from pg_attribute
     where attrelid = to_regclass('pgvector_embeddings') and attname = 'vector' and not attisdropped
   ) as found`,
);
const FORGET_ALL = statement(
  'automation.forget_all_pgvector',
  'update embedding_books set pgvector_revision = null where pgvector_revision is not null',
);
const EXTENSION = 'create extension if not exists vector';
const DROP_TABLE = 'drop table if exists pgvector_embeddings';
/** Rows are read whole: they stay in their page if they fit. */
const CREATE_TABLE = `
  create table pgvector_embeddings (
    account_id bigint not null,
    kind text not null,
    item_id text not null,
    source_hash uuid not null,
    vector halfvec not null,
    primary key (account_id, kind, item_id)
  ) with (toast_tuple_target = 8160)`;

/** Rejects when the role may not create the extension. */
export async function prepareTable(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await LOCK.run(tx, {});
    await tx.query({ text: EXTENSION }, []);
    if ((await HAS_VECTORS.one(tx, {})).found) return;
    await tx.query({ text: DROP_TABLE }, []);
    await tx.query({ text: CREATE_TABLE }, []);
    await FORGET_ALL.run(tx, {});
  });
}

const SIZE = statement<{ accountId: number }, { numbers: number }>(
  'automation.find_embedding_size',
  'select coalesce(sum(octet_length(direction)), 0) as numbers from embeddings where account_id = :accountId',
);

export async function countNumbers(db: Queryable, accountId: number): Promise<number> {
  return (await SIZE.one(db, { accountId })).numbers;
}

const BEGIN = statement<{ accountId: number; revision: number }>(
  'automation.begin_pgvector_copy',
  `update embedding_books set pgvector_revision = coalesce(pgvector_revision, 0)
   where account_id = :accountId and revision = :revision`,
);

/** False: the vectors changed. Locks them. */
export async function beginCopy(tx: Tx, accountId: number, revision: number): Promise<boolean> {
  return (await BEGIN.run(tx, { accountId, revision })) > 0;
}

/** Changed or removed ones. */
export const deleteStale = statement<{ accountId: number }>(
  'automation.delete_stale_pgvector',
  `delete from pgvector_embeddings v where v.account_id = :accountId and not exists (
     select from embeddings e where e.account_id = v.account_id and e.kind = v.kind and e.item_id = v.item_id
       and md5(e.direction)::uuid = v.source_hash
   )`,
).inTx.run;

export interface Place {
  kind: SourceKind | '';
  item_id: string;
}

const COPY = statement<{ accountId: number; kind: string; itemId: string; limit: number }, Place>(
  'automation.copy_to_pgvector',
  `insert into pgvector_embeddings (account_id, kind, item_id, source_hash, vector)
   select e.account_id, e.kind, e.item_id, md5(e.direction)::uuid, array(
     select (get_byte(e.direction, n) + 128) % 256 - 128 from generate_series(0, octet_length(e.direction) - 1) n
   )::halfvec
   from embeddings e
   where e.account_id = :accountId and (e.kind, e.item_id) > (:kind::text, :itemId::text) and not exists (
     select from pgvector_embeddings v where v.account_id = e.account_id and v.kind = e.kind and v.item_id = e.item_id
   )
   order by e.kind, e.item_id limit :limit::int
   returning kind, item_id`,
);

/** Those after the place that are missing. Answers their places. */
export function copyVectors(tx: Tx, accountId: number, after: Place, limit: number): Promise<Place[]> {
  return COPY.all(tx, { accountId, kind: after.kind, itemId: after.item_id, limit });
}

/** Until the vectors change. */
export const finishCopy = statement<{ accountId: number; revision: number }>(
  'automation.finish_pgvector_copy',
  `update embedding_books set pgvector_revision = revision
   where account_id = :accountId and revision = :revision`,
).run;

export const forgetCopy = statement<{ accountId: number }>(
  'automation.forget_pgvector',
  'update embedding_books set pgvector_revision = null where account_id = :accountId',
).run;

export const deleteCopy = statement<{ accountId: number }>(
  'automation.delete_pgvector',
  'delete from pgvector_embeddings where account_id = :accountId',
).inTx.run;

/** Of each statement of the transaction. */
export const limitTime = statement<{ ms: number }>(
  'automation.limit_pgvector_search',
  `select set_config('statement_timeout', :ms::text, true)`,
).inTx.run;

const SEARCH = statement<
  { accountId: number; model: string; asked: string; dimensions: number; limit: number },
  Near
>(
  'automation.search_pgvector',
  `select v.kind, v.item_id as id, 1 - (v.vector <=> (select :asked::text::halfvec)) as score
   from embedding_books b join pgvector_embeddings v on v.account_id = b.account_id
   where b.account_id = :accountId and b.model = :model and b.pgvector_revision = b.revision
     and vector_dims(v.vector) = :dimensions::int
   order by score desc, v.kind, v.item_id limit :limit::int`,
);

/**
 * Empty also when vectors changed since the copy. The parameter is text: prepared statements do not survive a renewal
 * of the extension.
 */
export function search(
  tx: Tx,
  accountId: number,
  asked: { model: string; numbers: readonly number[]; limit: number },
): Promise<Near[]> {
  const { model, numbers, limit } = asked;
  return SEARCH.all(tx, {
    accountId,
    model,
    limit,
    asked: `[${numbers.join(',')}]`,
    dimensions: numbers.length,
  });
}
