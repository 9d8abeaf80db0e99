import { LRUCache } from 'lru-cache';
import { type RecipientLimits, RecipientPacer } from './recipient-pacer.ts';
import { SendRate } from './send-rate.ts';

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
