import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { publishFlow } from '../versions/version.ts';
import { acceptResults, checkSimulations } from './simulation.ts';
import { viewChecked } from './view.ts';

export interface ToPublish {
  draft_version?: number | undefined;
  note?: string | null | undefined;
  /**
   * - check: refuse the draft when a stored simulation ends differently.
   * - accept: expect the new results from now on.
   * - ignore: publish without a look at them.
   */
  simulations?: 'check' | 'accept' | 'ignore' | undefined;
}

/**
 * Publishes the draft after its stored simulations ran. ApiError flow_simulations_differ, and the errors of
 * `publishFlow`.
 */
export async function publishChecked(
  ctx: Context,
  account: Caller,
  uuid: string,
  { simulations = 'check', ...given }: ToPublish,
): ReturnType<typeof publishFlow> {
  if (simulations === 'ignore') return publishFlow(ctx, account, uuid, given);
  const { flowId, draft_version, checked } = await checkSimulations(ctx, account, uuid);
  const differing = checked.filter(({ differences }) => differences.length > 0);
  if (simulations === 'check' && differing.length > 0) {
    throw new ApiError('flow_simulations_differ', undefined, { simulations: differing.map(viewChecked) });
  }
  // Another draft than the one that ran must not be published.
  const ran = checked.length === 0 ? {} : { draft_version };
  return publishFlow(ctx, account, uuid, { ...ran, ...given }, (tx) =>
    acceptResults(tx, { accountId: account.id, flowId }, differing, ctx.now()),
  );
}
