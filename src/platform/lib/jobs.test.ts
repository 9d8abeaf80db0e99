import { EventEmitter, once } from 'node:events';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { adminQuery, testDatabase } from '../../../test/harness/database.ts';
import { until } from '../../../test/harness/until.ts';
import { migrateJobs, startJobs } from './jobs.ts';
import { silentLog } from './log.ts';

/** Job tables in a fresh database. `ask` enqueues a job as its schedule would. */
async function jobDatabase() {
  const url = await testDatabase();
  await migrateJobs(url, silentLog);
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return {
    url,
    ask: (name: string) => client.query('select graphile_worker.add_job($1)', [name]),
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
    [{ name: 'tidy', cron: '0 3 * * *', run: async () => void runs.emit('run') }],
    silentLog,
  );
  onTestFinished(() => jobs.stop());
  const before = once(runs, 'run');
  await ask('tidy');
  await before;
  await settled();

  await adminQuery(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'kurir jobs' and datname = current_database()`,
  );
  const after = once(runs, 'run');
  await ask('tidy');

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
  const jobs = startJobs(url, [{ name: 'tidy', cron: '0 3 * * *', run }], silentLog);
  await ask('tidy');
  await begun.promise;

  const stopped = jobs.stop();
  gate.resolve();
  await stopped;

  expect(finished).toBe(true);
});

test('jobs can be stopped while the database is unreachable', async () => {
  const jobs = startJobs('postgres://nobody@127.0.0.1:1/none', [], silentLog);

  await expect(jobs.stop()).resolves.toBeUndefined();
});
