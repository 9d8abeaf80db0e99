import type { Agent } from 'node:https';
import {
  type AuthenticationCreds,
  type BinaryNode,
  buildPairingQRData,
  type ConnectionState,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  getErrorCodeFromStreamError,
  makeWASocket,
  type ReachoutTimelockState,
  S_WHATSAPP_NET,
  type WASocket,
  type WAVersion,
} from 'baileys';
import type { Clock } from '../../../lib/clock.ts';
import type { Log } from '../../../lib/log.ts';
import type { EngineEvent, SessionHost } from '../../engine.ts';
import { isOwn, phoneOf } from '../addresses.ts';
import { ArrivalOrder } from '../inbound/arrival-order.ts';
import { HeldMessages } from '../inbound/unmapped-messages.ts';
import { encodeCreds } from '../keys/codec.ts';
import { Ratchets, type WorkScope } from '../keys/ratchets.ts';
import { signalKeys } from '../keys/signal-keys.ts';
import { type KeyCache, KeyVault } from '../keys/vault.ts';
import { contentOf } from '../outbound/content.ts';
import { readAck, readReceipts } from '../outbound/receipts.ts';
import { deviceCache, Recipients } from '../outbound/recipients.ts';
import type { Ending } from '../session/disconnect-codes.ts';
import type { LockWord } from '../session/reach-out-lock.ts';
import { clientLogger } from '../silence-libsignal.ts';
import type { Timing } from '../timing.ts';
import { freeSocket, hangUp } from './close-socket.ts';
import { showCodes } from './pairing-codes.ts';
import { makeRepository } from './signal-repository.ts';
import { BROWSER, fixedOptions } from './socket-options.ts';

export interface ConnectionParts {
  host: SessionHost;
  creds: AuthenticationCreds;
  url: string;
  uploadAgent: Agent | undefined;
  version: WAVersion;
  cache: KeyCache;
  /** Tells the keys of this connection from all others in the cache. */
  cachePrefix: string;
  scope: WorkScope;
  timing: Timing;
  clock: Clock;
  log: Log;
  emit(event: EngineEvent): void;
  /** What the network says of the number's right to start chats, without being asked. */
  heardOfLock(word: LockWord): void;
  opened(connection: Connection): void;
}

export type Ended = Pick<Ending, 'code' | 'spoken' | 'codeShown'> & {
  /** True once the phone has scanned: the server restarts the stream next. */
  paired: boolean;
  /** Set when the store failed; Fenced among others. */
  storeError?: unknown;
};

const TIMED_OUT = 408;
const CLOSED = 428;
/** A server that ended the stream closes the socket within this time, or we do. */
const CLOSING_MS = 1000;

/** One socket of the client, from the first byte to the last; never reused. */
export class Connection {
  readonly creds: AuthenticationCreds;
  readonly log: Log;
  readonly sock: WASocket;
  readonly vault: KeyVault;
  readonly ratchets: Ratchets;
  readonly recipients: Recipients;
  readonly ended: Promise<Ended>;
  /** Aborted at the end. Work that comes and goes listens here, and stops listening: what waits for `ended` is kept until then. */
  readonly over: AbortSignal;
  /** Resolves some time after the login, when sends may begin. */
  readonly settled: Promise<void>;
  readonly #parts: ConnectionParts;
  readonly #devices: ReturnType<typeof deviceCache>;
  readonly #end = Promise.withResolvers<Ended>();
  readonly #stop = new AbortController();
  readonly #settle = Promise.withResolvers<void>();
  /** Which stanza a ciphertext came in, while it is being handled. */
  readonly #stanzas = new WeakMap<object, BinaryNode>();
  readonly #order = new ArrivalOrder();
  readonly #timers = new Set<NodeJS.Timeout>();
  #deadline: NodeJS.Timeout | undefined;
  #stopCodes: (() => void) | null = null;
  #codeShown = false;
  #paired = false;
  #spoken: number | null = null;
  #open = false;
  #over = false;
  #lastFrame = performance.now();
  #lastHealthy = Number.NEGATIVE_INFINITY;

  constructor(parts: ConnectionParts) {
    const { host, creds, clock, log, scope, cache, cachePrefix } = parts;
    this.#parts = parts;
    this.creds = creds;
    this.log = log;
    this.ended = this.#end.promise;
    this.over = this.#stop.signal;
    this.settled = this.#settle.promise;
    const storeFailed = (storeError: unknown) => this.#cut(CLOSED, { storeError });
    this.vault = new KeyVault(host.store, cache, cachePrefix, storeFailed);
    this.ratchets = new Ratchets(this.vault, scope);
    this.#devices = deviceCache(this.vault, clock);
    this.sock = this.#start();
    this.recipients = new Recipients(this.sock, creds, this.#devices);
    this.#armDeadline();
    this.#listen();
  }

  get isOpen(): boolean {
    return this.#open && !this.#over;
  }

  isOwn(jid: string): boolean {
    return isOwn(jid, this.creds);
  }

  /** Whether the number may start new chats; null when the server does not answer. */
  async askLock(): Promise<LockWord | null> {
    const answer = await this.sock.fetchAccountReachoutTimelock().catch(() => null);
    return answer && wordOf(answer);
  }

  /** Gives up the line; `ended` resolves and nothing more is emitted. */
  cut(code = CLOSED): void {
    this.#cut(code, {});
  }

  /** Lets work that is under way finish, says goodbye, cuts. */
  async close(): Promise<void> {
    if (this.#over) return;
    const drained = this.ratchets.run(async () => {}).then(() => this.vault.idle());
    await Promise.race([drained.catch(() => {}), this.#sleep(this.#parts.timing.drainMs), this.ended]);
    if (!this.#over) await Promise.race([hangUp(this.sock), this.#sleep(CLOSING_MS / 2), this.ended]);
    this.cut();
  }

  /** Takes the device off the account; true when the server confirmed, by an answer or by ending the stream with 401. */
  async logOut(timeoutMs: number): Promise<boolean> {
    const jid = this.creds.me?.id;
    if (!jid || timeoutMs <= 0) return false;
    const remove = { tag: 'remove-companion-device', attrs: { jid, reason: 'user_initiated' } };
    const attrs = { to: S_WHATSAPP_NET, type: 'set', xmlns: 'md' };
    const answered = this.sock
      .query({ tag: 'iq', attrs, content: [remove] }, timeoutMs)
      .then((answer) => answer !== undefined)
      .catch(() => false);
    const thrownOut = this.ended.then(({ spoken, code }) => spoken && code === 401);
    return (await Promise.race([answered, thrownOut])) || (this.#over && (await thrownOut));
  }

  #start(): WASocket {
    const { host, creds, url, uploadAgent, version, timing, clock, log } = this.#parts;
    const held = new HeldMessages(this.vault, this.ratchets, log);
    const keys = signalKeys({ vault: this.vault, ratchets: this.ratchets, held, log });
    return makeWASocket({
      ...fixedOptions(timing),
      waWebSocketUrl: url,
      version,
      ...(uploadAgent && { fetchAgent: uploadAgent }),
      auth: { creds, keys },
      makeSignalRepository: makeRepository({
        creds,
        keys,
        held,
        clock,
        vault: this.vault,
        ratchets: this.ratchets,
        order: this.#order,
        stanzaOf: (ciphertext) => this.#stanzas.get(ciphertext),
        confirm: (stanza) => this.#confirm(stanza),
      }),
      logger: clientLogger(log, host.deviceUuid),
      userDevicesCache: this.#devices,
      getMessage: async ({ id }) => {
        const message = id ? await host.findSent(id) : null;
        return (message && contentOf(message)) ?? undefined;
      },
    });
  }

  async #confirm({ attrs }: BinaryNode): Promise<void> {
    if (!attrs.from || !attrs.id || this.isOwn(attrs.from)) return;
    await this.sock.sendReceipt(attrs.from, attrs.participant, [attrs.id], 'inactive');
  }

  #listen(): void {
    const { sock } = this;
    // Emitted for every frame before the client itself looks at it.
    sock.ws.on('frame', (frame: BinaryNode | Uint8Array) => this.#onFrame(frame));
    this.#orderMessages();
    sock.ev.on('creds.update', () => this.#saveCreds());
    sock.ev.on('connection.update', (update) => this.#onUpdate(update));
    const { deafAfterMs, stuckAfterMs } = this.#parts.timing;
    this.#every(Math.min(deafAfterMs, stuckAfterMs) / 5, () => this.#watch(deafAfterMs, stuckAfterMs));
  }

  /** The client hears of each message stanza when it is that stanza's turn. */
  #orderMessages(): void {
    const { ws } = this.sock;
    const emit = ws.emit.bind(ws);
    ws.emit = (event, ...args) => {
      if (event !== 'CB:message') return emit(event, ...args);
      this.#order.arrive(args[0], () => emit(event, ...args));
      return true;
    };
  }

  #onFrame(frame: BinaryNode | Uint8Array): void {
    if (this.#over) return;
    this.#lastFrame = performance.now();
    if (frame instanceof Uint8Array) return;
    this.#reportHealth();
    const handle = this.#handlers[frame.tag];
    if (handle) handle(frame);
  }

  /** What is read from the raw stanzas, by their tag; the client goes on to handle them itself. */
  readonly #handlers: Readonly<Record<string, (node: BinaryNode) => void>> = {
    message: (node) => this.#remember(node),
    ack: (node) => this.#onAck(node),
    receipt: (node) => {
      for (const receipt of readReceipts(node, this.#parts.clock)) this.#parts.emit(receipt);
    },
    iq: (node) => this.#onPairDevice(node),
    ib: (node) => {
      if (getBinaryNodeChild(node, 'downgrade_webclient')) this.#onVerdict(411);
    },
    failure: (node) => this.#onVerdict(Number(node.attrs.reason ?? 500)),
    'stream:error': (node) => this.#onVerdict(getErrorCodeFromStreamError(node).statusCode),
  };

  #remember(stanza: BinaryNode): void {
    for (const node of getBinaryNodeChildren(stanza, 'enc')) {
      if (node.content instanceof Uint8Array) this.#stanzas.set(node.content, stanza);
    }
  }

  #onAck(node: BinaryNode): void {
    const ack = readAck(node, this.#parts.clock);
    if (!ack) return;
    const phone = phoneOf(node.attrs.from);
    // The devices we know are not the recipient's any more; the next try asks again.
    if (ack.error?.code === 'stale_session' && phone)
      Promise.resolve(this.#devices.del(phone)).catch(() => {});
    this.#parts.emit(ack);
  }

  #onPairDevice(node: BinaryNode): void {
    const pairDevice = getBinaryNodeChild(node, 'pair-device');
    if (!pairDevice || this.#codeShown) return;
    const { creds } = this;
    const base64 = (key: Uint8Array) => Buffer.from(key).toString('base64');
    const keys = [
      base64(creds.noiseKey.public),
      base64(creds.signedIdentityKey.public),
      creds.advSecretKey,
    ] as const;
    clearTimeout(this.#deadline);
    this.#codeShown = true;
    this.#stopCodes = showCodes({
      refs: getBinaryNodeChildren(pairDevice, 'ref').map(({ content }) => String(content)),
      codeOf: (ref) => buildPairingQRData(ref, ...keys, BROWSER),
      timing: this.#parts.timing,
      show: (code, validMs) => this.#parts.emit({ type: 'qr', code, validMs }),
      expired: () => this.cut(TIMED_OUT),
    });
  }

  /** The server says why it ends the stream and is about to close it. */
  #onVerdict(code: number): void {
    this.#spoken = code;
    this.#after(CLOSING_MS, () => this.cut(code));
  }

  #onUpdate({ connection, isNewLogin, lastDisconnect, reachoutTimeLock }: Partial<ConnectionState>): void {
    if (this.#over) return;
    if (reachoutTimeLock) this.#parts.heardOfLock(wordOf(reachoutTimeLock));
    if (isNewLogin) {
      this.#paired = true;
      this.#stopCodes?.();
      this.#armDeadline();
    }
    if (connection === 'open') this.#onOpen();
    if (connection === 'close') {
      // A Boom of the client; its class is not ours to import.
      const error = lastDisconnect?.error as { output?: { statusCode?: number } } | undefined;
      this.cut(error?.output?.statusCode ?? CLOSED);
    }
  }

  #onOpen(): void {
    clearTimeout(this.#deadline);
    this.#open = true;
    this.#after(this.#parts.timing.settleMs, () => this.#settle.resolve());
    this.#parts.opened(this);
  }

  #saveCreds(): void {
    // Before the scan there is nothing worth keeping: the next attempt makes new ones.
    if (!this.creds.me?.id || this.#over) return;
    this.vault.write({ creds: encodeCreds(this.creds) }).catch(() => {});
  }

  #reportHealth(): void {
    const { timing, clock, emit } = this.#parts;
    if (!this.#open || this.#lastFrame - this.#lastHealthy < timing.healthyEveryMs) return;
    this.#lastHealthy = this.#lastFrame;
    emit({ type: 'healthy', at: clock.now() });
  }

  #watch(deafAfterMs: number, stuckAfterMs: number): void {
    if (!this.#open) return;
    const now = performance.now();
    const deaf = now - this.#lastFrame > deafAfterMs;
    const stuck = now - (this.ratchets.heldSince ?? now) > stuckAfterMs && !this.vault.waiting;
    if (!deaf && !stuck) return;
    this.log.warn({ deviceUuid: this.#parts.host.deviceUuid, deaf, stuck }, 'economy.line_abandoned');
    this.cut();
  }

  #cut(code: number, failure: { storeError?: unknown }): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#deadline);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#stopCodes?.();
    this.#order.close();
    this.ratchets.close();
    this.vault.close();
    freeSocket(this.sock);
    this.#stop.abort();
    const spoken = this.#spoken !== null;
    this.#end.resolve({
      code: this.#spoken ?? code,
      spoken,
      codeShown: this.#codeShown,
      paired: this.#paired,
      ...failure,
    });
  }

  #armDeadline(): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(
      () => this.cut(this.#codeShown ? CLOSED : TIMED_OUT),
      this.#parts.timing.connectDeadlineMs,
    );
  }

  #after(ms: number, task: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      task();
    }, ms);
    this.#timers.add(timer);
  }

  #every(ms: number, task: () => void): void {
    this.#timers.add(setInterval(task, ms));
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.#after(ms, resolve));
  }
}

const wordOf = ({ isActive, timeEnforcementEnds }: ReachoutTimelockState): LockWord => ({
  isActive: isActive ?? false,
  ends: timeEnforcementEnds ?? null,
});
