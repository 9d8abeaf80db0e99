import type { Context } from '../../../context.ts';
import { SECOND } from '../../lib/clock.ts';
import { isDatabaseUnavailable } from '../../lib/db/unavailable.ts';
import * as store from './store.ts';

const POLL_MS = SECOND;

/** Ends one kind of work of a cancelled account. True when nothing is left. Safe to repeat at any time. */
export type ClosingStep = (ctx: Context, account: { id: number }) => Promise<boolean>;

/**
 * Closes cancelled accounts: the steps run in their order, each after the previous one has nothing left. The
 * database has the whole state, so any process continues after a crash.
 */
export async function closeCancelled(ctx: Context, steps: readonly ClosingStep[]): Promise<void> {
  for (const id of await store.listClosing(ctx.db)) {
    try {
      if (await closeOne(ctx, { id }, steps)) ctx.log.info({ accountId: id }, 'account.closed');
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      ctx.log.error({ err: error, accountId: id }, 'account.close_failed');
    }
  }
}

async function closeOne(
  ctx: Context,
  account: { id: number },
  steps: readonly ClosingStep[],
): Promise<boolean> {
  for (const step of steps) if (!(await step(ctx, account))) return false;
  await store.close(ctx.db, { id: account.id, now: ctx.now() });
  return true;
}

/** Closes cancelled accounts every second, and after changes of accounts. */
export function startClosing(ctx: Context, steps: readonly ClosingStep[]): { stop(): Promise<void> } {
  let closing: Promise<void> | null = null;

  const close = () => {
    closing ??= closeCancelled(ctx, steps)
      .catch((error) => {
        if (!isDatabaseUnavailable(error)) ctx.log.error({ err: error }, 'accounts.close_failed');
      })
      .finally(() => {
        closing = null;
      });
  };
  const timer = setInterval(close, POLL_MS);
  const unsubscribe = ctx.bus.subscribe('devices', close);

  return {
    async stop() {
      clearInterval(timer);
      unsubscribe();
      await closing;
    },
  };
}
