import { LRUCache } from 'lru-cache';
import { SECOND } from '../../lib/clock.ts';

/** What a provider takes of one number. */
export interface PaceLimits {
  /** Messages in any second. */
  perSecond: number;
  /** To one recipient: so many at once, and one more after each interval. */
  recipient: { burst: number; intervalMs: number };
}

/** How fast one device may send. All times in milliseconds. */
export interface Pace {
  /** How many messages may go out now. */
  room(now: number): number;
  /** Until there is room again; 0 when there is. */
  waitMs(now: number): number;
  /** Counts a message that goes out. */
  take(now: number): void;
  /**
   * The turn of a message to this recipient, which is counted: how long it has to wait for it. The same message keeps its turn, whatever it is
   * put off for, for as long as that one still counts.
   */
  turn(messageId: number, recipient: string, now: number): number;
  /** It has gone out, or never will: it waits for no turn any more, and counts all the same. */
  done(messageId: number, recipient: string): void;
  /** The provider has found that this recipient gets too much: all that waits for it goes out from then on, in its order, one by one. */
  holdRecipient(recipient: string, until: number): void;
}

interface Recipient {
  /** When the whole burst is there again: counting times instead of fractions keeps it exact. */
  fullAt: number;
  /** By message that has not gone out, when its turn is; in the order in which they were counted. */
  turns: Map<number, number>;
}

/** Of a second's messages so many may go out at once; the rest of them is spread, so that no second ever has more. */
const BURST_SHARE = 1 / 8;
/** More recipients than these are gone through for such as may have all at once again. */
const MANY_RECIPIENTS = 10_000;
const MANY_DEVICES = 10_000;

/** The pace of each device, which outlasts its lines; of so many devices that those forgotten have long been idle. */
export function createPaces(limits: PaceLimits): (deviceId: number) => Pace {
  const paces = new LRUCache<number, Pace>({ max: MANY_DEVICES });
  return (deviceId) => {
    const pace = paces.get(deviceId) ?? createPace(limits);
    paces.set(deviceId, pace);
    return pace;
  };
}

/** Lets through what the limits allow, and nothing that would have to be refused. */
export function createPace({ perSecond, recipient: { burst: atOnce, intervalMs: apart } }: PaceLimits): Pace {
  const burst = Math.max(1, Math.floor(perSecond * BURST_SHARE));
  const intervalMs = SECOND / Math.max(1, perSecond - burst);
  let fullAt = 0;
  const recipients = new Map<string, Recipient>();

  const missing = (now: number) => Math.max(0, fullAt - now) / intervalMs;

  function recipientOf(phone: string, now: number): Recipient {
    const known = recipients.get(phone);
    if (known) return known;
    if (recipients.size > MANY_RECIPIENTS) forgetIdle(now);
    const recipient = { fullAt: 0, turns: new Map<number, number>() };
    recipients.set(phone, recipient);
    return recipient;
  }

  function forgetIdle(now: number): void {
    for (const [phone, { fullAt: full }] of recipients) if (full <= now) recipients.delete(phone);
  }

  /** After the time of a whole burst a turn counts no more. */
  function forgetTurns(turns: Map<number, number>, now: number): void {
    for (const [messageId, at] of turns) {
      if (at + atOnce * apart > now) return;
      turns.delete(messageId);
    }
  }

  return {
    room: (now) => Math.floor(burst - missing(now)),

    waitMs: (now) => Math.max(0, Math.ceil(fullAt - now - (burst - 1) * intervalMs)),

    take(now) {
      fullAt = Math.max(fullAt, now) + intervalMs;
    },

    turn(messageId, phone, now) {
      const recipient = recipientOf(phone, now);
      const { turns } = recipient;
      forgetTurns(turns, now);
      const given = turns.get(messageId);
      if (given !== undefined) return Math.max(0, given - now);
      const at = Math.max(now, recipient.fullAt - (atOnce - 1) * apart);
      recipient.fullAt = Math.max(recipient.fullAt, now) + apart;
      turns.set(messageId, at);
      return at - now;
    },

    done(messageId, phone) {
      recipients.get(phone)?.turns.delete(messageId);
    },

    holdRecipient(phone, until) {
      const recipient = recipientOf(phone, until);
      let at = until;
      for (const messageId of recipient.turns.keys()) {
        recipient.turns.set(messageId, at);
        at += apart;
      }
      recipient.fullAt = at + (atOnce - 1) * apart;
    },
  };
}
