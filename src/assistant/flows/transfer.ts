import type { Context } from '../../context.ts';
import type { Caller } from '../../platform/accounts/account.ts';
import { type Checked, createFlow, getFlow } from './flow.ts';
import { exportSimulations, importSimulations } from './simulations/simulation.ts';
import { EXPORT_FORMAT, type FlowExport, type ImportFlow } from './transfer-schema.ts';
import { versionOf } from './versions/version.ts';

/** The draft, or a version. ApiError flow_not_found, flow_version_not_found. */
export async function exportFlow(
  ctx: Context,
  account: { id: number },
  uuid: string,
  version: number | undefined,
): Promise<FlowExport> {
  const flow = await getFlow(ctx.db, account, uuid);
  const definition = version === undefined ? flow.draft : (await versionOf(ctx.db, flow, version)).definition;
  const simulations = await exportSimulations(ctx, { accountId: account.id, flowId: flow.id });
  return { format: EXPORT_FORMAT, name: flow.name, definition, simulations };
}

/** With its simulations. ApiError flow_limit_reached, device_not_found. */
export function importFlow(
  ctx: Context,
  account: Caller,
  { name, device_uuids, definition, simulations }: Omit<ImportFlow, 'format'>,
): Promise<Checked> {
  return createFlow(ctx, account, { name, device_uuids, definition }, (tx, flowId) =>
    importSimulations(tx, { accountId: account.id, flowId }, simulations, ctx.now()),
  );
}
