import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';

/** A renewal that this process does. */
export interface Claim {
  account_id: number;
  due_at: Date;
  claim: string;
  failures: number;
}

const SCHEDULE = statement<{ accountId: number; dueAt: Date }>(
  'automation.schedule_embedding_renewal',
  `insert into embedding_renewals as r (account_id, due_at)
   select :accountId::bigint, :dueAt::timestamptz
   where exists (select from language_models where account_id = :accountId and embedding_model is not null)
     or exists (select from embedding_books where account_id = :accountId and model <> '')
   on conflict (account_id) do update set failures = 0,
     due_at = case when r.claim is null then least(r.due_at, excluded.due_at) else excluded.due_at end`,
);

/** Does nothing for an account that never had an embedding model. */
export async function schedule(db: Queryable, accountId: number, dueAt: Date): Promise<void> {
  await SCHEDULE.run(db, { accountId, dueAt });
}

const CLAIM = statement<{ now: Date; until: Date; claim: string }, Claim>(
  'automation.claim_embedding_renewal',
  `update embedding_renewals set claim = :claim::uuid, claimed_until = :until::timestamptz
   where account_id = (
     select account_id from embedding_renewals
     where due_at <= :now::timestamptz and (claimed_until is null or claimed_until <= :now)
     order by due_at limit 1 for update skip locked
   )
   returning account_id, due_at, claim, failures`,
);

/** The account that waits for the longest time. */
export function claim(
  db: Queryable,
  params: { now: Date; until: Date; claim: string },
): Promise<Claim | undefined> {
  return CLAIM.first(db, params);
}

const CLOSE = statement<{ accountId: number; claim: string; dueAt: Date }>(
  'automation.close_embedding_renewal',
  `with closed as (
    delete from embedding_renewals
    where account_id = :accountId and claim = :claim::uuid and due_at = :dueAt::timestamptz
    returning account_id
  )
  update embedding_renewals set claim = null, claimed_until = null, failures = 0
  where account_id = :accountId and claim = :claim::uuid and not exists (select from closed)`,
);

/** A change since the claim stays due. */
export async function close(
  db: Queryable,
  { account_id: accountId, claim: own, due_at: dueAt }: Claim,
): Promise<void> {
  await CLOSE.run(db, { accountId, claim: own, dueAt });
}

const POSTPONE = statement<{ accountId: number; claim: string; dueAt: Date; failures: number }>(
  'automation.postpone_embedding_renewal',
  `update embedding_renewals
   set claim = null, claimed_until = null, due_at = :dueAt::timestamptz, failures = :failures::int
   where account_id = :accountId and claim = :claim::uuid`,
);

export async function postpone(
  db: Queryable,
  { account_id: accountId, claim: own }: Claim,
  to: { dueAt: Date; failures: number },
): Promise<void> {
  await POSTPONE.run(db, { accountId, claim: own, ...to });
}
