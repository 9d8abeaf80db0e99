import { type Clock, DAY } from '../../../../platform/lib/clock.ts';
import type { Log } from '../../../../platform/lib/log.ts';
import { expiresSoon } from '../../credentials.ts';

const WARN_EVERY_MS = DAY;

export class TokenExpiry {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #deviceUuid: string;
  readonly #report: (at: Date | null) => void;
  #reported: Date | null | undefined;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: { clock: Clock; log: Log }, deviceUuid: string, report: (at: Date | null) => void) {
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#deviceUuid = deviceUuid;
    this.#report = report;
  }

  note(at: Date | null): void {
    if (this.#reported === undefined || this.#reported?.getTime() !== at?.getTime()) this.#report(at);
    this.#reported = at;
    const now = this.#clock.now();
    if (!expiresSoon(at, now) || now.getTime() - this.#warnedAt < WARN_EVERY_MS) return;
    this.#warnedAt = now.getTime();
    this.#log.warn({ deviceUuid: this.#deviceUuid, expiresAt: at }, 'official.token_expires_soon');
  }
}
