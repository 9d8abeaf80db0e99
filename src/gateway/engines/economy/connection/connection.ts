import type { IncomingMessage } from 'node:http';
import { type AuthenticationCreds, type BinaryNode, type ConnectionState, jidNormalizedUser } from 'baileys';
import type { EngineEvent } from '../../engine.ts';
import { isOwn } from '../addresses.ts';
import { encodeCreds, isPaired } from '../keys/codec.ts';
import { type Client, type ClientParts, createClient } from './client.ts';
import { closeGracefully, destroySocket } from './close-socket.ts';
import { CONNECTION_LOST, type ConnectionEnd } from './connection-end.ts';
import { type LockState, lockStateOf } from './lock-state.ts';
import { Login } from './login.ts';
import { readStanza } from './read-stanza.ts';
import { shapeOf } from './stanza-shape.ts';
import { Timers } from './timers.ts';
import { blockedBy, unreachedBy } from './unreached.ts';
import { Watchdog } from './watchdog.ts';

export interface ConnectionParts extends ClientParts {
  codeFor: string | null;
  emit(event: EngineEvent): void;
  onLockState(state: LockState): void;
  onOpen(): void;
}

/** Kurir does not depend on that package. */
interface Boom {
  output?: { statusCode?: number };
  data?: { code?: unknown };
}

/** The server closes the socket after it announces an end. */
const CLOSING_MS = 1000;

export class Connection {
  readonly client: Client;
  readonly ended: Promise<ConnectionEnd>;
  /** A handler of `ended` would keep messages in memory. */
  readonly endSignal: AbortSignal;
  readonly sendable: Promise<void>;
  readonly #parts: ConnectionParts;
  readonly #timers = new Timers();
  readonly #watchdog: Watchdog;
  readonly #login: Login;
  readonly #end = Promise.withResolvers<ConnectionEnd>();
  readonly #abort = new AbortController();
  readonly #allowSends = Promise.withResolvers<void>();
  #serverCode: number | null = null;
  #isOpen = false;
  #isEnded = false;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.ended = this.#end.promise;
    this.endSignal = this.#abort.signal;
    this.sendable = this.#allowSends.promise;
    this.#watchdog = new Watchdog(parts.timing);
    this.#login = new Login(parts, (code) => this.terminate(code));
    this.client = createClient(parts, (storeError) => this.#terminate(CONNECTION_LOST, { storeError }));
    this.#login.startDeadline();
    this.#listen();
  }

  get isOpen(): boolean {
    return this.#isOpen && !this.#isEnded;
  }

  get creds(): AuthenticationCreds {
    return this.#parts.creds;
  }

  get log(): ConnectionParts['log'] {
    return this.#parts.log;
  }

  get ownJid(): string {
    return jidNormalizedUser(this.creds.me?.id);
  }

  isOwn(jid: string): boolean {
    return isOwn(jid, this.creds);
  }

  terminate(code = CONNECTION_LOST): void {
    this.#terminate(code, {});
  }

  async close(): Promise<void> {
    if (this.#isEnded) return;
    const { ratchets, vault, sock } = this.client;
    const idle = ratchets.run(async () => {}).then(() => vault.idle());
    await Promise.race([idle.catch(() => {}), this.#timers.sleep(this.#parts.timing.drainMs), this.ended]);
    if (!this.#isEnded) {
      await Promise.race([closeGracefully(sock), this.#timers.sleep(CLOSING_MS / 2), this.ended]);
    }
    this.terminate();
  }

  #listen(): void {
    const { sock } = this.client;
    // Emitted before the client handles the frame.
    sock.ws.on('frame', (frame: BinaryNode | Uint8Array) => this.#onFrame(frame));
    // With a listener, which Baileys sets too, the web socket does not end by itself before its time limit.
    sock.ws.on('unexpected-response', (_request: unknown, { statusCode }: IncomingMessage) =>
      this.#terminate(CONNECTION_LOST, { unreached: blockedBy(statusCode) }),
    );
    sock.ev.on('creds.update', () => this.#onCreds());
    sock.ev.on('connection.update', (update) => this.#onUpdate(update));
    this.#timers.every(this.#watchdog.intervalMs, () => this.#checkHealth());
  }

  #onFrame(frame: BinaryNode | Uint8Array): void {
    if (this.#isEnded) return;
    this.#watchdog.frameReceived();
    if (frame instanceof Uint8Array) return;
    const { clock, emit } = this.#parts;
    if (!this.#isOpen) this.#trace(frame);
    else if (this.#watchdog.takeHealthy()) emit({ type: 'healthy', at: clock.now() });
    readStanza(frame, this.client, clock, {
      emit,
      pairDevice: (node) => this.#login.showCodes(node, this.client.sock),
      notification: (node) => this.#login.readNotice(node, this.client.sock),
      answer: (iq) => this.#login.readAnswer(iq),
      streamEnded: (code) => this.#onStreamEnded(code),
    });
  }

  /** What `kurir device trace` shows of a pairing. */
  #trace(frame: BinaryNode): void {
    const { deviceUuid } = this.#parts.host;
    if (this.log.isLevelEnabled('debug'))
      this.log.debug({ deviceUuid, stanza: shapeOf(frame) }, 'economy.stanza');
  }

  #onStreamEnded(code: number): void {
    this.#serverCode = code;
    this.#timers.after(CLOSING_MS, () => this.terminate(code));
  }

  #onUpdate({ connection, isNewLogin, lastDisconnect, reachoutTimeLock }: Partial<ConnectionState>): void {
    if (this.#isEnded) return;
    if (reachoutTimeLock) this.#parts.onLockState(lockStateOf(reachoutTimeLock));
    if (isNewLogin) this.#login.scanned();
    if (connection === 'open') this.#onOpen();
    if (connection === 'close') {
      const error = lastDisconnect?.error as Boom | undefined;
      const unreached = this.#isOpen ? null : unreachedBy(error?.data);
      this.#terminate(error?.output?.statusCode ?? CONNECTION_LOST, { unreached });
    }
  }

  #onOpen(): void {
    this.#login.opened();
    this.#isOpen = true;
    this.#timers.after(this.#parts.timing.sendDelayMs, () => this.#allowSends.resolve());
    void this.client.groups.opened();
    this.#parts.onOpen();
  }

  #onCreds(): void {
    if (this.#isEnded) return;
    this.#login.credsChanged();
    // The next connection makes new credentials.
    if (!isPaired(this.creds)) return;
    this.client.vault.write({ creds: encodeCreds(this.creds) }).catch(() => {});
  }

  #checkHealth(): void {
    const fault = this.#isOpen ? this.#watchdog.findFault(this.client) : null;
    if (!fault) return;
    const { deviceUuid } = this.#parts.host;
    this.log.warn({ deviceUuid, deaf: fault.isSilent, stuck: fault.isStuck }, 'economy.line_abandoned');
    this.terminate();
  }

  #terminate(code: number, failure: Partial<Pick<ConnectionEnd, 'storeError' | 'unreached'>>): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#timers.clear();
    this.#login.stop();
    const { sock, order, unreadable, ratchets, vault } = this.client;
    order.close();
    unreadable.close();
    ratchets.close();
    vault.close();
    destroySocket(sock);
    this.#abort.abort();
    this.#end.resolve({
      code: this.#serverCode ?? code,
      isFromServer: this.#serverCode !== null,
      isQrShown: this.#login.isQrShown,
      isPasskeyAsked: this.#login.isPasskeyAsked,
      pairingEnd: this.#login.pairingEnd,
      isScanned: this.#login.isScanned,
      unreached: null,
      ...failure,
    });
  }
}
