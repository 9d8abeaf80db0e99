import type { Context } from '../../context.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { subscribeToEvents } from './consumer.ts';
import * as store from './store.ts';

/** Open streams, over all processes. */
export const MAX_PER_CALLER = 10;
export const MAX_PER_ACCOUNT = 100;

/** Makes the account live. ApiError service_unavailable: too many streams are open. */
export function admit(ctx: Pick<Context, 'db'>, client: store.Client): Promise<store.StreamAccount> {
  const { accountId } = client;
  return ctx.db.transaction(async (tx) => {
    let account = await store.lockAccount(tx, { accountId });
    const limits = { perAccount: MAX_PER_ACCOUNT, perCaller: MAX_PER_CALLER };
    const { is_admitted, of_caller } = await store.admitClient(tx, { ...client, ...limits });
    if (!is_admitted) {
      const taken =
        of_caller >= MAX_PER_CALLER
          ? `This key or user has ${MAX_PER_CALLER} open streams`
          : `This account has ${MAX_PER_ACCOUNT} open streams`;
      throw new ApiError('service_unavailable', `${taken}. Close one, then open the next.`);
    }
    if (!account.is_live) {
      await subscribeToEvents(tx, accountId);
      account = await store.startAccount(tx, { accountId });
    }
    return account;
  });
}
