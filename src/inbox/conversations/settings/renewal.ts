import type { Context } from '../../../context.ts';
import { runDue } from '../due.ts';
import * as store from './renewal-store.ts';

/** Of one transaction. Each has one conversation per number. */
const PEOPLE = 1_000;

/** Sets the timers of open conversations whose account has changed its idle times. */
export async function renewTimers(ctx: Context, stopped?: AbortSignal): Promise<void> {
  await runDue<store.ChangedAccount>(ctx, {
    failed: 'conversations.renewal_failed',
    list: (last, limit) => store.listChanged(ctx.db, { after: last?.id ?? 0, limit }),
    run: (account) => renewAccount(ctx, account, stopped),
    stopped,
  });
}

async function renewAccount(
  ctx: Context,
  { id, changed_at }: store.ChangedAccount,
  stopped: AbortSignal | undefined,
): Promise<void> {
  let after: number | null = 0;
  while (after !== null) {
    if (stopped?.aborted) return;
    const from: number = after;
    after = await ctx.db.transaction((tx) => store.renewTimers(tx, id, from, PEOPLE));
  }
  await store.forgetChange(ctx.db, { accountId: id, changedAt: changed_at });
}
