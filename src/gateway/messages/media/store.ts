import type { Sight } from '../../../platform/accounts/account.ts';
import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import type { FileKind } from '../../../platform/lib/media/formats.ts';
import { seesMessage } from '../../devices/channels/channel.ts';
import type { FileTrouble } from '../../engines/inbound-file.ts';
import type { MEDIA_STATES } from './schema.ts';

export type MediaReason = FileTrouble | 'storage_unavailable' | 'storage_limit_reached' | 'deleted';

export interface NewMedia {
  message_id: number;
  account_id: number;
  device_id: number;
  kind: FileKind;
  source: Buffer;
  mimetype: string | null;
  file_name: string | null;
  size: number | null;
}

export interface ClaimedMedia {
  message_id: number;
  account_id: number;
  device_id: number;
  file_id: string;
  kind: FileKind;
  source: Buffer;
  mimetype: string | null;
  file_name: string | null;
  size: number | null;
  attempts: number;
}

export interface MediaRow {
  message_id: number;
  file_id: string;
  kind: FileKind;
  state: (typeof MEDIA_STATES)[number];
  reason: MediaReason | null;
  mimetype: string | null;
  file_name: string | null;
  size: number | null;
  sha256: Buffer | null;
  has_thumbnail: boolean;
}

const ROW = 'message_id, file_id, kind, state, reason, mimetype, file_name, size, sha256, has_thumbnail';

const INSERT = statement<{
  messageIds: readonly number[];
  accountIds: readonly number[];
  deviceIds: readonly number[];
  kinds: readonly string[];
  sources: readonly Buffer[];
  mimetypes: readonly (string | null)[];
  fileNames: readonly (string | null)[];
  sizes: readonly (number | null)[];
  now: Date;
}>(
  'media.insert',
  `insert into message_media (message_id, account_id, device_id, kind, source, mimetype, file_name, size,
     next_attempt_at, created_at)
   select *, :now::timestamptz, :now::timestamptz
   from unnest(:messageIds::bigint[], :accountIds::bigint[], :deviceIds::bigint[], :kinds::text[], :sources::bytea[],
     :mimetypes::text[], :fileNames::text[], :sizes::bigint[])`,
);

const TURNS = 200;

interface ClaimParams {
  after: number;
  full: readonly number[];
  limit: number;
  claimId: string;
  now: Date;
  leaseEnd: Date;
}

type ClaimRow = { walked: number; walked_to: number | null } & (
  | ClaimedMedia
  | Record<keyof ClaimedMedia, null>
);

const CLAIM = statement<ClaimParams, ClaimRow>(
  'media.claim',
  `with recursive turn as (
    (select account_id, 1 as number from message_media
     where state = 'waiting' and account_id > :after::bigint order by account_id limit 1)
    union all
    select next.account_id, turn.number + 1
    from turn cross join lateral (
      select account_id from message_media
      where state = 'waiting' and account_id > turn.account_id order by account_id limit 1
    ) next
    where turn.number < ${TURNS}
  ), due as (
    select file.message_id
    from turn cross join lateral (
      select message_id from message_media
      where state = 'waiting' and account_id = turn.account_id and next_attempt_at <= :now::timestamptz
      order by next_attempt_at limit 1 for update skip locked
    ) file
    where turn.account_id <> all (:full::bigint[])
    limit :limit::bigint
  ), claimed as (
    update message_media
    set claim_id = :claimId::uuid, attempts = attempts + 1, next_attempt_at = :leaseEnd::timestamptz
    where message_id = any (array(select message_id from due))
    returning message_id, account_id, device_id, file_id, kind, source, mimetype, file_name, size, attempts
  )
  select turns.walked, turns.walked_to, claimed.*
  from (select count(*) as walked, max(account_id) as walked_to from turn) turns left join claimed on true`,
);

const RENEW = statement<
  { messageIds: readonly number[]; claimIds: readonly string[]; leaseEnd: Date },
  { message_id: number }
>(
  'media.renew',
  `update message_media set next_attempt_at = :leaseEnd::timestamptz
   where message_id = any (:messageIds::bigint[]) and claim_id = any (:claimIds::uuid[])
   returning message_id`,
);

export interface Retry {
  messageId: number;
  claimId: string;
  reason: MediaReason | null;
  at: Date;
  /** False: the attempt does not count. */
  counts: boolean;
}

export const retryLater = statement<Retry>(
  'media.retry',
  `update message_media
   set reason = :reason::text, claim_id = null, next_attempt_at = :at::timestamptz,
     attempts = attempts - case when :counts::boolean then 0 else 1 end
   where message_id = :messageId and claim_id = :claimId::uuid`,
).run;

const FIND = statement<
  { accountId: number; deviceIds: readonly number[] | null; publicId: number },
  { id: number; media_url: string | null } & (MediaRow | Record<keyof MediaRow, null>)
>(
  'media.find',
  `select found.id, found.media_url, media.* from (
     select id, device_id, media_url from messages where account_id = :accountId and public_id = :publicId
     union all
     select id, device_id, media_url from messages
     where id = :publicId and account_id = :accountId and public_id is null and direction = 'out'
   ) found
   left join lateral (select ${ROW} from message_media where message_id = found.id offset 0) media on true
   where ${seesMessage('found')}`,
);

export const listMedia = statement<{ messageIds: readonly number[] }, MediaRow>(
  'media.list',
  `select ${ROW} from message_media where message_id = any (:messageIds::bigint[])`,
).all;

export const findLinked = statement<{ messageId: number }, MediaRow & { account_id: number }>(
  'media.find_linked',
  `select ${ROW}, account_id from message_media where message_id = :messageId`,
).first;

export const findSent = statement<
  { messageId: number },
  { id: number; account_id: number; media_url: string | null }
>(
  'media.find_sent',
  `select id, account_id, media_url from messages where id = :messageId and direction = 'out'`,
).first;

const REQUEUE = statement<{ messageId: number; now: Date }>(
  'media.requeue',
  `update message_media
   set state = 'waiting', attempts = case state when 'failed' then 0 else attempts end,
     next_attempt_at = :now::timestamptz, settled_at = null
   where message_id = :messageId and state in ('failed', 'waiting') and claim_id is null and source is not null`,
);

export interface RemovedMedia {
  message_id: number;
  file_id: string;
}

/** SQL: an attempt may still store its file. A removed row does not renew the lease. */
const LEASE_END = 'case when claim_id is null then created_at else next_attempt_at end';

const EXPIRED = `state = 'removed', source = null, claim_id = null, next_attempt_at = ${LEASE_END}`;

/** Returns the number of files, at most `limit`. */
export const expire = statement<{ before: Date; limit: number }>(
  'media.expire',
  `update message_media set ${EXPIRED}
   where message_id = any (array(
     select message_id from message_media
     where removed_at is null and created_at < :before::timestamptz and state <> 'removed'
     order by created_at limit :limit::bigint
   ))`,
).run;

interface OfAccount {
  accountId: number;
  before: Date;
}

/** Likewise, of one account. */
export const expireOfAccount = statement<OfAccount & { limit: number }>(
  'media.expire_of_account',
  `update message_media set ${EXPIRED}
   where message_id = any (array(
     select message_id from message_media
     where account_id = :accountId and removed_at is null and created_at < :before::timestamptz and state <> 'removed'
     order by created_at limit :limit::bigint for update skip locked
   ))`,
).run;

export const expireOfMessages = statement<{ messageIds: readonly number[] }>(
  'media.expire_of_messages',
  `update message_media set ${EXPIRED} where message_id = any (:messageIds::bigint[]) and state <> 'removed'`,
).inTx.run;

/** At most `most`. */
export const countOld = statement<OfAccount & { most: number }, { files: number }>(
  'media.count_old',
  `select count(*)::int as files from (
     select from message_media
     where account_id = :accountId and removed_at is null and created_at < :before::timestamptz and state <> 'removed'
     limit :most::bigint
   ) old`,
).one;

export const withdraw = statement<{ messageIds: readonly number[] }>(
  'media.withdraw',
  `update message_media
   set state = 'removed', reason = 'deleted', source = null, file_name = null, claim_id = null,
     next_attempt_at = ${LEASE_END}
   where message_id = any (:messageIds::bigint[])`,
).run;

/** Longest due first. */
export const listRemoved = statement<{ now: Date; limit: number }, RemovedMedia>(
  'media.list_removed',
  `select message_id, file_id from message_media
   where state = 'removed' and removed_at is null and next_attempt_at <= :now::timestamptz
   order by next_attempt_at limit :limit::bigint`,
).all;

const IS_REMOVED = statement<{ messageId: number }, { is_removed: boolean }>(
  'media.is_removed',
  `select state = 'removed' as is_removed from message_media where message_id = :messageId`,
);

export const noteRemoval = statement<{ messageIds: readonly number[]; now: Date }>(
  'media.note_removal',
  `update message_media set removed_at = :now::timestamptz
   where message_id = any (:messageIds::bigint[]) and state = 'removed'`,
).run;

export const postponeRemoval = statement<{ messageIds: readonly number[]; at: Date }>(
  'media.postpone_removal',
  `update message_media set next_attempt_at = :at::timestamptz
   where message_id = any (:messageIds::bigint[]) and state = 'removed'`,
).run;

export async function insertMedia(db: Queryable, rows: readonly NewMedia[], now: Date): Promise<void> {
  await INSERT.run(db, {
    messageIds: rows.map((row) => row.message_id),
    accountIds: rows.map((row) => row.account_id),
    deviceIds: rows.map((row) => row.device_id),
    kinds: rows.map((row) => row.kind),
    sources: rows.map((row) => row.source),
    mimetypes: rows.map((row) => row.mimetype),
    fileNames: rows.map((row) => row.file_name),
    sizes: rows.map((row) => row.size),
    now,
  });
}

export interface Claim {
  claimed: ClaimedMedia[];
  /** The last account of this walk; null at the end. */
  next: number | null;
}

/** One due file for each of the next accounts. */
export async function claimMedia(db: Queryable, params: ClaimParams): Promise<Claim> {
  const rows = await CLAIM.all(db, params);
  const claimed = rows.filter((row): row is ClaimRow & ClaimedMedia => row.message_id !== null);
  const [{ walked, walked_to } = { walked: 0, walked_to: null }] = rows;
  if (claimed.length === params.limit) {
    return { claimed, next: Math.max(...claimed.map(({ account_id }) => account_id)) };
  }
  return { claimed, next: walked < TURNS ? null : walked_to };
}

/** Answers messages whose claims are still ours. */
export async function renewClaims(
  db: Queryable,
  claims: readonly { messageId: number; claimId: string }[],
  leaseEnd: Date,
): Promise<ReadonlySet<number>> {
  const rows = await RENEW.all(db, {
    messageIds: claims.map(({ messageId }) => messageId),
    claimIds: claims.map(({ claimId }) => claimId),
    leaseEnd,
  });
  return new Set(rows.map(({ message_id }) => message_id));
}

/** Undefined: no such message of the account. `media` is null for a message without a file. */
export async function findMedia(
  db: Queryable,
  { id: accountId, deviceIds }: Sight,
  publicId: number,
): Promise<{ id: number; media_url: string | null; media: MediaRow | null } | undefined> {
  const row = await FIND.first(db, { accountId, deviceIds, publicId });
  return row && { id: row.id, media_url: row.media_url, media: row.message_id === null ? null : row };
}

/** False for a file that is stored, in work, or not retrievable any more. */
export async function requeue(db: Queryable, messageId: number, now: Date): Promise<boolean> {
  return (await REQUEUE.run(db, { messageId, now })) === 1;
}

export async function isRemoved(db: Queryable, messageId: number): Promise<boolean> {
  return (await IS_REMOVED.first(db, { messageId }))?.is_removed ?? true;
}
