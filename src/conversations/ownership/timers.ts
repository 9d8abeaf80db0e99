import type { Context } from '../../context.ts';
import { SECOND } from '../../lib/clock.ts';
import type { Tx } from '../../lib/db/db.ts';
import { isDatabaseUnavailable } from '../../lib/db/unavailable.ts';
import { BOT_IDLE_MS, HUMAN_IDLE_MS } from './idle-times.ts';
import { changeOwner } from './ownership.ts';
import type { MoveName } from './states.ts';
import * as store from './timers-store.ts';
import { runUnsentAnswers } from './unsent-answers.ts';

const SWEEP_MS = 15 * SECOND;

/** Changes owners after their idle times. Any number of processes may run it. */
export function startOwnershipTimers(ctx: Context): { stop(): Promise<void> } {
  const stopped = new AbortController();
  let running: Promise<void> | null = null;
  const sweep = () => {
    running ??= runUnsentAnswers(ctx, stopped.signal)
      .then(() => runTimers(ctx, stopped.signal))
      .catch((error) => {
        if (!isDatabaseUnavailable(error)) ctx.log.error({ err: error }, 'conversations.timers_failed');
      })
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(sweep, SWEEP_MS);
  return {
    async stop() {
      stopped.abort();
      clearInterval(timer);
      await running;
    },
  };
}

/** One transaction per conversation, so that one failure delays no other. Goes through all that are due. */
export async function runTimers(ctx: Context, stopped?: AbortSignal): Promise<void> {
  const now = ctx.now();
  let due: { id: number; timer_at: Date }[];
  let last: (typeof due)[number] | null = null;
  do {
    due = await store.listDue(ctx.db, now, last);
    for (const { id } of due) {
      if (stopped?.aborted) return;
      await ctx.db.transaction((tx) => runTimer(tx, id, now)).catch((error) => noteFailure(ctx, id, error));
    }
    if (due.length > 0) ctx.bus.publish('events');
    last = due.at(-1) ?? null;
  } while (due.length === store.BATCH);
}

function noteFailure(ctx: Context, rowId: number, error: unknown): void {
  if (isDatabaseUnavailable(error)) throw error;
  ctx.log.error({ err: error, rowId }, 'conversations.timer_failed');
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
function dueAt({
  owner_state,
  owner_since,
  last_at,
  last_human_at,
  waiting_since,
}: store.Timed): Date | null {
  switch (owner_state) {
    case 'human_active':
      return later(latest(owner_since, last_human_at, waiting_since), HUMAN_IDLE_MS);
    case 'bot':
      return later(waiting_since ? latest(owner_since, waiting_since) : last_at, BOT_IDLE_MS);
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
