import { EventEmitter } from 'node:events';
import {
  Logger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import pg from 'pg';
import { DAY, MINUTE } from './clock.ts';
import { clientsOf } from './db/clients.ts';
import { type Db, databaseOn } from './db/db.ts';
import { holdPlaces } from './db/places.ts';
import { POOL_SETTINGS, SILENCE_MS } from './db/pool.ts';
import { watchSilence } from './db/silence.ts';
import { isDatabaseUnavailable } from './db/unavailable.ts';
import { JobPlaces } from './jobs-places.ts';
import { enqueue, enqueueMissing, SUBJECT, type Subject } from './jobs-queue.ts';
import { PERIODIC, tidyQueues, watchJobs } from './jobs-watch.ts';
import type { Log } from './log.ts';

export type Job = PeriodicJob | AccountJob;

/** One such job runs at a time. A failed run is retried, with the others of its schedule. */
export interface PeriodicJob {
  name: string;
  /** Crontab in UTC. A missed run follows within a day. */
  cron: string;
  run(stopping: AbortSignal): Promise<unknown>;
}

/** Asked for by `enqueue`. Jobs of one name and account run in turn. */
export interface AccountJob {
  name: string;
  cron?: never;
  slots: number;
  /**
   * May run again for the same change. What throws is retried after some seconds, then later and later; what throws
   * because of a stop, at the next start.
   */
  run(subject: Subject, stopping: AbortSignal): Promise<void>;
  /**
   * Asked each minute for accounts that may lack the job. Their time has come, the job was given up, or a process of
   * the previous version left their work.
   */
  due?(): Promise<readonly { account_id: number }[]>;
}

export interface Jobs {
  /** A running job may finish within a second. */
  stop(): Promise<void>;
  /** No job has begun for a while, for another reason than that none is due. */
  isInterrupted(): boolean;
}

/** Arbitrary, but the same in every version. */
const MIGRATION_LOCK = 4_172_005;
const ABORT_AFTER_MS = 1_000;
const RESTART_MS = 1_000;
const INTERRUPTED_MS = 15_000;
const POLL_MS = 10 * MINUTE;
const NUDGE_MS = 50;
/** A look follows. New jobs between two connections are not announced. */
const CHANGES = ['pool:listen:success', 'pool:listen:notification', 'job:start', 'job:complete'] as const;

export async function migrateJobs(url: string, log: Log): Promise<void> {
  const pool = openPool(url, log);
  const lock = await pool.connect();
  try {
    // A pooler would leak a lock of the session.
    await lock.query('begin');
    await lock.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await runMigrations({ pgPool: pool, logger: loggerOn(log) });
  } finally {
    lock.release(true);
    await pool.end();
  }
}

/** Pauses while the database is unavailable or silent. */
export function startJobs(
  url: string,
  jobs: readonly Job[],
  log: Log,
  { silenceMs = SILENCE_MS, interruptedMs = INTERRUPTED_MS } = {},
): Jobs {
  const pool = openPool(url, log);
  const places = holdPlaces(pool, url);
  const silence = watchSilence(silenceMs, places.hold);
  pool.on('connect', silence.watch);
  const stopping = new AbortController();
  let downSince: number | null = performance.now();
  const running = keepRunning(stopping.signal, {
    log,
    begin: () => begin(pool, jobs, log, stopping.signal),
    changed: (isUp) => {
      downSince = isUp ? null : (downSince ?? performance.now());
    },
  });
  return {
    isInterrupted: () => downSince !== null && performance.now() - downSince > interruptedMs,
    async stop() {
      stopping.abort();
      await running;
      await pool.end();
      silence.stop();
      places.stop();
    },
  };
}

async function keepRunning(
  stop: AbortSignal,
  runs: { begin(): Promise<Runner>; changed(isUp: boolean): void; log: Log },
): Promise<void> {
  while (!stop.aborted) {
    try {
      const runner = await runs.begin();
      runs.changed(true);
      const end = () => void runner.stop().catch(() => {});
      if (stop.aborted) end();
      stop.addEventListener('abort', end, { once: true });
      await runner.promise;
      stop.removeEventListener('abort', end);
    } catch (error) {
      runs.log.warn({ err: error }, 'jobs.interrupted');
    }
    runs.changed(false);
    if (!stop.aborted) await pause(RESTART_MS, stop);
  }
}

async function begin(pool: pg.Pool, jobs: readonly Job[], log: Log, stopping: AbortSignal): Promise<Runner> {
  const db = databaseOn(pool, false);
  const all: Job[] = [
    ...jobs,
    { name: 'jobs.due', cron: '* * * * *', run: () => enqueueDue(db, jobs) },
    { name: 'jobs.tidy', cron: '*/10 * * * *', run: () => tidyQueues(db) },
  ];
  const ofAccounts = all.filter((job) => job.cron === undefined);
  const schedules = Map.groupBy(
    all.filter((job) => job.cron !== undefined),
    ({ cron }) => cron,
  );
  const slots = new Map(ofAccounts.map(({ name, slots }) => [name, slots]));
  const events: WorkerEvents = new EventEmitter();
  // After an error the library ends this runner: its jobs must not keep the next one waiting.
  const ending = new AbortController();
  events.on('pool:gracefulShutdown', () => ending.abort());
  const ends = AbortSignal.any([stopping, ending.signal]);
  const taskList: TaskList = Object.fromEntries([
    ...ofAccounts.map((job) => [job.name, runOn(db, job, ends)]),
    ...[...schedules].map(([cron, due]) => [cron, runPeriodic(due, log, ends)]),
  ]);
  const places = new JobPlaces(slots, events);
  events.on('pool:create', ({ workerPool }) => {
    const watch = watchJobs(db, { runner: workerPool.id, isBusy: () => places.isBusy, log });
    events.on('pool:release', () => void watch.stop());
    for (const change of CHANGES) events.on(change, () => watch.wake());
    // A worker asks before the queue of its last job is free, and would then wait for the next look.
    events.on('job:complete', () => {
      setTimeout(() => workerPool._active && workerPool.nudge(1), NUDGE_MS).unref();
    });
  });
  return run({
    pgPool: pool,
    logger: loggerOn(log),
    events,
    concurrency: [...slots.values()].reduce((sum, each) => sum + each, 1),
    forbiddenFlags: () => places.full(),
    noHandleSignals: true,
    taskList,
    parsedCronItems: parseCronItems(
      [...schedules.keys()].map((cron) => ({
        task: cron,
        match: cron,
        options: { backfillPeriod: DAY, jobKey: cron, queueName: PERIODIC, maxAttempts: 5 },
      })),
    ),
    preset: {
      worker: {
        gracefulShutdownAbortTimeout: ABORT_AFTER_MS,
        pollInterval: POLL_MS,
        // Otherwise a stop does not wait for results.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  });
}

function enqueueDue(db: Db, jobs: readonly Job[]): Promise<void> {
  return inTurn(jobs, async (job) => {
    if (job.cron === undefined && job.due) await enqueueMissing(db, job.name, await job.due());
  });
}

/** The jobs of one schedule: for each job of the library all its workers look. */
function runPeriodic(jobs: readonly PeriodicJob[], log: Log, stopping: AbortSignal): Task {
  return () =>
    inTurn(jobs, async (job) => {
      if (stopping.aborted) return;
      const done = await job.run(stopping);
      if (done) log.info({ job: job.name, done }, 'jobs.done');
    });
}

/** At once, each would take a connection. Each runs although another fails. */
async function inTurn<T extends Job>(jobs: readonly T[], run: (job: T) => Promise<void>): Promise<void> {
  const failed: { name: string; error: unknown }[] = [];
  for (const job of jobs) await run(job).catch((error) => failed.push({ name: job.name, error }));
  if (failed.length === 0) return;
  const text = failed.map(({ name, error }) => `${name}: ${error}`).join('; ');
  throw new AggregateError(
    failed.map(({ error }) => error),
    text,
  );
}

function runOn(db: Db, job: AccountJob, stopping: AbortSignal): Task {
  return async (payload, { job: { priority: rank } }) => {
    const subject = SUBJECT.parse(payload);
    try {
      await job.run(subject, stopping);
    } catch (error) {
      if (!stopping.aborted) throw error;
      await enqueue(db, { ...subject, name: job.name, rank });
    }
  };
}

function openPool(url: string, log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    Client: clientsOf(url),
    max: 3,
    application_name: 'kurir jobs',
    ...POOL_SETTINGS,
  });
  const lost = (error: Error) => {
    Reflect.deleteProperty(error, 'client');
    if (!pool.ending) log.warn({ err: error }, 'jobs.connection_lost');
  };
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  return pool;
}

/** By choice: a job works on the connections of the gateway. */
const FEW_CONNECTIONS = /maxPoolSize/;

function loggerOn(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const fields = { task: scope.taskIdentifier, job_id: scope.jobId, text: message, err: meta?.error };
    if (isDatabaseUnavailable(meta?.error)) log.debug(fields, 'jobs.database_away');
    else if (level === 'error') log.error(fields, 'jobs.error');
    else if (level === 'warning' && !FEW_CONNECTIONS.test(message)) log.warn(fields, 'jobs.warning');
    else log.debug(fields, 'jobs.note');
  });
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    stop.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      stop.removeEventListener('abort', done);
      resolve();
    }
  });
}
