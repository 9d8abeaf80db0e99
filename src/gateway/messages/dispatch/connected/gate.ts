import { MINUTE } from '../../../../platform/lib/clock.ts';

/** Its later status shows whether the device may send again. */
export interface Probe {
  messageId: number;
  acceptedAt: number;
}

const MAX_MS = 30 * MINUTE;

/** A circuit breaker per device. After a restriction, one message passes at a time, until `release`. */
export class Gate {
  #pausedUntil = 0;
  #restrictedUntil: number | null = null;
  #candidate: number | null = null;
  #probe: Probe | null = null;

  get probe(): Probe | null {
    return this.#probe;
  }

  pause(now: number, ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now + Math.min(ms, MAX_MS));
  }

  restrict(now: number, ms: number): void {
    this.#restrictUntil(now + Math.min(ms, MAX_MS));
  }

  release(): void {
    this.#restrictUntil(null);
  }

  /** Neither paused nor restricted. */
  isOpen(now: number): boolean {
    return this.#restrictedUntil === null && this.waitMs(now) === 0;
  }

  capacity(now: number): number {
    if (this.isOpen(now)) return Number.POSITIVE_INFINITY;
    if (this.waitMs(now) > 0) return 0;
    return this.#candidate === null && this.#probe === null ? 1 : 0;
  }

  /** 0 when only a probe is awaited. */
  waitMs(now: number): number {
    return Math.max(0, this.#pausedUntil - now, (this.#restrictedUntil ?? 0) - now);
  }

  /** During a restriction, the admitted message excludes others until `freeCandidate`. */
  tryAdmit(messageId: number, now: number): boolean {
    if (this.isOpen(now)) return true;
    if (this.waitMs(now) > 0 || this.#probe !== null) return false;
    this.#candidate ??= messageId;
    return this.#candidate === messageId;
  }

  accepted(messageId: number, now: number): void {
    if (this.#candidate !== messageId) return;
    this.#candidate = null;
    this.#probe = { messageId, acceptedAt: now };
  }

  freeCandidate(messageId: number): void {
    if (this.#candidate === messageId) this.#candidate = null;
  }

  discardProbe(probe: Probe): void {
    if (this.#probe === probe) this.#probe = null;
  }

  #restrictUntil(until: number | null): void {
    this.#restrictedUntil = until;
    this.#candidate = null;
    this.#probe = null;
  }
}
