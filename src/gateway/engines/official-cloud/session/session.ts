import { setTimeout as wait } from 'node:timers/promises';
import type { MediaFetcher } from '../../../../platform/lib/media/fetcher.ts';
import {
  CALL_LIMIT_MS,
  type EngineSession,
  Fenced,
  type GroupFacts,
  type OutboundMessage,
  type Preparation,
  type SendOutcome,
  type SessionHost,
} from '../../engine.ts';
import { UploadOnce } from '../../upload-once.ts';
import type { OfficialCredentials } from '../credentials/credentials.ts';
import type { GraphReply } from '../graph/reply.ts';
import { type Trouble, troubleIn } from '../graph/trouble.ts';
import { groupIdOf } from '../group-ids.ts';
import { bodyOf, uploadIdOf } from '../sending/message-body.ts';
import { isMissingFile, judgeReply, NOT_CONNECTED, NOT_PREPARED } from '../sending/outcome.ts';
import { PairRefusals } from '../sending/pair-rate.ts';
import { prepareFile, USABLE_MS } from '../sending/prepare-file.ts';
import type { RecipientIds } from '../sending/recipient-ids.ts';
import { headerFileOf } from '../sending/template-body.ts';
import { DeviceCredentials } from './device-credentials.ts';
import { readGroups } from './group-calls.ts';
import { HealthCheck, type HealthCheckOptions } from './health-check.ts';
import { NumberCalls } from './number-calls.ts';
import { RestrictionReports } from './restriction-reports.ts';
import { RunningWork } from './running-work.ts';

export interface SessionOptions extends HealthCheckOptions {
  media: MediaFetcher;
  recipients: RecipientIds;
  /** How long `close` waits for sends. */
  drainMs: number;
}

const STILL_UPLOADING: Preparation = {
  outcome: 'not_written',
  code: 'upload_failed',
  message: 'The provider does not have the file yet, and Kurir uploads it.',
};

const REASONS = { token: 'token_refused', number: 'number_not_registered', ban: 'banned' } as const;

/** Connected, without a connection, until credentials are refused. */
export class OfficialSession implements EngineSession {
  readonly #host: SessionHost;
  readonly #options: SessionOptions;
  readonly #credentials: DeviceCredentials;
  readonly #number: NumberCalls;
  readonly #uploads: UploadOnce;
  readonly #restrictions: RestrictionReports;
  readonly #health: HealthCheck;
  readonly #pairRefusals = new PairRefusals();
  readonly #work = new RunningWork();
  /** Ends checks and uploads. */
  readonly #closing = new AbortController();
  /** Ends sends that outlast the drain. */
  readonly #drained = new AbortController();
  /** `ending`: credentials refused; calls still run. */
  #state: 'new' | 'connecting' | 'connected' | 'ending' | 'closed' = 'new';

  constructor(host: SessionHost, options: SessionOptions) {
    this.#host = host;
    this.#options = options;
    this.#credentials = new DeviceCredentials(host.store, (error) => this.#loadFailed(error));
    this.#number = new NumberCalls(options.graph, this.#credentials, (reply, used) =>
      this.#noteReply(reply, used),
    );
    const { media } = options;
    this.#uploads = new UploadOnce({
      media,
      files: host.files,
      usableMs: USABLE_MS,
      notConnected: NOT_CONNECTED,
    });
    this.#restrictions = new RestrictionReports(options.clock, (event) => host.emit(event));
    this.#health = new HealthCheck(options, {
      deviceUuid: host.deviceUuid,
      credentials: this.#credentials,
      work: this.#work,
      closing: this.#closing.signal,
      isConnected: () => this.#state === 'connected',
      emit: (event) => host.emit(event),
      giveUp: (trouble, refused) => this.#giveUp(trouble, refused),
    });
  }

  connect(): void {
    if (this.#state !== 'new') return;
    this.#state = 'connecting';
    void this.#work.track(this.#connect());
  }

  prepare(message: OutboundMessage, signal: AbortSignal): Promise<Preparation> {
    if (this.#state !== 'connected') return Promise.resolve(NOT_CONNECTED);
    const either = AbortSignal.any([signal, this.#closing.signal]);
    return this.#work.track(prepareFile(this.#uploads, this.#number, message, { signal: either }));
  }

  send(message: OutboundMessage): Promise<SendOutcome> {
    if (this.#state !== 'connected') return Promise.resolve(NOT_CONNECTED);
    const header = message.template && headerFileOf(message.template);
    if (header) return this.#work.track(this.#sendWithHeader({ ...message, mediaUrl: header.mediaUrl }));
    const body = bodyOf(message);
    return body ? this.#work.track(this.#sendWhole(message, body)) : Promise.resolve(NOT_PREPARED);
  }

  /** Also marks the message as read (`typingMarksRead`). */
  showTyping(_to: string, waMessageId: string): void {
    this.#show(waMessageId, { typing_indicator: { type: 'text' } });
  }

  /** Also marks earlier messages of the chat. */
  markRead(_to: string, waMessageIds: readonly string[]): void {
    const newest = waMessageIds.at(-1);
    if (newest !== undefined) this.#show(newest);
  }

  #show(message_id: string, more: { typing_indicator?: { type: 'text' } } = {}): void {
    if (this.#state !== 'connected') return;
    const body = { messaging_product: 'whatsapp', status: 'read', message_id, ...more };
    void this.#work.track(this.#number.post('messages', body, { signal: this.#closing.signal }));
  }

  async readGroups(id: string | null): Promise<readonly GroupFacts[] | null> {
    const credentials = this.#credentials.current;
    if (this.#state !== 'connected' || !credentials) return null;
    const { graph } = this.#options;
    return this.#work.track(readGroups(graph, credentials, { id, signal: this.#closing.signal }));
  }

  /** The provider does not say it. */
  async findRegistered(): Promise<ReadonlyMap<string, boolean>> {
    return new Map();
  }

  /** The provider has no logout: erases the stored credentials. */
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
    this.#health.stop();
    const settled = this.#work.settled();
    await this.#work.drain(this.#options.drainMs);
    this.#drained.abort();
    await settled;
    this.#credentials.current = null;
  }

  async #connect(): Promise<void> {
    const credentials = await this.#credentials.load();
    if (this.#state !== 'connecting') return;
    if (!credentials) return this.#host.emit({ type: 'logged_out', reason: 'credentials_missing' });
    this.#credentials.current = credentials;
    this.#state = 'connected';
    this.#host.emit({ type: 'connected', phoneNumber: credentials.phoneNumber });
    this.#health.start();
  }

  #loadFailed(error: unknown): void {
    if (error instanceof Fenced) this.#state = 'closed';
    else if (!this.#closing.signal.aborted) {
      this.#options.log.error({ err: error, deviceUuid: this.#host.deviceUuid }, 'official.not_loaded');
    }
  }

  /** The queue prepares no templates: the first one of a number waits for the upload. */
  async #sendWithHeader(message: OutboundMessage): Promise<SendOutcome> {
    const deadline = performance.now() + CALL_LIMIT_MS;
    const ready = await this.#prepareInTime(message, CALL_LIMIT_MS / 2);
    if (ready.outcome !== 'prepared') return ready;
    const whole = { ...message, prepared: ready.content };
    const body = bodyOf(whole);
    return body ? this.#sendWhole(whole, body, deadline) : NOT_PREPARED;
  }

  #prepareInTime(message: OutboundMessage, limitMs: number, refusedId?: string): Promise<Preparation> {
    const header = message.template && headerFileOf(message.template);
    const options = { signal: this.#closing.signal, ...(refusedId !== undefined && { refusedId }) };
    const preparing = prepareFile(this.#uploads, this.#number, { ...message, ...header }, options);
    const inTime = wait(limitMs, STILL_UPLOADING, { ref: false });
    return Promise.race([this.#work.track(preparing), inTime]);
  }

  /** Uploads a file again that the provider no longer has. */
  async #sendWhole(
    message: OutboundMessage,
    body: object,
    deadline = performance.now() + CALL_LIMIT_MS,
  ): Promise<SendOutcome> {
    const leftMs = () => deadline - performance.now();
    const outcome = await this.#transmit(message.to, body, leftMs());
    const refusedId = message.prepared && isMissingFile(outcome) ? uploadIdOf(message.prepared) : undefined;
    if (refusedId === undefined || message.mediaUrl === null) return outcome;
    const renewed = await this.#prepareInTime(message, leftMs() / 2, refusedId);
    if (renewed.outcome !== 'prepared') return renewed;
    const again = bodyOf({ ...message, prepared: renewed.content });
    return again ? this.#transmit(message.to, again, leftMs()) : NOT_PREPARED;
  }

  async #transmit(to: string, body: object, timeoutMs: number): Promise<SendOutcome> {
    const reply = await this.#number.post('messages', body, { timeoutMs, signal: this.#drained.signal });
    if (reply.outcome === 'ok') this.#health.healthy();
    const outcome = judgeReply(reply, this.#pairRefusals.note(to, reply));
    const { deviceUuid } = this.#host;
    const recipientIds =
      groupIdOf(to) === null ? this.#options.recipients.newIn(reply, { deviceUuid, to }) : [];
    return outcome.outcome === 'written' && recipientIds.length > 0 ? { ...outcome, recipientIds } : outcome;
  }

  #noteReply(reply: GraphReply, used: OfficialCredentials): void {
    if (this.#state === 'connected') this.#restrictions.note(reply);
    const trouble = troubleIn(reply);
    if (trouble) this.#giveUp(trouble, used);
  }

  #giveUp(trouble: Trouble, refused: OfficialCredentials): void {
    if (this.#state !== 'connected') return;
    this.#state = 'ending';
    this.#health.stop();
    // Not tracked: it would wait for its caller.
    void this.#end(trouble, refused);
  }

  /** Customers revoke a token and store another: reads the store again. */
  async #end(trouble: Trouble, refused: OfficialCredentials): Promise<void> {
    await this.#work.drain(this.#options.drainMs);
    const mayRenew = trouble === 'token' && this.#state === 'ending';
    const renewed = mayRenew ? await this.#credentials.renew(refused) : null;
    if (this.#state !== 'ending') return;
    if (renewed) {
      this.#state = 'connected';
      return this.#health.resume();
    }
    this.#state = 'closed';
    this.#host.emit({ type: trouble === 'ban' ? 'banned' : 'logged_out', reason: REASONS[trouble] });
  }
}
