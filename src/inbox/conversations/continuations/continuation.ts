import type { StoredInbound } from '../../../gateway/messages/inbound/inbound.ts';
import { lockOpenBotMessages } from '../../../gateway/messages/queue/queue.ts';
import { identityOf } from '../../../gateway/people/identity.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { findColleague, maySee } from '../../staff/colleagues/colleague.ts';
import { openConversations } from '../inbound-hook.ts';
import { labelLocked } from '../labels/label.ts';
import {
  type Change,
  changeOwner,
  lockOwners,
  type Owner,
  suppressAutomation,
} from '../ownership/ownership.ts';
import { insertEntry } from '../timeline/timeline.ts';
import * as store from './store.ts';

/** Where a customer was before. */
export interface Origin {
  account_id: number;
  device_id: number;
  /** `messages.phone` */
  phone: string;
}

/** From one conversation to another. Row ids. */
export interface Continuation {
  from: number;
  to: number;
}

/**
 * Locks people, conversations (made if missing) and open automation messages, in one order. Before
 * the hook of conversations. Null: nothing written there, or the same conversation.
 */
export async function lockContinuations(
  tx: Tx,
  messages: readonly StoredInbound[],
  origins: readonly { message_id: number; origin: Origin }[],
  now: Date,
): Promise<(Continuation | null)[]> {
  // Locks people, so that no merge comes between.
  const opened = await openConversations(tx, messages, now);
  const left = await findOrigins(tx, origins);
  const ids = [...new Set([...opened.values(), ...left.values()])];
  await lockOwners(tx, { ids });
  await lockOpenBotMessages(tx, ids);
  return origins.map(({ message_id }, index) => {
    const [from, to] = [left.get(index), opened.get(message_id)];
    return from === undefined || to === undefined || from === to ? null : { from, to };
  });
}

async function findOrigins(tx: Tx, origins: readonly { origin: Origin }[]): Promise<Map<number, number>> {
  const places = origins.flatMap(({ origin: { account_id, device_id, phone } }, index) => {
    const identity = identityOf(phone);
    return identity ? [{ index, place: { account_id, device_id, ...identity } }] : [];
  });
  const found = await store.findPlaces(
    tx,
    places.map(({ place }) => place),
  );
  return new Map([...found].map(([n, id]) => [places[n]?.index ?? -1, id]));
}

/**
 * Owner, labels, wait and a switched-off automation go along; the left conversation closes. Both
 * timelines name both. After `lockContinuations`, when the conversation is open.
 */
export async function continueConversation(
  tx: Tx,
  { from: fromId, to: toId }: Continuation,
  details: object,
  now: Date,
): Promise<void> {
  const [owners, sides] = [
    await lockOwners(tx, { ids: [fromId, toId] }),
    await store.readSides(tx, { ids: [fromId, toId] }),
  ];
  const from = sideOf(fromId, owners, sides);
  const to = sideOf(toId, owners, sides);
  const named = { from: from.conversation_uuid, to: to.conversation_uuid, ...details };
  for (const side of [from, to]) {
    await insertEntry(tx, side, { kind: 'continued', actor: 'customer', details: named }, now);
  }
  if (from.automation_suppressed) {
    await suppressAutomation(tx, to.id, { suppressed: true, actor: 'system' }, now);
  }
  if (from.waiting_since && to.owner_state !== 'closed') {
    await store.moveWait(tx, { id: to.id, since: from.waiting_since, now });
  }
  const move = moveFor(from, to, await assigneeOf(tx, from, to));
  if (move) await changeOwner(tx, to, { ...move, ...BY }, now);
  if (from.labels.length > 0) {
    await labelLocked(tx, to, { add: from.labels, remove: [], actor: 'system' }, now);
  }
  await changeOwner(tx, from, { move: 'resolve', assignee: from.assignee, ...BY }, now);
}

const BY = { reason: 'continued', actor: 'system' } as const;

type Whole = Owner & store.Side;

function sideOf(id: number, owners: readonly Owner[], sides: readonly store.Side[]): Whole {
  const owner = owners.find((each) => each.id === id);
  const side = sides.find((each) => each.id === id);
  if (!owner || !side) throw new Error('a locked conversation is missing');
  return { ...owner, ...side };
}

/** Null: the person does not see the conversation. Unknown names may be of another system. */
async function assigneeOf(tx: Tx, { account_id, assignee }: Whole, to: Whole): Promise<string | null> {
  const user =
    assignee === null ? undefined : await findColleague(tx, { accountId: account_id, name: assignee });
  return user && !maySee(user, to.device_id) ? null : assignee;
}

type Left = Pick<Whole, 'owner_state' | 'assignee' | 'waiting_since' | 'automation_suppressed'>;

/**
 * Staff goes on, or stays. The automation's unanswered question goes to staff: the new message does
 * not repeat it.
 */
function moveFor(
  from: Left,
  to: Pick<Whole, 'owner_state' | 'assignee'>,
  assignee: string | null,
): Pick<Change, 'move' | 'assignee'> | null {
  if (from.owner_state === 'human_active' && (assignee !== null || from.assignee === null)) {
    if (to.owner_state !== 'human_active') return { move: 'take_over', assignee };
    return to.assignee === null && assignee !== null ? { move: 'assign', assignee } : null;
  }
  const isLeftToBot =
    (from.owner_state === 'bot' && from.waiting_since === null) || from.owner_state === 'closed';
  const mayBotAnswer = isLeftToBot && !from.automation_suppressed;
  return to.owner_state === 'bot' && !mayBotAnswer ? { move: 'hand_off' } : null;
}
