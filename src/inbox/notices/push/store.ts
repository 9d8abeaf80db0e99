import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { type NoParams, statement } from '../../../platform/lib/db/statement.ts';

export const findKeys = statement<NoParams, { public_key: Buffer; private_key: Buffer }>(
  'notices.find_push_keys',
  'select public_key, private_key from push_keys where id = 1',
).first;
/** The first pair stays. */
export const insertKeys = statement<{ publicKey: Buffer; privateKey: Buffer; now: Date }>(
  'notices.insert_push_keys',
  `insert into push_keys (id, public_key, private_key, created_at)
   values (1, :publicKey, :privateKey, :now::timestamptz) on conflict do nothing`,
).run;

interface NewSubscription {
  sessionId: number;
  accountId: number;
  userId: number;
  endpointHash: Buffer;
  target: Buffer;
  showsText: boolean;
  now: Date;
}

const DELETE_OTHER = statement<{ sessionId: number; endpointHash: Buffer }>(
  'notices.delete_other_subscription',
  'delete from push_subscriptions where endpoint_hash = :endpointHash and session_id <> :sessionId',
);
const SAVE = statement<NewSubscription>(
  'notices.save_subscription',
  `insert into push_subscriptions (session_id, account_id, user_id, endpoint_hash, target, shows_text, created_at)
   values (:sessionId, :accountId, :userId, :endpointHash, :target, :showsText, :now::timestamptz)
   on conflict (session_id) do update set
     endpoint_hash = excluded.endpoint_hash, target = excluded.target, shows_text = excluded.shows_text,
     failures = 0, retry_at = null`,
);
const DELETE_OLDEST = statement<{ userId: number; kept: number }>(
  'notices.delete_oldest_subscriptions',
  `delete from push_subscriptions where session_id = any (array(
     select session_id from push_subscriptions where user_id = :userId order by session_id desc offset :kept
   ))`,
);

/** The browser of the session. One browser belongs to one session. Keeps the newest `kept` of the user. */
export async function saveSubscription(tx: Tx, row: NewSubscription, kept: number): Promise<void> {
  await DELETE_OTHER.run(tx, { sessionId: row.sessionId, endpointHash: row.endpointHash });
  await SAVE.run(tx, row);
  await DELETE_OLDEST.run(tx, { userId: row.userId, kept });
}

export const findSubscription = statement<{ sessionId: number }, { shows_text: boolean }>(
  'notices.find_subscription',
  'select shows_text from push_subscriptions where session_id = :sessionId',
).first;

const DELETE = statement<{ sessionIds: readonly number[] }>(
  'notices.delete_subscriptions',
  'delete from push_subscriptions where session_id = any (:sessionIds::bigint[])',
);

export async function deleteSubscriptions(db: Db, sessionIds: readonly number[]): Promise<void> {
  if (sessionIds.length > 0) await DELETE.run(db, { sessionIds });
}

export interface Subscription {
  session_id: number;
  target: Buffer;
  shows_text: boolean;
  failures: number;
  retry_at: Date | null;
}

/** Of sessions that may call. */
export const listSubscriptions = statement<
  { userId: number; now: Date; idleSince: Date; limit: number },
  Subscription
>(
  'notices.list_subscriptions',
  `select p.session_id, p.target, p.shows_text, p.failures, p.retry_at from push_subscriptions p
   cross join lateral (select expires_at, last_seen_at from user_sessions where id = p.session_id offset 0) s
   where p.user_id = :userId and s.expires_at > :now::timestamptz and s.last_seen_at > :idleSince::timestamptz
   order by p.session_id desc limit :limit::bigint`,
).all;

/** Zero failures: the service took a message. */
export const noteAnswer = statement<{ sessionId: number; failures: number; retryAt: Date | null }>(
  'notices.note_answer',
  `update push_subscriptions set failures = :failures, retry_at = :retryAt::timestamptz
   where session_id = :sessionId`,
).run;
