import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

export interface CannedReplyContent {
  shortcut: string;
  title: string;
  body: string;
  language: string | null;
  /** Null: for all devices. */
  device_uuids: readonly string[] | null;
  /** The upload that comes with the text. */
  file_id: string | null;
}

export interface CannedReplyRow extends CannedReplyContent {
  id: number;
  canned_uuid: string;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS =
  'id, canned_uuid, shortcut, title, body, language, device_uuids, file_id, created_at, updated_at';

interface Visible {
  accountId: number;
  /** Those for all devices, and for these. Null: all. */
  deviceUuids: readonly string[] | null;
}

export const findCannedReply = statement<Visible & { uuid: string }, CannedReplyRow>(
  'conversations.find_canned_reply',
  `select ${COLUMNS} from canned_replies
   where canned_uuid = :uuid::uuid and account_id = :accountId
     and (:deviceUuids::uuid[] is null or device_uuids is null or device_uuids && :deviceUuids::uuid[])`,
).first;

/** In the order of creation. */
export const listCannedReplies = statement<Visible & { after: number; limit: number }, CannedReplyRow>(
  'conversations.list_canned_replies',
  `select ${COLUMNS} from canned_replies
   where account_id = :accountId and id > :after
     and (:deviceUuids::uuid[] is null or device_uuids is null or device_uuids && :deviceUuids::uuid[])
   order by id limit :limit::bigint`,
).all;

/** One change of an account's canned replies at a time, for their number and shortcuts. */
export const lockCannedReplies = statement<{ accountId: number }>(
  'conversations.lock_canned_replies',
  `select pg_advisory_xact_lock(hashtextextended('canned replies of an account', :accountId::bigint))`,
).inTx.run;

const LIST_SHORTCUTS = statement<{ accountId: number }, { shortcut: string; canned_uuid: string }>(
  'conversations.list_shortcuts',
  'select shortcut, canned_uuid from canned_replies where account_id = :accountId',
);

/** Their public ids, by shortcut. */
export async function listShortcuts(tx: Tx, accountId: number): Promise<Map<string, string>> {
  const rows = await LIST_SHORTCUTS.all(tx, { accountId });
  return new Map(rows.map(({ shortcut, canned_uuid }) => [shortcut, canned_uuid]));
}

export const insertCannedReply = statement<
  CannedReplyContent & { accountId: number; now: Date },
  CannedReplyRow
>(
  'conversations.insert_canned_reply',
  `insert into canned_replies
     (account_id, shortcut, title, body, language, device_uuids, file_id, created_at, updated_at)
   values (:accountId, :shortcut, :title, :body, :language, :device_uuids::uuid[], :file_id::uuid,
     :now::timestamptz, :now::timestamptz)
   returning ${COLUMNS}`,
).inTx.one;

export const updateCannedReply = statement<CannedReplyContent & { id: number; now: Date }, CannedReplyRow>(
  'conversations.update_canned_reply',
  `update canned_replies set shortcut = :shortcut, title = :title, body = :body, language = :language,
     device_uuids = :device_uuids::uuid[], file_id = :file_id::uuid, updated_at = :now
   where id = :id returning ${COLUMNS}`,
).inTx.one;

export const deleteCannedReply = statement<{ id: number }>(
  'conversations.delete_canned_reply',
  'delete from canned_replies where id = :id',
).inTx.run;

/** Those of these uploads that canned replies have. */
export const listFilesOfReplies = statement<{ ids: readonly string[] }, { file_id: string }>(
  'conversations.list_files_of_canned_replies',
  'select distinct file_id from canned_replies where file_id = any (:ids::uuid[])',
).all;
