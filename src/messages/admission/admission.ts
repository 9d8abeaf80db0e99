import { hash } from 'node:crypto';
import type { Account } from '../../accounts/account.ts';
import type { Context } from '../../context.ts';
import { createBatcher } from '../../lib/batcher.ts';
import { isDatabaseAway } from '../../lib/db/db.ts';
import { ApiError } from '../../lib/errors.ts';
import { isUuid } from '../../lib/text.ts';
import { ensureUsageMonths, periodOf } from '../../usage/usage.ts';
import type { SendMessage } from '../schema.ts';
import type { MessageRow } from '../store.ts';
import { type Judged, judge, type Problem } from './capabilities.ts';
import * as store from './store.ts';

/**
 * One request to send. `problem` is what is wrong with it by itself: it is answered only when the key is new, for a replay wins over it.
 */
export interface AdmissionRequest {
  account: Account;
  idempotencyKey: string;
  /** What came in, to tell a replay from another request under the same key. */
  rawBody: unknown;
  message: { input: SendMessage; phone: string } | null;
  problem: Problem | null;
}

export type Admission = { message: MessageRow; replayed: boolean; mismatch: boolean };

/** Admits messages: the requests of one moment are one statement and one commit. Rejects with ApiError or FieldErrors. */
export type Admit = (request: AdmissionRequest) => Promise<Admission>;

interface Item {
  request: AdmissionRequest;
  refusals: Judged['refusals'];
  row: store.AdmissionRow;
}

type Verdict = Admission | Problem;

const MAX_REQUESTS = 1_000;

export function createAdmission(ctx: Context): Admit {
  const knownMonths = new Set<string>();
  const batcher = createBatcher<Item, Verdict>((items) => admitBatch(ctx, knownMonths, items), {
    maxItems: MAX_REQUESTS,
    parallel: 2,
    // A request that the database refuses must not fail its neighbours.
    divideOn: (error) => !isDatabaseAway(error),
  });

  return async (request) => {
    const verdict = await batcher.add(itemOf(request));
    if (verdict instanceof Error) throw verdict;
    return verdict;
  };
}

const NOTHING: Judged = { body: null, media_url: null, interactive: null, refusals: new Map() };

function itemOf(request: AdmissionRequest): Item {
  const { account, idempotencyKey, message, problem } = request;
  const { refusals, ...content } = message ? judge(message.input) : NOTHING;
  const row = {
    account_id: account.id,
    idempotency_key: idempotencyKey,
    fingerprint: hash('sha256', JSON.stringify(request.rawBody) ?? '', 'buffer'),
    valid: problem === null && message !== null,
    device_uuid: message && isUuid(message.input.device_uuid) ? message.input.device_uuid : null,
    phone: message?.phone ?? null,
    type: message?.input.type ?? null,
    ...content,
    refusedBy: [...refusals.keys()],
  };
  return { request, refusals, row };
}

async function admitBatch(ctx: Context, knownMonths: Set<string>, items: Item[]): Promise<Verdict[]> {
  // One time for all of it, however long it waits: a message gives its unit back to the month in which it was made.
  const now = ctx.now();
  await openMonths(ctx, knownMonths, items, periodOf(now));
  return settle(ctx, items, now);
}

/** The row that counts the quota must exist before it can be locked; it is made once per account, month and process. */
async function openMonths(ctx: Context, known: Set<string>, items: Item[], period: string): Promise<void> {
  const missing = new Set(
    items.map(({ row }) => row.account_id).filter((id) => !known.has(`${id} ${period}`)),
  );
  if (missing.size === 0) return;
  await ensureUsageMonths(ctx.db, [...missing], period);
  for (const id of missing) known.add(`${id} ${period}`);
}

/** Decides every request of the batch. Equal keys in one batch: the first goes to the database, the others are its replays. */
async function settle(ctx: Context, items: Item[], now: Date): Promise<Verdict[]> {
  const first = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item.row);
    if (!first.has(key)) first.set(key, item);
  }
  const decided = await decide(ctx, [...first.values()], now);
  if (decided.accepted) ctx.bus.publish('messages');

  // A refused first request leaves the key unused: the next one with this key gets its own chance.
  const retry = items.filter((item) => {
    const verdict = decided.verdicts.get(keyOf(item.row));
    return first.get(keyOf(item.row)) !== item && verdict instanceof Error;
  });
  const later = retry.length > 0 ? await settle(ctx, retry, now) : [];

  return items.map((item) => {
    const retried = retry.indexOf(item);
    if (retried >= 0) return later[retried] ?? new ApiError('internal_error');
    const verdict = decided.verdicts.get(keyOf(item.row)) ?? new ApiError('internal_error');
    const winner = first.get(keyOf(item.row));
    if (verdict instanceof Error || winner === item || !winner) return verdict;
    return {
      message: verdict.message,
      replayed: true,
      mismatch: !winner.row.fingerprint.equals(item.row.fingerprint),
    };
  });
}

const keyOf = (row: store.AdmissionRow) => `${row.account_id} ${row.idempotency_key}`;

/**
 * Runs the statement until no key is lost to another process that took it in this very moment; that loser, and whoever was refused the
 * unit of quota it had been counted for, are asked again.
 */
async function decide(
  ctx: Context,
  items: Item[],
  now: Date,
): Promise<{ verdicts: Map<string, Verdict>; accepted: boolean }> {
  const verdicts = new Map<string, Verdict>();
  let accepted = false;
  let open = items;
  while (open.length > 0) {
    const outcomes = await store.admit(
      ctx.pool,
      open.map((item) => item.row),
      periodOf(now),
      now,
    );
    const contested = new Set(
      outcomes.filter((row) => row.outcome === 'conflict').map((row) => open[row.n]?.row.account_id),
    );
    const again: Item[] = [];
    for (const outcome of outcomes) {
      const item = open[outcome.n];
      if (!item) continue;
      const undecided =
        outcome.outcome === 'conflict' ||
        (outcome.outcome === 'quota_exceeded' && contested.has(item.row.account_id));
      if (undecided) again.push(item);
      else verdicts.set(keyOf(item.row), verdictOf(item, outcome));
      if (outcome.outcome === 'accepted') accepted = true;
    }
    open = again;
  }
  return { verdicts, accepted };
}

function verdictOf(item: Item, outcome: store.AdmissionOutcome): Verdict {
  switch (outcome.outcome) {
    case 'accepted':
      return { message: outcome.message, replayed: false, mismatch: false };
    case 'replay':
      return { message: outcome.message, replayed: true, mismatch: !outcome.same };
    case 'invalid':
      return item.request.problem ?? new ApiError('internal_error');
    case 'refused_by_engine':
      return item.refusals.get(outcome.engine) ?? new ApiError('internal_error');
    case 'conflict':
      return new ApiError('internal_error'); // asked again before it comes here
    default:
      return new ApiError(outcome.outcome);
  }
}
