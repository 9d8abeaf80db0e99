import { SECOND } from './clock.ts';
import type { Db } from './db/db.ts';
import type { Log } from './log.ts';
import { REST_MS } from './pause.ts';
import { type Repeated, repeat } from './repeat.ts';

const LOOK_MS = 2 * SECOND;
/** The library itself waits four hours. */
const LOCK_SECONDS = 12;

// Tables of the library.
// A change that orders a job holds the row of a running one until its commit.
const RENEW = `update graphile_worker._private_jobs set locked_at = now() where id = any (array(
    select id from graphile_worker._private_jobs where locked_by = $1 for update skip locked))`;
// The library locks job and queue in one statement. When two runners had one job, its queue stays locked without it.
const LOOK = `with freed as (
    update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
    where locked_at < now() - make_interval(secs => $1) and not exists (
      select from graphile_worker._private_jobs where job_queue_id = q.id and locked_at is not null)
  )
  select
    (select extract(epoch from min(run_at) - now()) * 1000 from graphile_worker._private_jobs
     where is_available and run_at > now())::float8 as next_ms,
    (select array_agg(distinct locked_by) from graphile_worker._private_jobs
     where locked_at < now() - make_interval(secs => $1) and locked_by <> $2) as ended,
    (select count(*)::int from graphile_worker._private_jobs where is_available and run_at <= now()) as due`;
interface Looked {
  ended: string[] | null;
  due: number;
  /** Until the next job is due. */
  next_ms: number | null;
}

const UNLOCK = 'select graphile_worker.force_unlock_workers($1::text[])';
const ANNOUNCE = `select pg_notify('jobs:insert', json_build_object('count', $1::int)::text)`;

/**
 * Renews the locks of this runner, frees jobs of killed runners, starts due jobs: every two seconds, less often while
 * there are none. Takes the place of polls. Wake it after each new job.
 */
export function watchJobs(
  db: Db,
  { runner, isBusy, log }: { runner: string; isBusy: () => boolean; log: Log },
): Repeated {
  const look = async () => {
    if (isBusy()) await db.query({ text: RENEW }, [runner]);
    const { rows } = await db.query<Looked>({ text: LOOK }, [LOCK_SECONDS, runner]);
    const { ended = null, due = 0 } = rows[0] ?? {};
    if (ended) {
      await db.query({ text: UNLOCK }, [ended]);
      log.warn({ runners: ended.length }, 'jobs.unlocked');
    }
    if (due > 0 || ended) await db.query({ text: ANNOUNCE }, [Math.max(due, 1)]);
    const waitMs = rows[0]?.next_ms ?? REST_MS;
    return isBusy() || due > 0 || ended ? LOOK_MS : Math.max(LOOK_MS, waitMs);
  };
  return repeat(
    { log },
    { failed: 'jobs.watch_failed', everyMs: LOOK_MS, rests: true, spacingMs: LOOK_MS, work: look },
  );
}

/** The queue of all schedules. */
export const PERIODIC = 'periodic';

// Also a schedule that no process knows any more.
const DELETE_FAILED = `delete from graphile_worker._private_jobs
  where locked_at is null and updated_at < now() - interval '1 day' and (attempts >= max_attempts
    or job_queue_id = (select id from graphile_worker._private_job_queues where queue_name = '${PERIODIC}'))`;
const DELETE_QUEUES = [
  `set local lock_timeout = '1s'`,
  // A new job names a queue, which must stay.
  'lock table graphile_worker._private_jobs in share row exclusive mode',
  `delete from graphile_worker._private_job_queues q
   where locked_at is null and not exists (select from graphile_worker._private_jobs where job_queue_id = q.id)`,
];

/** The library locks all free queues for each job, and never deletes them or given-up jobs. */
export async function tidyQueues(db: Db): Promise<void> {
  await db.query({ text: DELETE_FAILED }, []);
  await db.transaction(async (tx) => {
    for (const text of DELETE_QUEUES) await tx.query({ text }, []);
  });
}
