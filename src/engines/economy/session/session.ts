import { type AuthenticationCreds, initAuthCreds, type WAVersion } from 'baileys';
import type { MediaFetcher } from '../../../lib/media/fetcher.ts';
import {
  type EngineEvent,
  type EngineSession,
  Fenced,
  type OutboundMessage,
  type Preparation,
  type SendOutcome,
  type SessionHost,
} from '../../engine.ts';
import { phoneOf } from '../addresses.ts';
import { Connection, type ConnectionParts, type Ended } from '../connection/connection.ts';
import { decodeCreds } from '../keys/codec.ts';
import { prepareMedia } from '../outbound/prepare-media.ts';
import { REACH_OUT_LOCKED } from '../outbound/receipts.ts';
import { NOT_CONNECTED, transmit } from '../outbound/transmit.ts';
import { backoffMs } from '../timing.ts';
import type { VersionChoice } from './client-versions.ts';
import { judgeEnding, type Verdict } from './disconnect-codes.ts';
import { ReachOutLock } from './reach-out-lock.ts';

/** What all sessions of a driver share. */
export type Shared = Omit<
  ConnectionParts,
  'host' | 'creds' | 'version' | 'cachePrefix' | 'emit' | 'opened' | 'heardOfLock'
> & {
  versions: VersionChoice;
  media: MediaFetcher;
  random(): number;
  /** A prefix that no connection has had before. */
  nextPrefix(): string;
};

/** The life of one device in this process: connects, reconnects, and stops for good when there is no point in going on. */
export class EconomySession implements EngineSession {
  readonly #host: SessionHost;
  readonly #shared: Shared;
  readonly #log: Shared['log'];
  #connection: Connection | null = null;
  #running: Promise<void> | null = null;
  /** Cuts short the wait before the next attempt. */
  #wake: (() => void) | null = null;
  #stopped = false;
  #closed = false;
  #silent = false;
  #loggedOut = false;
  #version: WAVersion | undefined;
  #onceOpen: (() => void)[] = [];
  #reported: string | null = null;
  #attempt = 0;
  #openedAt: number | null = null;
  #refusedSincePairing: number | null = null;
  /** It is the number's, so it outlives connections. */
  readonly #lock: ReachOutLock;

  constructor(host: SessionHost, shared: Shared) {
    this.#host = host;
    this.#shared = shared;
    this.#lock = new ReachOutLock(
      { clock: shared.clock, lookEveryMs: shared.timing.lockLookMs, known: host.restriction },
      async () => (this.#connection?.isOpen ? this.#connection.askLock() : null),
      (event) => this.#emit(event),
    );
    this.#log = shared.log.child({ deviceUuid: host.deviceUuid });
  }

  connect(): void {
    if (this.#closed || this.#running) return;
    this.#stopped = false;
    this.#loggedOut = false;
    this.#reported = null;
    this.#attempt = 0;
    this.#running = this.#run()
      .catch((error) => this.#fail(error))
      .then((last) => {
        // Before the last word: whoever hears it may connect again.
        this.#running = null;
        if (last) this.#emit(last);
      });
  }

  async send(message: OutboundMessage): Promise<SendOutcome> {
    const connection = this.#connection;
    if (this.#stopped || !connection?.isOpen) return NOT_CONNECTED;
    if (await this.#mustWait(message.to)) {
      const { code, message: text } = REACH_OUT_LOCKED;
      const pause = { scope: 'message', ms: this.#lock.waitMs() } as const;
      return { outcome: 'not_written', code, message: text, pause };
    }
    return transmit(connection, message, this.#shared.timing);
  }

  /** Strangers do, while the number may start no new chats. */
  async #mustWait(phone: string): Promise<boolean> {
    if (!(await this.#lock.isOn())) return false;
    // Nobody to ask any more: whoever has the device next finds out.
    return !(await this.#host.hasInbound(phone).catch(() => false));
  }

  async prepare(message: OutboundMessage, signal: AbortSignal): Promise<Preparation> {
    const connection = this.#connection;
    if (this.#stopped || !connection?.isOpen) return NOT_CONNECTED;
    return prepareMedia(connection, message, this.#shared, signal);
  }

  async logout(timeoutMs: number): Promise<boolean> {
    if (this.#closed) return false;
    this.#silent = true;
    const confirmed = await this.#takeOff(timeoutMs).catch((error) => {
      this.#log.warn({ err: error }, 'economy.logout_failed');
      return false;
    });
    await this.close();
    if (confirmed) await this.#host.store.erase().catch((error) => this.#fail(error));
    return confirmed;
  }

  async close(): Promise<void> {
    this.#stopped = true;
    this.#wake?.();
    await this.#connection?.close();
    this.#closed = true;
    this.#connection?.cut();
  }

  /** True when the provider no longer knows this device. Connects first when need be. */
  async #takeOff(timeoutMs: number): Promise<boolean> {
    const deadline = performance.now() + timeoutMs;
    if ((await this.#host.store.loadCreds()) === null) return true;
    this.connect();
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, timeoutMs);
    await Promise.race([this.#whenOpen(), this.#running, late]);
    clearTimeout(timer);
    if (this.#loggedOut || !this.#connection?.isOpen) return this.#loggedOut;
    return this.#connection.logOut(deadline - performance.now());
  }

  #whenOpen(): Promise<void> {
    if (this.#connection?.isOpen) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onceOpen.push(resolve);
    });
  }

  /** Resolves with the last word of the session, or with null when it was told to stop. */
  async #run(): Promise<EngineEvent | null> {
    for (;;) {
      const stored = await this.#host.store.loadCreds().catch((error) => this.#unreadable(error));
      if (this.#stopped) return null;
      if (stored === 'unreadable') {
        await this.#backOff('credentials_unreadable');
        continue;
      }
      const creds = stored ? decodeCreds(stored) : initAuthCreds();
      const ended = await this.#connectOnce(creds);
      if (this.#stopped) return null;
      if (ended.storeError instanceof Fenced) throw ended.storeError;
      const last = await this.#act(this.#judge(ended, creds));
      if (last || this.#stopped) return last;
    }
  }

  /** An error is never "no credentials": that would pair a paired device anew. It is tried again until it can be read. */
  #unreadable(error: unknown): 'unreadable' {
    if (error instanceof Fenced || this.#stopped) throw error;
    this.#log.error({ err: error }, 'economy.credentials_unreadable');
    return 'unreadable';
  }

  async #connectOnce(creds: AuthenticationCreds): Promise<Ended> {
    const { versions, nextPrefix, media, ...shared } = this.#shared;
    this.#version = versions.current;
    const connection = new Connection({
      ...shared,
      host: this.#host,
      log: this.#log,
      creds,
      version: this.#version,
      cachePrefix: nextPrefix(),
      emit: (event) => void this.#report(event),
      heardOfLock: (word) => this.#lock.overhear(word),
      opened: () => void this.#onOpen(connection, creds),
    });
    this.#connection = connection;
    this.#openedAt = null;
    const ended = await connection.ended;
    this.#connection = null;
    // What it had begun to write comes first: the next connection reads it.
    await connection.vault.idle();
    return ended;
  }

  async #onOpen(connection: Connection, creds: AuthenticationCreds): Promise<void> {
    this.#openedAt = performance.now();
    this.#refusedSincePairing = null;
    for (const resolve of this.#onceOpen.splice(0)) resolve();
    // Announced only when the credentials of this login are durable.
    await connection.vault.idle();
    if (!connection.isOpen) return;
    this.#reported = null;
    this.#emit({ type: 'connected', phoneNumber: phoneOf(creds.me?.id) ?? '' });
  }

  #judge(ended: Ended, creds: AuthenticationCreds): Verdict {
    if (ended.paired) this.#refusedSincePairing = 0;
    else if (ended.spoken && ended.code === 401 && this.#refusedSincePairing !== null)
      this.#refusedSincePairing += 1;
    const paired = Boolean(creds.me?.id);
    return judgeEnding({ ...ended, paired, refusedSincePairing: this.#refusedSincePairing });
  }

  /** Does what the end of a connection asks for; the last word when there is no point in going on. */
  async #act(verdict: Verdict): Promise<EngineEvent | null> {
    this.#log.info({ ...verdict }, 'economy.connection_ended');
    switch (verdict.action) {
      case 'restart':
        return null;
      case 'next_version':
        if (this.#version) this.#shared.versions.reject(this.#version);
        return this.#backOff(verdict.reason);
      case 'back_off':
        return this.#backOff(verdict.reason);
      case 'logged_out':
        await this.#host.store.erase();
        this.#loggedOut = true;
        return { type: 'logged_out', reason: verdict.reason };
      case 'banned':
        return { type: 'banned', reason: verdict.reason };
      case 'stop':
        return { type: 'disconnected', reason: verdict.reason, final: true };
      case 'pairing_expired':
        return { type: 'pairing_expired' };
      default:
        return verdict satisfies never;
    }
  }

  async #backOff(reason: string): Promise<null> {
    const { timing, random } = this.#shared;
    if (this.#openedAt !== null && performance.now() - this.#openedAt > timing.stableAfterMs)
      this.#attempt = 0;
    if (this.#reported !== reason) this.#emit({ type: 'disconnected', reason, final: false });
    this.#reported = reason;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, backoffMs(this.#attempt, timing, random));
    this.#attempt += 1;
    this.#wake = resolve;
    await promise;
    clearTimeout(timer);
    this.#wake = null;
    return null;
  }

  /** The device belongs to somebody else now, or the store broke its promise: silence, for good. */
  #fail(error: unknown): null {
    if (error instanceof Fenced) this.#log.info({}, 'economy.fenced');
    else this.#log.error({ err: error }, 'economy.session_failed');
    this.#stopped = true;
    this.#closed = true;
    this.#connection?.cut();
    return null;
  }

  /** A refusal that the lock is behind costs the message nothing but time. */
  async #report(event: EngineEvent): Promise<void> {
    const error = event.type === 'ack' ? event.error : null;
    if (event.type !== 'ack' || error?.code !== REACH_OUT_LOCKED.code) return this.#emit(event);
    const isLocked = await this.#lock.isBehindRefusal();
    this.#emit(isLocked ? { ...event, error: { ...error, waitMs: this.#lock.waitMs() } } : event);
  }

  #emit(event: EngineEvent): void {
    if (!this.#closed && !this.#silent) this.#host.emit(event);
  }
}
