import type { Context } from '../../../context.ts';
import type { Account } from '../../../platform/accounts/account.ts';
import { KURIR } from '../../../platform/lib/command-name.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import * as store from './rate-store.ts';

export interface RateAnswer {
  granted: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds until the next window, at least 1. */
  retryAfterSeconds: number;
}

export function answerAt(position: number, account: Account, window: store.GrantedWindow): RateAnswer {
  const limit = account.plan.rate_per_minute;
  const granted = position <= window.granted;
  return {
    granted,
    limit,
    remaining: granted ? Math.max(0, limit - (window.used - window.granted) - position) : 0,
    retryAfterSeconds: Math.max(1, Math.ceil(window.seconds_left)),
  };
}

export function rateLimited({ limit, retryAfterSeconds }: RateAnswer): ApiError {
  return new ApiError(
    'rate_limited',
    `The limit of ${limit} requests per minute is reached. Try again in ${retryAfterSeconds} seconds. The operator ` +
      `changes the limit of the plan: ${KURIR} plan set.`,
  );
}

/** For a request refused before it counted. */
export async function remainingOf(ctx: Context, account: Account): Promise<number> {
  return Math.max(0, account.plan.rate_per_minute - (await store.readWindow(ctx.db, account.id)));
}
