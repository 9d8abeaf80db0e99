import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { Json } from '../store.ts';
import type { DependsOn, Expected } from './schema.ts';

export interface SimulationSummaryRow {
  id: number;
  simulation_uuid: string;
  name: string;
  depends_on: DependsOn;
  created_at: Date;
  updated_at: Date;
}

export interface SimulationRow extends SimulationSummaryRow {
  request: Json;
  expected: Expected;
}

interface Of {
  accountId: number;
  flowId: number;
}

const SUMMARY = 'id, simulation_uuid, name, depends_on, created_at, updated_at';
const OF_FLOW = 'flow_id = :flowId and account_id = :accountId';

/** All of a flow, the oldest first. */
export const listSimulations = statement<Of, SimulationSummaryRow>(
  'automation.list_flow_simulations',
  `select ${SUMMARY} from flow_simulations where ${OF_FLOW} order by id`,
).all;
/** With their messages and results. */
export const readSimulations = statement<Of, SimulationRow>(
  'automation.read_flow_simulations',
  `select ${SUMMARY}, request, expected from flow_simulations where ${OF_FLOW} order by id`,
).all;

export const findSimulation = statement<Of & { uuid: string }, SimulationRow>(
  'automation.find_flow_simulation',
  `select ${SUMMARY}, request, expected from flow_simulations
   where ${OF_FLOW} and simulation_uuid = :uuid::uuid`,
).first;

const LOCK_FLOW = statement<Of>(
  'automation.lock_flow',
  'select from flows where id = :flowId and account_id = :accountId for update',
);
const COUNT = statement<Of, { count: number }>(
  'automation.count_flow_simulations',
  `select count(*)::int as count from flow_simulations where ${OF_FLOW}`,
);

/** Locks the flow, so that its simulations are counted one after the other. Returns their number. */
export async function lockSimulations(tx: Tx, of: Of): Promise<number> {
  await LOCK_FLOW.run(tx, of);
  return (await COUNT.one(tx, of)).count;
}

export interface Content {
  name: string;
  /** JSON, as the following ones. */
  request: string;
  expected: string;
  depends_on: string;
}

export const insertSimulation = statement<Content & Of & { now: Date }, SimulationRow>(
  'automation.insert_flow_simulation',
  `insert into flow_simulations (flow_id, account_id, name, request, expected, depends_on, created_at, updated_at)
   values (:flowId, :accountId, :name, :request::json, :expected::json, :depends_on::json, :now::timestamptz,
     :now::timestamptz)
   returning ${SUMMARY}, request, expected`,
).inTx.one;

export const replaceSimulation = statement<Content & Of & { uuid: string; now: Date }, SimulationRow>(
  'automation.replace_flow_simulation',
  `update flow_simulations set name = :name, request = :request::json, expected = :expected::json,
     depends_on = :depends_on::json, updated_at = :now
   where ${OF_FLOW} and simulation_uuid = :uuid::uuid
   returning ${SUMMARY}, request, expected`,
).inTx.first;

const DELETE = statement<Of & { uuid: string }>(
  'automation.delete_flow_simulation',
  `delete from flow_simulations where ${OF_FLOW} and simulation_uuid = :uuid::uuid`,
);

/** False: there is no such simulation. */
export async function deleteSimulation(tx: Tx, of: Of, uuid: string): Promise<boolean> {
  return (await DELETE.run(tx, { ...of, uuid })) > 0;
}
