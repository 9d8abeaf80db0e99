import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import type { MatchKind } from '../matching.ts';

/** A definition as it is kept: JSON. */
export type Json = Readonly<Record<string, unknown>>;

interface Devices {
  /** Null: for all devices. */
  device_uuids: readonly string[] | null;
  /** Null, in rows of earlier versions: for all. */
  device_ids: readonly number[] | null;
}

interface ShownTrigger {
  match: MatchKind;
  patterns: readonly string[];
}

export interface FlowSummaryRow extends Devices {
  id: number;
  flow_uuid: string;
  name: string;
  draft_version: number;
  /** Null: not published. */
  published_version: number | null;
  last_version: number;
  /** The first ones of the published version with their first patterns. Null: no message starts it. */
  triggers: readonly ShownTrigger[] | null;
  /** Null: not published. */
  published_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface FlowRow extends FlowSummaryRow {
  draft: Json;
}

const SUMMARY = `id, flow_uuid, name, device_uuids, device_ids, draft_version, published_version, last_version,
  created_at, updated_at, (select v.created_at from flow_versions v
    where v.flow_id = flows.id and v.version = flows.published_version) as published_at,
  (select json_agg(json_build_object('match', t -> 'match', 'patterns',
      jsonb_path_query_array((t -> 'patterns')::jsonb, '$[0 to 2]')))
    from json_array_elements(triggers) with ordinality as e (t, n) where n <= 2) as triggers`;

export const findFlow = statement<{ accountId: number; uuid: string }, FlowRow>(
  'automation.find_flow',
  `select ${SUMMARY}, draft from flows where flow_uuid = :uuid::uuid and account_id = :accountId`,
).first;

/** In the order of creation. */
export const listFlows = statement<{ accountId: number; after: number; limit: number }, FlowSummaryRow>(
  'automation.list_flows',
  `select ${SUMMARY} from flows where account_id = :accountId and id > :after order by id limit :limit::bigint`,
).all;

const COUNT = statement<{ accountId: number }, { count: number }>(
  'automation.count_flows',
  'select count(*)::int as count from flows where account_id = :accountId',
);

export async function countFlows(tx: Tx, accountId: number): Promise<number> {
  return (await COUNT.one(tx, { accountId })).count;
}

const LIST_PUBLISHED_IDS = statement<{ accountId: number }, { flow_uuid: string }>(
  'automation.list_published_flow_ids',
  'select flow_uuid from flows where account_id = :accountId and published_version is not null',
);

/** Public ids. */
export async function listPublishedIds(db: Db, accountId: number): Promise<string[]> {
  return (await LIST_PUBLISHED_IDS.all(db, { accountId })).map(({ flow_uuid }) => flow_uuid);
}

interface Content extends Devices {
  name: string;
  /** JSON. */
  draft: string;
}

export const insertFlow = statement<Content & { accountId: number; now: Date }, FlowRow>(
  'automation.insert_flow',
  `insert into flows (account_id, name, device_uuids, device_ids, draft, created_at, updated_at)
   values (:accountId, :name, :device_uuids::uuid[], :device_ids::bigint[], :draft::json, :now::timestamptz,
     :now::timestamptz)
   returning ${SUMMARY}, draft`,
).inTx.one;

interface Change extends Devices {
  id: number;
  name: string;
  /** JSON. Null: the draft stays. */
  draft: string | null;
}

export const updateFlow = statement<Change & { now: Date }, FlowRow>(
  'automation.update_flow',
  `update flows set name = :name, device_uuids = :device_uuids::uuid[], device_ids = :device_ids::bigint[],
     draft = coalesce(:draft::json, draft),
     draft_version = draft_version + case when :draft::json is null then 0 else 1 end, updated_at = :now
   where id = :id returning ${SUMMARY}, draft`,
).inTx.one;

export interface Published {
  /** Null: the flow is not published any more. */
  version: number | null;
  /** JSON. Null: no message starts it. */
  triggers: string | null;
  /** Public ids of flows. */
  runs: readonly string[];
}

export const setPublished = statement<Published & { id: number; now: Date }, FlowRow>(
  'automation.set_published_flow',
  `update flows set published_version = :version, last_version = greatest(last_version, :version),
     triggers = :triggers::json, runs = :runs::uuid[], updated_at = :now
   where id = :id returning ${SUMMARY}, draft`,
).inTx.one;

/** Another published flow that runs this one. */
export const findUser = statement<{ accountId: number; id: number; uuid: string }, { name: string }>(
  'automation.find_user_of_flow',
  `select name from flows
   where account_id = :accountId and id <> :id and published_version is not null and :uuid::uuid = any (runs)
   order by id limit 1`,
).inTx.first;

/** With its versions. */
export const deleteFlow = statement<{ id: number }>(
  'automation.delete_flow',
  'delete from flows where id = :id',
).inTx.run;

/** Those of these uploads that drafts and versions name. */
export const listFilesOfFlows = statement<{ ids: readonly string[] }, { file_id: string }>(
  'automation.list_files_of_flows',
  `select id as file_id from unnest(:ids::uuid[]) as u (id)
   where exists (select from flows where kurir_named_files(draft::jsonb) ? u.id::text)
     or exists (select from flow_versions where kurir_named_files(definition::jsonb) ? u.id::text)`,
).all;
