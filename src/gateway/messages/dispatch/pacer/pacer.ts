import { SECOND } from '../../../../platform/lib/clock.ts';
import { smallCache } from '../../../../platform/lib/small-cache.ts';
import { type RecipientLimits, RecipientPacer } from './recipient-pacer.ts';

export interface PacerLimits {
  perSecond: number;
  recipient: RecipientLimits;
}

export interface Pacer {
  rate: SendRate;
  recipients: RecipientPacer;
}

const MAX_DEVICES = 10_000;

/** The pacer of each device, kept across reconnects. */
export function createPacers(limits: PacerLimits): (deviceId: number) => Pacer {
  const pacers = smallCache<number, Pacer>(MAX_DEVICES);
  return (deviceId) => {
    const pacer = pacers.get(deviceId) ?? createPacer(limits);
    pacers.set(deviceId, pacer);
    return pacer;
  };
}

export function createPacer({ perSecond, recipient }: PacerLimits): Pacer {
  return { rate: new SendRate(perSecond), recipients: new RecipientPacer(recipient) };
}

/** May leave at once; the rest is spread, so no second exceeds the limit. */
const BURST_SHARE = 1 / 8;

/** The time of the full burst is exact, unlike fractions. */
export class SendRate {
  readonly #burst: number;
  readonly #intervalMs: number;
  #fullAt = 0;

  constructor(perSecond: number) {
    this.#burst = Math.max(1, Math.floor(perSecond * BURST_SHARE));
    this.#intervalMs = SECOND / Math.max(1, perSecond - this.#burst);
  }

  capacity(now: number): number {
    return Math.floor(this.#burst - Math.max(0, this.#fullAt - now) / this.#intervalMs);
  }

  waitMs(now: number): number {
    return Math.max(0, Math.ceil(this.#fullAt - now - (this.#burst - 1) * this.#intervalMs));
  }

  spend(now: number): void {
    this.#fullAt = Math.max(this.#fullAt, now) + this.#intervalMs;
  }
}
