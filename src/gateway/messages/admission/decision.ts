import { hash } from 'node:crypto';
import type { Caller } from '../../../platform/accounts/account.ts';
import { refusalOfText } from '../../../platform/accounts/storage/storage.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { isUuid, storableJson } from '../../../platform/lib/text.ts';
import type { MessageRow } from '../store.ts';
import type { CheckedMessage } from './check-content.ts';
import { DeviceDisconnected } from './disconnected.ts';
import { type Judged, judge, type Problem, withProblem } from './engine-refusals.ts';
import { answerAt, type RateAnswer, rateLimited } from './rate.ts';
import type { AccountRequests, GrantedWindow } from './rate-store.ts';
import type * as store from './store.ts';

/** A `problem` is answered only when the key is new: a replay comes first. */
export interface AdmissionRequest {
  account: Caller;
  /** Null without a valid key: then there is a problem. */
  idempotencyKey: string | null;
  rawBody: unknown;
  message: CheckedMessage | null;
  problem: Problem | null;
}

export interface Admission {
  message: MessageRow;
  replayed: boolean;
  mismatch: boolean;
}

export interface AdmissionAnswer {
  /** Null outside a rate window. */
  rate: RateAnswer | null;
  verdict: Verdict;
}

type Verdict = Admission | Problem;

export interface Item {
  request: AdmissionRequest;
  key: string | null;
  refusals: Judged['refusals'];
  template: Judged['template'];
  row: store.AdmissionRow;
}

const NO_REFUSALS: Judged['refusals'] = new Map();
const NO_ENGINE: store.AdmissionRow['refusedBy'] = [];
export function itemOf(given: AdmissionRequest): Item {
  const { account, idempotencyKey, message } = given;
  const judged = message && judge(message.input);
  const problem = given.problem ?? (judged && refusalOfText(account, judged.body));
  const request = { ...given, problem };
  const refusals = withProblem(judged?.refusals ?? NO_REFUSALS, message?.problem);
  const template = judged?.template ?? null;
  const isPlain = template === null && !judged?.details;
  const details = isPlain
    ? message?.details
    : { ...message?.details, ...judged?.details, ...(template && { template }) };
  const row = {
    account_id: account.id,
    idempotency_key: idempotencyKey,
    fingerprint: hash('sha256', JSON.stringify(request.rawBody) ?? '', 'hex'),
    position: 0,
    valid: problem === null && message !== null,
    device_uuid: message && isUuid(message.input.device_uuid) ? message.input.device_uuid : null,
    phone: message?.phone ?? null,
    type: judged?.type ?? null,
    body: judged?.body ?? null,
    media_url: judged?.media_url ?? null,
    interactive: judged?.interactive ?? null,
    details: details ? storableJson(details) : null,
    refusedBy: refusals.size === 0 ? NO_ENGINE : [...refusals.keys()],
  };
  const key = idempotencyKey === null ? null : `${account.id} ${idempotencyKey}`;
  return { request, key, refusals, template, row };
}

export type AdmitRows = (
  rows: readonly store.AdmissionRow[],
  accounts: readonly AccountRequests[],
) => Promise<store.Admitted>;

/** Repeats the statement until every request is decided. Without `counted`, no rate window counts the requests. */
export async function decide(
  items: Item[],
  counted: readonly AccountRequests[],
  now: Date,
  admit: AdmitRows,
): Promise<AdmissionAnswer[]> {
  const verdicts = new Map<Item, Verdict>();
  let accounts = counted;
  let rates: readonly RateAnswer[] = [];
  let open = items;
  while (open.length > 0) {
    const { distinct, first } = firstOfEachKey(open);
    const rows = distinct.map(({ row }) => row);
    const { outcomes, windows } = await admit(rows, accounts);
    if (accounts.length > 0) rates = limitRates(items, windows, verdicts);
    // The window counts each request once.
    accounts = [];
    judgeOutcomes(distinct, outcomes, now, verdicts);
    if (distinct.length < open.length) judgeEqualKeys(open, first, verdicts);
    open = verdicts.size === items.length ? [] : open.filter((item) => !verdicts.has(item));
  }
  return items.map((item, index) => ({
    rate: rates[index] ?? null,
    verdict: verdicts.get(item) ?? new ApiError('internal_error'),
  }));
}

export function requestsByAccount(items: readonly Item[]): AccountRequests[] {
  const accounts = new Map<number, AccountRequests>();
  for (const { request, row } of items) {
    const { id, plan } = request.account;
    const account = accounts.get(id) ?? { account_id: id, requests: 0, rate: plan.rate_per_minute };
    accounts.set(id, account);
    account.rate = plan.rate_per_minute;
    account.requests += 1;
    row.position = account.requests;
  }
  return [...accounts.values()];
}

function limitRates(
  items: readonly Item[],
  windows: ReadonlyMap<number, GrantedWindow>,
  verdicts: Map<Item, Verdict>,
): RateAnswer[] {
  return items.map((item) => {
    const { account } = item.request;
    const window = windows.get(account.id);
    if (!window) throw new Error(`no rate window for account ${account.id}`);
    const rate = answerAt(item.row.position, account, window);
    if (!rate.granted) verdicts.set(item, rateLimited(rate));
    return rate;
  });
}

/** The statement accepts each key once. */
function firstOfEachKey(items: readonly Item[]): { distinct: Item[]; first: ReadonlyMap<string, Item> } {
  const first = new Map<string, Item>();
  const distinct = items.filter((item) => {
    if (item.key === null) return true;
    if (first.has(item.key)) return false;
    first.set(item.key, item);
    return true;
  });
  return { distinct, first };
}

/**
 * Leaves undecided requests open, also those without a unit after a taken key or a replay in their account, which freed
 * one.
 */
function judgeOutcomes(
  items: readonly Item[],
  outcomes: readonly store.AdmissionOutcome[],
  now: Date,
  verdicts: Map<Item, Verdict>,
): void {
  const contested = new Set<number>();
  for (const { index, outcome } of outcomes) {
    const item = items[index];
    if (item && (isUndecided(outcome) || outcome === 'replay')) contested.add(item.row.account_id);
  }
  for (const outcome of outcomes) {
    const item = items[outcome.index];
    if (!item || isUndecided(outcome.outcome) || outcome.outcome === 'rate_limited') continue;
    if (outcome.outcome === 'quota_exceeded' && contested.has(item.row.account_id)) continue;
    verdicts.set(item, verdictOf(item, outcome, now));
  }
}

const isUndecided = (outcome: store.AdmissionOutcome['outcome']) =>
  outcome === 'key_taken' || outcome === 'quota_changed';

/** Replays of an accepted request. A refused request leaves the key to the next one. */
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
      return { message: newMessage(item, outcome.publicId, now), replayed: false, mismatch: false };
    case 'replay':
      return { message: outcome.message, replayed: true, mismatch: !outcome.same };
    case 'invalid':
      return item.request.problem ?? new ApiError('internal_error');
    case 'refused_by_engine':
      return item.refusals.get(outcome.engine) ?? new ApiError('internal_error');
    case 'device_disconnected':
      return new DeviceDisconnected({
        engine: outcome.engine,
        state: outcome.state,
        uuid: item.row.device_uuid ?? '',
        kind: item.request.account.kind,
      });
    case 'key_taken':
    case 'quota_changed':
      return new ApiError('internal_error'); // such a request takes part again
    default:
      return new ApiError(outcome.outcome);
  }
}

function newMessage({ row, template }: Item, publicId: number, now: Date): MessageRow {
  const nothingYet = { wa_message_id: null, error_code: null, error_message: null };
  const type = row.type ?? '';
  return { public_id: publicId, status: 'queued', type, created_at: now, template, ...nothingYet };
}
