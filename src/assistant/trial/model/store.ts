import { statement } from '../../../platform/lib/db/statement.ts';
import type { Language } from '../../languages/language.ts';
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
).inTx.run;

export const deleteModel = statement<{ accountId: number }>(
  'automation.delete_model',
  'delete from assistant_models where account_id = :accountId',
).inTx.run;

/** So that the next training makes the model again. */
export const forgetSource = statement<{ accountId: number }>(
  'automation.forget_model_source',
  "update assistant_models set source = '' where account_id = :accountId",
).run;

/** During a training, a new time: so the training that runs does not close it. */
export const noteChange = statement<{ accountId: number; dueAt: Date }>(
  'automation.schedule_training',
  `insert into assistant_trainings (account_id, due_at) values (:accountId, :dueAt::timestamptz)
   on conflict (account_id) do update set failures = 0, due_at = excluded.due_at`,
).inTx.run;

/** A change that is not yet learned. */
export interface Training {
  accountId: number;
  dueAt: Date;
  failures: number;
}

export const findTraining = statement<{ accountId: number }, Training>(
  'automation.find_training',
  `select account_id as "accountId", due_at as "dueAt", failures from assistant_trainings
   where account_id = :accountId`,
).first;

/** Until the transaction ends. Undefined: another process has learned the change. */
export const holdTraining = statement<{ accountId: number }>(
  'automation.hold_training',
  'select account_id from assistant_trainings where account_id = :accountId for update',
).inTx.first;

/** SQL: no other change came since. */
const SAME = `account_id = :accountId and date_trunc('milliseconds', due_at) = :dueAt::timestamptz`;

export const closeTraining = statement<Training>(
  'automation.close_training',
  `delete from assistant_trainings where ${SAME}`,
).run;

export const postponeTraining = statement<Training & { at: Date }>(
  'automation.postpone_training',
  `update assistant_trainings set due_at = :at::timestamptz, failures = :failures::int where ${SAME}`,
).run;

/** Due for longer. */
export const listOverdueTrainings = statement<{ before: Date }, { account_id: number }>(
  'automation.list_overdue_trainings',
  `select account_id from assistant_trainings
   where due_at < :before::timestamptz and (claimed_until is null or claimed_until < :before)
   order by due_at limit 1000`,
).all;
