import { MINUTE } from '../../lib/clock.ts';

/** A message that the provider has accepted; its later status shows whether the device may send again. */
export interface Probe {
  messageId: number;
  acceptedAt: number;
}

/** The longest pause or restriction before the next attempt. */
const MAX_MS = 30 * MINUTE;

/**
 * A circuit breaker for the messages of a device. A pause closes the gate until its time is over.
 * A restriction does too, and then lets one message through at a time, until `release`.
 * All times in milliseconds.
 */
export class Gate {
  #pausedUntil = 0;
  #restrictedUntil: number | null = null;
  /** The one message in flight; it becomes the probe when it is accepted. */
  #candidate: number | null = null;
  #probe: Probe | null = null;

  get probe(): Probe | null {
    return this.#probe;
  }

  pause(now: number, ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now + Math.min(ms, MAX_MS));
  }

  restrict(now: number, until: number): void {
    this.#restrictUntil(Math.min(until, now + MAX_MS));
  }

  /** Ends the restriction. */
  release(): void {
    this.#restrictUntil(null);
  }

  /** Messages that may pass now. */
  capacity(now: number): number {
    if (this.waitMs(now) > 0) return 0;
    if (this.#restrictedUntil === null) return Number.POSITIVE_INFINITY;
    return this.#candidate === null && this.#probe === null ? 1 : 0;
  }

  /** Time until the pause and the restriction are over; 0 when only a probe is awaited. */
  waitMs(now: number): number {
    return Math.max(0, this.#pausedUntil - now, (this.#restrictedUntil ?? 0) - now);
  }

  /** Whether this message may pass. During a restriction it then excludes all others, until `forget`. */
  tryAdmit(messageId: number, now: number): boolean {
    if (this.waitMs(now) > 0) return false;
    if (this.#restrictedUntil === null) return true;
    if (this.#probe !== null) return false;
    this.#candidate ??= messageId;
    return this.#candidate === messageId;
  }

  /** The provider has accepted the message: it becomes the probe if the gate let it through as candidate. */
  accepted(messageId: number, now: number): void {
    if (this.#candidate !== messageId) return;
    this.#candidate = null;
    this.#probe = { messageId, acceptedAt: now };
  }

  /** The message is not in flight any more. A probe stays. */
  forget(messageId: number): void {
    if (this.#candidate === messageId) this.#candidate = null;
  }

  /** This probe shows nothing: another message may pass. */
  discard(probe: Probe): void {
    if (this.#probe === probe) this.#probe = null;
  }

  #restrictUntil(until: number | null): void {
    this.#restrictedUntil = until;
    this.#candidate = null;
    this.#probe = null;
  }
}
