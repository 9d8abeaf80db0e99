import { type Clock, DAY, HOUR, MINUTE, SECOND } from '../../../../platform/lib/clock.ts';
import type { Log } from '../../../../platform/lib/log.ts';
import { expiresSoon } from '../../credentials.ts';
import type { EngineEvent } from '../../engine.ts';
import type { OfficialCredentials } from '../credentials/credentials.ts';
import { type Verdict, verifyCredentials } from '../credentials/verify.ts';
import type { Graph } from '../graph/graph.ts';
import { type Trouble, troubleBy } from '../graph/trouble.ts';
import { readLimit } from '../standing/read-limit.ts';
import type { DeviceCredentials } from './device-credentials.ts';
import type { RunningWork } from './running-work.ts';

type Valid = Extract<Verdict, { outcome: 'valid' }>;

export interface HealthCheckOptions {
  graph: Graph;
  log: Log;
  clock: Clock;
  healthMs: number;
  /** Spreads the first checks. */
  random(): number;
}

export interface CheckedSession {
  readonly deviceUuid: string;
  readonly credentials: DeviceCredentials;
  readonly work: RunningWork;
  readonly closing: AbortSignal;
  isConnected(): boolean;
  emit(event: EngineEvent): void;
  giveUp(trouble: Trouble, refused: OfficialCredentials): void;
}

const LIMIT_EVERY_MS = DAY;
const LIMIT_DEADLINE_MS = 9 * SECOND;
const HEALTHY_EVERY_MS = 10 * SECOND;
/** For the unknown state of number and token. */
const FIRST_CHECK_MS = MINUTE;

export class HealthCheck {
  readonly #options: HealthCheckOptions;
  readonly #session: CheckedSession;
  readonly #expiry: TokenExpiry;
  #timer: NodeJS.Timeout | null = null;
  #healthyAt = Number.NEGATIVE_INFINITY;
  #limitReadAt = Number.NEGATIVE_INFINITY;

  constructor(options: HealthCheckOptions, session: CheckedSession) {
    this.#options = options;
    this.#session = session;
    this.#expiry = new TokenExpiry(options, session.deviceUuid, (at) => {
      if (session.isConnected()) session.emit({ type: 'token_expiry', at });
    });
  }

  start(): void {
    const { random, healthMs } = this.#options;
    this.#checkIn(random() * Math.min(FIRST_CHECK_MS, healthMs));
  }

  resume(): void {
    this.#checkIn(this.#options.healthMs);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  healthy(): void {
    const at = this.#options.clock.now();
    if (!this.#session.isConnected() || at.getTime() - this.#healthyAt < HEALTHY_EVERY_MS) return;
    this.#healthyAt = at.getTime();
    this.#session.emit({ type: 'healthy', at });
  }

  #checkIn(ms: number): void {
    this.stop();
    this.#timer = setTimeout(() => void this.#session.work.track(this.#check()), ms);
  }

  async #check(): Promise<void> {
    const { credentials, closing } = this.#session;
    const known = credentials.current;
    const used = known && ((await credentials.renew(known)) ?? known);
    if (!used) return;
    const verdict = await verifyCredentials(this.#options.graph, used, closing);
    if (!this.#session.isConnected()) return;
    const trouble = troubleOf(verdict);
    // The next check judges a replaced token.
    if (trouble && credentials.current === used && !(await credentials.renew(used))) {
      return this.#session.giveUp(trouble, used);
    }
    if (verdict.outcome === 'valid') {
      this.healthy();
      // The expiry of a replacement is stored.
      if (verdict.token && !(await credentials.renew(used))) this.#expiry.note(verdict.token.expiresAt);
      await this.#readStanding(used, verdict);
    }
    if (this.#session.isConnected()) this.resume();
  }

  /** The limit changes rarely, and needs more calls. */
  async #readStanding(used: OfficialCredentials, { quality, token }: Valid): Promise<void> {
    const { clock, graph } = this.#options;
    const now = clock.now().getTime();
    const readsLimit = now - this.#limitReadAt >= LIMIT_EVERY_MS;
    const { phoneNumberId, accessToken } = used;
    const asked = { phoneNumberId, token: accessToken, wabaId: token?.wabaId ?? null };
    const signal = this.#session.closing;
    const deadline = performance.now() + LIMIT_DEADLINE_MS;
    const limit = readsLimit ? await readLimit(graph, { ...asked, signal }, deadline) : null;
    // Soon again without an answer.
    if (readsLimit) this.#limitReadAt = limit ? now : now - LIMIT_EVERY_MS + HOUR;
    if (!this.#session.isConnected()) return;
    this.#session.emit({ type: 'standing', standing: { quality, limit } });
  }
}

function troubleOf(verdict: Verdict): Trouble | null {
  if (verdict.outcome === 'valid') return verdict.isBanned ? 'ban' : null;
  return verdict.outcome === 'invalid' ? troubleBy(verdict.kind) : null;
}

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
