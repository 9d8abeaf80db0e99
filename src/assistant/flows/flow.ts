import type { Context } from '../../context.ts';
import { listNamedFields } from '../../gateway/contacts/placeholders.ts';
import { requireDevices } from '../../gateway/devices/device.ts';
import type { Caller } from '../../platform/accounts/account.ts';
import { type AuditAction, record } from '../../platform/audit/audit.ts';
import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { type Page, readPage } from '../../platform/lib/page.ts';
import { isUuid } from '../../platform/lib/text.ts';
import { renewCoverage, touchAutomation } from '../account.ts';
import { Pieces } from '../pieces.ts';
import { namesOfStarters } from '../rules/for-flows.ts';
import { reservedWords } from '../rules/reserved-words.ts';
import { checkDraft, type Known, type Problem } from './definition/problems.ts';
import { fileProblems, holdFiles } from './files.ts';
import { type ChangeFlow, type CreateFlow, type ListFlows, MAX_FLOWS } from './schema.ts';
import { listSecretNames } from './secrets/secret.ts';
import * as store from './store.ts';
import { lateWarnings, templateProblems } from './templates.ts';

export interface Checked {
  flow: store.FlowRow;
  problems: readonly Problem[];
  warnings: readonly Problem[];
}

const EMPTY_DRAFT = { nodes: [{ id: 'start', type: 'start' }] };

/** In the order of creation. */
export function listFlows(
  ctx: Context,
  { id: accountId }: { id: number },
  page: ListFlows,
): Promise<Page<store.FlowSummaryRow>> {
  return readPage(ctx, {
    ...page,
    list: `flows of account ${accountId}`,
    read: ([after = 0], limit) => store.listFlows(ctx.db, { accountId, after, limit }),
    placeOf: ({ id }) => [id],
    partsOf: ({ name, device_uuids, triggers }) => [name, device_uuids, triggers],
  });
}

/** ApiError flow_not_found. */
export async function getFlow(
  db: Db,
  { id: accountId }: { id: number },
  uuid: string,
): Promise<store.FlowRow> {
  const flow = isUuid(uuid) ? await store.findFlow(db, { accountId, uuid }) : undefined;
  if (!flow) throw new ApiError('flow_not_found');
  return flow;
}

/** The flow with what publishing would refuse. ApiError flow_not_found. */
export async function showFlow(ctx: Context, account: { id: number }, uuid: string): Promise<Checked> {
  return check(ctx, account, await getFlow(ctx.db, account, uuid));
}

/** `also` runs in the same transaction. ApiError flow_limit_reached, device_not_found. */
export async function createFlow(
  ctx: Context,
  account: Caller,
  { name, device_uuids = null, definition = EMPTY_DRAFT }: CreateFlow,
  also: (tx: Tx, flowId: number) => Promise<void> = async () => {},
): Promise<Checked> {
  const devices = await requireDevices(ctx, account, device_uuids);
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    await touchAutomation(tx, account.id, now);
    if ((await store.countFlows(tx, account.id)) >= MAX_FLOWS) throw new ApiError('flow_limit_reached');
    const content = { name, ...devices, draft: JSON.stringify(definition) };
    const flow = await store.insertFlow(tx, { ...content, accountId: account.id, now });
    await holdFiles(ctx, tx, account, definition);
    await also(tx, flow.id);
    await recordChange(tx, ctx, account, { action: 'flow.created', flow });
    return check({ ...ctx, db: tx }, account, flow);
  });
}

/** Changes the given fields. ApiError flow_not_found, flow_changed, device_not_found. */
export async function changeFlow(
  ctx: Context,
  account: Caller,
  uuid: string,
  given: ChangeFlow,
): Promise<Checked> {
  const devices =
    given.device_uuids === undefined ? {} : await requireDevices(ctx, account, given.device_uuids);
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    await touchAutomation(tx, account.id, now);
    const { id, name, device_uuids, device_ids, draft_version } = await getFlow(tx, account, uuid);
    assertUnchanged(given.draft_version, draft_version);
    const draft = given.definition === undefined ? null : JSON.stringify(given.definition);
    const change = { id, name: given.name ?? name, device_uuids, device_ids, ...devices, draft };
    if (given.definition !== undefined) await holdFiles(ctx, tx, account, given.definition);
    const flow = await store.updateFlow(tx, { ...change, now });
    await recordChange(tx, ctx, account, { action: 'flow.changed', flow });
    if (given.device_uuids !== undefined) await renewCoverage(tx, account.id, now);
    return check({ ...ctx, db: tx }, account, flow);
  });
}

/** With its versions; chats that run it end. ApiError flow_not_found, flow_in_use. */
export function deleteFlow(ctx: Context, account: { id: number }, uuid: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    await touchAutomation(tx, account.id, now);
    const flow = await getFlow(tx, account, uuid);
    await assertUnused(tx, account, flow);
    await store.deleteFlow(tx, { id: flow.id });
    await recordChange(tx, ctx, account, { action: 'flow.deleted', flow });
    await renewCoverage(tx, account.id, now);
  });
}

export const { listFilesOfFlows } = store;

/** ApiError flow_changed. */
export function assertUnchanged(expected: number | undefined, present: number): void {
  if (expected === undefined || expected === present) return;
  throw new ApiError('flow_changed');
}

/** ApiError flow_in_use: another published flow runs it, or an enabled auto-reply starts it. */
export async function assertUnused(tx: Tx, account: { id: number }, flow: store.FlowRow): Promise<void> {
  const user = await store.findUser(tx, { accountId: account.id, id: flow.id, uuid: flow.flow_uuid });
  if (user)
    throw new ApiError(
      'flow_in_use',
      `The flow "${user.name}" runs this flow. Change or unpublish it first.`,
    );
  const rules = await namesOfStarters(tx, account.id, flow.flow_uuid);
  if (rules) {
    const message = `These auto-replies start this flow: ${rules}. Change or disable them first.`;
    throw new ApiError('flow_in_use', message);
  }
}

/** What a definition of this flow can name. */
export async function knownTo(
  db: Db,
  { id }: { id: number },
  { flow_uuid }: store.FlowSummaryRow,
): Promise<Known> {
  const [flows, secrets] = [await store.listPublishedIds(db, id), await listSecretNames(db, id)];
  const reserved = await reservedWords(db, id);
  const fields = new Set(await listNamedFields(db, { id }));
  return { flows: new Set([...flows, flow_uuid]), secrets: new Set(secrets), fields, reserved };
}

/** Belongs to the transaction of the change. */
export function recordChange(
  tx: Tx,
  ctx: Pick<Context, 'actor' | 'now'>,
  { id: accountId }: { id: number },
  { action, flow, version }: { action: AuditAction; flow: store.FlowSummaryRow; version?: number },
): Promise<void> {
  const detail = version === undefined ? {} : { version };
  return record(tx, ctx, [{ action, accountId, target: flow.flow_uuid, detail }]);
}

async function check(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  account: { id: number },
  flow: store.FlowRow,
): Promise<Checked> {
  const known = await knownTo(ctx.db, account, flow);
  const { problems, warnings } = await checkDraft(flow.draft, known, new Pieces().pauseOf(account.id));
  const ofTemplates = await templateProblems(ctx, account, flow, flow.draft);
  const ofFiles = await fileProblems(ctx, account, flow.draft);
  const late = await lateWarnings(ctx, account, flow, flow.draft);
  return { flow, problems: [...problems, ...ofTemplates, ...ofFiles], warnings: [...warnings, ...late] };
}
