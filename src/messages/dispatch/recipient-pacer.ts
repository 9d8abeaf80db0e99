export interface RecipientLimits {
  /** Messages that one recipient may get at once. */
  burst: number;
  /** One more message after each interval. */
  intervalMs: number;
}

interface Recipient {
  /** When the whole burst is available again. */
  fullAt: number;
  /** When each message that has not left may leave, by message id; in the order of reservation. */
  reservations: Map<number, number>;
}

/** Above this number, idle recipients are removed. */
const MANY_RECIPIENTS = 10_000;

/** Times at which the messages of a device may leave, per recipient. All times in milliseconds. */
export class RecipientPacer {
  readonly #limits: RecipientLimits;
  readonly #recipients = new Map<string, Recipient>();

  constructor(limits: RecipientLimits) {
    this.#limits = limits;
  }

  /** Reserves the time of a message and returns the wait. A message that comes again keeps its time. */
  reserve(messageId: number, phone: string, now: number): number {
    const { burst, intervalMs } = this.#limits;
    const recipient = this.#recipientOf(phone, now);
    this.#dropOldReservations(recipient.reservations, now);
    const reserved = recipient.reservations.get(messageId);
    if (reserved !== undefined) return Math.max(0, reserved - now);
    const at = Math.max(now, recipient.fullAt - (burst - 1) * intervalMs);
    recipient.fullAt = Math.max(recipient.fullAt, now) + intervalMs;
    recipient.reservations.set(messageId, at);
    return at - now;
  }

  /** The message has left, or never will. It stays counted. */
  finish(messageId: number, phone: string): void {
    this.#recipients.get(phone)?.reservations.delete(messageId);
  }

  /** The provider's limit of this recipient is reached: all reservations move behind this time, one by one. */
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

  #recipientOf(phone: string, now: number): Recipient {
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

  /** The burst is full again after this time, so the reservation counts no more. */
  #dropOldReservations(reservations: Map<number, number>, now: number): void {
    const { burst, intervalMs } = this.#limits;
    for (const [messageId, at] of reservations) {
      if (at + burst * intervalMs > now) return;
      reservations.delete(messageId);
    }
  }
}
