import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type Clock, MINUTE, SECOND } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import {
  type EngineSession,
  Fenced,
  type OutboundMessage,
  type Preparation,
  type Restriction,
  type SendOutcome,
  type SessionHost,
} from '../engine.ts';
import { bodyOf } from './content.ts';
import { decodeCredentials, type OfficialCredentials } from './credentials.ts';
import type { Graph, GraphReply } from './graph.ts';
import { type MediaParts, NOT_CONNECTED, type PostToNumber, prepareMedia } from './media.ts';
import { isPairRate, judge, restrictionIn, type Trouble, troubleIn } from './sending.ts';
import { ExpiryWatch } from './token-expiry.ts';
import { type Verdict, verifyCredentials } from './verify.ts';

export interface SessionParts extends MediaParts {
  graph: Graph;
  log: Log;
  clock: Clock;
  /** Between two checks of the token. */
  healthMs: number;
  /** Between 0 and 1, so that not all devices are checked at the same time. */
  random(): number;
  /** How long closing waits for answers that are on their way. */
  drainMs: number;
}

const NOT_PREPARED = {
  outcome: 'not_written',
  code: 'not_prepared',
  message: 'The file of the message was not prepared.',
} as const;

const REASONS = { token: 'token_refused', number: 'number_not_registered', ban: 'banned' } as const;
const HEALTHY_EVERY_MS = 10 * SECOND;
const TELL_EVERY_MS = 10 * SECOND;
/** The first look comes soon: a number that was reinstated, or is old here, is known by then. */
const FIRST_CHECK_MS = MINUTE;
const MANY_RECIPIENTS = 1_000;

/** One number of the official cloud. There is no line to keep: connected is who has credentials that the provider has not refused. */
export class OfficialSession implements EngineSession {
  readonly #host: SessionHost;
  readonly #parts: SessionParts;
  /** Ends checks and uploads: nothing is lost by it. */
  readonly #closing = new AbortController();
  /** Cuts messages that are still under way when draining has taken too long. */
  readonly #cut = new AbortController();
  #credentials: OfficialCredentials | null = null;
  /** `ending`: the provider has refused something, and nothing goes out any more. */
  #state: 'new' | 'connecting' | 'open' | 'ending' | 'closed' = 'new';
  #underWay = new Set<Promise<unknown>>();
  #checking: NodeJS.Timeout | null = null;
  #healthyAt = Number.NEGATIVE_INFINITY;
  /** What holds the number back, and when that was told last. */
  #told: { reason: Restriction; at: number } | null = null;
  /** By recipient, how often in a row it had got too much; none until somebody has, for it takes its room at once, and devices are many. */
  #pairRefusals: LRUCache<string, number> | null = null;
  readonly #expiry: ExpiryWatch;

  constructor(host: SessionHost, parts: SessionParts) {
    this.#host = host;
    this.#parts = parts;
    this.#expiry = new ExpiryWatch(parts, host.deviceUuid, (at) => {
      if (this.#state === 'open') host.emit({ type: 'token_expiry', at });
    });
  }

  connect(): void {
    if (this.#state !== 'new') return;
    this.#state = 'connecting';
    void this.#track(this.#open());
  }

  prepare(message: OutboundMessage, signal: AbortSignal): Promise<Preparation> {
    if (this.#state !== 'open') return Promise.resolve(NOT_CONNECTED);
    const either = AbortSignal.any([signal, this.#closing.signal]);
    return this.#track(prepareMedia(this.#parts, this.#post, message, either));
  }

  send(message: OutboundMessage): Promise<SendOutcome> {
    if (this.#state !== 'open') return Promise.resolve(NOT_CONNECTED);
    const body = bodyOf(message);
    return body ? this.#track(this.#transmit(message.to, body)) : Promise.resolve(NOT_PREPARED);
  }

  /** The provider knows of no logout: forgetting the credentials is all there is. */
  async logout(): Promise<boolean> {
    await this.close();
    try {
      await this.#host.store.erase();
      return true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    this.#state = 'closed';
    this.#closing.abort();
    if (this.#checking) clearTimeout(this.#checking);
    const drained = Promise.all(this.#underWay);
    await this.#drain();
    this.#cut.abort();
    await drained;
    this.#credentials = null;
  }

  /** Waits for what is under way, but not for long. */
  async #drain(): Promise<void> {
    const late = wait(this.#parts.drainMs, undefined, { ref: false });
    await Promise.race([Promise.all(this.#underWay), late]);
  }

  // Connecting ------------------------------------------------------------------------------------------------------------

  async #open(): Promise<void> {
    const credentials = await this.#load();
    if (this.#state !== 'connecting') return;
    if (!credentials) return this.#host.emit({ type: 'logged_out', reason: 'credentials_missing' });
    this.#credentials = credentials;
    this.#state = 'open';
    this.#host.emit({ type: 'connected', phoneNumber: credentials.phoneNumber });
    const { random, healthMs } = this.#parts;
    this.#checkLater(random() * Math.min(FIRST_CHECK_MS, healthMs));
  }

  /** Null when there are none, or when they are not ours any more. */
  async #load(): Promise<OfficialCredentials | null> {
    try {
      const bytes = await this.#host.store.loadCreds();
      return bytes && decodeCredentials(bytes);
    } catch (error) {
      if (error instanceof Fenced) this.#state = 'closed';
      else if (!this.#closing.signal.aborted) {
        this.#parts.log.error({ err: error, deviceUuid: this.#host.deviceUuid }, 'official.not_loaded');
      }
      return null;
    }
  }

  // Sending ---------------------------------------------------------------------------------------------------------------

  async #transmit(to: string, body: object): Promise<SendOutcome> {
    const reply = await this.#post('messages', body, { signal: this.#cut.signal });
    if (reply.outcome === 'ok') this.#healthy();
    const pairRefusals = this.#pairRefusals?.get(to) ?? 0;
    if (isPairRate(reply)) {
      this.#pairRefusals ??= new LRUCache({ max: MANY_RECIPIENTS });
      this.#pairRefusals.set(to, pairRefusals + 1);
    } else if (reply.outcome === 'ok') this.#pairRefusals?.delete(to);
    return judge(reply, pairRefusals);
  }

  /** Many calls may meet one restriction: it is told once in a while. */
  #notice(reply: GraphReply): void {
    const restriction = restrictionIn(reply);
    if (!restriction || this.#state !== 'open') return;
    const { reason, waitMs } = restriction;
    const now = this.#parts.clock.now().getTime();
    if (this.#told?.reason === reason && now - this.#told.at < TELL_EVERY_MS) return;
    this.#told = { reason, at: now };
    this.#host.emit({ type: 'restricted', reason, until: waitMs === null ? null : new Date(now + waitMs) });
  }

  /** Notices what is wrong with the device. The token may have been exchanged a moment ago: what was refused can be sent again. */
  readonly #post: PostToNumber = async (edge, body, options) => {
    const credentials = this.#credentials;
    if (!credentials) return { outcome: 'not_written' };
    const call = ({ phoneNumberId, accessToken: token }: OfficialCredentials): Promise<GraphReply> =>
      this.#parts.graph.call({ method: 'POST', path: `${phoneNumberId}/${edge}`, token, body, ...options });
    const first = await call(credentials);
    const renewed = troubleIn(first) === 'token' ? await this.#renewed(credentials) : null;
    const reply = renewed ? await call(renewed) : first;
    this.#notice(reply);
    const trouble = troubleIn(reply);
    if (trouble) this.#giveUp(trouble, renewed ?? credentials);
    return reply;
  };

  /** The credentials as they are stored now, when they are others than these. */
  async #renewed(old: OfficialCredentials): Promise<OfficialCredentials | null> {
    if (this.#credentials && this.#credentials.accessToken !== old.accessToken) return this.#credentials;
    const stored = await this.#load();
    if (!stored || stored.accessToken === old.accessToken) return null;
    this.#credentials = stored;
    return stored;
  }

  #giveUp(trouble: Trouble, refused: OfficialCredentials): void {
    if (this.#state !== 'open') return;
    this.#state = 'ending';
    if (this.#checking) clearTimeout(this.#checking);
    // Its own errors are what it tells.
    void this.#end(trouble, refused);
  }

  /** Whoever ends one token is about to store the next: it is looked for once more at the last moment, when all that was under way has ended. */
  async #end(trouble: Trouble, refused: OfficialCredentials): Promise<void> {
    await this.#drain();
    const renewed = trouble === 'token' && this.#state === 'ending' ? await this.#renewed(refused) : null;
    if (this.#state !== 'ending') return;
    if (renewed) {
      this.#state = 'open';
      return this.#checkLater(this.#parts.healthMs);
    }
    this.#state = 'closed';
    const reason = REASONS[trouble];
    this.#host.emit({ type: trouble === 'ban' ? 'banned' : 'logged_out', reason });
  }

  // Health ----------------------------------------------------------------------------------------------------------------

  #checkLater(ms: number): void {
    if (this.#checking) clearTimeout(this.#checking);
    this.#checking = setTimeout(() => void this.#track(this.#check()), ms);
  }

  async #check(): Promise<void> {
    const credentials = this.#credentials;
    const stored = credentials && (await this.#renewed(credentials));
    const current = stored ?? credentials;
    if (!current) return;
    const verdict = await verifyCredentials(this.#parts.graph, current, this.#closing.signal);
    if (this.#state !== 'open') return;
    const trouble = troubleOf(verdict);
    // What was exchanged during the check is judged at the next one.
    if (trouble && this.#credentials === current && !(await this.#renewed(current))) {
      return this.#giveUp(trouble, current);
    }
    if (verdict.outcome === 'valid') {
      this.#healthy();
      // What a new token tells of itself is stored already.
      if (verdict.token && !(await this.#renewed(current))) this.#expiry.notice(verdict.token.expiresAt);
    }
    if (this.#state === 'open') this.#checkLater(this.#parts.healthMs);
  }

  #healthy(): void {
    const at = this.#parts.clock.now();
    if (this.#state !== 'open' || at.getTime() - this.#healthyAt < HEALTHY_EVERY_MS) return;
    this.#healthyAt = at.getTime();
    this.#host.emit({ type: 'healthy', at });
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    return work.finally(() => this.#underWay.delete(work));
  }
}

function troubleOf(verdict: Verdict): Trouble | null {
  if (verdict.outcome === 'valid') return verdict.isBanned ? 'ban' : null;
  if (verdict.outcome !== 'invalid') return null;
  const { kind } = verdict;
  return kind === 'token' || kind === 'number' || kind === 'ban' ? kind : null;
}
