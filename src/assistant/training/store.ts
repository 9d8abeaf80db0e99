import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';

/** A training that this process does. */
export interface Claim {
  account_id: number;
  /** Another one for each claim: a trainer that lost its claim stores nothing. */
  claim_id: string;
  due_at: Date;
  failures: number;
}

const CLAIM = statement<{ now: Date; until: Date }, Claim>(
  'automation.claim_training',
  `update assistant_trainings t set claimed_until = :until::timestamptz, claim_id = gen_random_uuid()
   where account_id = (
     select account_id from assistant_trainings
     where due_at <= :now::timestamptz and (claimed_until is null or claimed_until <= :now)
     order by due_at limit 1 for update skip locked
   )
   returning account_id, claim_id, due_at, failures`,
);

/** The account that waits for the longest time. */
export function claim(db: Db, now: Date, until: Date): Promise<Claim | undefined> {
  return CLAIM.first(db, { now, until });
}

interface Claimed {
  accountId: number;
  claimId: string;
}

const claimedBy = ({ account_id: accountId, claim_id: claimId }: Claim): Claimed => ({ accountId, claimId });

const RENEW = statement<Claimed & { until: Date }>(
  'automation.renew_training',
  `update assistant_trainings set claimed_until = :until::timestamptz
   where account_id = :accountId and claim_id = :claimId::uuid`,
);

export async function renew(db: Db, claim: Claim, until: Date): Promise<void> {
  await RENEW.run(db, { ...claimedBy(claim), until });
}

const HOLD = statement<Claimed>(
  'automation.hold_training',
  `select account_id from assistant_trainings
   where account_id = :accountId and claim_id = :claimId::uuid for update`,
);

/** Until the transaction ends. False: another process has claimed the training, or has done it. */
export async function hold(tx: Tx, claim: Claim): Promise<boolean> {
  return (await HOLD.first(tx, claimedBy(claim))) !== undefined;
}

const CLOSE = statement<Claimed & { dueAt: Date }>(
  'automation.close_training',
  `with closed as (
    delete from assistant_trainings
    where account_id = :accountId and claim_id = :claimId::uuid and due_at = :dueAt::timestamptz
    returning account_id
  )
  update assistant_trainings set claimed_until = null, claim_id = null, failures = 0
  where account_id = :accountId and claim_id = :claimId::uuid and not exists (select from closed)`,
);

/** A change since the claim stays due. */
export async function close(db: Db, claim: Claim): Promise<void> {
  await CLOSE.run(db, { ...claimedBy(claim), dueAt: claim.due_at });
}

const POSTPONE = statement<Claimed & { dueAt: Date; failures: number }>(
  'automation.postpone_training',
  `update assistant_trainings
   set claimed_until = null, claim_id = null, due_at = :dueAt::timestamptz, failures = :failures::int
   where account_id = :accountId and claim_id = :claimId::uuid`,
);

export async function postpone(
  db: Db,
  claim: Claim,
  { dueAt, failures }: { dueAt: Date; failures: number },
): Promise<void> {
  await POSTPONE.run(db, { ...claimedBy(claim), dueAt, failures });
}
