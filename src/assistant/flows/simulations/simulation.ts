import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { getDeviceOrChat } from '../../../gateway/devices/device.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { type AuditAction, record } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import { getFlow } from '../flow.ts';
import { Comparisons } from '../run/comparisons.ts';
import { type Difference, differencesFrom, expectedFrom } from '../run/regression.ts';
import { simulateFlow } from '../run/simulation.ts';
import { getRunnable } from '../versions/version.ts';
import {
  type DependsOn,
  type ExportedSimulation,
  MAX_SIMULATION_BYTES,
  MAX_SIMULATIONS,
  SimulationRequest,
  type StoreSimulation,
} from './schema.ts';
import * as store from './store.ts';

/** A stored simulation, run again. */
export interface Checked {
  simulation: store.SimulationRow;
  /** Empty: as expected. */
  differences: readonly Difference[];
  depends_on: DependsOn;
  /** The new result, in place of the expected one. */
  accepted: store.Content;
}

/** The oldest first. ApiError flow_not_found. */
export async function listSimulations(
  ctx: Pick<Context, 'db'>,
  account: { id: number },
  flowUuid: string,
): Promise<store.SimulationSummaryRow[]> {
  const flow = await getFlow(ctx.db, account, flowUuid);
  return store.listSimulations(ctx.db, { accountId: account.id, flowId: flow.id });
}

/** ApiError flow_not_found, flow_simulation_not_found. */
export async function getSimulation(
  ctx: Pick<Context, 'db'>,
  account: { id: number },
  flowUuid: string,
  uuid: string,
): Promise<store.SimulationRow> {
  const flow = await getFlow(ctx.db, account, flowUuid);
  const of = { accountId: account.id, flowId: flow.id };
  const found = isUuid(uuid) ? await store.findSimulation(ctx.db, { ...of, uuid }) : undefined;
  if (!found) throw new ApiError('flow_simulation_not_found');
  return found;
}

/**
 * Runs the messages, and stores them with their result. ApiError flow_not_found, flow_version_not_found,
 * device_not_found, flow_simulation_limit_reached; FieldErrors for a draft with problems, or too many bytes.
 */
export async function storeSimulation(
  ctx: Context,
  account: Caller,
  flowUuid: string,
  given: StoreSimulation,
): Promise<store.SimulationRow> {
  const content = await recorded(ctx, account, flowUuid, given);
  return ctx.db.transaction(async (tx) => {
    const flow = await getFlow(tx, account, flowUuid);
    const of = { accountId: account.id, flowId: flow.id };
    const count = await store.lockSimulations(tx, of);
    if (count >= MAX_SIMULATIONS) throw new ApiError('flow_simulation_limit_reached');
    const made = await store.insertSimulation(tx, { ...of, ...content, now: ctx.now() });
    await note(tx, ctx, account, { action: 'flow_simulation.created', flowUuid, uuid: made.simulation_uuid });
    return made;
  });
}

/** Runs it again with these messages. The errors of `storeSimulation`; ApiError flow_simulation_not_found. */
export async function replaceSimulation(
  ctx: Context,
  account: Caller,
  { flowUuid, uuid }: { flowUuid: string; uuid: string },
  given: StoreSimulation,
): Promise<store.SimulationRow> {
  await getSimulation(ctx, account, flowUuid, uuid);
  const content = await recorded(ctx, account, flowUuid, given);
  return ctx.db.transaction(async (tx) => {
    const { id: flowId } = await getFlow(tx, account, flowUuid);
    const of = { accountId: account.id, flowId };
    const replaced = await store.replaceSimulation(tx, { ...of, ...content, uuid, now: ctx.now() });
    if (!replaced) throw new ApiError('flow_simulation_not_found');
    await note(tx, ctx, account, { action: 'flow_simulation.changed', flowUuid, uuid });
    return replaced;
  });
}

/** ApiError flow_not_found, flow_simulation_not_found. */
export function deleteSimulation(
  ctx: Context,
  account: { id: number },
  flowUuid: string,
  uuid: string,
): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    await getSimulation({ db: tx }, account, flowUuid, uuid);
    const { id: flowId } = await getFlow(tx, account, flowUuid);
    await store.deleteSimulation(tx, { accountId: account.id, flowId }, uuid);
    await note(tx, ctx, account, { action: 'flow_simulation.removed', flowUuid, uuid });
  });
}

/** Of an import, with the results that it has. The flow is new. */
export async function importSimulations(
  tx: Tx,
  of: { accountId: number; flowId: number },
  simulations: readonly ExportedSimulation[],
  now: Date,
): Promise<void> {
  for (const { name, ...given } of simulations) {
    await store.insertSimulation(tx, { ...of, name, ...contentOf(given), now });
  }
}

/** For an export, without devices. */
export async function exportSimulations(
  ctx: Pick<Context, 'db'>,
  of: { accountId: number; flowId: number },
): Promise<ExportedSimulation[]> {
  const rows = await store.readSimulations(ctx.db, of);
  return rows.map(({ name, request, expected, depends_on }) => {
    const { device_uuid: _, ...rest } = SimulationRequest.parse(request);
    return { name, request: rest, expected, depends_on };
  });
}

/**
 * Runs all stored simulations with the draft. `draft_version` is the one that ran, or an earlier one. ApiError
 * flow_not_found; FieldErrors for a draft with problems.
 */
export async function checkSimulations(
  ctx: Context,
  account: Caller,
  flowUuid: string,
): Promise<{ flowId: number; draft_version: number; checked: Checked[] }> {
  const { id: flowId, draft_version } = await getFlow(ctx.db, account, flowUuid);
  const simulations = await store.readSimulations(ctx.db, { accountId: account.id, flowId });
  const checked: Checked[] = [];
  if (simulations.length === 0) return { flowId, draft_version, checked };
  const draft = await getRunnable(ctx, account, flowUuid, null);
  const texts = new Comparisons();
  for (const simulation of simulations) {
    const request = SimulationRequest.parse(simulation.request);
    const played = await simulateFlow({ ctx, texts }, account, draft, request);
    const { depends_on } = played;
    const expected = expectedFrom(played);
    const accepted = { name: simulation.name, ...contentOf({ request, expected, depends_on }) };
    const differences = differencesFrom(simulation.expected, played);
    checked.push({ simulation, differences, depends_on, accepted });
    await nextIteration();
  }
  return { flowId, draft_version, checked };
}

/** What these simulations show now is expected from now on. FieldErrors for results with too many bytes. */
export async function acceptResults(
  tx: Tx,
  of: { accountId: number; flowId: number },
  differing: readonly Checked[],
  now: Date,
): Promise<void> {
  for (const { simulation, accepted } of differing) {
    assertSize(accepted, `simulations.${simulation.simulation_uuid}`);
    await store.replaceSimulation(tx, { ...of, ...accepted, uuid: simulation.simulation_uuid, now });
  }
}

/** The time and the engine are kept, so that a later run has the same ones. */
async function recorded(
  ctx: Context,
  account: Caller,
  flowUuid: string,
  { name, version, ...given }: StoreSimulation,
): Promise<store.Content> {
  const flow = await getRunnable(ctx, account, flowUuid, version ?? null);
  const device = given.device_uuid ? await getDeviceOrChat(ctx, account, given.device_uuid) : null;
  const request = {
    ...given,
    at: given.at ?? ctx.now(),
    engine: given.engine ?? device?.engine ?? ('economy' as const),
  };
  const played = await simulateFlow({ ctx, texts: new Comparisons() }, account, flow, request);
  const { depends_on } = played;
  const content = { name, ...contentOf({ request, expected: expectedFrom(played), depends_on }) };
  assertSize(content, 'messages');
  return content;
}

const contentOf = ({ request, expected, depends_on }: Omit<ExportedSimulation, 'name'>) => ({
  request: JSON.stringify(request),
  expected: JSON.stringify(expected),
  depends_on: JSON.stringify(depends_on),
});

function assertSize({ name: _, ...texts }: store.Content, field: string): void {
  const bytes = Object.values(texts).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes <= MAX_SIMULATION_BYTES) return;
  const problem = `the simulation has ${bytes} bytes with its result: at most ${MAX_SIMULATION_BYTES}`;
  throw new FieldErrors({ [field]: [problem] });
}

function note(
  tx: Tx,
  ctx: Pick<Context, 'actor' | 'now'>,
  { id: accountId }: { id: number },
  { action, flowUuid, uuid }: { action: AuditAction; flowUuid: string; uuid: string },
): Promise<void> {
  return record(tx, ctx, [{ action, accountId, target: flowUuid, detail: { simulation: uuid } }]);
}
