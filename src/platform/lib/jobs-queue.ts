import { z } from 'zod';
import { type Queryable, statement } from './db/statement.ts';
import { codeOf } from './error-code.ts';

export const SUBJECT = z.object({
  accountId: z.number(),
  id: z.number().exactOptional(),
  /** Failed runs in a row before this one. */
  failures: z.number().exactOptional(),
});
export type Subject = z.infer<typeof SUBJECT>;

export interface Order extends Subject {
  /** Of the job. */
  name: string;
  /** Default: at once. An earlier time has no advantage over other accounts. */
  at?: Date;
  /** Lower ranks run first. Up to 32,767. */
  rank?: number;
}

const ADD = statement<
  { name: string; payload: string; queue: string; at: Date | null; key: string; rank: number },
  { id: number | null }
>(
  'jobs.add',
  `select id from graphile_worker.add_job(
     identifier => :name::text, payload => :payload::json, queue_name => :queue::text,
     run_at => least(greatest(:at::timestamptz, now()),
       (select run_at from graphile_worker.jobs where key = :key and locked_at is null)),
     job_key => :key::text, priority => :rank::int, flags => array[:name::text])`,
);

/** In the transaction of the change. A waiting job runs at the earlier time; a running one is followed by another. */
export async function enqueue(db: Queryable, { name, at, rank = 0, ...subject }: Order): Promise<void> {
  const queue = `${name}:${subject.accountId}`;
  const key = subject.id === undefined ? queue : `${queue}:${subject.id}`;
  const job = { name, queue, key, rank, payload: JSON.stringify(subject), at: at ?? null };
  // Null: the waiting job has begun at this moment. It need not see this transaction.
  if ((await ADD.one(db, job)).id === null) await ADD.one(db, job);
}

const LACKING = statement<{ name: string; accountIds: readonly number[] }, { id: number }>(
  'jobs.list_lacking',
  // The connections of the library read bigint as text.
  `select wanted.id::float8 as id from unnest(:accountIds::bigint[]) as wanted (id)
   left join lateral (
     select true as is_there from graphile_worker._private_jobs
     where key = :name::text || ':' || wanted.id limit 1
   ) job on true
   where job.is_there is null`,
);

/** For the accounts without a job of this name. One that runs counts. */
export async function enqueueMissing(
  db: Queryable,
  name: string,
  accounts: readonly { account_id: number }[],
): Promise<void> {
  if (accounts.length === 0) return;
  const accountIds = accounts.map(({ account_id }) => account_id);
  for (const { id } of await LACKING.all(db, { name, accountIds }))
    await enqueue(db, { name, accountId: id });
}

export interface JobCounts {
  waiting: number;
  failing: number;
}

// Absent until the library's migration.
const COUNT_JOBS = `select count(*)::int as waiting, count(*) filter (where last_error is not null)::int as failing
  from graphile_worker.jobs`;
const UNDEFINED_TABLE = '42P01';

/** Null before the first worker. Not inside transactions. */
export async function countJobs(db: Queryable): Promise<JobCounts | null> {
  try {
    const { rows } = await db.query<JobCounts>({ text: COUNT_JOBS }, []);
    return rows[0] ?? null;
  } catch (error) {
    if (codeOf(error) === UNDEFINED_TABLE) return null;
    throw error;
  }
}
