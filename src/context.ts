import { randomBytes } from 'node:crypto';
import type { Config } from './config.ts';
import { type Actor, SYSTEM } from './platform/lib/actor.ts';
import { BUSES, type Bus, openBus } from './platform/lib/bus.ts';
import { type Clock, SECOND, systemClock, type Uptime } from './platform/lib/clock.ts';
import { type Database, openDatabase } from './platform/lib/db/db.ts';
import type { Log } from './platform/lib/log.ts';
import { Metrics, type Sample, sample } from './platform/lib/metrics/metrics.ts';
import { OrderOfWork } from './platform/lib/order-of-work.ts';
import type { SecretBox } from './platform/lib/secret-box.ts';

/** Modules have no state. */
export interface Context extends Clock, Uptime, Pick<Database, 'db'> {
  /** Who causes the changes, for the audit log. */
  actor: Actor;
  config: Config;
  log: Log;
  bus: Bus;
  box: SecretBox;
  /** What this process counts. */
  metrics: Metrics;
  /** What is late, and what waits for it. */
  order: OrderOfWork;
  /** For jitter and spintax; never for secrets. */
  random(): number;
  randomBytes(size: number): Buffer;
  close(): Promise<void>;
}

export interface ContextParts
  extends Partial<Pick<Context, 'actor' | 'now' | 'uptimeMs' | 'random' | 'metrics'>> {
  config: Config;
  databaseUrl: string;
  box: SecretBox;
  log: Log;
  name: string;
  /** Default: `kurir bus`. */
  busName?: string;
  /** Of the process that started this one. */
  gateway?: string | undefined;
  /** Before the first use of each connection: the database that it reached. */
  noteOrigin?: (origin: string) => Promise<void>;
}

/** Each event and message takes a number, also when its writer ends before it can publish. */
const WRITES = {
  sql: `select (select last_value from events_id_seq) as events, (select last_value from messages_id_seq) as messages,
    ${BUSES}`,
  topics: ['events', 'received', 'messages', 'media', 'broadcasts'],
} as const;

/** Connects with the first query. */
export function createContext(parts: ContextParts, database = openContextDatabase(parts)): Context {
  const { config, databaseUrl, box, log } = parts;
  const silenceMs = config.KURIR_DATABASE_SILENCE_SECONDS * SECOND;
  const bus = openBus(config.KURIR_DATABASE_DIRECT_URL ?? databaseUrl, log, {
    silenceMs,
    name: parts.busName,
    gateway: parts.gateway,
    pulse: WRITES,
  });
  const metrics = parts.metrics ?? new Metrics();
  metrics.watch(() => samplesOfPool(database.pool));
  const uptimeMs = parts.uptimeMs ?? systemClock.uptimeMs;
  return {
    metrics,
    order: new OrderOfWork({ uptimeMs }),
    actor: parts.actor ?? SYSTEM,
    config,
    log,
    box,
    bus,
    db: database.db,
    now: parts.now ?? systemClock.now,
    uptimeMs,
    random: parts.random ?? Math.random,
    randomBytes,
    async close() {
      await bus.close();
      await database.close();
    },
  };
}

function samplesOfPool({ totalCount, idleCount, waitingCount, options }: Database['pool']): Sample[] {
  return [
    sample('kurir_database_connections', ['in_use'], totalCount - idleCount),
    sample('kurir_database_connections', ['idle'], idleCount),
    sample('kurir_database_connections', ['most'], options.max),
    sample('kurir_database_waiting', [], waitingCount),
  ];
}

export function openContextDatabase(
  { config, databaseUrl, log, name, noteOrigin }: ContextParts,
  max = config.KURIR_DATABASE_POOL,
): Database {
  return openDatabase(databaseUrl, {
    max,
    name,
    prepared: config.KURIR_DATABASE_PREPARED === 'on',
    silenceMs: config.KURIR_DATABASE_SILENCE_SECONDS * SECOND,
    ...(noteOrigin && { onOrigin: noteOrigin }),
    onIdleError: (error) => log.warn({ err: error }, 'database.connection_lost'),
  });
}
