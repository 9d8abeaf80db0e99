import { statement } from '../../../platform/lib/db/statement.ts';

export interface PartialRow {
  id: string;
  account_id: number;
  file_name: string;
  content_type: string | null;
  length: number;
  /** Bytes that are stored. */
  arrived: number;
  media_id: string | null;
  expires_at: Date;
}

const ROW = 'id, account_id, file_name, content_type, length, arrived, media_id, expires_at';

interface Begun {
  accountId: number;
  userId: number | null;
  fileName: string;
  contentType: string | null;
  length: number;
  until: Date;
  now: Date;
}

/** Of an account, one beginning at a time: their number and bytes are exact. */
export const lockOpen = statement<{ accountId: number }>(
  'partial_uploads.lock_open',
  `select pg_advisory_xact_lock(hashtextextended('partial uploads of an account', :accountId::bigint))`,
).inTx.run;

export const insertPartial = statement<Begun, PartialRow>(
  'partial_uploads.insert',
  `insert into partial_uploads (account_id, user_id, file_name, content_type, length, expires_at, created_at)
   values (:accountId, :userId, :fileName, :contentType, :length, :until, :now) returning ${ROW}`,
).inTx.one;

/** Open ones of an account, and their bytes, also those that have not arrived, with those that a job has to remove. */
export const sumOpen = statement<{ accountId: number; now: Date }, { count: number; bytes: number }>(
  'partial_uploads.sum_open',
  `select count(*) filter (where expires_at > :now)::int as count,
     coalesce(sum(case when expires_at > :now then length else arrived end), 0)::bigint as bytes
   from partial_uploads
   where account_id = :accountId and media_id is null`,
).inTx.one;

/** `viewerId`: a user who sees own ones alone. */
export const findPartial = statement<
  { accountId: number; viewerId: number | null; id: string; now: Date },
  PartialRow
>(
  'partial_uploads.find',
  `select ${ROW} from partial_uploads
   where id = :id::uuid and account_id = :accountId and expires_at > :now
     and (:viewerId::bigint is null or user_id = :viewerId)`,
).first;

/** Not stored yet. Undefined: the upload is over, or has too many. */
export const namePart = statement<
  { uploadId: string; start: number; max: number; now: Date },
  { file_id: string }
>(
  'partial_uploads.name_part',
  `insert into partial_upload_parts (upload_id, start)
   select id, :start from partial_uploads
   where id = :uploadId::uuid and expires_at > :now
     and (select count(*) from partial_upload_parts where upload_id = :uploadId::uuid) < :max
   returning file_id`,
).first;

/** 0: another call has stored bytes from this place on, or the upload is over. */
export const settlePart = statement<{
  fileId: string;
  uploadId: string;
  start: number;
  size: number;
  until: Date;
  now: Date;
}>(
  'partial_uploads.settle_part',
  `with moved as (
     update partial_uploads set arrived = arrived + :size, expires_at = :until
     where id = :uploadId::uuid and arrived = :start and arrived + :size <= length and expires_at > :now
     returning id
   )
   update partial_upload_parts set size = :size where file_id = :fileId::uuid and exists (select from moved)`,
).run;

export interface PartRow {
  file_id: string;
  /** Null: not stored. */
  size: number | null;
}

export const listParts = statement<{ uploadId: string }, PartRow>(
  'partial_uploads.list_parts',
  'select file_id, size from partial_upload_parts where upload_id = :uploadId::uuid order by start',
).all;

export const endPartial = statement<{ id: string; mediaId: string }>(
  'partial_uploads.end',
  'update partial_uploads set media_id = :mediaId::uuid where id = :id::uuid',
).run;

/** Due at once. */
export const dropPartial = statement<{ id: string; now: Date }>(
  'partial_uploads.drop',
  'update partial_uploads set expires_at = :now where id = :id::uuid',
).run;

export const forgetParts = statement<{ fileIds: readonly string[] }>(
  'partial_uploads.forget_parts',
  'delete from partial_upload_parts where file_id = any (:fileIds::uuid[])',
).run;

/** The longest due first. */
export const listDueParts = statement<{ now: Date; limit: number }, { file_id: string }>(
  'partial_uploads.list_due_parts',
  `select part.file_id from (
     select id from partial_uploads where expires_at <= :now order by expires_at limit :limit::bigint
   ) due
   cross join lateral (
     select file_id from partial_upload_parts where upload_id = due.id limit :limit::bigint
   ) part
   limit :limit::bigint`,
).all;

export const postponeParts = statement<{ fileIds: readonly string[]; until: Date }>(
  'partial_uploads.postpone',
  `update partial_uploads set expires_at = :until
   where id in (select upload_id from partial_upload_parts where file_id = any (:fileIds::uuid[]))`,
).run;

/** Due ones whose parts are removed. */
export const forgetDue = statement<{ now: Date; limit: number }>(
  'partial_uploads.forget_due',
  `delete from partial_uploads where id = any (array(
     select due.id from (
       select id from partial_uploads where expires_at <= :now order by expires_at limit :limit::bigint
     ) due
     left join lateral (
       select upload_id from partial_upload_parts where upload_id = due.id limit 1
     ) part on true
     where part.upload_id is null
   ))`,
).run;
