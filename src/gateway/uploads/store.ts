import { statement } from '../../platform/lib/db/statement.ts';
import type { MediaType } from '../../platform/lib/media/formats.ts';

/** A stored file. */
export interface UploadRow {
  id: string;
  account_id: number;
  type: MediaType;
  mimetype: string;
  file_name: string;
  size: number;
  sha256: Buffer;
  has_thumbnail: boolean;
  expires_at: Date;
}

const ROW = 'id, account_id, type, mimetype, file_name, size, sha256, has_thumbnail, expires_at';

/** Not stored yet. The file must be settled before it is due. */
export const nameUpload = statement<{ accountId: number; dueAt: Date; now: Date }, { id: string }>(
  'uploads.name',
  'insert into uploads (account_id, expires_at, created_at) values (:accountId, :dueAt, :now) returning id',
).one;

/** Of one account at a time: no file is stored twice, and the limit of the plan is exact. */
export const lockUploads = statement<{ accountId: number }>(
  'uploads.lock',
  `select pg_advisory_xact_lock(hashtextextended('uploads of an account', :accountId::bigint))`,
).inTx.run;

/** The same file under the same name; null: under any name. It is used again. */
export const renewSame = statement<
  {
    accountId: number;
    userId: number | null;
    sha256: Buffer;
    fileName: string | null;
    until: Date;
    now: Date;
  },
  UploadRow
>(
  'uploads.renew_same',
  `update uploads set expires_at = greatest(expires_at, :until::timestamptz),
     uploaders = case when :userId::bigint is null or :userId = any (uploaders) then uploaders
       else uploaders || :userId end
   where account_id = :accountId and sha256 = :sha256 and file_name = coalesce(:fileName, file_name)
     and state = 'stored' and expires_at > :now
   returning ${ROW}`,
).first;

export interface Described {
  type: MediaType;
  mimetype: string;
  fileName: string;
  size: number;
  sha256: Buffer;
  hasThumbnail: boolean;
}

/** Undefined: too late, it may be gone. */
export const settleUpload = statement<
  Described & { id: string; userId: number | null; until: Date; now: Date },
  UploadRow
>(
  'uploads.settle',
  `update uploads set state = 'stored', type = :type, mimetype = :mimetype, file_name = :fileName, size = :size,
     sha256 = :sha256, has_thumbnail = :hasThumbnail, expires_at = :until,
     uploaders = array_remove(array[:userId::bigint], null)
   where id = :id::uuid and state = 'arriving' and expires_at > :now
   returning ${ROW}`,
).inTx.first;

/** `viewerId`: a user who sees own files alone. */
export const findUpload = statement<
  { accountId: number; viewerId: number | null; id: string; now: Date },
  UploadRow
>(
  'uploads.find',
  `select ${ROW} from uploads
   where id = :id::uuid and account_id = :accountId and state = 'stored' and expires_at > :now
     and (:viewerId::bigint is null or :viewerId = any (uploaders))`,
).first;

/** Also expired ones, until they are deleted. */
export const listStored = statement<{ accountIds: readonly number[]; ids: readonly string[] }, UploadRow>(
  'uploads.list_stored',
  `select found.* from unnest(:accountIds::bigint[], :ids::uuid[]) as named (account_id, id)
   cross join lateral (
     select ${ROW} from uploads
     where id = named.id and account_id = named.account_id and state = 'stored' offset 0
   ) found`,
).all;

/** Not those that may be gone. Locked in one order. */
export const renewUploads = statement<{ accountId: number; ids: readonly string[]; until: Date; now: Date }>(
  'uploads.renew',
  `with locked as materialized (
     -- No choice of index: the account has many.
     select id, state, expires_at from uploads
     where id = any (:ids::uuid[]) and account_id + 0 = :accountId order by id for no key update
   )
   update uploads set expires_at = greatest(expires_at, :until::timestamptz)
   where id = any (array(select id from locked where state = 'stored' and expires_at > :now))`,
).run;

/** A process that renews it waits. */
export const lockUpload = statement<{ accountId: number; id: string }>(
  'uploads.lock_one',
  'select from uploads where id = :id::uuid and account_id = :accountId for no key update',
).inTx.run;

/** Due at once. */
export const removeUpload = statement<{ accountId: number; id: string; now: Date }>(
  'uploads.remove',
  `update uploads set state = 'removed', expires_at = :now
   where id = :id::uuid and account_id = :accountId and state = 'stored'`,
).run;

/** Due at once, unless it is stored. */
export const giveUpUpload = statement<{ id: string; now: Date }>(
  'uploads.give_up',
  `update uploads set expires_at = :now where id = :id::uuid and state = 'arriving'`,
).run;

/** The longest due first. */
export const listDueUploads = statement<{ now: Date; limit: number }, { id: string }>(
  'uploads.list_due',
  'select id from uploads where expires_at <= :now order by expires_at limit :limit::bigint',
).all;

export const forgetUploads = statement<{ ids: readonly string[] }>(
  'uploads.forget',
  'delete from uploads where id = any (:ids::uuid[])',
).run;

/** Due ones that are still needed. */
export const keepUploads = statement<{ ids: readonly string[]; until: Date }>(
  'uploads.keep',
  'update uploads set expires_at = :until where id = any (:ids::uuid[])',
).run;

export const postponeUploads = statement<{ ids: readonly string[]; dueAt: Date }>(
  'uploads.postpone',
  `update uploads set state = 'removed', expires_at = :dueAt where id = any (:ids::uuid[])`,
).run;
