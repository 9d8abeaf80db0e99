import { Agent, request } from 'undici';
import { DAY, SECOND } from '../../../src/platform/lib/clock.ts';
import type { Log } from '../../../src/platform/lib/log.ts';
import { openNames } from '../../../src/platform/lib/names/names.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import { signatureOf, type Update, webhookBody } from './payload.ts';

const POST_TIMEOUT_MS = 10 * SECOND;
const MAX_BODY_BYTES = 3 * 1024 * 1024;
const MAX_AGE_MS = 7 * DAY;
/** The back-off of the provider, compressed. */
const FIRST_RETRY_MS = 200;
const MAX_RETRY_MS = 2 * SECOND;
const MAX_LOGGED = 1000;
const MAX_LOGGED_BYTES = 32 * 1024 * 1024;

export interface Destination {
  url: string;
  appSecret: string;
}

export interface SenderSettings {
  max_updates: number;
  /** Per URL. */
  concurrency: number;
  paused: boolean;
}

export interface Attempt {
  seq: number;
  at: string;
  url: string;
  updates: number;
  attempt: number;
  status: number | null;
  error: string | null;
  body: string;
}

interface Batch {
  body: string;
  updates: readonly Update[];
  attempt: number;
  firstAt: number;
}

interface Channel extends Destination {
  waiting: Update[];
  retries: Batch[];
  inFlight: number;
  isScheduled: boolean;
}

/** Sends updates in batches, and retries for seven days. The store repeats them after a restart. */
export class WebhookSender {
  readonly #clock: VirtualClock;
  readonly #log: Log;
  readonly #agent = new Agent({
    connections: 64,
    // The certificate of a gateway names another host than this machine.
    connect: { lookup: openNames().lookup, rejectUnauthorized: false },
    headersTimeout: POST_TIMEOUT_MS,
    bodyTimeout: POST_TIMEOUT_MS,
  });
  readonly #channels = new Map<string, Channel>();
  readonly settings: SenderSettings = { max_updates: 1000, concurrency: 4, paused: false };
  readonly #attempts: Attempt[] = [];
  #loggedBytes = 0;
  #nextSeq = 1;
  #open = 0;
  #stopped = false;

  constructor(clock: VirtualClock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  get openUpdates(): number {
    return this.#open;
  }

  enqueue(destination: Destination, update: Update): void {
    if (this.#stopped) return;
    const channel = this.#channelOf(destination);
    channel.waiting.push(update);
    this.#open += 1;
    this.#schedule(channel);
  }

  changeSettings(settings: Partial<SenderSettings>): void {
    Object.assign(this.settings, settings);
    for (const channel of this.#channels.values()) this.#schedule(channel);
  }

  /** Sends a body once. `signature` null: unsigned. */
  async sendRaw(url: string, body: string, signature: string | null): Promise<Attempt> {
    return this.#post(url, body, signature, 1, 1);
  }

  /** Whether the URL answers with the challenge. */
  async verify(
    url: string,
    verifyToken: string,
    challenge: string,
  ): Promise<{ ok: boolean; status: number | null }> {
    try {
      const address = new URL(url);
      address.searchParams.set('hub.mode', 'subscribe');
      address.searchParams.set('hub.challenge', challenge);
      address.searchParams.set('hub.verify_token', verifyToken);
      const answer = await request(address, { dispatcher: this.#agent });
      const text = await answer.body.text();
      return { ok: answer.statusCode === 200 && text === challenge, status: answer.statusCode };
    } catch (error) {
      this.#log.info({ err: error }, 'cloud.verification_failed');
      return { ok: false, status: null };
    }
  }

  /** The latest POSTs, oldest first. */
  attempts(afterSeq: number, limit: number): Attempt[] {
    return this.#attempts.filter(({ seq }) => seq > afterSeq).slice(0, limit);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#agent.destroy();
  }

  #channelOf({ url, appSecret }: Destination): Channel {
    const key = `${appSecret} ${url}`;
    const known = this.#channels.get(key);
    if (known) return known;
    const channel = { url, appSecret, waiting: [], retries: [], inFlight: 0, isScheduled: false };
    this.#channels.set(key, channel);
    return channel;
  }

  /** Updates of one event loop turn share a POST. */
  #schedule(channel: Channel): void {
    if (channel.isScheduled) return;
    channel.isScheduled = true;
    setImmediate(() => {
      channel.isScheduled = false;
      this.#pump(channel);
    });
  }

  #pump(channel: Channel): void {
    while (!this.#stopped && !this.settings.paused && channel.inFlight < this.settings.concurrency) {
      const batch = channel.retries.shift() ?? this.#nextBatch(channel);
      if (!batch) return;
      channel.inFlight += 1;
      // Failures are results.
      void this.#deliver(channel, batch);
    }
  }

  #nextBatch({ waiting }: Channel): Batch | null {
    if (waiting.length === 0) return null;
    let count = 0;
    let bytes = 0;
    for (const { json } of waiting) {
      bytes += json.length + 200;
      if (count > 0 && (count >= this.settings.max_updates || bytes > MAX_BODY_BYTES)) break;
      count += 1;
    }
    const updates = waiting.splice(0, count);
    return { body: webhookBody(updates), updates, attempt: 1, firstAt: this.#clock.now() };
  }

  async #deliver(channel: Channel, batch: Batch): Promise<void> {
    const signature = signatureOf(batch.body, channel.appSecret);
    const result = await this.#post(channel.url, batch.body, signature, batch.updates.length, batch.attempt);
    channel.inFlight -= 1;
    if (this.#stopped) return;
    if (result.status === 200 || this.#clock.now() - batch.firstAt > MAX_AGE_MS) {
      this.#open -= batch.updates.length;
      for (const { onEnd } of batch.updates) onEnd?.();
    } else {
      const waitMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (batch.attempt - 1));
      this.#clock.setTimer(waitMs, () => {
        channel.retries.push({ ...batch, attempt: batch.attempt + 1 });
        this.#schedule(channel);
      });
    }
    this.#pump(channel);
  }

  async #post(
    url: string,
    body: string,
    signature: string | null,
    updates: number,
    attempt: number,
  ): Promise<Attempt> {
    const at = new Date(this.#clock.now()).toISOString();
    let status: number | null = null;
    let error: string | null = null;
    try {
      const answer = await request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'facebookexternalua',
          ...(signature !== null && { 'x-hub-signature-256': signature }),
        },
        body,
        dispatcher: this.#agent,
      });
      status = answer.statusCode;
      await answer.body.dump();
    } catch (cause) {
      error = cause instanceof Error ? cause.message : String(cause);
    }
    const logged = { seq: this.#nextSeq++, at, url, updates, attempt, status, error, body };
    this.#attempts.push(logged);
    this.#loggedBytes += body.length;
    while (this.#attempts.length > MAX_LOGGED || this.#loggedBytes > MAX_LOGGED_BYTES) {
      this.#loggedBytes -= this.#attempts.shift()?.body.length ?? 0;
    }
    return logged;
  }
}
