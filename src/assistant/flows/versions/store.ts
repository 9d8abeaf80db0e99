import type { Db } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { Json } from '../store.ts';

export interface VersionSummaryRow {
  id: number;
  version: number;
  note: string | null;
  restored_from: number | null;
  created_at: Date;
}

export interface VersionRow extends VersionSummaryRow {
  definition: Json;
}

const SUMMARY = 'id, version, note, restored_from, created_at';

/** Newest first. */
export const listVersions = statement<
  { flowId: number; before: number | null; limit: number },
  VersionSummaryRow
>(
  'automation.list_flow_versions',
  `select ${SUMMARY} from flow_versions
   where flow_id = :flowId and (:before::int is null or version < :before::int)
   order by version desc limit :limit::bigint`,
).all;

export const findVersion = statement<{ flowId: number; version: number }, VersionRow>(
  'automation.find_flow_version',
  `select ${SUMMARY}, definition from flow_versions where flow_id = :flowId and version = :version`,
).first;

interface NewVersion {
  flowId: number;
  accountId: number;
  version: number;
  /** JSON. */
  definition: string;
  note: string | null;
  restored_from: number | null;
}

export const insertVersion = statement<NewVersion & { now: Date }, VersionRow>(
  'automation.insert_flow_version',
  `insert into flow_versions (flow_id, account_id, version, definition, note, restored_from, created_at)
   values (:flowId, :accountId, :version, :definition::json, :note, :restored_from, :now::timestamptz)
   returning ${SUMMARY}, definition`,
).inTx.one;

export const deleteOldVersions = statement<{ flowId: number; upTo: number }>(
  'automation.delete_old_flow_versions',
  `delete from flow_versions v where flow_id = :flowId and version <= :upTo
     and not exists (select from flow_sessions s where s.version_id = v.id)`,
).inTx.run;

export interface PublishedRow {
  flow_id: number;
  flow_uuid: string;
  name: string;
  device_uuids: string[] | null;
  version_id: number;
  version: number;
  definition: Json;
}

const PUBLISHED = `f.id as flow_id, f.flow_uuid, f.name, f.device_uuids, v.id as version_id, v.version, v.definition`;

export const findPublished = statement<{ accountId: number; uuid: string }, PublishedRow>(
  'automation.find_published_flow',
  `select ${PUBLISHED} from flows f join flow_versions v on v.flow_id = f.id and v.version = f.published_version
   where f.account_id = :accountId and f.flow_uuid = :uuid::uuid`,
).first;

const IS_PUBLISHED = statement<{ accountId: number; uuid: string }, { is_published: boolean }>(
  'automation.is_flow_published',
  `select published_version is not null as is_published from flows
   where flow_uuid = :uuid::uuid and account_id = :accountId`,
);

/** Null: there is no such flow. */
export async function isPublished(db: Db, accountId: number, uuid: string): Promise<boolean | null> {
  return (await IS_PUBLISHED.first(db, { accountId, uuid }))?.is_published ?? null;
}

export const findVersionById = statement<{ accountId: number; versionId: number }, PublishedRow>(
  'automation.find_flow_version_by_id',
  `select ${PUBLISHED} from flow_versions v join flows f on f.id = v.flow_id
   where v.id = :versionId and v.account_id = :accountId`,
).first;

export interface TriggerRow {
  flow_uuid: string;
  name: string;
  device_uuids: string[] | null;
  triggers: readonly unknown[];
}

/** In the order of creation. */
export const listTriggers = statement<{ accountId: number }, TriggerRow>(
  'automation.list_flow_triggers',
  `select flow_uuid, name, device_uuids, triggers from flows
   where account_id = :accountId and published_version is not null and triggers is not null order by id`,
).all;
