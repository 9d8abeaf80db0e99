import {
  carryOver,
  endOpen,
  lockOpenBotMessages,
  type OpenBotMessage,
} from '../../../gateway/messages/queue/queue.ts';
import type { Sight } from '../../../platform/accounts/account.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { NamedTeam } from '../../staff/teams/team.ts';
import { MOVES, type Move, type MoveName } from './states.ts';
import * as store from './store.ts';

export type { Owner } from './store.ts';
export const { leaveWaiting, lockForReply, lockOwners, noteStaff, setTeam, suppressAutomation } = store;

export interface Change {
  move: MoveName;
  /** `api`, `inbox`, `phone`, `timer`, or the reason of an automation. */
  reason: string;
  /** Who did it, for the timeline. */
  actor: string;
  assignee?: string | null;
  /** Undefined: it stays. */
  team?: NamedTeam | null | undefined;
  /** The automation's open messages, if locked already. */
  open?: readonly OpenBotMessage[];
}

export interface Changed {
  version: number;
  /** The entry of the timeline. */
  eventId: number;
  /** Public ids of messages that may be written already. */
  underWay: number[];
}

/**
 * Changes owner, version, timeline and automation messages of a locked conversation. Null: the move
 * does not fit.
 */
export async function changeOwner(
  tx: Tx,
  owner: store.Owner,
  { move: name, reason, actor, assignee = null, team, open }: Change,
  now: Date,
): Promise<Changed | null> {
  const move: Move = MOVES[name];
  if (!mayMove(move, owner)) return null;
  const { id, ownership_version: version } = owner;
  const underWay = move.keepsBotMessages ? [] : await endBotMessages(tx, owner, open, now);
  const { to, kind, keepsAnswer = false } = move;
  const change = { id, version, to, reason, assignee, team, keepsAnswer, kind, actor };
  const next = await store.changeOwner(tx, { ...change, now });
  if (!next) throw new Error('a locked conversation has changed its version');
  if (move.keepsBotMessages)
    await carryOver(tx, { conversationId: id, from: version, to: next.ownership_version });
  return { version: next.ownership_version, eventId: next.event_id, underWay };
}

/** An automation then begins with a question whose answer has ended. */
async function endBotMessages(
  tx: Tx,
  { id, answering_since }: store.Owner,
  open: readonly OpenBotMessage[] | undefined,
  now: Date,
): Promise<number[]> {
  const { underWay } = await endOpen(tx, open ?? (await lockOpenBotMessages(tx, [id])), now);
  if (answering_since) await store.reopenWait(tx, id, now);
  return underWay;
}

function mayMove(move: Move, owner: store.Owner): boolean {
  const isWaiting = owner.waiting_since !== null;
  return (
    move.from.includes(owner.owner_state) &&
    (!move.needsAutomation || owner.automated) &&
    (!move.needsAnswered || !isWaiting) &&
    (!move.needsUnanswered || isWaiting)
  );
}

/** Replies on the phone: staff takes over, and the wait ends. Locks the conversations. */
export async function takeOverByReplies(
  tx: Tx,
  replies: readonly { id: number; at: Date }[],
  by: { reason: 'phone'; actor: string },
  now: Date,
): Promise<void> {
  const owners = await store.lockOwners(tx, { ids: replies.map(({ id }) => id) });
  // Messages are locked before the quota, so for all conversations at once.
  const messages = await lockOpenBotMessages(
    tx,
    owners.map(({ id }) => id),
  );
  const openOf = Map.groupBy(messages, ({ conversation_id }) => conversation_id);
  for (const owner of owners) {
    const open = openOf.get(owner.id) ?? [];
    await changeOwner(tx, owner, { move: 'take_over', ...by, assignee: routedTo(owner), open }, now);
    if (isStaffs(owner)) await endOpen(tx, open, now);
  }
  await store.noteReplies(tx, replies, now);
}

/** A stored reply answers, unless it fails. The user becomes the assignee. */
export async function takeOverByQueuedReply(
  tx: Tx,
  owner: store.Owner,
  { assignee, ...by }: { actor: string; assignee: string | null; open: readonly OpenBotMessage[] },
  now: Date,
): Promise<void> {
  const change = {
    move: 'take_over',
    reason: 'inbox',
    ...by,
    assignee: assignee ?? routedTo(owner),
  } as const;
  await changeOwner(tx, owner, change, now);
  if (isStaffs(owner)) await endOpen(tx, by.open, now);
  await store.noteQueuedReply(tx, { id: owner.id, now });
}

/** Opens for the user `name`, unless open already. Call it without locks. */
export async function openByStaff(tx: Tx, id: number, name: string, now: Date): Promise<void> {
  const [owner] = await store.lockOwners(tx, { ids: [id] });
  if (owner)
    await changeOwner(
      tx,
      owner,
      { move: 'start', reason: 'inbox', actor: name, assignee: name, open: [] },
      now,
    );
}

/** Owner and version stay. A waiting away text is not sent. */
const isStaffs = ({ owner_state }: store.Owner) => owner_state === 'human_active';

/** An automatic assignment stays with its person. */
const routedTo = ({ owner_state, assignee }: store.Owner) =>
  owner_state === 'human_waiting' ? assignee : null;

/** ApiError conversation_not_found; ownership_changed for another version. */
export async function lockOwner(
  tx: Tx,
  account: Sight,
  { uuid, version }: { uuid: string; version: number | undefined },
): Promise<store.Owner> {
  const id = await store.findId(tx, account, uuid);
  if (id === undefined) throw new ApiError('conversation_not_found');
  const [owner] = await store.lockOwners(tx, { ids: [id] });
  // Merged meanwhile: another conversation shows it.
  if (!owner) return lockOwner(tx, account, { uuid, version });
  if (version !== undefined && version !== owner.ownership_version) throw ownershipChanged(owner);
  return owner;
}

export type PresentOwner = Pick<store.Owner, 'owner_state' | 'ownership_version' | 'assignee'>;

export function ownershipChanged(owner: PresentOwner): ApiError {
  const { owner_state, ownership_version, assignee } = owner;
  return new ApiError('ownership_changed', undefined, {
    owner: { owner_state, ownership_version, assignee },
  });
}
