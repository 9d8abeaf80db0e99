import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

const NAME = statement<{ dueAt: Date }, { file_id: string }>(
  'knowledge.name_upload',
  'insert into document_uploads (due_at) values (:dueAt) returning file_id',
);

/** Not stored yet. A document must name it until it is due. */
export async function nameUpload(db: Db, dueAt: Date): Promise<string> {
  return (await NAME.one(db, { dueAt })).file_id;
}

const ATTACH = statement<{ fileId: string; documentId: number; now: Date }>(
  'knowledge.attach_upload',
  `update document_uploads set document_id = :documentId, due_at = :now::timestamptz
   where file_id = :fileId::uuid and coalesce(document_id, 0) = 0 and due_at > :now`,
);

/** False: it may be gone. */
export async function attachUpload(
  tx: Tx,
  upload: { fileId: string; documentId: number; now: Date },
): Promise<boolean> {
  return (await ATTACH.run(tx, upload)) === 1;
}

/** The document is read: its file is due. */
export const releaseUpload = statement<{ documentId: number }>(
  'knowledge.release_upload',
  'update document_uploads set document_id = null where document_id = :documentId',
).inTx.run;

const GIVE_UP = statement<{ fileId: string; now: Date }>(
  'knowledge.give_up_upload',
  // The plain condition would choose the index of the due ones.
  'update document_uploads set due_at = :now where file_id = :fileId::uuid and coalesce(document_id, 0) = 0',
);

/** False: a document names the file. */
export async function giveUpUpload(db: Db, fileId: string, now: Date): Promise<boolean> {
  return (await GIVE_UP.run(db, { fileId, now })) === 1;
}

const LIST_DUE = statement<{ now: Date; limit: number }, { file_id: string }>(
  'knowledge.list_due_uploads',
  `select file_id from document_uploads where document_id is null and due_at <= :now
   order by due_at limit :limit::bigint`,
);

/** The longest due first. */
export async function listDueUploads(db: Db, now: Date, limit: number): Promise<string[]> {
  return (await LIST_DUE.all(db, { now, limit })).map(({ file_id }) => file_id);
}

export const forgetUploads = statement<{ fileIds: readonly string[] }>(
  'knowledge.forget_uploads',
  'delete from document_uploads where file_id = any (:fileIds::uuid[])',
).run;

export const postponeUploads = statement<{ fileIds: readonly string[]; dueAt: Date }>(
  'knowledge.postpone_uploads',
  'update document_uploads set due_at = :dueAt where file_id = any (:fileIds::uuid[])',
).run;

/** Named before they are stored. Names of a broken attempt are taken over. */
export const nameFiles = statement<{ fileIds: readonly string[]; dueAt: Date }>(
  'knowledge.name_files',
  `insert into document_uploads (file_id, due_at) select id, :dueAt from unnest(:fileIds::uuid[]) as id
   on conflict (file_id) do update set due_at = excluded.due_at where coalesce(document_uploads.document_id, 0) = 0`,
).run;

/** Other rows name them now. */
export const releaseFiles = statement<{ fileIds: readonly string[]; now: Date }>(
  'knowledge.release_files',
  `delete from document_uploads
   where file_id = any (:fileIds::uuid[]) and coalesce(document_id, 0) = 0 and due_at > :now`,
).inTx.run;

/** Due at once, unless something names them. */
export const giveUpFiles = statement<{ fileIds: readonly string[]; now: Date }>(
  'knowledge.give_up_files',
  `update document_uploads set due_at = :now where file_id = any (:fileIds::uuid[]) and coalesce(document_id, 0) = 0`,
).run;
