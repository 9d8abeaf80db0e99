import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import type { Language } from '../brain/language.ts';
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

export interface ModelRow {
  version: number;
  bytes: Buffer;
  scopes: Scopes;
}

const LOAD = statement<{ accountId: number }, ModelRow>(
  'automation.load_model',
  'select version, bytes, scopes from assistant_models where account_id = :accountId',
);

export function loadModel(db: Db, accountId: number): Promise<ModelRow | undefined> {
  return LOAD.first(db, { accountId });
}

export interface ModelState {
  /** Null: no model yet. */
  version: number | null;
  source: string | null;
  report: ModelReport | null;
  trained_at: Date | null;
  /** A change waits to be learned. */
  is_due: boolean;
  failures: number;
}

const STATE = statement<{ accountId: number }, ModelState>(
  'automation.find_model_state',
  `select m.version, m.source, m.report, m.trained_at, t.account_id is not null as is_due,
     coalesce(t.failures, 0) as failures
   from (select :accountId::bigint as account_id) a
   left join assistant_models m using (account_id)
   left join assistant_trainings t using (account_id)`,
);

export function findModelState(db: Db, accountId: number): Promise<ModelState> {
  return STATE.one(db, { accountId });
}

export interface TrainedModel {
  source: string;
  bytes: Buffer;
  scopes: Scopes;
  report: ModelReport;
}

const SAVE = statement<{
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
);

export async function saveModel(
  tx: Tx,
  accountId: number,
  { source, bytes, scopes, report }: TrainedModel,
  now: Date,
): Promise<void> {
  const [scopesText, reportText] = [JSON.stringify(scopes), JSON.stringify(report)];
  await SAVE.run(tx, { accountId, source, bytes, scopes: scopesText, report: reportText, now });
}

const DELETE = statement<{ accountId: number }>(
  'automation.delete_model',
  'delete from assistant_models where account_id = :accountId',
);

export async function deleteModel(tx: Tx, accountId: number): Promise<void> {
  await DELETE.run(tx, { accountId });
}

const FORGET_SOURCE = statement<{ accountId: number }>(
  'automation.forget_model_source',
  "update assistant_models set source = '' where account_id = :accountId",
);

/** So that the next training makes the model again. */
export async function forgetSource(tx: Tx, accountId: number): Promise<void> {
  await FORGET_SOURCE.run(tx, { accountId });
}
