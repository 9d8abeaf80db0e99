import type { Context } from '../../../context.ts';
import { SECOND } from '../../lib/clock.ts';
import type { AccountJob } from '../../lib/jobs.ts';
import { enqueue } from '../../lib/jobs-queue.ts';
import { CLOSING } from '../account.ts';
import * as store from './store.ts';

/** Then what was open may have ended. */
const AGAIN_MS = SECOND;

/** Ends one kind of work of a cancelled account. True when nothing is left. Safe to repeat at any time. */
export type ClosingStep = (ctx: Context, account: { id: number }) => Promise<boolean>;

/** Closes a cancelled account: the steps run in their order, each after the previous one has nothing left. */
export const closingJob = (ctx: Context, steps: readonly ClosingStep[]): AccountJob => ({
  name: CLOSING,
  slots: 1,
  due: () => store.listClosing(ctx.db, {}),
  async run({ accountId }) {
    for (const step of steps) {
      if (await step(ctx, { id: accountId })) continue;
      const at = new Date(ctx.now().getTime() + AGAIN_MS);
      return enqueue(ctx.db, { name: CLOSING, accountId, at });
    }
    await store.close(ctx.db, { id: accountId, now: ctx.now() });
    ctx.log.info({ accountId }, 'account.closed');
  },
});
