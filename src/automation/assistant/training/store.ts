import type { Db } from '../../../lib/db/db.ts';
import { statement } from '../../../lib/db/statement.ts';

/** A training that this process does. */
export interface Claim {
  account_id: number;
  due_at: Date;
  failures: number;
}

const CLAIM = statement<{ now: Date; until: Date }, Claim>(
  'automation.claim_training',
  `update assistant_trainings t set claimed_until = :until::timestamptz
   where account_id = (
     select account_id from assistant_trainings
     where due_at <= :now::timestamptz and (claimed_until is null or claimed_until <= :now)
     order by due_at limit 1 for update skip locked
   )
   returning account_id, due_at, failures`,
);

/** The account that waits for the longest time. */
export function claim(db: Db, now: Date, until: Date): Promise<Claim | undefined> {
  return CLAIM.first(db, { now, until });
}

const RENEW = statement<{ accountId: number; until: Date }>(
  'automation.renew_training',
  `update assistant_trainings set claimed_until = :until::timestamptz
   where account_id = :accountId and claimed_until is not null`,
);

export async function renew(db: Db, { account_id: accountId }: Claim, until: Date): Promise<void> {
  await RENEW.run(db, { accountId, until });
}

const CLOSE = statement<{ accountId: number; dueAt: Date }>(
  'automation.close_training',
  `with closed as (
    delete from assistant_trainings where account_id = :accountId and due_at = :dueAt::timestamptz
    returning account_id
  )
  update assistant_trainings set claimed_until = null, failures = 0
  where account_id = :accountId and not exists (select from closed)`,
);

/** A change since the claim stays due. */
export async function close(db: Db, { account_id: accountId, due_at: dueAt }: Claim): Promise<void> {
  await CLOSE.run(db, { accountId, dueAt });
}

const POSTPONE = statement<{ accountId: number; dueAt: Date; failures: number }>(
  'automation.postpone_training',
  `update assistant_trainings
   set claimed_until = null, due_at = :dueAt::timestamptz, failures = :failures::int
   where account_id = :accountId`,
);

export async function postpone(
  db: Db,
  accountId: number,
  { dueAt, failures }: { dueAt: Date; failures: number },
): Promise<void> {
  await POSTPONE.run(db, { accountId, dueAt, failures });
}
