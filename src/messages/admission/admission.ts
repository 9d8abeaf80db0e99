import { hash } from 'node:crypto';
import type { Account } from '../../accounts/account.ts';
import type { Context } from '../../context.ts';
import { createBatcher } from '../../lib/batcher.ts';
import { isDatabaseAway } from '../../lib/db/db.ts';
import { ApiError } from '../../lib/errors.ts';
import { isUuid } from '../../lib/text.ts';
import { periodOf } from '../../usage/quota.ts';
import { ensureUsageMonths } from '../../usage/usage.ts';
import type { SendMessage } from '../schema.ts';
import type { MessageRow } from '../store.ts';
import { type Judged, judge, type Problem } from './capabilities.ts';
import { answerAt, type RateAnswer, rateLimited } from './rate.ts';
import * as store from './store.ts';

/**
 * One request to send. `problem` is what is wrong with it by itself: it is answered only when the key is new, for a replay wins over it.
 */
export interface AdmissionRequest {
  account: Account;
  /** Null when it has none that counts: then it has a problem, and cannot be a replay. */
  idempotencyKey: string | null;
  /** What came in, to tell a replay from another request under the same key. */
  rawBody: unknown;
  message: { input: SendMessage; phone: string } | null;
  problem: Problem | null;
  /** Hears, before the answer, what the window of the minute has left. A request without it does not count there, and is not limited. */
  onRate?: (rate: RateAnswer) => void;
}

export type Admission = { message: MessageRow; replayed: boolean; mismatch: boolean };

/**
 * Counts requests in the window of their account, exactly, across processes, and admits messages: the requests of one moment are one statement
 * and one commit. Rejects with ApiError or FieldErrors.
 */
export type Admit = (request: AdmissionRequest) => Promise<Admission>;

interface Item {
  request: AdmissionRequest;
  /** Account and key; null without a key. */
  key: string | null;
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

const NOBODY: store.AdmissionRow['refusedBy'] = [];
const NOTHING: Judged = { body: null, media_url: null, interactive: null, refusals: new Map() };

function itemOf(request: AdmissionRequest): Item {
  const { account, idempotencyKey, message, problem } = request;
  const { body, media_url, interactive, refusals } = message ? judge(message.input) : NOTHING;
  const row = {
    account_id: account.id,
    idempotency_key: idempotencyKey,
    fingerprint: hash('sha256', JSON.stringify(request.rawBody) ?? '', 'hex'),
    position: 0,
    valid: problem === null && message !== null,
    device_uuid: message && isUuid(message.input.device_uuid) ? message.input.device_uuid : null,
    phone: message?.phone ?? null,
    type: message?.input.type ?? null,
    body,
    media_url,
    interactive,
    refusedBy: refusals.size === 0 ? NOBODY : [...refusals.keys()],
  };
  return { request, key: idempotencyKey === null ? null : `${account.id} ${idempotencyKey}`, refusals, row };
}

async function admitBatch(ctx: Context, knownMonths: Set<string>, items: Item[]): Promise<Verdict[]> {
  // One time for all of it, however long it waits: a message gives its unit back to the month in which it was made.
  const now = ctx.now();
  await openMonths(ctx, knownMonths, items, periodOf(now));
  const verdicts = await decide(ctx, items, now);
  return items.map((item) => verdicts.get(item) ?? new ApiError('internal_error'));
}

/** The row that counts the quota must exist before it can be locked; it is made once per account, month and process. */
async function openMonths(ctx: Context, known: Set<string>, items: Item[], period: string): Promise<void> {
  const missing = new Set<number>();
  for (const { row } of items) if (!known.has(`${row.account_id} ${period}`)) missing.add(row.account_id);
  if (missing.size === 0) return;
  await ensureUsageMonths(ctx.db, [...missing], period);
  for (const id of missing) known.add(`${id} ${period}`);
}

/** Runs the statement until every request is decided: those that share a key with an earlier one, or lost one to another process, wait for it. */
async function decide(ctx: Context, items: Item[], now: Date): Promise<Map<Item, Verdict>> {
  const verdicts = new Map<Item, Verdict>();
  let asks = windowAsks(items);
  let open = items;
  while (open.length > 0) {
    const { asked, first } = firstOfEachKey(open);
    const rows = asked.map(({ row }) => row);
    const { outcomes, windows } = await store.admit(ctx.db, rows, asks, periodOf(now), now);
    if (asks.length > 0) tellRates(items, windows, verdicts);
    asks = [];
    if (outcomes.some(({ outcome }) => outcome === 'accepted')) ctx.bus.publish('messages');
    judgeOutcomes(asked, outcomes, now, verdicts);
    if (asked.length < open.length) judgeEqualKeys(open, first, verdicts);
    open = verdicts.size === items.length ? [] : open.filter((item) => !verdicts.has(item));
  }
  return verdicts;
}

/** What the requests ask of the windows of their accounts; each learns its place among those of its account. */
function windowAsks(items: readonly Item[]): store.WindowAsk[] {
  const asks = new Map<number, store.WindowAsk>();
  for (const { request, row } of items) {
    if (!request.onRate) continue;
    const { id, plan } = request.account;
    const ask = asks.get(id) ?? { account_id: id, asked: 0, rate: plan.rate_per_minute };
    asks.set(id, ask);
    ask.rate = plan.rate_per_minute;
    ask.asked += 1;
    row.position = ask.asked;
  }
  return [...asks.values()];
}

function tellRates(
  items: readonly Item[],
  windows: ReadonlyMap<number, store.GrantedWindow>,
  verdicts: Map<Item, Verdict>,
): void {
  for (const item of items) {
    const { account, onRate } = item.request;
    if (!onRate) continue;
    const window = windows.get(account.id);
    if (!window) throw new Error(`no rate window for account ${account.id}`);
    const rate = answerAt(item.row.position, account, window);
    onRate(rate);
    if (!rate.granted) verdicts.set(item, rateLimited(rate));
  }
}

/** The statement takes each key once. */
function firstOfEachKey(items: readonly Item[]): { asked: Item[]; first: ReadonlyMap<string, Item> } {
  const first = new Map<string, Item>();
  const asked = items.filter((item) => {
    if (item.key === null) return true;
    if (first.has(item.key)) return false;
    first.set(item.key, item);
    return true;
  });
  return { asked, first };
}

/** Leaves open what is to be asked again: who lost a key to another process, and who was refused the place in the quota that a loser or a replay held. */
function judgeOutcomes(
  asked: readonly Item[],
  outcomes: readonly store.AdmissionOutcome[],
  now: Date,
  verdicts: Map<Item, Verdict>,
): void {
  const contested = new Set<number>();
  for (const { n, outcome } of outcomes) {
    const item = asked[n];
    if (item && (outcome === 'conflict' || outcome === 'replay')) contested.add(item.row.account_id);
  }
  for (const outcome of outcomes) {
    const item = asked[outcome.n];
    if (!item || outcome.outcome === 'conflict' || outcome.outcome === 'rate_limited') continue;
    if (outcome.outcome === 'quota_exceeded' && contested.has(item.row.account_id)) continue;
    verdicts.set(item, verdictOf(item, outcome, now));
  }
}

/** Equal keys of one moment: the others are replays of the first. A refused first one leaves the key unused: the next has its own chance. */
function judgeEqualKeys(
  items: readonly Item[],
  first: ReadonlyMap<string, Item>,
  verdicts: Map<Item, Verdict>,
): void {
  for (const item of items) {
    const winner = item.key === null ? item : first.get(item.key);
    if (!winner || winner === item || verdicts.has(item)) continue;
    const verdict = verdicts.get(winner);
    if (!verdict || verdict instanceof Error) continue;
    const mismatch = winner.row.fingerprint !== item.row.fingerprint;
    verdicts.set(item, { message: verdict.message, replayed: true, mismatch });
  }
}

function verdictOf(item: Item, outcome: store.AdmissionOutcome, now: Date): Verdict {
  switch (outcome.outcome) {
    case 'accepted':
      return { message: newMessage(item.row, outcome.id, now), replayed: false, mismatch: false };
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

function newMessage({ type }: store.AdmissionRow, id: number, now: Date): MessageRow {
  const nothingYet = { wa_message_id: null, error_code: null, error_message: null };
  return { id, status: 'queued', type: type ?? '', created_at: now, ...nothingYet };
}
