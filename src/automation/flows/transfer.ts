import type { Context } from '../../context.ts';
import { getFlow } from './flow.ts';
import { EXPORT_FORMAT, type FlowExport } from './schema.ts';
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
  return { format: EXPORT_FORMAT, name: flow.name, definition };
}
