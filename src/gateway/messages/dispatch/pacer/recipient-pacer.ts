import { spellingsOf } from '../../../../platform/lib/phone-spellings.ts';

export interface RecipientLimits {
  burst: number;
  intervalMs: number;
}

interface Recipient {
  fullAt: number;
  /** By message id, in the order of reservation. */
  reservations: Map<number, number>;
}

const MANY_RECIPIENTS = 10_000;

export class RecipientPacer {
  readonly #limits: RecipientLimits;
  readonly #recipients = new Map<string, Recipient>();

  constructor(limits: RecipientLimits) {
    this.#limits = limits;
  }

  /** Of a new message. Reserves nothing. */
  waitMs(phone: string, now: number): number {
    const fullAt = this.#recipients.get(spellingsOf(phone)[0])?.fullAt ?? 0;
    return Math.max(0, this.#startOf(fullAt) - now);
  }

  /** A message that comes again keeps its time. */
  reserve(messageId: number, phone: string, now: number): number {
    const { intervalMs } = this.#limits;
    const recipient = this.#recipientOf(phone, now);
    this.#dropOldReservations(recipient.reservations, now);
    const reserved = recipient.reservations.get(messageId);
    if (reserved !== undefined) return Math.max(0, reserved - now);
    const at = Math.max(now, this.#startOf(recipient.fullAt));
    recipient.fullAt = Math.max(recipient.fullAt, now) + intervalMs;
    recipient.reservations.set(messageId, at);
    return at - now;
  }

  /** The message stays counted. */
  finish(messageId: number, phone: string): void {
    this.#recipients.get(spellingsOf(phone)[0])?.reservations.delete(messageId);
  }

  delay(phone: string, until: number): void {
    const { burst, intervalMs } = this.#limits;
    const recipient = this.#recipientOf(phone, until);
    let at = until;
    for (const messageId of recipient.reservations.keys()) {
      recipient.reservations.set(messageId, at);
      at += intervalMs;
    }
    recipient.fullAt = at + (burst - 1) * intervalMs;
  }

  /** The earliest time of the next message. */
  #startOf(fullAt: number): number {
    const { burst, intervalMs } = this.#limits;
    return fullAt - (burst - 1) * intervalMs;
  }

  #recipientOf(anySpelling: string, now: number): Recipient {
    const [phone] = spellingsOf(anySpelling);
    const known = this.#recipients.get(phone);
    if (known) return known;
    if (this.#recipients.size > MANY_RECIPIENTS) this.#dropIdle(now);
    const recipient = { fullAt: 0, reservations: new Map<number, number>() };
    this.#recipients.set(phone, recipient);
    return recipient;
  }

  #dropIdle(now: number): void {
    for (const [phone, { fullAt }] of this.#recipients) if (fullAt <= now) this.#recipients.delete(phone);
  }

  /** The burst is full again. */
  #dropOldReservations(reservations: Map<number, number>, now: number): void {
    const { burst, intervalMs } = this.#limits;
    for (const [messageId, at] of reservations) {
      if (at + burst * intervalMs > now) return;
      reservations.delete(messageId);
    }
  }
}
