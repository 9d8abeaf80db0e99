import { setTimeout as sleep } from 'node:timers/promises';
import { type AuthenticationCreds, isJidGroup } from 'baileys';
import { element, FROM_SERVER, protocolTime } from '../../sandbox/whatsapp/node.ts';
import { jidOf, phoneOf } from '../../src/gateway/engines/economy/addresses.ts';
import { decodeCreds } from '../../src/gateway/engines/economy/keys/codec.ts';
import { NOT_CONNECTED } from '../../src/gateway/engines/economy/outbound/outcomes.ts';
import { prepareMedia, USABLE_MS } from '../../src/gateway/engines/economy/outbound/prepare-media.ts';
import { judgeEnding } from '../../src/gateway/engines/economy/session/disconnect-codes.ts';
import {
  type EngineEvent,
  type EngineSession,
  Fenced,
  type GroupFacts,
  type OutboundMessage,
  type Preparation,
  type SendOutcome,
  type SessionHost,
} from '../../src/gateway/engines/engine.ts';
import { UploadOnce } from '../../src/gateway/engines/upload-once.ts';
import { type Clock, MINUTE, SECOND } from '../../src/platform/lib/clock.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import type { MediaFetcher } from '../../src/platform/lib/media/fetcher.ts';
import { newAccount, qrOf } from './account.ts';
import { Connection, type End } from './connection.ts';
import { findPeople, readGroups } from './directory.ts';
import { putFile } from './upload.ts';
import { write } from './write.ts';

export interface DriverParts {
  url: string;
  trustRoot: Uint8Array;
  media: MediaFetcher;
  clock: Clock;
  /** Before the line opens again, and at most for work that runs at a close. */
  waitMs: number;
}

const HEALTHY_EVERY_MS = 10 * SECOND;
const TIMING = { uploadTimeoutMs: 5 * MINUTE, sendTimeoutMs: 30 * SECOND };
const [FIRST_CODE_MS, NEXT_CODE_MS] = [MINUTE, 20 * SECOND];
const SEND_FAILED = {
  outcome: 'not_written',
  code: 'send_failed',
  message: 'The message was not sent.',
} as const;

export class SecondSession implements EngineSession {
  readonly #host: SessionHost;
  readonly #parts: DriverParts;
  readonly #uploads: UploadOnce;
  readonly #stop = new AbortController();
  #connection: Connection | null = null;
  #opened = Promise.withResolvers<void>();
  #isRunning = false;
  #isLoggingOut = false;
  #healthyAt = Number.NEGATIVE_INFINITY;

  constructor(host: SessionHost, parts: DriverParts) {
    this.#host = host;
    this.#parts = parts;
    const { media } = parts;
    const common = { usableMs: USABLE_MS, notConnected: NOT_CONNECTED };
    this.#uploads = new UploadOnce({ media, files: host.files, ...common });
  }

  connect(codeFor?: string): void {
    if (this.#isRunning || this.#stop.signal.aborted) return;
    this.#isRunning = true;
    if (codeFor !== undefined) this.#emit({ type: 'pairing_code', state: 'refused' });
    void this.#run()
      .catch(() => this.#stop.abort())
      .then((last) => {
        // A listener of the last event may connect again.
        this.#isRunning = false;
        if (last) this.#emit(last);
      });
  }

  async send(message: OutboundMessage): Promise<SendOutcome> {
    const connection = this.#open;
    if (!connection) return NOT_CONNECTED;
    const { endSignal } = connection.line;
    const { promise: ended, resolve } = Promise.withResolvers<SendOutcome>();
    const end = () => resolve(NOT_CONNECTED);
    endSignal.addEventListener('abort', end);
    try {
      return await Promise.race([write(connection, message), ended]);
    } catch (error) {
      if (error instanceof Fenced) connection.fail(error);
      return SEND_FAILED;
    } finally {
      endSignal.removeEventListener('abort', end);
    }
  }

  async prepare(message: OutboundMessage, signal: AbortSignal): Promise<Preparation> {
    const { line } = this.#open ?? {};
    if (!line) return NOT_CONNECTED;
    const { url, clock } = this.#parts;
    const uploading = { endSignal: line.endSignal, log: silentLog, put: putFile(line, url) };
    return prepareMedia(uploading, message, { uploads: this.#uploads, timing: TIMING, clock }, signal);
  }

  async findRegistered(phones: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
    const connection = this.#open;
    const found = (connection && (await findPeople(connection.line, phones))) ?? [];
    return new Map(found.map(({ asked, isRegistered }) => [asked, isRegistered]));
  }

  async readGroups(id: string | null): Promise<readonly GroupFacts[] | null> {
    const connection = this.#open;
    const groups = connection && (await readGroups(connection.line, id));
    return groups?.map(({ facts }) => facts) ?? null;
  }

  showTyping(to: string): void {
    this.#open?.line.send(element('chatstate', { to: jidOf(to) }, [element('composing')]));
  }

  markRead(to: string, ids: readonly string[], authors: ReadonlyMap<string, string> = new Map()): void {
    for (const id of ids) {
      const author = authors.get(id);
      const participant = isJidGroup(to) && author !== undefined ? jidOf(author) : undefined;
      const t = protocolTime(this.#parts.clock.now());
      this.#open?.line.send(element('receipt', { id, to: jidOf(to), participant, type: 'read', t }));
    }
  }

  async logout(timeoutMs: number): Promise<boolean> {
    if (this.#stop.signal.aborted) return false;
    this.#isLoggingOut = true;
    const { store } = this.#host;
    const isConfirmed = await this.#removeDevice(timeoutMs).catch(() => false);
    await this.close();
    if (isConfirmed) await store.erase();
    return isConfirmed;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    const connection = this.#connection;
    if (!connection) return;
    await Promise.race([connection.idle(), sleep(this.#parts.waitMs), connection.ended]);
    connection.line.cut();
  }

  get #open(): Connection | null {
    return this.#connection?.isOpen && !this.#stop.signal.aborted ? this.#connection : null;
  }

  /** Null: after a stop. Rejects when another process has the device. */
  async #run(): Promise<EngineEvent | null> {
    const { store } = this.#host;
    for (;;) {
      const stored = await store.loadCreds();
      if (this.#stop.signal.aborted) return null;
      const end = await this.#connectOnce(stored ? decodeCreds(stored) : newAccount());
      if (end.error) throw end.error;
      const last = this.#stop.signal.aborted ? null : await this.#judge(end);
      if (last || this.#stop.signal.aborted) return last;
    }
  }

  async #connectOnce(creds: AuthenticationCreds): Promise<End> {
    const { url, trustRoot, clock } = this.#parts;
    const connection = new Connection({
      ...{ host: this.#host, creds, url, trustRoot, clock },
      emit: (event) => this.#emit(event),
      onReferences: (refs) => void this.#showCodes(connection, refs),
      onOpen: () => {
        this.#opened.resolve();
        this.#emit({ type: 'connected', phoneNumber: phoneOf(connection.creds.me?.id) });
      },
    });
    this.#connection = connection;
    return connection.ended;
  }

  async #showCodes({ line, creds }: Connection, refs: readonly string[]): Promise<void> {
    for (const [index, ref] of refs.entries()) {
      const validMs = index === 0 ? FIRST_CODE_MS : NEXT_CODE_MS;
      this.#emit({ type: 'qr', code: qrOf(creds, ref), validMs });
      await sleep(validMs, undefined, { signal: line.endSignal }).catch(() => {});
      if (line.endSignal.aborted) return;
    }
    line.cut();
  }

  /** Null: the line opens again. */
  async #judge({ code, isPaired }: End): Promise<EngineEvent | null> {
    const next = judgeEnding({
      ...{ code: code ?? 428, isFromServer: code !== null, isPaired, refusedSincePairing: null },
      ...{ isPasskeyAsked: false, pairingEnd: null, unreached: null },
    });
    switch (next.action) {
      case 'restart':
        return null;
      case 'logged_out':
        await this.#host.store.erase();
        return { type: 'logged_out', reason: next.reason };
      case 'banned':
        return { type: 'banned', reason: next.reason };
      case 'stop':
        return { type: 'disconnected', reason: next.reason, final: true };
      case 'pairing_ended':
        return { type: 'pairing_ended', reason: next.reason };
      default:
        this.#emit({ type: 'disconnected', reason: next.reason, final: false });
        await sleep(this.#parts.waitMs, undefined, { signal: this.#stop.signal }).catch(() => {});
        return null;
    }
  }

  async #removeDevice(timeoutMs: number): Promise<boolean> {
    if ((await this.#host.store.loadCreds()) === null) return true;
    this.connect();
    const timeout = sleep(timeoutMs).then(() => null);
    await Promise.race([this.#opened.promise, timeout]);
    const connection = this.#open;
    const jid = connection?.creds.me?.id;
    if (!connection || !jid) return false;
    const remove = element('remove-companion-device', { jid, reason: 'user_initiated' });
    const answer = connection.line.query({ to: FROM_SERVER, type: 'set', xmlns: 'md' }, [remove]);
    return (await Promise.race([answer, timeout])) !== null;
  }

  #emit(event: EngineEvent): void {
    if (this.#stop.signal.aborted || this.#isLoggingOut) return;
    if (event.type === 'healthy' && event.at.getTime() - this.#healthyAt < HEALTHY_EVERY_MS) return;
    if (event.type === 'healthy') this.#healthyAt = event.at.getTime();
    this.#host.emit(event);
  }
}
