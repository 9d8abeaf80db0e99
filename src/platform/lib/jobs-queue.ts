import { z } from 'zod';
import { type Queryable, statement } from './db/statement.ts';
import { codeOf } from './error-code.ts';

/** What a job of an account works on. */
export const SUBJECT = z.object({
  accountId: z.number(),
  /** Of one thing of the account. */
  id: z.number().exactOptional(),
  /** Runs in a row that failed before this one, as the job counts them. */
  failures: z.number().exactOptional(),
});
export type Subject = z.infer<typeof SUBJECT>;

export interface Order extends Subject {
  /** Of the job. */
  name: string;
  /** Default: at once. */
  at?: Date;
  /** Of two jobs that are due, the one with the lower rank runs first. Up to 32,767. */
  rank?: number;
}

const ADD = statement<
  { name: string; payload: string; queue: string; at: Date | null; key: string; rank: number },
  { id: number | null }
>(
  'jobs.add',
  `select id from graphile_worker.add_job(
     identifier => :name::text, payload => :payload::json, queue_name => :queue::text,
     run_at => least(coalesce(:at::timestamptz, now()),
       (select run_at from graphile_worker.jobs where key = :key and locked_at is null)),
     job_key => :key::text, priority => :rank::int, flags => array[:name::text])`,
);

/**
 * Asks for a run of a job on this account, in the transaction of the change that needs it. A job that waits already
 * runs at the earlier time. While one runs, another one waits for its end.
 */
export async function enqueue(db: Queryable, { name, at, rank = 0, ...subject }: Order): Promise<void> {
  const queue = `${name}:${subject.accountId}`;
  const key = subject.id === undefined ? queue : `${queue}:${subject.id}`;
  const job = { name, queue, key, rank, payload: JSON.stringify(subject), at: at ?? null };
  // Null: the waiting job has begun at this moment. It need not see this transaction.
  if ((await ADD.one(db, job)).id === null) await ADD.one(db, job);
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
