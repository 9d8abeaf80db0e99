import type { BinaryNode } from 'baileys';
import { type Clock, SECOND } from '../../../../platform/lib/clock.ts';
import { serverTime } from '../server-time.ts';

/**
 * A killed process gets its uncommitted message again after the next login. The message still
 * counts as live if the restart takes no longer.
 */
export const RESTART_MS = 30 * SECOND;

/** Separates live from waiting messages, in server times. */
export class LoginTime {
  readonly #clock: Clock;
  #at: Date;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#at = clock.now();
  }

  loggedIn(success: BinaryNode): void {
    this.#at = serverTime(this.#clock, success.attrs.t);
  }

  isLive(at: Date): boolean {
    return at.getTime() >= this.#at.getTime() - RESTART_MS;
  }
}
