import type { Tx } from '../../../platform/lib/db/db.ts';
import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import { FAILURES } from './failures.ts';
import { hasPresentOwner } from './owner-checks.ts';
import { publicIdOf } from './public-ids.ts';
import { BATCH, failQueued, lockPicked } from './settle-store.ts';
import { transition } from './transition.ts';

export interface OpenBotMessage {
  id: number;
  conversation_id: number;
  public_id: number;
  maybe_written: boolean;
  ownership_version: number;
}

const LOCK_OPEN = statement<{ conversationIds: readonly number[] }, OpenBotMessage>(
  'queue.lock_bot_messages',
  `select id, conversation_id, ${publicIdOf('m')} as public_id, maybe_written, ownership_version from messages m
   where conversation_id = any (:conversationIds::bigint[]) and source = 'bot' and due
   order by id for no key update`,
);

/** For locked conversations, before the quota rows: messages come first in the order of locks. */
export function lockOpenBotMessages(tx: Tx, conversationIds: readonly number[]): Promise<OpenBotMessage[]> {
  return LOCK_OPEN.all(tx, { conversationIds });
}

/**
 * Ends open messages of automations, with a refund. Returns public ids of possibly written ones, which stay. Lock the
 * conversations, and raise their version in this transaction.
 */
export async function supersede(
  tx: Tx,
  conversationIds: readonly number[],
  now: Date,
): Promise<{ underWay: number[] }> {
  return endOpen(tx, await LOCK_OPEN.all(tx, { conversationIds }), now);
}

export async function endOpen(
  tx: Tx,
  open: readonly OpenBotMessage[],
  now: Date,
): Promise<{ underWay: number[] }> {
  const rows = open
    .filter(({ maybe_written }) => !maybe_written)
    .map(({ id }) => ({ id, error_code: 'superseded', error_message: FAILURES.superseded, refund: true }));
  await failQueued(tx, rows, now);
  return { underWay: open.filter(({ maybe_written }) => maybe_written).map(({ public_id }) => public_id) };
}

/** Possibly written, by an owner before this version. */
export function underWayBefore(open: readonly OpenBotMessage[], version: number): number[] {
  return open
    .filter(({ maybe_written, ownership_version }) => maybe_written && ownership_version < version)
    .map(({ public_id }) => public_id);
}

const FIND_UNDER_WAY = statement<{ conversationId: number; version: number }, { public_id: number }>(
  'queue.find_under_way',
  // Not one condition: PostgreSQL would read the smaller index of all possibly written messages.
  `select ${publicIdOf('m')} as public_id from (
     select id, public_id, maybe_written, ownership_version from messages
     where conversation_id = :conversationId and source = 'bot' and due offset 0
   ) m
   where maybe_written and ownership_version < :version
   order by id`,
);

/** Public ids of possibly written messages of earlier owners. */
export async function findUnderWay(
  db: Queryable,
  conversationId: number,
  version: number,
): Promise<number[]> {
  const rows = await FIND_UNDER_WAY.all(db, { conversationId, version });
  return rows.map(({ public_id }) => public_id);
}

/**
 * What the automation wrote before its own hand-over is still sent. A possibly written message of an earlier owner ends
 * if it comes back unwritten.
 */
export const carryOver = statement<{ conversationId: number; from: number; to: number }>(
  'queue.carry_over_bot_messages',
  `update messages set ownership_version = :to
   where conversation_id = :conversationId and source = 'bot' and due and ownership_version = :from`,
).inTx.run;

const MOVE = statement<{
  fromIds: readonly number[];
  fromVersions: readonly number[];
  phones: readonly string[];
  conversationId: number;
  version: number;
  since: number | null;
}>(
  'queue.move_answers',
  `update messages m set conversation_id = :conversationId,
     ownership_version = case when m.due and m.source = 'bot' then :version else m.ownership_version end
   from unnest(:fromIds::bigint[], :fromVersions::bigint[]) as f (id, version)
   where m.conversation_id = any (:fromIds::bigint[]) and m.conversation_id = f.id and m.source in ('bot', 'staff')
     and m.phone = any (:phones::text[])
     and case when not m.due then m.id >= :since::bigint
       when m.source = 'bot' then m.ownership_version = f.version else true end`,
);

/** Open answers stay valid in their new conversation. Others move from this row id on. */
export async function moveAnswers(
  tx: Tx,
  from: readonly { id: number; version: number }[],
  to: { conversationId: number; version: number; phones: readonly string[]; since: number | null },
): Promise<void> {
  await MOVE.run(tx, {
    fromIds: from.map(({ id }) => id),
    fromVersions: from.map(({ version }) => version),
    ...to,
  });
}

// The condition on `conversation_id` is always true; it makes the planner use the index of open messages.
const FAIL_SUPERSEDED = statement<{ now: Date }, { count: number }>(
  'queue.fail_superseded',
  transition(`
    open as materialized (
      select id, source, maybe_written, conversation_id, ownership_version from messages
      where source = 'bot' and due and conversation_id >= 0
    ), picked as materialized (
      select id from open o where not ${hasPresentOwner('o')} order by id limit ${BATCH}
    ), ${lockPicked}, before as materialized (
      select m.id, m.status as previous, 'failed' as to_status, 'superseded' as error_code,
        '${FAILURES.superseded}' as error_message, true as refund, null::text as provider_id
      from locked m where m.due and not m.maybe_written
    )`),
);

/** Possibly written during the take-over, and came back unwritten. Returns their number, at most `BATCH`. */
export async function failSuperseded(db: Queryable, now: Date): Promise<number> {
  const { count } = await FAIL_SUPERSEDED.one(db, { now });
  return count;
}
