import { type AuthenticationCreds, initAuthCreds, type WAVersion } from 'baileys';
import { type EngineEvent, Fenced, type SessionHost } from '../../engine.ts';
import { phoneOf } from '../addresses.ts';
import { Connection, type ConnectionParts } from '../connection/connection.ts';
import type { ConnectionEnd } from '../connection/connection-end.ts';
import { decodeCreds, isPaired } from '../keys/codec.ts';
import { BackOff } from './back-off.ts';
import type { ClientVersions } from './client-versions.ts';
import { hasNoAnswer, judgeEnding, type NextStep } from './disconnect-codes.ts';

export type SharedConnectionParts = Omit<
  ConnectionParts,
  'host' | 'creds' | 'version' | 'cachePrefix' | 'codeFor' | 'emit' | 'onOpen' | 'onLockState'
>;

export interface ConnectLoopParts {
  host: SessionHost;
  shared: SharedConnectionParts;
  versions: ClientVersions;
  random(): number;
  nextPrefix(): string;
  emit(event: EngineEvent): void;
  onConnectionEvent: ConnectionParts['emit'];
  onLockState: ConnectionParts['onLockState'];
}

export class ConnectLoop {
  readonly #parts: ConnectLoopParts;
  readonly #backOff: BackOff;
  #connection: Connection | null = null;
  #isStopped = false;
  #isLoggedOut = false;
  #version: WAVersion | undefined;
  #waitingForOpen: (() => void)[] = [];
  #reportedReason: string | null = null;
  #openedAt: number | null = null;
  #refusedSincePairing: number | null = null;
  #codeFor: string | null = null;

  constructor(parts: ConnectLoopParts) {
    this.#parts = parts;
    this.#backOff = new BackOff(parts.shared.timing, parts.random);
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  get isLoggedOut(): boolean {
    return this.#isLoggedOut;
  }

  get openConnection(): Connection | null {
    return this.#connection?.isOpen ? this.#connection : null;
  }

  /** Null: after a stop. Rejects when the store fails. `codeFor`: see `connect` of the session. */
  async run(codeFor: string | null): Promise<EngineEvent | null> {
    this.#codeFor = codeFor;
    this.#isStopped = false;
    this.#isLoggedOut = false;
    this.#reportedReason = null;
    this.#backOff.reset();
    const { store } = this.#parts.host;
    for (;;) {
      const stored = await store.loadCreds().catch((error) => this.#onUnreadable(error));
      if (this.#isStopped) return null;
      if (stored === 'unreadable') {
        await this.#waitBackOff('credentials_unreadable');
        continue;
      }
      const creds = stored ? decodeCreds(stored) : initAuthCreds();
      const end = await this.#connectOnce(creds);
      if (this.#isStopped) return null;
      // The QR has cleared the reported reason.
      if (end.isQrShown) {
        this.#reportedReason = null;
        // Each code is a notice on the phone: only the user asks for another one.
        this.#codeFor = null;
      }
      if (end.storeError instanceof Fenced) throw end.storeError;
      const last = await this.#continue(this.#judge(end, creds));
      if (last || this.#isStopped) return last;
    }
  }

  /** The current connection stays open. */
  stop(): void {
    this.#isStopped = true;
    this.#backOff.skip();
  }

  async closeConnection(): Promise<void> {
    await this.#connection?.close();
  }

  terminate(): void {
    this.#connection?.terminate();
  }

  whenOpen(): Promise<void> {
    if (this.openConnection) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waitingForOpen.push(resolve);
    });
  }

  /** Without credentials, it would pair again. */
  #onUnreadable(error: unknown): 'unreadable' {
    if (error instanceof Fenced || this.#isStopped) throw error;
    this.#parts.shared.log.error({ err: error }, 'economy.credentials_unreadable');
    return 'unreadable';
  }

  async #connectOnce(creds: AuthenticationCreds): Promise<ConnectionEnd> {
    const { host, shared, versions, nextPrefix, onConnectionEvent, onLockState } = this.#parts;
    this.#version = versions.current;
    const connection = new Connection({
      ...shared,
      host,
      creds,
      version: this.#version,
      cachePrefix: nextPrefix(),
      codeFor: this.#codeFor,
      emit: onConnectionEvent,
      onLockState,
      onOpen: () => void this.#onOpen(connection, creds),
    });
    this.#connection = connection;
    this.#openedAt = null;
    const end = await connection.ended;
    this.#connection = null;
    // The next connection reads these writes.
    await connection.client.vault.idle();
    return end;
  }

  async #onOpen(connection: Connection, creds: AuthenticationCreds): Promise<void> {
    this.#openedAt = performance.now();
    this.#refusedSincePairing = null;
    for (const resolve of this.#waitingForOpen.splice(0)) resolve();
    // Reports the login after its credentials are durable.
    await connection.client.vault.idle();
    if (!connection.isOpen) return;
    this.#reportedReason = null;
    this.#parts.emit({ type: 'connected', phoneNumber: phoneOf(creds.me?.id) ?? '' });
  }

  #judge(end: ConnectionEnd, creds: AuthenticationCreds): NextStep {
    if (end.isScanned) this.#refusedSincePairing = 0;
    else if (end.isFromServer && end.code === 401 && this.#refusedSincePairing !== null)
      this.#refusedSincePairing += 1;
    return judgeEnding({ ...end, isPaired: isPaired(creds), refusedSincePairing: this.#refusedSincePairing });
  }

  /** Null: the loop goes on. */
  async #continue(next: NextStep): Promise<EngineEvent | null> {
    const { host, shared, versions } = this.#parts;
    const { deviceUuid } = host;
    shared.log.info({ deviceUuid, ...next, host: new URL(shared.url).host }, 'economy.connection_ended');
    switch (next.action) {
      case 'restart':
        return null;
      case 'next_version':
        if (this.#version) versions.reject(this.#version);
        return this.#waitBackOff(next.reason);
      case 'back_off':
        return this.#waitBackOff(next.reason);
      case 'logged_out':
        await host.store.erase();
        this.#isLoggedOut = true;
        return { type: 'logged_out', reason: next.reason };
      case 'banned':
        return { type: 'banned', reason: next.reason };
      case 'stop':
        return { type: 'disconnected', reason: next.reason, final: true };
      case 'pairing_ended':
        return { type: 'pairing_ended', reason: next.reason };
      default:
        return next satisfies never;
    }
  }

  async #waitBackOff(reason: string): Promise<null> {
    const { stableAfterMs } = this.#parts.shared.timing;
    if (this.#openedAt !== null && performance.now() - this.#openedAt > stableAfterMs) this.#backOff.reset();
    if (this.#reportedReason !== reason) this.#parts.emit({ type: 'disconnected', reason, final: false });
    this.#reportedReason = reason;
    await this.#backOff.wait(hasNoAnswer(reason));
    return null;
  }
}
