import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { type Due, runDue } from '../due.ts';
import { changeOwner } from './ownership.ts';
import type { MoveName, OwnerReason } from './states.ts';
import * as store from './timers-store.ts';

/** Until when a silent conversation is not idle. Null: it is idle. */
export type HeldUntil = (tx: Tx, conversation: Held) => Promise<Date | null>;
type Held = Pick<store.Timed, 'id' | 'account_id' | 'ownership_version'>;

export interface TimerHooks {
  heldUntil?: HeldUntil;
  /** The automation answers again. In the transaction of the change. */
  returned?: (tx: Tx, conversation: Held, now: Date) => Promise<void>;
}

/** Changes owners after their idle times. */
export async function runTimers(
  ctx: Context,
  { stopped, ...hooks }: TimerHooks & { stopped?: AbortSignal } = {},
): Promise<void> {
  const now = ctx.now();
  const due = await runDue<Due>(ctx, {
    failed: 'conversations.timer_failed',
    list: (last, limit) => store.listDue(ctx.db, now, last, limit),
    run: ({ id }) => ctx.db.transaction((tx) => runTimer(tx, id, hooks, now)),
    stopped,
  });
  if (due > 0) ctx.bus.publish('events');
}

async function runTimer(
  tx: Tx,
  id: number,
  { heldUntil = async () => null, returned = async () => {} }: TimerHooks,
  now: Date,
): Promise<void> {
  const conversation = await store.lockDue(tx, { id, now });
  if (!conversation) return;
  const { due_at: at } = conversation;
  if (at === null || at > now) return store.setTimer(tx, id, at);
  const held = conversation.owner_state === 'bot' ? await heldUntil(tx, conversation) : null;
  if (held && held > now) return store.setTimer(tx, id, held);
  const move = moveNow(conversation);
  const reason = reasonOf(move, conversation);
  const change = move && { move, reason, actor: 'system' };
  const changed = change && (await changeOwner(tx, conversation, change, now));
  if (changed) return move === 'queue_return' ? returned(tx, conversation, now) : undefined;
  // The answer is sent or fails later.
  if (conversation.look_again_at) return store.setTimer(tx, id, conversation.look_again_at);
  if (conversation.waiting_since && !conversation.is_noted) await store.noteUnanswered(tx, { id, now });
  // The next message of either side sets the timer again.
  await store.setTimer(tx, id, null);
}

/** A return without an answer: only staff ends this wait. */
const RETURN_ENDED = 'queue_return_ended';

/** Null: only staff is left. */
function moveNow({ owner_state, owner_reason, waiting_since }: store.Timed): MoveName | null {
  if (owner_state === 'human_active') return 'human_idle';
  if (owner_state === 'human_waiting') return owner_reason === RETURN_ENDED ? null : 'queue_return';
  return waiting_since ? 'bot_silent' : 'bot_idle';
}

/** Shown until the owner changes again. */
function reasonOf(move: MoveName | null, { owner_reason }: store.Timed): OwnerReason {
  if (move === 'queue_return') return move;
  return move === 'bot_silent' && owner_reason === 'queue_return' ? RETURN_ENDED : 'timer';
}
