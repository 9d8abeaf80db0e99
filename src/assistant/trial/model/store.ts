import { statement } from '../../../platform/lib/db/statement.ts';
import type { Language } from '../../brain/languages/language.ts';
import type { ModelReport } from './schema.ts';

/** For whom a FAQ pair is, by its public id. Those for all customers are missing. */
export type Scopes = Readonly<Record<string, Scope>>;

export interface Scope {
  /** Null: all devices. */
  device_uuids: readonly string[] | null;
  /** Null: not said. */
  language: Language | null;
  /** The first pair with this answer. Missing: no other pair has it. */
  same_as?: string;
}

interface ModelRow {
  version: number;
  bytes: Buffer;
  scopes: Scopes;
}

export const loadModel = statement<{ accountId: number }, ModelRow>(
  'automation.load_model',
  'select version, bytes, scopes from assistant_models where account_id = :accountId',
).first;

/** All null: no model yet. */
export interface ModelState {
  version: number | null;
  source: string | null;
  report: ModelReport | null;
  trained_at: Date | null;
  /** A change waits to be learned. */
  is_due: boolean;
  failures: number;
}

export const findModelState = statement<{ accountId: number }, ModelState>(
  'automation.find_model_state',
  `select m.version, m.source, m.report, m.trained_at, t.account_id is not null as is_due,
     coalesce(t.failures, 0) as failures
   from (select :accountId::bigint as account_id) a
   left join assistant_models m using (account_id)
   left join assistant_trainings t using (account_id)`,
).one;

export const saveModel = statement<{
  accountId: number;
  source: string;
  bytes: Buffer;
  scopes: string;
  report: string;
  now: Date;
}>(
  'automation.save_model',
  `insert into assistant_models as m (account_id, source, bytes, scopes, report, trained_at)
   values (:accountId, :source, :bytes, :scopes::jsonb, :report::jsonb, :now::timestamptz)
   on conflict (account_id) do update set version = greatest(excluded.version, m.version + 1),
     source = excluded.source,
     bytes = excluded.bytes, scopes = excluded.scopes, report = excluded.report,
     trained_at = excluded.trained_at`,
).run;

export const deleteModel = statement<{ accountId: number }>(
  'automation.delete_model',
  'delete from assistant_models where account_id = :accountId',
).run;

/** So that the next training makes the model again. */
export const forgetSource = statement<{ accountId: number }>(
  'automation.forget_model_source',
  "update assistant_models set source = '' where account_id = :accountId",
).run;

/** During a training, a new time: so the training that runs does not close it. */
export const scheduleTraining = statement<{ accountId: number; dueAt: Date }>(
  'automation.schedule_training',
  `insert into assistant_trainings as t (account_id, due_at) values (:accountId, :dueAt::timestamptz)
   on conflict (account_id) do update set failures = 0,
     due_at = case when t.claimed_until is null then least(t.due_at, excluded.due_at) else excluded.due_at end`,
).run;

/** A training that this process does. */
export interface Claim {
  accountId: number;
  /** Another one for each claim: a trainer that lost its claim stores nothing. */
  claimId: string;
  dueAt: Date;
  failures: number;
}
type Claimed = Pick<Claim, 'accountId' | 'claimId'>;

/** The account that waits for the longest time. */
export const claimTraining = statement<{ now: Date; until: Date }, Claim>(
  'automation.claim_training',
  `update assistant_trainings t set claimed_until = :until::timestamptz, claim_id = gen_random_uuid()
   where account_id = (
     select account_id from assistant_trainings
     where due_at <= :now::timestamptz and (claimed_until is null or claimed_until <= :now)
     order by due_at limit 1 for update skip locked
   )
   returning account_id as "accountId", claim_id as "claimId", due_at as "dueAt", failures`,
).first;

export const renewTraining = statement<Claimed & { until: Date }>(
  'automation.renew_training',
  `update assistant_trainings set claimed_until = :until::timestamptz
   where account_id = :accountId and claim_id = :claimId::uuid`,
).run;

/** Until the transaction ends. Nothing: another process has claimed the training, or has done it. */
export const holdTraining = statement<Claimed>(
  'automation.hold_training',
  `select account_id from assistant_trainings
   where account_id = :accountId and claim_id = :claimId::uuid for update`,
).first;

/** A change since the claim stays due. */
export const closeTraining = statement<Claimed & { dueAt: Date }>(
  'automation.close_training',
  `with closed as (
    delete from assistant_trainings
    where account_id = :accountId and claim_id = :claimId::uuid and due_at = :dueAt::timestamptz
    returning account_id
  )
  update assistant_trainings set claimed_until = null, claim_id = null, failures = 0
  where account_id = :accountId and claim_id = :claimId::uuid and not exists (select from closed)`,
).run;

export const postponeTraining = statement<Claim>(
  'automation.postpone_training',
  `update assistant_trainings
   set claimed_until = null, claim_id = null, due_at = :dueAt::timestamptz, failures = :failures::int
   where account_id = :accountId and claim_id = :claimId::uuid`,
).run;
