import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { LabelColor } from './schema.ts';

export interface LabelRow {
  id: number;
  label_uuid: string;
  name: string;
  color: LabelColor;
  created_at: Date;
}

const COLUMNS = 'id, label_uuid, name, color, created_at';

/** In the order of creation. */
export const listLabels = statement<{ accountId: number; after: number; limit: number }, LabelRow>(
  'labels.list',
  `select ${COLUMNS} from labels
   where account_id = :accountId and id > :after and deleted_at is null order by id limit :limit::bigint`,
).all;

export const findByName = statement<{ accountId: number; name: string }, LabelRow>(
  'labels.find_name',
  `select ${COLUMNS} from labels
   where account_id = :accountId and lower(name) = lower(:name::text) and deleted_at is null`,
).first;

/** By public id, in any order; deleted ones are missing. */
export const listByUuid = statement<{ accountId: number; uuids: readonly string[] }, LabelRow>(
  'labels.list_by_uuid',
  `select ${COLUMNS} from labels
   where account_id = :accountId and label_uuid = any (:uuids::uuid[]) and deleted_at is null`,
).all;

/** One change at a time, for number and names. */
export const lockLabels = statement<{ accountId: number }>(
  'labels.lock_account',
  `select pg_advisory_xact_lock(hashtextextended('labels of an account', :accountId::bigint))`,
).inTx.run;

const COUNT = statement<{ accountId: number }, { count: number }>(
  'labels.count',
  'select count(*)::int as count from labels where account_id = :accountId and deleted_at is null',
);

export async function countLabels(tx: Tx, accountId: number): Promise<number> {
  return (await COUNT.one(tx, { accountId })).count;
}

export const insertLabel = statement<
  { accountId: number; name: string; color: LabelColor; now: Date },
  LabelRow
>(
  'labels.insert',
  `insert into labels (account_id, name, color, created_at)
   values (:accountId, :name, :color, :now::timestamptz)
   returning ${COLUMNS}`,
).inTx.one;

/** Null: as it is. */
export const updateLabel = statement<
  { accountId: number; uuid: string; name: string | null; color: LabelColor | null },
  LabelRow
>(
  'labels.update',
  `update labels set name = coalesce(:name, name), color = coalesce(:color, color)
   where label_uuid = :uuid::uuid and account_id = :accountId and deleted_at is null returning ${COLUMNS}`,
).inTx.first;

const MARK_DELETED = statement<{ accountId: number; uuid: string; now: Date }>(
  'labels.mark_deleted',
  `update labels set deleted_at = :now
   where label_uuid = :uuid::uuid and account_id = :accountId and deleted_at is null`,
);

/** False: no such label. */
export async function markDeleted(db: Db, accountId: number, uuid: string, now: Date): Promise<boolean> {
  return (await MARK_DELETED.run(db, { accountId, uuid, now })) === 1;
}

const LOCK_NAMED = statement<{ accountId: number; names: readonly string[] }, { index: number; id: number }>(
  'labels.lock_named',
  `select n.n::int - 1 as index, l.id from unnest(:names::text[]) with ordinality as n (name, n)
   cross join lateral (
     select id from labels
     where account_id = :accountId and lower(name) = lower(n.name) and deleted_at is null limit 1 for share
   ) l`,
);

/** By name index. A label's deletion waits, so that its job finds all conversations. */
export async function lockNamed(
  tx: Tx,
  accountId: number,
  names: readonly string[],
): Promise<Map<number, number>> {
  const rows = await LOCK_NAMED.all(tx, { accountId, names });
  return new Map(rows.map(({ index, id }) => [index, id]));
}

interface OfConversation {
  conversationId: number;
  labelIds: readonly number[];
}

const ADD = statement<OfConversation & { accountId: number }, { label_id: number }>(
  'labels.add_to_conversation',
  `insert into conversation_labels (conversation_id, label_id, account_id)
   select :conversationId, id, :accountId from unnest(:labelIds::bigint[]) as id
   on conflict do nothing returning label_id`,
);

/** Answers the labels that are new. */
export async function addLabels(
  tx: Tx,
  accountId: number,
  conversationId: number,
  labelIds: readonly number[],
): Promise<number[]> {
  const rows = await ADD.all(tx, { accountId, conversationId, labelIds });
  return rows.map(({ label_id }) => label_id);
}

const REMOVE = statement<OfConversation, { label_id: number }>(
  'labels.remove_from_conversation',
  `delete from conversation_labels
   where conversation_id = :conversationId and label_id = any (:labelIds::bigint[]) returning label_id`,
);

/** Answers the labels that the conversation had. */
export async function removeLabels(
  tx: Tx,
  conversationId: number,
  labelIds: readonly number[],
): Promise<number[]> {
  const rows = await REMOVE.all(tx, { conversationId, labelIds });
  return rows.map(({ label_id }) => label_id);
}

const LIST_NAMES = statement<{ ids: readonly number[] }, { name: string }>(
  'labels.list_names',
  'select name from labels where id = any (:ids::bigint[]) order by name',
);

/** In their order. */
export async function listNames(tx: Tx, ids: readonly number[]): Promise<string[]> {
  return (await LIST_NAMES.all(tx, { ids })).map(({ name }) => name);
}

const COUNT_OF_CONVERSATION = statement<{ conversationId: number }, { count: number }>(
  'labels.count_of_conversation',
  `select count(*)::int as count from conversation_labels c
   cross join lateral (select deleted_at from labels where id = c.label_id offset 0) l
   where c.conversation_id = :conversationId and l.deleted_at is null`,
);

export async function countLabelsOf(tx: Tx, conversationId: number): Promise<number> {
  return (await COUNT_OF_CONVERSATION.one(tx, { conversationId })).count;
}
