import type { Db } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';

/** During a training, a new time: so the training that runs does not close it. */
const SCHEDULE = statement<{ accountId: number; dueAt: Date }>(
  'automation.schedule_training',
  `insert into assistant_trainings as t (account_id, due_at) values (:accountId, :dueAt::timestamptz)
   on conflict (account_id) do update set failures = 0,
     due_at = case when t.claimed_until is null then least(t.due_at, excluded.due_at) else excluded.due_at end`,
);

export async function schedule(db: Db, accountId: number, dueAt: Date): Promise<void> {
  await SCHEDULE.run(db, { accountId, dueAt });
}
