import type { Context } from '../../context.ts';
import type { Tx } from '../../lib/db/db.ts';
import { runDue } from '../due.ts';
import { BOT_IDLE_MS, HUMAN_IDLE_MS } from './idle-times.ts';
import { changeOwner } from './ownership.ts';
import type { MoveName } from './states.ts';
import * as store from './timers-store.ts';

/** Changes owners after their idle times. */
export async function runTimers(ctx: Context, stopped?: AbortSignal): Promise<void> {
  const now = ctx.now();
  const due = await runDue(ctx, {
    failed: 'conversations.timer_failed',
    list: (last, limit) => store.listDue(ctx.db, now, last, limit),
    run: (tx, id) => runTimer(tx, id, now),
    ...(stopped && { stopped }),
  });
  if (due > 0) ctx.bus.publish('events');
}

async function runTimer(tx: Tx, id: number, now: Date): Promise<void> {
  const conversation = await store.lockDue(tx, id, now);
  if (!conversation) return;
  const at = dueAt(conversation);
  if (at === null || at > now) return store.setTimer(tx, id, at);
  const move = moveNow(conversation);
  const changed = await changeOwner(tx, conversation, { move, reason: 'timer', actor: 'system' }, now);
  if (changed) return;
  if (conversation.waiting_since && !conversation.is_noted) await store.noteUnanswered(tx, id, now);
  // The next message of either side sets the timer again.
  await store.setTimer(tx, id, null);
}

/** When the owner changes without another message. Null: never. A customer who waits for staff goes on waiting. */
function dueAt(conversation: store.Timed): Date | null {
  const { owner_state, owner_since, last_at, last_human_at, snoozed_until, waiting_since } = conversation;
  // An answered conversation is idle from the end of its snooze on.
  const snoozed = waiting_since ? null : snoozed_until;
  switch (owner_state) {
    case 'human_active':
      return later(latest(owner_since, last_human_at, waiting_since, snoozed), HUMAN_IDLE_MS);
    case 'bot':
      return later(
        waiting_since ? latest(owner_since, waiting_since) : latest(last_at, snoozed),
        BOT_IDLE_MS,
      );
    default:
      return null;
  }
}

const later = (from: Date, ms: number) => new Date(from.getTime() + ms);
const latest = (...times: (Date | null)[]) =>
  new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)));

function moveNow({ owner_state, waiting_since }: store.Timed): MoveName {
  if (owner_state === 'human_active') return 'human_idle';
  return waiting_since ? 'bot_silent' : 'bot_idle';
}
