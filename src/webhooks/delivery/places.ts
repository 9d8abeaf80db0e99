import type { Context } from '../../context.ts';

/** An endpoint has something due: first attempts of events, or what is `late` already: retries and replays. */
export interface Due {
  webhook_id: number;
  account_id: number;
  late: boolean;
}

/** So many requests of one kind may be set off to an endpoint; their places are taken until each has left. */
export interface Grant extends Due {
  places: number;
  /** Taken from the share of what is late or has failed last. */
  onProbation: boolean;
}

/**
 * Who may send next, in one process. An endpoint is known to have something due from `note` until a claim finds less than it was granted.
 * Nothing here knows single deliveries: memory grows with endpoints that have something due, not with what waits for them.
 */
export interface Places {
  note(due: readonly Due[]): void;
  /** Takes the places that may be taken now, in turn from account to account and from endpoint to endpoint. */
  grant(): Grant[];
  /** Gives back what the claim did not need. */
  claimed(grant: Grant, found: number): void;
  /** An attempt has ended; `ok` null says nothing about the endpoint. */
  leave(grant: Grant, ok: boolean | null): void;
  /** The webhook is disabled: what was known of its endpoint is of no use. */
  forget(webhookId: number): void;
}

const NEWCOMER_WIDTH = 4;
const FULL_WIDTH = 64;
/** The share of all places that retries, replays and endpoints that failed last may hold together. */
const PROBATION_SHARE = 0.5;
/** So much of what becomes free goes to that share first, by chance: an endless stream of events does not starve retries. */
const PROBATION_FIRST = 0.25;
/** Idle endpoints in bad standing that are remembered. */
const MOST_REMEMBERED = 10_000;

interface Endpoint {
  webhookId: number;
  accountId: number;
  inFlight: number;
  /** So many requests at once; each success widens by one, a failure narrows to one. */
  width: number;
  failedLast: boolean;
  hasFirst: boolean;
  hasLate: boolean;
  /** Of one that failed last and has both. */
  isLateNext: boolean;
}

/** What an endpoint draws on. */
type Share = 'regular' | 'probation';

interface Account {
  id: number;
  inFlight: number;
  onProbation: number;
  /** Its endpoints with something due, in turn, by the share they draw on. */
  regular: Set<Endpoint>;
  probation: Set<Endpoint>;
}

interface Next {
  endpoint: Endpoint;
  account: Account;
  late: boolean;
  onProbation: boolean;
}

/**
 * Shares out `total` places by what is left of them: an account may hold as many as are free for others, an endpoint half of what its account
 * may still take. So the busier it is the less each may hold, and some are free for whoever comes next, however many hang. The share of
 * what is late or failed last goes by the same rule; the rest is reserved for first attempts to endpoints that answer.
 */
export function createPlaces(total: number, random: Context['random']): Places {
  const endpoints = new Map<number, Endpoint>();
  const accounts = new Map<number, Account>();
  /** Accounts with something due, in turn, by the share. */
  const lines = { regular: new Set<Account>(), probation: new Set<Account>() };
  const remembered = new Set<number>();
  const probationTotal = Math.max(1, Math.floor(total * PROBATION_SHARE));
  let inFlight = 0;
  let onProbation = 0;

  function endpointOf({ webhook_id, account_id }: Due): Endpoint {
    const known = endpoints.get(webhook_id);
    if (known) return known;
    const endpoint = {
      webhookId: webhook_id,
      accountId: account_id,
      inFlight: 0,
      width: NEWCOMER_WIDTH,
      failedLast: false,
      hasFirst: false,
      hasLate: false,
      isLateNext: false,
    };
    endpoints.set(webhook_id, endpoint);
    return endpoint;
  }

  function accountOf(id: number): Account {
    const known = accounts.get(id);
    if (known) return known;
    const account = {
      id,
      inFlight: 0,
      onProbation: 0,
      regular: new Set<Endpoint>(),
      probation: new Set<Endpoint>(),
    };
    accounts.set(id, account);
    return account;
  }

  /** Puts the endpoint into the lines where it belongs now, and drops what need not be known any more. */
  function file(endpoint: Endpoint): void {
    const { webhookId, hasFirst, hasLate, failedLast } = endpoint;
    const account = accountOf(endpoint.accountId);
    setMember(account.regular, endpoint, hasFirst && !failedLast);
    setMember(account.probation, endpoint, hasLate || (hasFirst && failedLast));
    for (const share of ['regular', 'probation'] as const) {
      setMember(lines[share], account, account[share].size > 0);
    }
    const waiting = account.regular.size + account.probation.size;
    if (account.inFlight === 0 && waiting === 0) accounts.delete(account.id);

    const isIdle = endpoint.inFlight === 0 && !hasFirst && !hasLate;
    // In good standing: a newcomer again. That it failed last is remembered.
    if (isIdle && !failedLast) endpoints.delete(webhookId);
    setMember(remembered, webhookId, isIdle && failedLast);
    if (remembered.size > MOST_REMEMBERED) drop(first(remembered));
  }

  function drop(webhookId: number | undefined): void {
    if (webhookId === undefined || !remembered.delete(webhookId)) return;
    endpoints.delete(webhookId);
  }

  /** The next endpoint that may set off a request from this share. Who is served goes to the end of the line; who is not keeps the place in it. */
  function nextOf(share: Share): Next | null {
    if (share === 'probation' && onProbation >= probationTotal) return null;
    for (const account of lines[share]) {
      const left = total - inFlight - account.inFlight;
      if (left <= 0) continue;
      if (share === 'probation' && account.onProbation >= probationTotal - onProbation) continue;
      const endpoint = nextIn(account[share], left);
      if (!endpoint) continue;
      toEnd(lines[share], account);
      toEnd(account[share], endpoint);
      const isProbation = share === 'probation';
      return { endpoint, account, late: isProbation && isLate(endpoint), onProbation: isProbation };
    }
    return null;
  }

  /** `left`: what the account may still take. */
  function nextIn(line: Set<Endpoint>, left: number): Endpoint | undefined {
    for (const endpoint of line) {
      if (endpoint.inFlight < endpoint.width && endpoint.inFlight * 2 < left) return endpoint;
    }
    return undefined;
  }

  /** Which kind an endpoint on probation sends next: both in turn when even its first attempts are on probation. */
  function isLate(endpoint: Endpoint): boolean {
    if (!endpoint.hasLate) return false;
    if (!endpoint.hasFirst || !endpoint.failedLast) return true;
    endpoint.isLateNext = !endpoint.isLateNext;
    return endpoint.isLateNext;
  }

  function take(endpoint: Endpoint, account: Account, places: number, fromProbation: boolean): void {
    endpoint.inFlight += places;
    account.inFlight += places;
    inFlight += places;
    if (!fromProbation) return;
    account.onProbation += places;
    onProbation += places;
  }

  return {
    note(due) {
      for (const one of due) {
        const endpoint = endpointOf(one);
        if (one.late) endpoint.hasLate = true;
        else endpoint.hasFirst = true;
        file(endpoint);
      }
    },

    grant() {
      const grants = new Map<string, Grant>();
      while (inFlight < total) {
        const next =
          random() < PROBATION_FIRST
            ? (nextOf('probation') ?? nextOf('regular'))
            : (nextOf('regular') ?? nextOf('probation'));
        if (!next) break;
        const { endpoint, account, late } = next;
        take(endpoint, account, 1, next.onProbation);
        const due = { webhook_id: endpoint.webhookId, account_id: account.id, late };
        const grant = grants.get(keyOf(due));
        if (grant) grant.places += 1;
        else grants.set(keyOf(due), { ...due, places: 1, onProbation: next.onProbation });
      }
      return [...grants.values()];
    },

    claimed(grant, found) {
      if (found >= grant.places) return;
      const endpoint = endpointOf(grant);
      take(endpoint, accountOf(grant.account_id), found - grant.places, grant.onProbation);
      if (grant.late) endpoint.hasLate = false;
      else endpoint.hasFirst = false;
      file(endpoint);
    },

    leave(grant, ok) {
      const endpoint = endpointOf(grant);
      take(endpoint, accountOf(grant.account_id), -1, grant.onProbation);
      if (ok !== null) {
        endpoint.width = ok ? Math.min(FULL_WIDTH, endpoint.width + 1) : 1;
        endpoint.failedLast = !ok;
      }
      file(endpoint);
    },

    forget: drop,
  };
}

/** Endpoint and kind: there is one grant for both at a time. */
export function keyOf({ webhook_id, late }: Pick<Due, 'webhook_id' | 'late'>): string {
  return `${webhook_id} ${late}`;
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
