import type { Context } from '../../../context.ts';
import { type Endpoint, type Share, type WaitingAccount, WaitingEndpoints } from './waiting-endpoints.ts';

/** First attempts, or repeats (retries and event replays). */
export interface DueEndpoint {
  webhook_id: number;
  account_id: number;
  repeat: boolean;
}

export interface Grant extends DueEndpoint {
  slots: number;
  onProbation: boolean;
}

interface Candidate {
  endpoint: Endpoint;
  account: WaitingAccount;
  repeat: boolean;
  share: Share;
}

const MAX_LIMIT = 64;
/** For repeats, and for endpoints whose last attempt failed. */
const PROBATION_SHARE = 0.5;
/** Offered to probation first, so that endless events do not starve retries. */
const PROBATION_FIRST = 0.25;

/**
 * An account gets another slot while it has fewer slots than are free. An endpoint does while twice its slots are below
 * the free slots minus those of its account. So hanging endpoints leave slots to the next account. With 100 slots, the
 * first endpoint gets 25, a second of its account 13, one of another account 19. One account alone gets 50.
 */
export class Slots {
  readonly #total: number;
  readonly #probationTotal: number;
  readonly #random: Context['random'];
  readonly #waiting = new WaitingEndpoints();
  #inFlight = 0;
  #onProbation = 0;
  #parked = 0;

  constructor(total: number, random: Context['random']) {
    this.#total = total;
    this.#probationTotal = Math.max(1, Math.floor(total * PROBATION_SHARE));
    this.#random = random;
  }

  /** Counts until a claim finds less than its grant. */
  addDue(due: readonly DueEndpoint[]): void {
    for (const one of due) {
      const endpoint = this.#waiting.endpoint(one);
      if (one.repeat) endpoint.hasRepeat = true;
      else endpoint.hasFirst = true;
      this.#waiting.update(endpoint);
    }
  }

  grant(): Grant[] {
    const grants = new Map<string, Grant>();
    for (let candidate = this.#next(); candidate; candidate = this.#next()) {
      const { endpoint, account, repeat, share } = candidate;
      const onProbation = share === 'probation';
      this.#take(endpoint, account, 1, onProbation);
      const due = { webhook_id: endpoint.webhookId, account_id: account.id, repeat };
      const grant = grants.get(keyOf(due));
      if (grant) grant.slots += 1;
      else grants.set(keyOf(due), { ...due, slots: 1, onProbation });
    }
    return [...grants.values()];
  }

  claimed(grant: Grant, found: number): void {
    if (found >= grant.slots) return;
    const endpoint = this.#waiting.endpoint(grant);
    this.#take(endpoint, this.#waiting.account(grant.account_id), found - grant.slots, grant.onProbation);
    if (grant.repeat) endpoint.hasRepeat = false;
    else endpoint.hasFirst = false;
    this.#waiting.update(endpoint);
  }

  /** `ok` null: the attempt shows nothing about the endpoint. */
  release(grant: Grant, ok: boolean | null): void {
    const endpoint = this.#waiting.endpoint(grant);
    this.#take(endpoint, this.#waiting.account(grant.account_id), -1, grant.onProbation);
    if (ok !== null) {
      endpoint.limit = ok ? Math.min(MAX_LIMIT, endpoint.limit + 1) : 1;
      endpoint.hasFailedLast = !ok;
    }
    this.#waiting.update(endpoint);
  }

  /** The delivery waits, and its slot is free. False: too many wait, so it keeps the slot. */
  park(grant: Grant): boolean {
    const endpoint = this.#waiting.endpoint(grant);
    if (endpoint.parked >= MAX_LIMIT || this.#parked >= this.#total) return false;
    this.#parkMore(grant, endpoint, 1);
    return true;
  }

  /** It has a slot again, at any limit. */
  unpark(grant: Grant): void {
    this.#parkMore(grant, this.#waiting.endpoint(grant), -1);
  }

  #parkMore(grant: Grant, endpoint: Endpoint, count: number): void {
    endpoint.parked += count;
    this.#parked += count;
    this.#take(endpoint, this.#waiting.account(grant.account_id), -count, grant.onProbation);
    this.#waiting.update(endpoint);
  }

  forget(webhookId: number): void {
    this.#waiting.forget(webhookId);
  }

  #next(): Candidate | null {
    if (this.#inFlight >= this.#total) return null;
    return this.#random() < PROBATION_FIRST
      ? (this.#nextIn('probation') ?? this.#nextIn('regular'))
      : (this.#nextIn('regular') ?? this.#nextIn('probation'));
  }

  /** An endpoint that may not send keeps its turn. */
  #nextIn(share: Share): Candidate | null {
    if (share === 'probation' && this.#onProbation >= this.#probationTotal) return null;
    for (const account of this.#waiting.accountsOf(share)) {
      const left = this.#leftFor(account, share);
      const endpoint = left > 0 && firstWithCapacity(account[share], left);
      if (!endpoint) continue;
      this.#waiting.moveToEnd(share, account, endpoint);
      return { endpoint, account, share, repeat: share === 'probation' && takesRepeat(endpoint) };
    }
    return null;
  }

  #leftFor(account: WaitingAccount, share: Share): number {
    if (share === 'probation' && account.onProbation >= this.#probationTotal - this.#onProbation) return 0;
    return this.#total - this.#inFlight - account.inFlight;
  }

  #take(endpoint: Endpoint, account: WaitingAccount, slots: number, onProbation: boolean): void {
    endpoint.inFlight += slots;
    account.inFlight += slots;
    this.#inFlight += slots;
    if (!onProbation) return;
    account.onProbation += slots;
    this.#onProbation += slots;
  }
}

export function keyOf({ webhook_id, repeat }: Pick<DueEndpoint, 'webhook_id' | 'repeat'>): string {
  return `${webhook_id} ${repeat}`;
}

function firstWithCapacity(endpoints: Iterable<Endpoint>, left: number): Endpoint | undefined {
  for (const endpoint of endpoints) {
    if (endpoint.inFlight < endpoint.limit && endpoint.inFlight * 2 < left) return endpoint;
  }
  return undefined;
}

/** Alternates between both kinds while first attempts are on probation too. */
function takesRepeat(endpoint: Endpoint): boolean {
  if (!endpoint.hasRepeat) return false;
  if (!endpoint.hasFirst || !endpoint.hasFailedLast) return true;
  endpoint.isRepeatNext = !endpoint.isRepeatNext;
  return endpoint.isRepeatNext;
}
