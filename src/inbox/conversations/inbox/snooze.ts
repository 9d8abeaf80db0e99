import type { Context } from '../../../context.ts';
import type { Sight } from '../../../platform/accounts/account.ts';
import { DAY, MINUTE } from '../../../platform/lib/clock.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { recordAct } from '../acting.ts';
import { lockConversation } from '../conversation.ts';
import { type Due, runDue } from '../due.ts';
import { noteStaff } from '../ownership/ownership.ts';
import { insertEntry } from '../timeline/timeline.ts';
import { MAX_SNOOZE_DAYS, type Snooze } from './schema.ts';
import * as store from './store.ts';

/**
 * Of an open conversation, until a time; messages or another owner end it too. ApiError
 * conversation_not_found, conversation_closed; FieldErrors.
 */
export async function snooze(
  ctx: Context,
  account: Sight,
  uuid: string,
  { actor, ...wanted }: Snooze & { actor: string },
): Promise<void> {
  const now = ctx.now();
  const until = endOf(wanted, now);
  await ctx.db.transaction(async (tx) => {
    const conversation = await lockConversation(tx, account, uuid);
    const { id, owner_state, snoozed_until } = conversation;
    if (until?.getTime() === snoozed_until?.getTime()) return;
    if (until && owner_state === 'closed') throw new ApiError('conversation_closed');
    await noteStaff(tx, { id, now });
    await store.setSnooze(tx, { id, until, now });
    const kind = until ? 'snoozed' : 'snooze_ended';
    await insertEntry(tx, conversation, { kind, actor, ...(until && { details: { until } }) }, now);
    const detail = { until: until?.toISOString() ?? null };
    await recordAct(tx, ctx, account, { action: 'conversation.snoozed', target: uuid, detail });
  });
}

/** Null: the snooze ends now. */
function endOf({ until, for_minutes }: Pick<Snooze, 'until' | 'for_minutes'>, now: Date): Date | null {
  if (for_minutes) return new Date(now.getTime() + for_minutes * MINUTE);
  if (!until) return null;
  if (until <= now) throw new FieldErrors({ until: ['must be in the future'] });
  if (until.getTime() > now.getTime() + MAX_SNOOZE_DAYS * DAY)
    throw new FieldErrors({ until: [`must be at most ${MAX_SNOOZE_DAYS} days from now`] });
  return until;
}

export async function endSnoozes(ctx: Context, stopped?: AbortSignal): Promise<void> {
  const now = ctx.now();
  await runDue<Due>(ctx, {
    failed: 'conversations.snooze_failed',
    list: (last, limit) => store.listEndedSnoozes(ctx.db, now, last, limit),
    run: ({ id }) =>
      ctx.db.transaction(async (tx) => {
        // Staff has the whole idle time from now on.
        if (await store.endSnooze(tx, id, now)) await noteStaff(tx, { id, now });
      }),
    stopped,
  });
}
