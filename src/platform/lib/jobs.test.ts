import { EventEmitter, once } from 'node:events';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { adminQuery, testDatabase } from '../../../test/harness/database.ts';
import { until } from '../../../test/harness/until.ts';
import { openDatabase } from './db/db.ts';
import { type AccountJob, startJobs } from './jobs.ts';
import { enqueue } from './jobs-queue.ts';
import { silentLog } from './log.ts';

const [NIGHTLY, EACH_MINUTE, EACH_TEN_MINUTES] = ['0 3 * * *', '* * * * *', '*/10 * * * *'];

/** Job tables in a fresh database. `ask` enqueues the jobs of a schedule. */
async function jobDatabase() {
  const url = await testDatabase();
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return {
    url,
    ask: (schedule: string) => client.query('select graphile_worker.add_job($1)', [schedule]),
    query: (text: string) => client.query(text),
    /** Resolves when the runner has deleted the finished jobs. */
    settled: () =>
      until(async () => {
        const { rowCount } = await client.query('select from graphile_worker._private_jobs');
        return rowCount === 0;
      }),
  };
}

test('jobs run again after the database was unavailable', async () => {
  const { url, ask, settled } = await jobDatabase();
  const runs = new EventEmitter();
  const jobs = startJobs(
    url,
    [{ name: 'tidy', cron: NIGHTLY, run: async () => void runs.emit('run') }],
    silentLog,
  );
  onTestFinished(() => jobs.stop());
  const before = once(runs, 'run');
  await ask(NIGHTLY);
  await before;
  await settled();

  await adminQuery(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'kurir jobs' and datname = current_database()`,
  );
  const after = once(runs, 'run');
  await ask(NIGHTLY);

  await expect(after).resolves.toEqual([]);
  // The runner writes to its table after the job.
  await settled();
});

test('stopping waits for the running job', async () => {
  const { url, ask } = await jobDatabase();
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let finished = false;
  const run = async () => {
    begun.resolve();
    await gate.promise;
    finished = true;
  };
  const jobs = startJobs(url, [{ name: 'tidy', cron: NIGHTLY, run }], silentLog);
  await ask(NIGHTLY);
  await begun.promise;

  const stopped = jobs.stop();
  gate.resolve();
  await stopped;

  expect(finished).toBe(true);
});

test('jobs whose runner cannot start are interrupted, and are not once it starts', async () => {
  const { url, query } = await jobDatabase();
  await query('alter schema graphile_worker rename to elsewhere');
  await query('create schema graphile_worker; create view graphile_worker.migrations as select 1 as no');
  const jobs = startJobs(url, [], silentLog, { interruptedMs: 300 });
  onTestFinished(() => jobs.stop());
  await expect.poll(() => jobs.isInterrupted()).toBe(true);

  await query('drop schema graphile_worker cascade; alter schema elsewhere rename to graphile_worker');

  await expect.poll(() => jobs.isInterrupted(), { timeout: 5_000 }).toBe(false);
});

test('jobs of one schedule run in turn, also after one that fails, which repeats them', async () => {
  const { url, ask, query, settled } = await jobDatabase();
  const runs: string[] = [];
  const job = (name: string, failures = 0) => ({
    ...{ name, cron: NIGHTLY },
    run: async () => {
      runs.push(name);
      if (runs.filter((run) => run === name).length <= failures) throw new Error(name);
    },
  });
  const jobs = startJobs(url, [job('first', 1), job('second')], silentLog);
  onTestFinished(() => jobs.stop());

  await ask(NIGHTLY);
  await until(async () => runs.length === 2);
  await until(async () => {
    const retry = `update graphile_worker._private_jobs set run_at = now() where attempts = 1 and locked_at is null`;
    return (await query(retry)).rowCount === 1;
  });
  await ask(NIGHTLY);
  await settled();

  expect(runs.slice(0, 4)).toEqual(['first', 'second', 'first', 'second']);
});

test('jobs can be stopped while the database is unreachable', async () => {
  const jobs = startJobs('postgres://nobody@127.0.0.1:1/none', [], silentLog);

  await expect(jobs.stop()).resolves.toBeUndefined();
});

/** A runner of one job that waits in its run until `go`. */
async function accountJobs(slots: number, due: number[] = []) {
  const scene = await jobDatabase();
  const { db, close } = openDatabase(scene.url, { max: 2, name: 'kurir test' });
  onTestFinished(close);
  const begun: string[] = [];
  const ended = new EventEmitter();
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const job: AccountJob = {
    ...{ name: 'learn', slots },
    due: async () => due.map((account_id) => ({ account_id })),
    async run({ accountId, id = 0 }, stopping) {
      const run = `${accountId}/${id}`;
      const gate = Promise.withResolvers<void>();
      gates.set(run, gate);
      begun.push(run);
      stopping.addEventListener('abort', () => gate.reject(new Error('stopped')));
      await gate.promise;
      ended.emit(run);
    },
  };
  const start = () => {
    const jobs = startJobs(scene.url, [job], silentLog);
    let stopped: Promise<void> | null = null;
    const stop = () => (stopped ??= jobs.stop());
    onTestFinished(stop);
    return { stop };
  };
  return {
    ...{ ...scene, start, begun },
    learn: (accountId: number, more: { id?: number; at?: Date; rank?: number } = {}) =>
      enqueue(db, { name: 'learn', accountId, ...more }),
    go: (run: string) => gates.get(run)?.resolve(),
    hasBegun: (...runs: string[]) =>
      until(async () => runs.every((run) => begun.includes(run)), { what: runs.join() }),
    waiting: async () =>
      (await scene.query('select key from graphile_worker.jobs where locked_at is null')).rowCount,
  };
}

test('an account has one run at a time, accounts run side by side, and a place is left for other jobs', async () => {
  const { start, learn, go, begun, hasBegun, ask, query, settled } = await accountJobs(2);
  for (const id of [1, 2]) await learn(7, { id });
  for (const accountId of [8, 9]) await learn(accountId);
  start();

  await hasBegun('7/1', '8/0');
  await ask(EACH_TEN_MINUTES);
  await until(
    async () =>
      (await query(`select from graphile_worker.jobs where task_identifier = '${EACH_TEN_MINUTES}'`))
        .rowCount === 0,
  );
  const first = [...begun];
  go('7/1');
  // 7/2 or 9/0: whether the queue of account 7 is free already.
  await until(() => begun.length === 3);
  go('8/0');
  await hasBegun('9/0', '7/2');
  for (const run of ['9/0', '7/2']) go(run);
  await settled();

  expect(first).toEqual(['7/1', '8/0']);
});

test('a job that waits is not asked for twice, and runs at the earlier time', async () => {
  const { start, learn, go, begun, hasBegun, waiting, settled } = await accountJobs(1);
  const [soon, later] = [new Date(), new Date(Date.now() + 60_000)];

  for (const at of [later, soon, later]) await learn(7, { at });
  const waited = await waiting();
  start();
  await hasBegun('7/0');
  go('7/0');
  await settled();

  expect([waited, begun]).toEqual([1, ['7/0']]);
});

test('an account whose work is due gets a job, unless it has one', async () => {
  const { start, learn, go, begun, hasBegun, ask, query, settled } = await accountJobs(1, [7, 8]);
  await learn(7);
  start();
  await hasBegun('7/0');

  await ask(EACH_MINUTE);
  await until(
    async () => (await query(`select from graphile_worker.jobs where key = 'learn:8'`)).rowCount === 1,
  );
  go('7/0');
  await hasBegun('8/0');
  go('8/0');
  await settled();

  expect(begun).toEqual(['7/0', '8/0']);
});

test('a change during a run is followed by another run', async () => {
  const { start, learn, go, begun, hasBegun, settled } = await accountJobs(1);
  await learn(7);
  start();
  await hasBegun('7/0');

  await learn(7);
  go('7/0');
  await until(async () => begun.length === 2);
  go('7/0');
  await settled();

  expect(begun).toEqual(['7/0', '7/0']);
});

test('a job that a stop or a kill -9 has ended runs again', async () => {
  const { start, learn, go, begun, hasBegun, query, settled } = await accountJobs(1);
  await learn(7);
  const first = start();
  await hasBegun('7/0');
  await first.stop();
  const lock = `set locked_at = now() - interval '13 seconds', locked_by = 'of a dead process'`;
  await query(`update graphile_worker._private_jobs ${lock}`);
  await query(`update graphile_worker._private_job_queues ${lock}`);

  start();
  await until(async () => begun.length === 2);
  go('7/0');
  await settled();

  expect(begun).toEqual(['7/0', '7/0']);
});

test('a queue that stays locked without a job is freed, although its runner goes on', async () => {
  const { start, learn, go, hasBegun, query, settled } = await accountJobs(1);
  await learn(7);
  await query(
    `update graphile_worker._private_job_queues
     set locked_at = now() - interval '13 seconds', locked_by = 'of a runner that goes on'`,
  );

  start();
  await hasBegun('7/0');
  go('7/0');
  await settled();

  expect(
    (await query('select from graphile_worker._private_job_queues where locked_at is not null')).rowCount,
  ).toBe(0);
});

test('the lock of a running job is renewed, and queues without jobs are deleted', async () => {
  const { start, learn, go, hasBegun, query, ask, settled } = await accountJobs(1);
  await learn(7);
  start();
  await hasBegun('7/0');
  await query(`update graphile_worker._private_jobs set locked_at = now() - interval '8 seconds'`);
  await until(
    async () =>
      (await query(`select from graphile_worker.jobs where locked_at > now() - interval '3 seconds'`))
        .rowCount === 1,
  );

  go('7/0');
  await settled();
  await ask(EACH_TEN_MINUTES);
  await settled();

  expect((await query('select queue_name from graphile_worker._private_job_queues')).rows).toEqual([]);
});
