import { LRUCache } from 'lru-cache';
import { DAY, SECOND } from '../../../src/lib/clock.ts';
import type { Behaviour } from '../behaviour.ts';
import { TokenBucket } from '../bucket.ts';
import type { Person } from '../records.ts';
import type { CloudStore } from '../store.ts';

const PAIR_BURST = 45;
const PAIR_INTERVAL_MS = 6 * SECOND;
const MOST_PAIRS = 200_000;

/** What a number and a person have with each other. */
export interface Pair {
  /** When they first had to do with each other. */
  firstAt: number;
  /** When the person last wrote. */
  lastInboundAt: number | null;
  bucket: TokenBucket;
  /** null: nobody the sandbox was told about. */
  person: Person | null;
}

/** The pairs of late; an older one is read from the store again, with a full allowance. */
export class Pairs {
  readonly #store: CloudStore;
  readonly #known = new LRUCache<string, Pair>({ max: MOST_PAIRS });

  constructor(store: CloudStore) {
    this.#store = store;
  }

  get(phoneNumberId: string, peer: string, now: number, findPerson: () => Person | null): Pair {
    const key = `${phoneNumberId} ${peer}`;
    const known = this.#known.get(key);
    if (known) return known;
    const { first, last_in } = this.#store.pairTimes(phoneNumberId, peer);
    const pair: Pair = {
      firstAt: first ?? now,
      lastInboundAt: last_in,
      bucket: new TokenBucket(PAIR_BURST, PAIR_INTERVAL_MS),
      person: findPerson(),
    };
    this.#known.set(key, pair);
    return pair;
  }

  /** After a person changed, what was known of them is asked for again. */
  clear(): void {
    this.#known.clear();
  }
}

/** Free text may be sent within 24 hours of what the person last wrote. */
export function isWindowOpen(pair: Pair, now: number, strangers: Behaviour['strangers']): boolean {
  const since = pair.lastInboundAt ?? (strangers === 'open' ? pair.firstAt : null);
  return since !== null && now - since < DAY;
}

/** Whole seconds until the next message to this person may be tried. */
export const pairWaitSeconds = (pair: Pair, now: number) => Math.ceil(pair.bucket.waitMs(now) / SECOND);
