import { endExports } from '../../src/app/account-copy/exports/export-request.ts';
import type { Context } from '../../src/context.ts';
import { endBroadcasts } from '../../src/gateway/broadcasts/broadcast.ts';
import { releaseDevices } from '../../src/gateway/messages/queue/release-devices.ts';
import { closingJob } from '../../src/platform/accounts/closing/closing.ts';
import { listClosing } from '../../src/platform/accounts/closing/store.ts';

/** One run of the job of each cancelled account. */
export async function closeCancelled(
  ctx: Context,
  steps = [endBroadcasts, releaseDevices, endExports],
): Promise<void> {
  const job = closingJob(ctx, steps);
  for (const { account_id: accountId } of await listClosing(ctx.db, {}))
    await job.run({ accountId }, new AbortController().signal);
}
