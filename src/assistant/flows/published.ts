import type { Db } from '../../platform/lib/db/db.ts';
import { isUuid } from '../../platform/lib/text.ts';
import { FlowDefinition } from './definition/definition.ts';
import type { Trigger } from './definition/logic-nodes.ts';
import * as store from './versions/store.ts';

/** A version of a flow, for the interpreter. */
export interface PublishedFlow {
  flow_id: number;
  flow_uuid: string;
  name: string;
  /** Null: for all devices. */
  device_uuids: readonly string[] | null;
  version_id: number;
  version: number;
  definition: FlowDefinition;
}

/** The version that is published now. */
export async function findPublished(
  db: Db,
  accountId: number,
  flowUuid: string,
): Promise<PublishedFlow | undefined> {
  return isUuid(flowUuid) ? parsed(await store.findPublished(db, { accountId, uuid: flowUuid })) : undefined;
}

/** A version by its row id, published or not. Its definition never changes. */
export async function findVersion(
  db: Db,
  accountId: number,
  versionId: number,
): Promise<PublishedFlow | undefined> {
  return parsed(await store.findVersionById(db, { accountId, versionId }));
}

/** Null: the account has no such flow. */
export function isPublished(db: Db, accountId: number, flowUuid: string): Promise<boolean | null> {
  return store.isPublished(db, accountId, flowUuid);
}

export interface TriggeredFlow {
  flow_uuid: string;
  name: string;
  device_uuids: readonly string[] | null;
  triggers: readonly PublishedTrigger[];
}

/** With the priority of its flow. */
export interface PublishedTrigger extends Trigger {
  priority?: number;
}

/** Published flows that a message can start, in the order of creation. */
export async function listTriggered(db: Db, accountId: number): Promise<TriggeredFlow[]> {
  const rows = await store.listTriggers(db, { accountId });
  // Written from a checked definition.
  return rows.map((row) => ({ ...row, triggers: row.triggers as PublishedTrigger[] }));
}

/** A version of an older program gets the defaults of newer fields. */
function parsed(row: store.PublishedRow | undefined): PublishedFlow | undefined {
  return row && { ...row, definition: FlowDefinition.parse(row.definition) };
}
