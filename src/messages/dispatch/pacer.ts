import { LRUCache } from 'lru-cache';
import { type RecipientLimits, RecipientPacer } from './recipient-pacer.ts';
import { SendRate } from './send-rate.ts';

/** What a provider accepts from one number. */
export interface PacerLimits {
  perSecond: number;
  recipient: RecipientLimits;
}

/** How fast one device may send, in all and to each recipient. */
export interface Pacer {
  rate: SendRate;
  recipients: RecipientPacer;
}

/** Devices beyond this number have been idle for long. */
const MAX_DEVICES = 10_000;

/** The pacer of each device, kept across reconnects. */
export function createPacers(limits: PacerLimits): (deviceId: number) => Pacer {
  const pacers = new LRUCache<number, Pacer>({ max: MAX_DEVICES });
  return (deviceId) => {
    const pacer = pacers.get(deviceId) ?? createPacer(limits);
    pacers.set(deviceId, pacer);
    return pacer;
  };
}

export function createPacer({ perSecond, recipient }: PacerLimits): Pacer {
  return { rate: new SendRate(perSecond), recipients: new RecipientPacer(recipient) };
}
