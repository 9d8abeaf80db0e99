import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import type { Definition, RuleKind } from './definition.ts';

export interface RuleContent {
  name: string;
  enabled: boolean;
  priority: number;
  /** Null: for all devices. */
  device_uuids: readonly string[] | null;
  definition: Definition;
}

/** Coverage takes row ids of the devices; none: for all. */
export interface StoredContent extends RuleContent {
  device_ids: readonly number[];
}

export interface RuleRow extends RuleContent {
  id: number;
  rule_uuid: string;
  kind: RuleKind;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS =
  'id, rule_uuid, kind, name, enabled, priority, device_uuids, definition, created_at, updated_at';

export const findRule = statement<{ accountId: number; uuid: string }, RuleRow>(
  'rules.find',
  `select ${COLUMNS} from auto_replies where rule_uuid = :uuid::uuid and account_id = :accountId`,
).first;

/** By priority. */
export const listRules = statement<
  { accountId: number; priority: number; after: number; limit: number },
  RuleRow
>(
  'rules.list',
  `select ${COLUMNS} from auto_replies
   where account_id = :accountId and (priority, id) > (:priority::int, :after::bigint)
   order by priority, id limit :limit::bigint`,
).all;

/** An account has a limited number. */
export const listAllRules = statement<{ accountId: number }, RuleRow>(
  'rules.list_all',
  `select ${COLUMNS} from auto_replies where account_id = :accountId order by priority, id`,
).all;

const LIST_STARTING = statement<{ accountId: number; flow: string; limit: number }, { name: string }>(
  'rules.list_starting',
  `select name from auto_replies
   where account_id = :accountId and enabled and definition ->> 'start_flow' = :flow::text
   order by priority, id limit :limit::bigint`,
);

/** Names of enabled rules that start the flow. */
export async function listStarting(
  db: Db,
  accountId: number,
  flow: string,
  limit: number,
): Promise<string[]> {
  return (await LIST_STARTING.all(db, { accountId, flow, limit })).map(({ name }) => name);
}

interface Written extends Omit<RuleContent, 'definition'> {
  device_ids: readonly number[];
  /** JSON. */
  definition: string;
  now: Date;
}

const INSERT = statement<Written & { accountId: number; kind: RuleKind }, RuleRow>(
  'rules.insert',
  `insert into auto_replies (account_id, kind, name, enabled, priority, device_uuids, device_ids, definition,
     created_at, updated_at)
   values (:accountId, :kind, :name, :enabled, :priority, :device_uuids::uuid[], :device_ids::bigint[],
     :definition::jsonb, :now::timestamptz, :now::timestamptz)
   returning ${COLUMNS}`,
);

export function insertRule(
  tx: Tx,
  { accountId, kind }: { accountId: number; kind: RuleKind },
  content: StoredContent,
  now: Date,
): Promise<RuleRow> {
  return INSERT.one(tx, { ...written(content, now), accountId, kind });
}

const UPDATE = statement<Written & { id: number }, RuleRow>(
  'rules.update',
  `update auto_replies set name = :name, enabled = :enabled, priority = :priority,
     device_uuids = :device_uuids::uuid[], device_ids = :device_ids::bigint[], definition = :definition::jsonb,
     updated_at = :now
   where id = :id returning ${COLUMNS}`,
);

export function updateRule(tx: Tx, id: number, content: StoredContent, now: Date): Promise<RuleRow> {
  return UPDATE.one(tx, { ...written(content, now), id });
}

const written = (content: StoredContent, now: Date): Written => ({
  ...content,
  definition: JSON.stringify(content.definition),
  now,
});

export const deleteRule = statement<{ id: number }>('rules.delete', 'delete from auto_replies where id = :id')
  .inTx.run;

const DEVICE_IDS = statement<{ id: number }, { device_id: number }>(
  'rules.device_ids',
  'select unnest(device_ids) as device_id from auto_replies where id = :id',
);

export async function deviceIdsOf(tx: Tx, id: number): Promise<number[]> {
  return (await DEVICE_IDS.all(tx, { id })).map(({ device_id }) => device_id);
}

/** Those of these uploads that rules name. */
export const listFilesOfRules = statement<{ ids: readonly string[] }, { file_id: string }>(
  'automation.list_files_of_rules',
  `select id as file_id from unnest(:ids::uuid[]) as u (id)
   where exists (select from auto_replies where kurir_named_files(definition) ? u.id::text)`,
).all;
