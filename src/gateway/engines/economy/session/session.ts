import { isJidGroup } from 'baileys';
import type { MediaFetcher } from '../../../../platform/lib/media/fetcher.ts';
import {
  type EngineEvent,
  type EngineSession,
  Fenced,
  type GroupFacts,
  type OutboundMessage,
  type Preparation,
  type SendOutcome,
  type SessionHost,
} from '../../engine.ts';
import { UploadOnce } from '../../upload-once.ts';
import type { Connection } from '../connection/connection.ts';
import { fetchLockState } from '../connection/lock-state.ts';
import { removeDevice } from '../connection/remove-device.ts';
import { REACH_OUT_LOCKED } from '../outbound/acks.ts';
import { findRegistered } from '../outbound/find-registered.ts';
import { markRead } from '../outbound/mark-read.ts';
import { NOT_CONNECTED } from '../outbound/outcomes.ts';
import { prepareMedia, USABLE_MS } from '../outbound/prepare-media.ts';
import { showTyping } from '../outbound/show-typing.ts';
import { type AbsenceOf, transmit } from '../outbound/transmit.ts';
import { ConnectLoop, type ConnectLoopParts, type SharedConnectionParts } from './connect-loop.ts';
import { ReachOutLock } from './reach-out-lock.ts';

export type Shared = SharedConnectionParts &
  Pick<ConnectLoopParts, 'versions' | 'random' | 'nextPrefix'> & {
    media: MediaFetcher;
    absenceOf: AbsenceOf | undefined;
  };

export class EconomySession implements EngineSession {
  readonly #host: SessionHost;
  readonly #shared: Shared;
  readonly #log: Shared['log'];
  /** Outlives a connection: a restriction is of the number. */
  readonly #lock: ReachOutLock;
  readonly #loop: ConnectLoop;
  readonly #uploads: UploadOnce;
  #running: Promise<void> | null = null;
  #isClosed = false;
  #isLoggingOut = false;

  constructor(host: SessionHost, shared: Shared) {
    this.#host = host;
    this.#shared = shared;
    this.#log = shared.log.child({ deviceUuid: host.deviceUuid });
    this.#lock = this.#createLock();
    this.#loop = this.#createLoop();
    const { media } = shared;
    this.#uploads = new UploadOnce({
      media,
      files: host.files,
      usableMs: USABLE_MS,
      notConnected: NOT_CONNECTED,
    });
  }

  connect(codeFor?: string): void {
    if (this.#isClosed || this.#running) return;
    this.#running = this.#loop
      .run(codeFor ?? null)
      .catch((error) => this.#fail(error))
      .then((last) => {
        // A listener of the last event may connect again.
        this.#running = null;
        if (last) this.#emit(last);
      });
  }

  async send(message: OutboundMessage): Promise<SendOutcome> {
    const connection = this.#usableConnection();
    if (!connection) return NOT_CONNECTED;
    if (await this.#mustWait(message.to)) {
      const { code, message: text } = REACH_OUT_LOCKED;
      const pause = { scope: 'message', ms: this.#lock.waitMs() } as const;
      return { outcome: 'not_written', code, message: text, pause };
    }
    return transmit(connection, message, this.#shared);
  }

  async prepare(message: OutboundMessage, signal: AbortSignal): Promise<Preparation> {
    const connection = this.#usableConnection();
    if (!connection) return NOT_CONNECTED;
    const { endSignal, log, client } = connection;
    const line = { endSignal, log, put: client.sock.waUploadToServer };
    return prepareMedia(line, message, { ...this.#shared, uploads: this.#uploads }, signal);
  }

  async findRegistered(phones: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
    const connection = this.#usableConnection();
    return connection ? findRegistered(connection, phones) : new Map();
  }

  async readGroups(id: string | null): Promise<readonly GroupFacts[] | null> {
    return this.#usableConnection()?.client.groups.read(id) ?? null;
  }

  showTyping(to: string): void {
    this.#show((connection) => showTyping(connection, to), 'economy.typing_failed');
  }

  markRead(to: string, waMessageIds: readonly string[], authors?: ReadonlyMap<string, string>): void {
    this.#show((connection) => markRead(connection, to, waMessageIds, authors), 'economy.read_failed');
  }

  #show(show: (connection: Connection) => Promise<void>, failed: string): void {
    const connection = this.#usableConnection();
    if (connection) show(connection).catch((error) => this.#log.debug({ err: error }, failed));
  }

  async logout(timeoutMs: number): Promise<boolean> {
    if (this.#isClosed) return false;
    this.#isLoggingOut = true;
    const isConfirmed = await this.#removeDevice(timeoutMs).catch((error) => {
      this.#log.warn({ err: error }, 'economy.logout_failed');
      return false;
    });
    await this.close();
    if (isConfirmed) await this.#host.store.erase().catch((error) => this.#fail(error));
    return isConfirmed;
  }

  async close(): Promise<void> {
    this.#loop.stop();
    await this.#loop.closeConnection();
    this.#isClosed = true;
    this.#loop.terminate();
  }

  #usableConnection() {
    return this.#loop.isStopped ? null : this.#loop.openConnection;
  }

  /** Only for people who have never written. */
  async #mustWait(phone: string): Promise<boolean> {
    if (isJidGroup(phone) || !(await this.#lock.isLocked())) return false;
    // Another process has the device.
    return !(await this.#host.hasInbound(phone).catch(() => false));
  }

  /** True when the provider no longer knows this device. */
  async #removeDevice(timeoutMs: number): Promise<boolean> {
    const deadline = performance.now() + timeoutMs;
    if ((await this.#host.store.loadCreds()) === null) return true;
    this.connect();
    const { promise: timedOut, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, timeoutMs);
    await Promise.race([this.#loop.whenOpen(), this.#running, timedOut]);
    clearTimeout(timer);
    const connection = this.#loop.openConnection;
    if (this.#loop.isLoggedOut || !connection) return this.#loop.isLoggedOut;
    return removeDevice(connection, deadline - performance.now());
  }

  #createLock(): ReachOutLock {
    return new ReachOutLock({
      clock: this.#shared.clock,
      checkEveryMs: this.#shared.timing.lockCheckMs,
      known: this.#host.restriction,
      fetch: async () => {
        const connection = this.#loop.openConnection;
        return connection && fetchLockState(connection.client.sock);
      },
      emit: (event) => this.#emit(event),
    });
  }

  #createLoop(): ConnectLoop {
    const { versions, nextPrefix, random, media, absenceOf, ...shared } = this.#shared;
    return new ConnectLoop({
      host: this.#host,
      shared: { ...shared, log: this.#log },
      versions,
      random,
      nextPrefix,
      emit: (event) => this.#emit(event),
      onConnectionEvent: (event) => void this.#onConnectionEvent(event),
      onLockState: (state) => this.#lock.update(state),
    });
  }

  /** A refusal by the lock only delays the message. */
  async #onConnectionEvent(event: EngineEvent): Promise<void> {
    const error = event.type === 'ack' ? event.error : null;
    if (event.type !== 'ack' || error?.code !== REACH_OUT_LOCKED.code) return this.#emit(event);
    const isLocked = await this.#lock.explainsRefusal();
    this.#emit(isLocked ? { ...event, error: { ...error, waitMs: this.#lock.waitMs() } } : event);
  }

  /** Ends the session without an event. */
  #fail(error: unknown): null {
    if (error instanceof Fenced) this.#log.info({}, 'economy.fenced');
    else this.#log.error({ err: error }, 'economy.session_failed');
    this.#loop.stop();
    this.#isClosed = true;
    this.#loop.terminate();
    return null;
  }

  #emit(event: EngineEvent): void {
    if (!this.#isClosed && !this.#isLoggingOut) this.#host.emit(event);
  }
}
