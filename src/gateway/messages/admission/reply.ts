import type { Tx } from '../../../platform/lib/db/db.ts';
import { periodOf } from '../../../platform/usage/quota.ts';
import { ensureUsageMonths } from '../../../platform/usage/usage.ts';
import { isVisitor } from '../../people/identity.ts';
import {
  type AdmissionAnswer,
  type AdmissionRequest,
  decide,
  itemOf,
  requestsByAccount,
} from './decision.ts';
import * as store from './store.ts';

export type { AdmissionAnswer, AdmissionRequest } from './decision.ts';
export type { Problem } from './engine-refusals.ts';

export interface ReplyRequest extends AdmissionRequest {
  /** Null only with a problem. */
  conversationId: number | null;
  /** Null: a key. */
  authorId: number | null;
  /** By the rate window of its account. */
  isLimited: boolean;
}

/**
 * As POST /v1/messages, in the caller's transaction. Lock the conversation before: rows of window, quota and ids stay
 * locked until the end.
 */
export async function admitReply(tx: Tx, request: ReplyRequest, now: Date): Promise<AdmissionAnswer> {
  const { account, conversationId, authorId, isLimited } = request;
  const period = periodOf(now);
  await ensureUsageMonths(tx, [account.id], period);
  const items = [itemOf(request)];
  const isFree = isVisitor(request.message?.phone ?? '');
  const counted = isLimited ? requestsByAccount(items) : [];
  const [answer] = await decide(items, counted, now, (rows, accounts) =>
    store.admitReply(tx, { conversationId, authorId, isFree }, { rows, accounts, period, now }),
  );
  if (!answer) throw new Error('a request has no verdict');
  return answer;
}

/** An edit or a deletion: outside of the rate window, and free. */
export async function admitChange(
  tx: Tx,
  request: AdmissionRequest,
  authorId: number | null,
  now: Date,
): Promise<AdmissionAnswer> {
  const period = periodOf(now);
  await ensureUsageMonths(tx, [request.account.id], period);
  const [answer] = await decide([itemOf(request)], [], now, (rows, accounts) =>
    store.admitChange(tx, authorId, { rows, accounts, period, now }),
  );
  if (!answer) throw new Error('a request has no verdict');
  return answer;
}
