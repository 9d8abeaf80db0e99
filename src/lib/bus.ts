import pg from 'pg';
import { LINE, SILENCE_MS } from './db/db.ts';
import { watchSilence } from './db/silence.ts';
import type { Log } from './log.ts';

/** What another process may want to know at once. Everything behind it is also polled, so a lost notice costs a second, not a message. */
export type Topic = 'messages' | 'devices' | 'events' | 'deliveries' | 'broadcasts';

/** Wake-ups between processes over LISTEN/NOTIFY. */
export interface Bus {
  /** Tells every process, this one too, soon: notices of one flush travel in one statement. */
  publish(topic: Topic): void;
  /** Calls back on each notice and after each reconnect. Returns the way to stop. */
  subscribe(topic: Topic, listener: () => void): () => void;
  close(): Promise<void>;
}

const CHANNEL = 'kurir';
const FLUSH_MS = 3;
const RECONNECT_MS = 500;

/**
 * Keeps one connection for listening and sending; while it is down, notices are dropped and the polls behind carry on. A line that only
 * listens would never notice that nobody is there any more: it is asked now and then, and given up after `silenceMs` without an answer.
 */
export function openBus(url: string, log: Log, silenceMs = SILENCE_MS): Bus {
  const listeners = new Map<Topic, Set<() => void>>();
  const waiting = new Set<Topic>();
  let client: pg.Client | null = null;
  let flushTimer: NodeJS.Timeout | null = null;
  let flushing: Promise<void> = Promise.resolve();
  let reconnectTimer: NodeJS.Timeout | null = null;
  let closed = false;
  // Half of the time passes until the line is asked, the other half until the answer is overdue.
  const silence = watchSilence(silenceMs / 2);
  const check = setInterval(() => void ask(), silenceMs / 2).unref();
  let asking = false;

  const tell = (topic: Topic) => {
    for (const listener of listeners.get(topic) ?? []) listener();
  };

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, application_name: 'kurir bus', ...LINE });
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    next.on('notification', ({ payload }) => {
      for (const topic of (payload ?? '').split(',')) tell(topic as Topic);
    });
    try {
      await next.connect();
      silence.watch(next);
      // A notice may be lost: its commit need not wait for the disk, nor make the commits of messages wait.
      await next.query(`set synchronous_commit = off; listen ${CHANNEL}`);
      if (closed) return void next.end();
      client = next;
      for (const topic of listeners.keys()) tell(topic);
    } catch {
      lost(next);
    }
  }

  function lost(gone: pg.Client): void {
    if (client === gone) {
      client = null;
      if (!closed) log.warn({}, 'bus.lost');
    }
    gone.end().catch(() => {});
    if (closed || reconnectTimer) return;
    reconnectTimer = setTimeout(() => {
      reconnectTimer = null;
      void connect();
    }, RECONNECT_MS);
  }

  /** A line that does not answer is ended by the watch. */
  async function ask(): Promise<void> {
    if (!client || asking) return;
    asking = true;
    await client.query('select 1').catch(() => {});
    asking = false;
  }

  /** One statement at a time; what is published meanwhile travels in the next one. */
  async function flush(): Promise<void> {
    const topics = [...waiting].join(',');
    waiting.clear();
    try {
      await client?.query({ name: 'notify', text: 'select pg_notify($1, $2)', values: [CHANNEL, topics] });
    } catch (error) {
      log.debug({ err: error }, 'bus.publish_failed');
    }
    flushTimer = null;
    if (waiting.size > 0) schedule();
  }

  function schedule(): void {
    flushTimer ??= setTimeout(() => {
      flushing = flush();
    }, FLUSH_MS);
  }

  void connect();

  return {
    publish(topic) {
      if (closed) return;
      waiting.add(topic);
      schedule();
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
      return () => set.delete(listener);
    },
    async close() {
      closed = true;
      clearInterval(check);
      if (reconnectTimer) clearTimeout(reconnectTimer);
      if (flushTimer) clearTimeout(flushTimer);
      await flushing;
      if (waiting.size > 0) await flush();
      await client?.end().catch(() => {});
      silence.stop();
    },
  };
}
