/** Of an endpoint without a known attempt. */
const FIRST_LIMIT = 4;
/** Idle endpoints that are remembered for their failed last attempt. */
const MAX_REMEMBERED = 10_000;

export type Share = 'regular' | 'probation';
const SHARES: readonly Share[] = ['regular', 'probation'];

export interface Endpoint {
  webhookId: number;
  accountId: number;
  inFlight: number;
  /** Claimed deliveries that wait without a slot for an earlier one. */
  parked: number;
  limit: number;
  hasFailedLast: boolean;
  hasFirst: boolean;
  hasRepeat: boolean;
  isRepeatNext: boolean;
}

export interface WaitingAccount {
  id: number;
  inFlight: number;
  onProbation: number;
  /** Endpoints with due work in round-robin order, by share. */
  regular: Set<Endpoint>;
  probation: Set<Endpoint>;
}

/** Memory grows with endpoints, not with backlogs. */
export class WaitingEndpoints {
  readonly #endpoints = new Map<number, Endpoint>();
  readonly #accounts = new Map<number, WaitingAccount>();
  readonly #accountsByShare = { regular: new Set<WaitingAccount>(), probation: new Set<WaitingAccount>() };
  readonly #remembered = new Set<number>();

  /** In round-robin order. */
  accountsOf(share: Share): Iterable<WaitingAccount> {
    return this.#accountsByShare[share];
  }

  endpoint({ webhook_id, account_id }: { webhook_id: number; account_id: number }): Endpoint {
    const known = this.#endpoints.get(webhook_id);
    if (known) return known;
    const endpoint: Endpoint = {
      webhookId: webhook_id,
      accountId: account_id,
      inFlight: 0,
      parked: 0,
      limit: FIRST_LIMIT,
      hasFailedLast: false,
      hasFirst: false,
      hasRepeat: false,
      isRepeatNext: false,
    };
    this.#endpoints.set(webhook_id, endpoint);
    return endpoint;
  }

  account(id: number): WaitingAccount {
    const known = this.#accounts.get(id);
    if (known) return known;
    const account: WaitingAccount = {
      id,
      inFlight: 0,
      onProbation: 0,
      regular: new Set(),
      probation: new Set(),
    };
    this.#accounts.set(id, account);
    return account;
  }

  update(endpoint: Endpoint): void {
    const { hasFirst, hasRepeat, hasFailedLast } = endpoint;
    const account = this.account(endpoint.accountId);
    setMember(account.regular, endpoint, hasFirst && !hasFailedLast);
    setMember(account.probation, endpoint, hasRepeat || (hasFirst && hasFailedLast));
    for (const share of SHARES) setMember(this.#accountsByShare[share], account, account[share].size > 0);
    const isWaiting = SHARES.some((share) => account[share].size > 0);
    if (account.inFlight === 0 && !isWaiting) this.#accounts.delete(account.id);

    const isIdle = endpoint.inFlight === 0 && endpoint.parked === 0 && !hasFirst && !hasRepeat;
    // Without a failure, an idle endpoint may be forgotten.
    if (isIdle && !hasFailedLast) this.#endpoints.delete(endpoint.webhookId);
    setMember(this.#remembered, endpoint.webhookId, isIdle && hasFailedLast);
    if (this.#remembered.size > MAX_REMEMBERED) this.forget(first(this.#remembered));
  }

  forget(webhookId: number | undefined): void {
    if (webhookId !== undefined && this.#remembered.delete(webhookId)) this.#endpoints.delete(webhookId);
  }

  moveToEnd(share: Share, account: WaitingAccount, endpoint: Endpoint): void {
    toEnd(this.#accountsByShare[share], account);
    toEnd(account[share], endpoint);
  }
}

function setMember<T>(set: Set<T>, member: T, belongs: boolean): void {
  if (belongs) set.add(member);
  else set.delete(member);
}

function first<T>(set: Set<T>): T | undefined {
  for (const member of set) return member;
  return undefined;
}

function toEnd<T>(set: Set<T>, member: T): void {
  set.delete(member);
  set.add(member);
}
