import type pg from 'pg';
import { SECOND } from './clock.ts';
import { clientsOf } from './db/clients.ts';
import { CONNECTION_SETTINGS, SILENCE_MS } from './db/pool.ts';
import { type SilenceWatch, watchSilence } from './db/silence.ts';
import type { Log } from './log.ts';

export type Topic =
  | 'messages'
  | 'typing'
  | 'devices'
  | 'numbers'
  | 'groups'
  | 'events'
  /** Messages of customers are stored. */
  | 'received'
  | 'deliveries'
  | 'broadcasts'
  | 'media'
  | 'presence'
  | 'read-receipts'
  | 'viewers'
  | 'visitors';

export interface Bus {
  /** Includes this process. */
  publish(topic: Topic): void;
  /** Reconnects call it too. Returns the unsubscriber. */
  subscribe(topic: Topic, listener: () => void): () => void;
  close(): Promise<void>;
}

const CHANNEL = 'kurir';
const FLUSH_MS = 3;
const RECONNECT_MS = 500;
const PULSE_MS = 2 * SECOND;

export interface BusOptions {
  name?: string | undefined;
  silenceMs?: number | undefined;
  /** One row that changes with each write of these topics. Not each write publishes, and its process may be killed. */
  pulse?: { sql: string; topics: readonly Topic[] };
}

/**
 * Keeps what is published while disconnected. A connection that only listens does not notice a dead server. So the bus
 * checks the server, and closes the connection after `silenceMs` without an answer.
 */
export function openBus(url: string, log: Log, options: BusOptions = {}): Bus {
  return new PostgresBus(url, log, options);
}

class PostgresBus implements Bus {
  readonly #url: string;
  readonly #Client: typeof pg.Client;
  readonly #log: Log;
  readonly #name: string;
  readonly #pulse: NonNullable<BusOptions['pulse']>;
  readonly #listeners = new Map<Topic, Set<() => void>>();
  readonly #waiting = new Set<Topic>();
  readonly #silence: SilenceWatch;
  readonly #checkTimer: NodeJS.Timeout;
  #client: pg.Client | null = null;
  #flushTimer: NodeJS.Timeout | null = null;
  #flushing: Promise<void> = Promise.resolve();
  #reconnectTimer: NodeJS.Timeout | null = null;
  #isChecking = false;
  #written: string | null = null;
  #closed = false;

  constructor(url: string, log: Log, { silenceMs = SILENCE_MS, name = 'kurir bus', pulse }: BusOptions) {
    this.#url = url;
    this.#Client = clientsOf(url);
    this.#log = log;
    this.#name = name;
    this.#pulse = pulse ?? { sql: 'select 1', topics: [] };
    this.#silence = watchSilence(silenceMs / 2);
    this.#checkTimer = setInterval(() => void this.#check(), Math.min(PULSE_MS, silenceMs / 2)).unref();
    void this.#connect();
  }

  publish(topic: Topic): void {
    if (this.#closed) return;
    this.#waiting.add(topic);
    this.#schedule();
  }

  subscribe(topic: Topic, listener: () => void): () => void {
    const set = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, set.add(listener));
    return () => set.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#checkTimer);
    if (this.#reconnectTimer) clearTimeout(this.#reconnectTimer);
    if (this.#flushTimer) clearTimeout(this.#flushTimer);
    await this.#flushing;
    if (this.#waiting.size > 0) await this.#flush();
    await this.#client?.end().catch(() => {});
    this.#silence.stop();
  }

  async #connect(): Promise<void> {
    const next = new this.#Client({
      connectionString: this.#url,
      application_name: this.#name,
      ...CONNECTION_SETTINGS,
    });
    next.on('error', () => this.#lost(next));
    next.on('end', () => this.#lost(next));
    next.on('notification', ({ payload }) => {
      for (const topic of (payload ?? '').split(',')) this.#wake(topic as Topic); // the topics of #flush
    });
    try {
      await next.connect();
      this.#silence.watch(next);
      // A lost wake-up costs no data.
      await next.query(`set synchronous_commit = off; listen ${CHANNEL}`);
      if (this.#closed) return void next.end();
      this.#client = next;
      for (const topic of this.#listeners.keys()) this.#wake(topic);
      if (this.#waiting.size > 0) this.#schedule();
    } catch {
      this.#lost(next);
    }
  }

  #wake(topic: Topic): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener();
  }

  #lost(gone: pg.Client): void {
    if (this.#client === gone) {
      this.#client = null;
      if (!this.#closed) this.#log.warn({}, 'bus.lost');
    }
    gone.end().catch(() => {});
    if (this.#closed || this.#reconnectTimer) return;
    this.#reconnectTimer = setTimeout(() => {
      this.#reconnectTimer = null;
      void this.#connect();
    }, RECONNECT_MS);
  }

  async #check(): Promise<void> {
    if (!this.#client || this.#isChecking) return;
    this.#isChecking = true;
    const answer = await this.#client.query(this.#pulse.sql).catch(() => null);
    this.#isChecking = false;
    if (!answer) return;
    const written = JSON.stringify(answer.rows[0]);
    if (this.#written !== null && this.#written !== written) this.#pulse.topics.forEach(this.#wake, this);
    this.#written = written;
  }

  async #flush(): Promise<void> {
    const topics = [...this.#waiting];
    const client = this.#client;
    this.#waiting.clear();
    const values = [CHANNEL, topics.join(',')];
    const isSent = await client?.query({ name: 'notify', text: 'select pg_notify($1, $2)', values }).then(
      () => true,
      (error: unknown) => this.#log.debug({ err: error }, 'bus.publish_failed'),
    );
    this.#flushTimer = null;
    if (isSent && this.#waiting.size > 0) this.#schedule();
    // They go out with the next connection or publish.
    if (!isSent) for (const topic of topics) this.#waiting.add(topic);
  }

  #schedule(): void {
    this.#flushTimer ??= setTimeout(() => {
      this.#flushing = this.#flush();
    }, FLUSH_MS);
  }
}
