import type { Context } from '../../../context.ts';
import { createBatcher } from '../../../platform/lib/batcher.ts';
import { isDatabaseUnavailable } from '../../../platform/lib/db/unavailable.ts';
import { periodOf } from '../../../platform/usage/quota.ts';
import { ensureUsageMonths } from '../../../platform/usage/usage.ts';
import { type Handed, handOver } from '../handed.ts';
import {
  type AdmissionAnswer,
  type AdmissionRequest,
  decide,
  type Item,
  itemOf,
  requestsByAccount,
} from './decision.ts';
import * as store from './store.ts';

export type { Admission, AdmissionAnswer, AdmissionRequest } from './decision.ts';

/** Counts and admits requests: one commit per batch. */
export type Admit = (request: AdmissionRequest) => Promise<AdmissionAnswer>;

interface OpenMonths {
  period: string;
  accounts: Set<number>;
}

const MAX_REQUESTS = 1_000;

export function createAdmission(ctx: Context): Admit {
  const months: OpenMonths = { period: '', accounts: new Set() };
  const batcher = createBatcher<Item, AdmissionAnswer>((items) => admitBatch(ctx, months, items), {
    maxItems: MAX_REQUESTS,
    parallel: 2,
    divideOn: (error) => !isDatabaseUnavailable(error),
  });
  return async (request) => {
    const began = ctx.uptimeMs();
    const answer = await batcher.add(itemOf(request));
    ctx.order.note('accept', ctx.uptimeMs() - began);
    return answer;
  };
}

async function admitBatch(ctx: Context, months: OpenMonths, items: Item[]): Promise<AdmissionAnswer[]> {
  // A unit returns to the month of the message's creation, so a batch has one time.
  const now = ctx.now();
  const period = periodOf(now);
  await openMonths(ctx, months, items, period);
  return decide(items, requestsByAccount(items), now, async (rows, accounts) => {
    const admitted = await store.admit(ctx.db, { rows, accounts, period, now });
    const accepted = acceptedOf(rows, admitted);
    ctx.metrics.add('kurir_messages_accepted_total', [], accepted.length);
    if (accepted.length > 0) handOver(ctx.bus, accepted);
    return admitted;
  });
}

function acceptedOf(rows: readonly store.AdmissionRow[], { outcomes }: store.Admitted): Handed[] {
  return outcomes.flatMap((each) => {
    if (each.outcome !== 'accepted') return [];
    const { phone, type } = rows[each.index] ?? {};
    return [{ id: each.rowId, device_id: each.deviceId, phone: phone ?? '', type: type ?? '' }];
  });
}

async function openMonths(ctx: Context, months: OpenMonths, items: Item[], period: string): Promise<void> {
  if (months.period !== period) Object.assign(months, { period, accounts: new Set() });
  const { accounts } = months;
  const missing = new Set<number>();
  for (const { row } of items) if (!accounts.has(row.account_id)) missing.add(row.account_id);
  if (missing.size === 0) return;
  await ensureUsageMonths(ctx.db, [...missing], period);
  for (const id of missing) accounts.add(id);
}
