import type { BinaryNode } from 'baileys';
import { type Clock, SECOND } from '../../../../platform/lib/clock.ts';
import { serverTime } from '../server-time.ts';

/**
 * A process that is killed before a commit gets the message again after its next login. It still counts as live,
 * if the restart takes no longer.
 */
export const RESTART_MS = 30 * SECOND;

/** Tells live messages from those that waited for the login. Both times are of the server. */
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
