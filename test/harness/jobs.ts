import type { Context } from '../../src/context.ts';
import type { Job } from '../../src/platform/lib/jobs.ts';
import { enqueueMissing, SUBJECT } from '../../src/platform/lib/jobs-queue.ts';

const TAKE = `delete from graphile_worker._private_jobs where id = (
  select id from graphile_worker.jobs
  where task_identifier = any($1) and run_at <= greatest($2::timestamptz, now()) and locked_at is null
  order by priority, run_at, id limit 1
) returning (select identifier from graphile_worker._private_tasks where id = task_id) as name, payload`;

/** Runs the jobs that are due by the clock of the test, one after the other, until none is. Their number. */
export async function runJobs(
  ctx: Pick<Context, 'db' | 'now'>,
  jobs: readonly Job[],
  stopping = new AbortController().signal,
): Promise<number> {
  const names = jobs.map(({ name }) => name);
  for (let runs = 0; ; runs += 1) {
    const { rows } = await ctx.db.query<{ name: string; payload: unknown }>({ text: TAKE }, [
      names,
      ctx.now(),
    ]);
    const [taken] = rows;
    const job = jobs.find(({ name }) => name === taken?.name);
    if (!job) return runs;
    await (job.cron === undefined ? job.run(SUBJECT.parse(taken?.payload), stopping) : job.run(stopping));
  }
}

/** As each minute. */
export async function enqueueDue(ctx: Pick<Context, 'db'>, jobs: readonly Job[]): Promise<void> {
  for (const job of jobs)
    if (job.cron === undefined) await enqueueMissing(ctx.db, job.name, (await job.due?.()) ?? []);
}
