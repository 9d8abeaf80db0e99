import { Logger, parseCronItems, type Runner, run, runMigrations, type TaskList } from 'graphile-worker';
import pg from 'pg';
import { DAY } from './clock.ts';
import { CONNECTION_SETTINGS, SILENCE_MS } from './db/pool.ts';
import { watchSilence } from './db/silence.ts';
import type { Queryable } from './db/statement.ts';
import { isDatabaseUnavailable } from './db/unavailable.ts';
import { codeOf } from './error-code.ts';
import type { Log } from './log.ts';

/** One process at a time runs a job; a failed run is retried. */
export interface Job {
  name: string;
  /** Crontab in UTC. A missed run is made up for within a day. */
  cron: string;
  run(): Promise<void>;
}

export interface Jobs {
  /** A running job may finish within a second. */
  stop(): Promise<void>;
}

/** Arbitrary, but the same in every version. */
const MIGRATION_LOCK = 4_172_005;
const ABORT_AFTER_MS = 1_000;
const RESTART_MS = 1_000;

export async function migrateJobs(url: string, log: Log): Promise<void> {
  const pool = openPool(url, log);
  const lock = await pool.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await runMigrations({ pgPool: pool, logger: loggerOn(log) });
  } finally {
    lock.release(true);
    await pool.end();
  }
}

/** The jobs pause while the database is unavailable or silent. */
export function startJobs(url: string, jobs: readonly Job[], log: Log, silenceMs = SILENCE_MS): Jobs {
  const pool = openPool(url, log);
  const silence = watchSilence(silenceMs);
  pool.on('connect', silence.watch);
  const stopping = new AbortController();
  const running = keepRunning(pool, jobs, log, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
      await pool.end();
      silence.stop();
    },
  };
}

/** The runner ends when the database disconnects at the wrong moment. */
async function keepRunning(pool: pg.Pool, jobs: readonly Job[], log: Log, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    try {
      const runner = await begin(pool, jobs, log);
      const end = () => void runner.stop().catch(() => {});
      if (stop.aborted) end();
      stop.addEventListener('abort', end, { once: true });
      await runner.promise;
      stop.removeEventListener('abort', end);
    } catch (error) {
      log.warn({ err: error }, 'jobs.interrupted');
    }
    if (!stop.aborted) await pause(RESTART_MS, stop);
  }
}

function begin(pool: pg.Pool, jobs: readonly Job[], log: Log): Promise<Runner> {
  const taskList: TaskList = Object.fromEntries(jobs.map((job) => [job.name, () => job.run()]));
  const cronItems = jobs.map((job) => ({
    task: job.name,
    match: job.cron,
    options: { backfillPeriod: DAY, jobKey: job.name, maxAttempts: 5 },
  }));
  return run({
    pgPool: pool,
    logger: loggerOn(log),
    concurrency: 1,
    noHandleSignals: true,
    taskList,
    parsedCronItems: parseCronItems(cronItems),
    preset: { worker: { gracefulShutdownAbortTimeout: ABORT_AFTER_MS } },
  });
}

/** Runs of jobs that wait, or have failed and are tried again. */
export interface JobCounts {
  waiting: number;
  failing: number;
}

// Not one of our statements: the tables belong to the library, and are absent until its migration.
const COUNT_JOBS = `select count(*)::int as waiting, count(*) filter (where last_error is not null)::int as failing
  from graphile_worker.jobs`;
const UNDEFINED_TABLE = '42P01';

/** Null before the first worker has prepared the database. Call it outside of transactions. */
export async function countJobs(db: Queryable): Promise<JobCounts | null> {
  try {
    const { rows } = await db.query<JobCounts>({ text: COUNT_JOBS }, []);
    return rows[0] ?? null;
  } catch (error) {
    if (codeOf(error) === UNDEFINED_TABLE) return null;
    throw error;
  }
}

function openPool(url: string, log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    application_name: 'kurir jobs',
    ...CONNECTION_SETTINGS,
  });
  const lost = (error: Error) => {
    // The error refers to the connection, which must not be logged.
    Reflect.deleteProperty(error, 'client');
    if (!pool.ending) log.warn({ err: error }, 'jobs.connection_lost');
  };
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  return pool;
}

/** The library logs every worker and every poll. */
function loggerOn(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const fields = { task: scope.taskIdentifier, job_id: scope.jobId, text: message, err: meta?.error };
    if (isDatabaseUnavailable(meta?.error)) log.debug(fields, 'jobs.database_away');
    else if (level === 'error') log.error(fields, 'jobs.error');
    else if (level === 'warning') log.warn(fields, 'jobs.warning');
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
