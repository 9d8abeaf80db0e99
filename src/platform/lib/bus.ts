import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { SECOND } from './clock.ts';
import { clientsOf } from './db/clients.ts';
import { CONNECTION_SETTINGS, SILENCE_MS } from './db/pool.ts';
import { type SilenceWatch, watchSilence } from './db/silence.ts';
import type { Log } from './log.ts';
import { Pause } from './pause.ts';
import { type Row, type Rows, type Topic, type Wake, WakeBox } from './wakes.ts';

export type { Topic } from './wakes.ts';

export interface Bus {
  /** The `gateway` of the processes that belong together. */
  readonly gateway: string;
  /** Includes this process. `rows`: those behind the wake-up, of which other gateways learn nothing. */
  publish(topic: Topic, rows?: readonly Row[]): void;
  /** Reconnects call it too. Returns the unsubscriber. */
  subscribe(topic: Topic, listener: (rows: Rows) => void): () => void;
  /** Another process of this gateway: `send` resolves when it may send the next. */
  link(send: (wake: Wake) => Promise<void>): Link;
  close(): Promise<void>;
}

interface Link {
  receive(wake: Wake): void;
  end(): void;
}

const CHANNEL = 'kurir';
const FLUSH_MS = 3;
const RECONNECT_MS = 500;
const PULSE_MS = 2 * SECOND;
/** Before the gateway, in a notification and in the name of a connection. */
const FROM = '#';

/** SQL: the names of all buses of this database. Other users of the server see only names. */
export const BUSES = `(
  select array_agg(any_bus.application_name) from pg_stat_get_activity(pg_backend_pid()) own
  cross join lateral pg_stat_get_activity(null::integer) any_bus
  where any_bus.datid = own.datid and any_bus.application_name like 'kurir bus%'
) as buses`;
/** Another gateway may be between two connections during one look. */
const LOOKS_ALONE = 2;

export interface BusOptions {
  name?: string | undefined;
  /** Default: a new one. */
  gateway?: string | undefined;
  silenceMs?: number | undefined;
  /**
   * One row that changes with each write of these topics. Not each write publishes, and its process may be killed. So
   * these topics need no notification while `BUSES` are of this gateway alone. Main reads it for its children.
   */
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
  /** Started by another process of this gateway. */
  readonly #isChild: boolean;
  readonly #pulse: NonNullable<BusOptions['pulse']>;
  readonly gateway: string;
  readonly #listeners = new Map<Topic, Set<(rows: Rows) => void>>();
  readonly #here = new WakeBox((wake) => this.#wakeAll(wake));
  readonly #links = new Set<WakeBox>();
  readonly #waiting = new Set<Topic>();
  readonly #silence: SilenceWatch;
  readonly #checkMs: number;
  readonly #pause: Pause;
  #checkTimer: NodeJS.Timeout | null = null;
  #client: pg.Client | null = null;
  #flushTimer: NodeJS.Timeout | null = null;
  #flushing: Promise<void> = Promise.resolve();
  #reconnectTimer: NodeJS.Timeout | null = null;
  #written: string | null = null;
  #looksAlone = 0;
  #closed = false;

  constructor(url: string, log: Log, options: BusOptions) {
    const { silenceMs = SILENCE_MS, name = 'kurir bus', pulse } = options;
    this.#isChild = options.gateway !== undefined;
    this.gateway = options.gateway ?? randomBytes(4).toString('hex');
    this.#url = url;
    this.#Client = clientsOf(url);
    this.#log = log;
    this.#name = `${name} ${FROM}${this.gateway}`;
    this.#pulse = pulse ?? { sql: 'select 1', topics: [] };
    this.#silence = watchSilence(silenceMs / 2);
    this.#checkMs = silenceMs / 2;
    this.#pause = new Pause(this.#isChild ? this.#checkMs : Math.min(PULSE_MS, this.#checkMs));
    this.#checkLater();
    void this.#connect();
  }

  publish(topic: Topic, rows?: readonly Row[]): void {
    if (this.#closed) return;
    if (this.#isNear(topic)) {
      const wake = { [topic]: rows ?? null };
      for (const box of [this.#here, ...this.#links]) box.add(wake);
      if (!this.#notifiesNear) return;
    }
    this.#notify([topic]);
  }

  subscribe(topic: Topic, listener: (rows: Rows) => void): () => void {
    const set = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, set.add(listener));
    return () => set.delete(listener);
  }

  link(send: (wake: Wake) => Promise<void>): Link {
    const there = new WakeBox(send);
    this.#links.add(there);
    return {
      receive: (wake) => {
        for (const box of [this.#here, ...this.#links]) if (box !== there) box.add(wake);
        if (this.#notifiesNear && !this.#closed) this.#notify(Object.keys(wake) as Topic[]); // its keys are topics
      },
      end: () => void this.#links.delete(there),
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#checkTimer) clearTimeout(this.#checkTimer);
    if (this.#reconnectTimer) clearTimeout(this.#reconnectTimer);
    if (this.#flushTimer) clearTimeout(this.#flushTimer);
    await this.#flushing;
    if (this.#waiting.size > 0) await this.#flush();
    await Promise.all([...this.#links].map((box) => box.flush()));
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
      const topics = (payload ?? '').split(',') as Topic[]; // the topics of #flush
      const isOwn = topics.some((topic) => topic === `${FROM}${this.gateway}`);
      for (const topic of topics) if (!isOwn || !this.#isNear(topic)) this.#wake(topic);
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

  /** Known to all processes of this gateway without the database. */
  #isNear(topic: Topic): boolean {
    return this.#pulse.topics.includes(topic);
  }

  /** Main notifies for its children. */
  get #notifiesNear(): boolean {
    return this.#isChild ? this.#links.size === 0 : this.#looksAlone < LOOKS_ALONE;
  }

  #pulsed(): Wake {
    return Object.fromEntries(this.#pulse.topics.map((topic) => [topic, null]));
  }

  #wakeAll(wake: Wake): void {
    for (const [topic, rows] of Object.entries(wake)) this.#wake(topic as Topic, rows); // its keys are topics
  }

  #wake(topic: Topic, rows: Rows = null): void {
    this.#pause.shorten();
    for (const listener of this.#listeners.get(topic) ?? []) listener(rows);
  }

  #lost(gone: pg.Client): void {
    if (this.#client === gone) {
      this.#client = null;
      this.#looksAlone = 0;
      if (!this.#closed) this.#log.warn({}, 'bus.lost');
    }
    gone.end().catch(() => {});
    if (this.#closed || this.#reconnectTimer) return;
    this.#reconnectTimer = setTimeout(() => {
      this.#reconnectTimer = null;
      void this.#connect();
    }, RECONNECT_MS);
  }

  /** Less often while nothing happens. */
  #checkLater(): void {
    if (this.#closed) return;
    const ms = Math.min(this.#pause.next(), this.#checkMs);
    this.#checkTimer = setTimeout(() => void this.#check().finally(() => this.#checkLater()), ms).unref();
  }

  async #check(): Promise<void> {
    if (!this.#client) return;
    const answer = await this.#client.query(this.#isChild ? 'select 1' : this.#pulse.sql).catch(() => null);
    if (this.#isChild) return;
    const { buses, ...row } = answer?.rows[0] ?? {};
    this.#looksAlone = this.#areOwn(buses) ? this.#looksAlone + 1 : 0;
    if (answer) this.#noteWritten(JSON.stringify(row));
  }

  /** A pooler may change the names of connections: then the own one lacks the mark, or there is none. */
  #areOwn(buses: readonly string[] | null | undefined): boolean {
    return buses?.every((name) => name.endsWith(`${FROM}${this.gateway}`)) ?? false;
  }

  /** The first look wakes, too: another gateway may have written since `listen` without a notification. */
  #noteWritten(written: string): void {
    if (this.#written === written) return;
    this.#written = written;
    for (const box of [this.#here, ...this.#links]) box.add(this.#pulsed());
  }

  async #flush(): Promise<void> {
    const topics = [...this.#waiting];
    const client = this.#client;
    this.#waiting.clear();
    const values = [CHANNEL, [...topics, `${FROM}${this.gateway}`].join(',')];
    const isSent = await client?.query({ name: 'notify', text: 'select pg_notify($1, $2)', values }).then(
      () => true,
      (error: unknown) => this.#log.debug({ err: error }, 'bus.publish_failed'),
    );
    this.#flushTimer = null;
    if (isSent && this.#waiting.size > 0) this.#schedule();
    // They go out with the next connection or publish.
    if (!isSent) for (const topic of topics) this.#waiting.add(topic);
  }

  #notify(topics: readonly Topic[]): void {
    for (const topic of topics) this.#waiting.add(topic);
    this.#schedule();
  }

  #schedule(): void {
    this.#flushTimer ??= setTimeout(() => {
      this.#flushing = this.#flush();
    }, FLUSH_MS);
  }
}
