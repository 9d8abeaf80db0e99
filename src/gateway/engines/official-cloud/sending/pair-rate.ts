import { LRUCache } from 'lru-cache';
import { SECOND } from '../../../../platform/lib/clock.ts';
import { classOf } from '../graph/error-codes.ts';
import type { GraphReply } from '../graph/reply.ts';

/** After n refusals in a row: 4^n seconds. */
const WAIT_BASE = 4;
const MAX_EXPONENT = 5;
const MAX_RECIPIENTS = 1_000;

export const pairWaitMs = (refusals: number) => SECOND * WAIT_BASE ** Math.min(refusals, MAX_EXPONENT);

/** Refusals in a row for the limit per recipient. */
export class PairRefusals {
  /** Made when needed: a cache allocates all memory at once. */
  #counts: LRUCache<string, number> | null = null;

  /** Returns the earlier refusals. */
  note(recipient: string, reply: GraphReply): number {
    const earlier = this.#counts?.get(recipient) ?? 0;
    if (isPairRate(reply)) {
      this.#counts ??= new LRUCache({ max: MAX_RECIPIENTS });
      this.#counts.set(recipient, earlier + 1);
    } else if (reply.outcome === 'ok') this.#counts?.delete(recipient);
    return earlier;
  }
}

function isPairRate(reply: GraphReply): boolean {
  return reply.outcome === 'error' && classOf(reply.error, reply.status) === 'pair_rate';
}
