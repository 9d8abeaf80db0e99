import { type Clock, DAY } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { expiresSoon } from '../credentials.ts';

const WARN_EVERY_MS = DAY;

/** Follows until when the token of a device is good: tells what is new, and warns once a day when the end is near. */
export class ExpiryWatch {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #deviceUuid: string;
  readonly #tell: (at: Date | null) => void;
  /** As last told; undefined before. */
  #told: Date | null | undefined;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: { clock: Clock; log: Log }, deviceUuid: string, tell: (at: Date | null) => void) {
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#deviceUuid = deviceUuid;
    this.#tell = tell;
  }

  /** To be called with what each check of the token has shown. */
  notice(at: Date | null): void {
    if (this.#told === undefined || this.#told?.getTime() !== at?.getTime()) this.#tell(at);
    this.#told = at;
    const now = this.#clock.now();
    if (!expiresSoon(at, now) || now.getTime() - this.#warnedAt < WARN_EVERY_MS) return;
    this.#warnedAt = now.getTime();
    this.#log.warn({ deviceUuid: this.#deviceUuid, expiresAt: at }, 'official.token_expires_soon');
  }
}
