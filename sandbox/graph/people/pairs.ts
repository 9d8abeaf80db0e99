import { DAY, HOUR, SECOND } from '../../../src/platform/lib/clock.ts';
import { smallCache } from '../../../src/platform/lib/small-cache.ts';
import type { Behaviour } from '../behaviour.ts';
import type { Person } from '../records.ts';
import type { CloudStore } from '../store.ts';
import { TokenBucket } from '../token-bucket.ts';

const FREE_ENTRY_MS = 72 * HOUR;
const PAIR_BURST = 45;
const PAIR_INTERVAL_MS = 6 * SECOND;
const MAX_CACHED_PAIRS = 200_000;

export interface Pair {
  /** The first message in either direction. */
  firstAt: number;
  lastInboundAt: number | null;
  /** The last message from an advertisement, and the end of the window that an answer to it opened. */
  advertisedAt: number | null;
  freeUntil: number;
  bucket: TokenBucket;
  person: Person | null;
}

/** Caches recent pairs. An evicted pair gets a full rate limit. */
export class Pairs {
  readonly #store: CloudStore;
  readonly #known = smallCache<string, Pair>(MAX_CACHED_PAIRS);

  constructor(store: CloudStore) {
    this.#store = store;
  }

  get(phoneNumberId: string, peer: string, now: number, findPerson: () => Person | null): Pair {
    const key = `${phoneNumberId} ${peer}`;
    const known = this.#known.get(key);
    if (known) return known;
    const { first, last_in, advertised, answered } = this.#store.pairTimes(phoneNumberId, peer);
    const pair: Pair = {
      firstAt: first ?? now,
      lastInboundAt: last_in,
      advertisedAt: advertised,
      freeUntil: 0,
      bucket: new TokenBucket(PAIR_BURST, PAIR_INTERVAL_MS),
      person: findPerson(),
    };
    if (answered !== null) noteAnswer(pair, answered);
    this.#known.set(key, pair);
    return pair;
  }

  clear(): void {
    this.#known.clear();
  }
}

/** An answer within a day to a person who came from an advertisement opens the window for three days. */
export function noteAnswer(pair: Pair, at: number): void {
  if (pair.advertisedAt === null || at - pair.advertisedAt >= DAY) return;
  pair.freeUntil = Math.max(pair.freeUntil, pair.advertisedAt + FREE_ENTRY_MS);
}

/** Free text needs a message of the person within 24 hours, or a free entry point. */
export function isWindowOpen(pair: Pair, now: number, strangers: Behaviour['strangers']): boolean {
  const since = pair.lastInboundAt ?? (strangers === 'open' ? pair.firstAt : null);
  return (since !== null && now - since < DAY) || now < pair.freeUntil;
}

/** Seconds until the pair limit allows the next message. */
export const pairWaitSeconds = (pair: Pair, now: number) => Math.ceil(pair.bucket.waitMs(now) / SECOND);
