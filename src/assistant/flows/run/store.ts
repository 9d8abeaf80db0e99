import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { SessionState } from './session.ts';

export interface SessionRow {
  conversation_id: number;
  /** Under which the session runs. Another owner since ends it. */
  ownership_version: number;
  /** Another one after each change. */
  revision: string;
  state: SessionState;
}

export const findSession = statement<{ conversationId: number; accountId: number }, SessionRow>(
  'automation.find_flow_session',
  `select conversation_id, ownership_version, revision, state from flow_sessions
   where conversation_id = :conversationId and account_id = :accountId`,
).first;

const FIND_WAKE = statement<{ id: number; account_id: number; ownership_version: number }, { wake_at: Date }>(
  'automation.find_flow_wake',
  `select wake_at from flow_sessions
   where conversation_id = :id and account_id = :account_id and ownership_version = :ownership_version`,
);

/** When the running flow of a conversation does something without a message. Null: none runs. */
export async function findWake(
  db: Db,
  conversation: { id: number; account_id: number; ownership_version: number },
): Promise<Date | null> {
  return (await FIND_WAKE.first(db, conversation))?.wake_at ?? null;
}

export interface NewSession {
  accountId: number;
  conversationId: number;
  /** Of the flow that was started. */
  versionId: number;
  ownershipVersion: number;
  /** JSON. */
  state: string;
  wakeAt: Date;
  expiresAt: Date;
}

const INSERT = statement<NewSession & { now: Date }>(
  'automation.insert_flow_session',
  `insert into flow_sessions (conversation_id, account_id, version_id, ownership_version, state, wake_at, expires_at,
     started_at, updated_at)
   values (:conversationId, :accountId, :versionId, :ownershipVersion, :state::json, :wakeAt::timestamptz,
     :expiresAt::timestamptz, :now::timestamptz, :now::timestamptz)
   on conflict (conversation_id) do nothing`,
);

/** False: the conversation has a session. */
export async function insertSession(tx: Tx, session: NewSession, now: Date): Promise<boolean> {
  return (await INSERT.run(tx, { ...session, now })) > 0;
}

const UPDATE = statement<NewSession & { revision: string; startedAt: Date | null; now: Date }>(
  'automation.update_flow_session',
  `update flow_sessions set version_id = :versionId, ownership_version = :ownershipVersion,
     state = :state::json, wake_at = :wakeAt::timestamptz, expires_at = :expiresAt::timestamptz,
     revision = gen_random_uuid(), started_at = coalesce(:startedAt::timestamptz, started_at),
     updated_at = :now::timestamptz
   where conversation_id = :conversationId and account_id = :accountId and revision = :revision::uuid`,
);

/** False: the session changed since it was read. `startedAt`: another flow begins in its place. */
export async function updateSession(
  tx: Tx,
  session: NewSession & { revision: string; startedAt: Date | null },
  now: Date,
): Promise<boolean> {
  return (await UPDATE.run(tx, { ...session, now })) > 0;
}

const DELETE = statement<{ accountId: number; conversationId: number; revision: string | null }>(
  'automation.delete_flow_session',
  `delete from flow_sessions
   where conversation_id = :conversationId and account_id = :accountId
     and (:revision::uuid is null or revision = :revision::uuid)`,
);

/** False: the session changed since it was read, or there is none. With `revision` null: any. */
export async function deleteSession(
  tx: Db,
  { accountId, conversationId }: { accountId: number; conversationId: number },
  revision: string | null,
): Promise<boolean> {
  return (await DELETE.run(tx, { accountId, conversationId, revision })) > 0;
}

export interface DueWake {
  account_id: number;
  conversation_id: number;
}

const NEXT_WAKE = statement<Record<string, never>, { wake_at: Date }>(
  'automation.next_wake_of_flow_sessions',
  'select wake_at from flow_sessions order by wake_at limit 1',
);

/** When the next session is due, or expires. Cheaper than to take it. */
export async function nextWake(db: Db): Promise<Date | null> {
  return (await NEXT_WAKE.first(db, {}))?.wake_at ?? null;
}

export const deleteExpired = statement<{ now: Date; limit: number }>(
  'automation.delete_expired_flow_sessions',
  `delete from flow_sessions where conversation_id = any (array(
     select conversation_id from flow_sessions where wake_at <= :now::timestamptz and expires_at <= :now::timestamptz
     order by wake_at limit :limit::bigint for update skip locked
   ))`,
).inTx.run;

/** What goes on by itself now, also when its wake is taken already. */
export const endDue = statement<{ accountId: number; now: Date }>(
  'automation.end_due_flow_sessions',
  `delete from flow_sessions s where account_id = :accountId and (wake_at <= :now::timestamptz or (
     select true from automation_decisions d
     where d.conversation_id = s.conversation_id and d.state <> 'decided' and d.message_id is null limit 1
   ))`,
).run;

/**
 * Not those with a message that waits for its decision: its decider locks the turn before the session. Those that are
 * taken are due again when they expire.
 */
export const takeDue = statement<{ now: Date; limit: number }, DueWake>(
  'automation.take_due_flow_sessions',
  `update flow_sessions set wake_at = expires_at
   where conversation_id = any (array(
     select conversation_id from flow_sessions s
     where wake_at <= :now::timestamptz and expires_at > :now::timestamptz
       and not exists (select from automation_turns t where t.conversation_id = s.conversation_id)
     order by wake_at, conversation_id limit :limit::bigint for update skip locked
   ))
   returning account_id, conversation_id`,
).inTx.all;
