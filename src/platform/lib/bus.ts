import pg from 'pg';
import { CONNECTION_SETTINGS, SILENCE_MS } from './db/pool.ts';
import { type SilenceWatch, watchSilence } from './db/silence.ts';
import type { Log } from './log.ts';

export type Topic =
  | 'messages'
  | 'typing'
  | 'devices'
  | 'numbers'
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

/**
 * Drops wake-ups while disconnected. A connection that only listens does not notice a dead server. So the bus checks
 * the server, and closes the connection after `silenceMs` without an answer.
 */
export function openBus(url: string, log: Log, silenceMs = SILENCE_MS, name = 'kurir bus'): Bus {
  return new PostgresBus(url, log, silenceMs, name);
}

class PostgresBus implements Bus {
  readonly #url: string;
  readonly #log: Log;
  readonly #name: string;
  readonly #listeners = new Map<Topic, Set<() => void>>();
  readonly #waiting = new Set<Topic>();
  readonly #silence: SilenceWatch;
  readonly #checkTimer: NodeJS.Timeout;
  #client: pg.Client | null = null;
  #flushTimer: NodeJS.Timeout | null = null;
  #flushing: Promise<void> = Promise.resolve();
  #reconnectTimer: NodeJS.Timeout | null = null;
  #isChecking = false;
  #closed = false;

  constructor(url: string, log: Log, silenceMs: number, name: string) {
    this.#url = url;
    this.#log = log;
    this.#name = name;
    this.#silence = watchSilence(silenceMs / 2);
    this.#checkTimer = setInterval(() => void this.#check(), silenceMs / 2).unref();
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
    const next = new pg.Client({
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
    await this.#client.query('select 1').catch(() => {});
    this.#isChecking = false;
  }

  async #flush(): Promise<void> {
    const topics = [...this.#waiting].join(',');
    this.#waiting.clear();
    try {
      const values = [CHANNEL, topics];
      await this.#client?.query({ name: 'notify', text: 'select pg_notify($1, $2)', values });
    } catch (error) {
      this.#log.debug({ err: error }, 'bus.publish_failed');
    }
    this.#flushTimer = null;
    if (this.#waiting.size > 0) this.#schedule();
  }

  #schedule(): void {
    this.#flushTimer ??= setTimeout(() => {
      this.#flushing = this.#flush();
    }, FLUSH_MS);
  }
}
