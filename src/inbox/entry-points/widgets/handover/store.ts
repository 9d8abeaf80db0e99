import type { Tx } from '../../../../platform/lib/db/db.ts';
import { statement } from '../../../../platform/lib/db/statement.ts';

/** Older open codes of a visitor end. */
export const MAX_OPEN = 3;

export interface NewCode {
  hash: Buffer;
  accountId: number;
  entryPointId: number;
  /** `messages.phone` */
  visitor: string;
  expiresAt: Date;
}

export const insertCode = statement<NewCode>(
  'entry_points.insert_web_code',
  `with ended as (
    delete from widget_codes
    where code_hash = any (array(
      select code_hash from widget_codes
      where entry_point_id = :entryPointId and visitor = :visitor and used_at is null
      order by expires_at desc offset ${MAX_OPEN - 1} for update skip locked
    ))
  )
  insert into widget_codes (code_hash, account_id, entry_point_id, visitor, expires_at)
  values (:hash, :accountId, :entryPointId, :visitor, :expiresAt)`,
).run;

export interface GivenCode {
  account_id: number;
  hash: Buffer;
  /** Time of the message. */
  at: Date;
}

export interface ClaimedCode {
  /** Of the given code. */
  index: number;
  visitor: string;
  entry_point_uuid: string;
  /** Of the live chat. */
  chat_device_id: number | null;
}

/** Each once. Locks rows in one order: the second transaction waits. */
const CLAIM = statement<
  { accountIds: readonly number[]; hashes: readonly Buffer[]; ats: readonly Date[]; now: Date },
  ClaimedCode
>(
  'entry_points.claim_web_codes',
  `with given as materialized (
    select * from unnest(:accountIds::bigint[], :hashes::bytea[], :ats::timestamptz[])
      with ordinality as i (account_id, code_hash, at, n)
  ), locked as materialized (
    select code_hash, account_id, expires_at, used_at from widget_codes
    where code_hash = any (:hashes::bytea[]) order by code_hash for update
  ), valid as materialized (
    select distinct on (l.code_hash) l.code_hash, g.n
    from locked l join given g on g.code_hash = l.code_hash and g.account_id = l.account_id
    where l.used_at is null and g.at < l.expires_at order by l.code_hash, g.n
  ), claimed as (
    update widget_codes set used_at = :now::timestamptz
    where code_hash = any (array(select code_hash from valid))
    returning code_hash, entry_point_id, visitor
  )
  select v.n::int - 1 as index, c.visitor, e.entry_point_uuid, w.chat_device_id
  from claimed c join valid v on v.code_hash = c.code_hash
  cross join lateral (select entry_point_uuid from entry_points where id = c.entry_point_id offset 0) e
  cross join lateral (select chat_device_id from widgets where entry_point_id = c.entry_point_id offset 0) w`,
);

/** Each for the first who gave it. */
export function claimCodes(tx: Tx, given: readonly GivenCode[], now: Date): Promise<ClaimedCode[]> {
  return CLAIM.all(tx, {
    accountIds: given.map(({ account_id }) => account_id),
    hashes: given.map(({ hash }) => hash),
    ats: given.map(({ at }) => at),
    now,
  });
}

/** Returns their number. */
export const deleteOld = statement<{ before: Date; limit: number }>(
  'entry_points.delete_old_web_codes',
  `delete from widget_codes
   where code_hash = any (array(
     select code_hash from widget_codes where expires_at < :before::timestamptz
     order by expires_at limit :limit::bigint for update skip locked
   ))`,
).run;
