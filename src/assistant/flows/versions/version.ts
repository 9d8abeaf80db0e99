import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { type Page, type PageQuery, readPage } from '../../../platform/lib/page.ts';
import { renewCoverage, touchAutomation } from '../../account.ts';
import { Pieces } from '../../pieces.ts';
import { triggersProblem } from '../../rules/for-flows.ts';
import { FlowDefinition } from '../definition/definition.ts';
import { checkDraft, type Problem } from '../definition/problems.ts';
import { flowIdsIn } from '../definition/uses.ts';
import { fileProblems } from '../files.ts';
import { assertUnchanged, assertUnused, getFlow, knownTo, recordChange } from '../flow.ts';
import type { PublishedTrigger } from '../published.ts';
import type { FlowRow, FlowSummaryRow, Json } from '../store.ts';
import * as flows from '../store.ts';
import { templateProblems } from '../templates.ts';
import { type Difference, differenceOf } from './difference.ts';
import * as store from './store.ts';

/** Of a flow. Publishing deletes older ones. */
export const MAX_VERSIONS = 50;

type Account = { id: number };

/** Newest first. ApiError flow_not_found. */
export async function listVersions(
  ctx: Context,
  account: Account,
  uuid: string,
  query: PageQuery,
): Promise<{ flow: FlowRow; page: Page<store.VersionSummaryRow> }> {
  const flow = await getFlow(ctx.db, account, uuid);
  const page = await readPage(ctx, {
    ...query,
    list: `versions of flow ${flow.id}`,
    read: ([before = null], limit) => store.listVersions(ctx.db, { flowId: flow.id, before, limit }),
    placeOf: ({ version }) => [version],
  });
  return { flow, page };
}

/** ApiError flow_not_found, flow_version_not_found. */
export async function getVersion(
  ctx: Pick<Context, 'db'>,
  account: Account,
  uuid: string,
  version: number,
): Promise<{ flow: FlowRow; found: store.VersionRow }> {
  const flow = await getFlow(ctx.db, account, uuid);
  return { flow, found: await versionOf(ctx.db, flow, version) };
}

/** To the version, from `against` or the version before. ApiError flow_not_found, flow_version_not_found. */
export async function compareVersions(
  ctx: Pick<Context, 'db'>,
  account: Account,
  uuid: string,
  { version, against }: { version: number; against: number | 'draft' | undefined },
): Promise<Difference> {
  const { flow, found } = await getVersion(ctx, account, uuid, version);
  return differenceOf(await comparedWith(ctx.db, flow, { version, against }), found.definition);
}

/** Before the first version there is an empty flow. */
async function comparedWith(
  db: Db,
  flow: FlowRow,
  { version, against }: { version: number; against: number | 'draft' | undefined },
): Promise<Json> {
  if (against === 'draft') return flow.draft;
  if (against !== undefined) return (await versionOf(db, flow, against)).definition;
  return (await store.findVersion(db, { flowId: flow.id, version: version - 1 }))?.definition ?? {};
}

/**
 * Publishes the draft. The same content again makes no new version. `also` runs in the same transaction. FieldErrors
 * for each problem; ApiError flow_not_found, flow_changed.
 */
export function publishFlow(
  ctx: Context,
  account: Account,
  uuid: string,
  { draft_version, note = null }: { draft_version?: number | undefined; note?: string | null | undefined },
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<{ flow: FlowRow; found: store.VersionRow }> {
  return ctx.db.transaction(async (tx) => {
    await touchAutomation(tx, account.id, ctx.now());
    const flow = await getFlow(tx, account, uuid);
    assertUnchanged(draft_version, flow.draft_version);
    const definition = await requirePublishable(tx, account, flow, flow.draft);
    await requireSendable({ ...ctx, db: tx }, account, flow, definition);
    await also(tx);
    const present = flow.published_version && (await versionOf(tx, flow, flow.published_version));
    if (present && isDeepStrictEqual(plain(present.definition), plain(definition)))
      return { flow, found: present };
    return publish(tx, ctx, account, flow, { definition, note, restored_from: null });
  });
}

/** Publishes an old version again, under a new number. FieldErrors when it names what is gone. */
export function rollBackFlow(
  ctx: Context,
  account: Account,
  uuid: string,
  { version, note = null }: { version: number; note?: string | null | undefined },
): Promise<{ flow: FlowRow; found: store.VersionRow }> {
  return ctx.db.transaction(async (tx) => {
    await touchAutomation(tx, account.id, ctx.now());
    const flow = await getFlow(tx, account, uuid);
    const old = await versionOf(tx, flow, version);
    const definition = await requirePublishable(tx, account, flow, old.definition);
    await requireSendable({ ...ctx, db: tx }, account, flow, definition);
    return publish(tx, ctx, account, flow, { definition, note, restored_from: version });
  });
}

/** Chats that run it go on. ApiError flow_not_found, flow_in_use. */
export function unpublishFlow(ctx: Context, account: Account, uuid: string): Promise<FlowRow> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    await touchAutomation(tx, account.id, now);
    const flow = await getFlow(tx, account, uuid);
    if (flow.published_version === null) return flow;
    await assertUnused(tx, account, flow);
    const changed = await flows.setPublished(tx, {
      version: null,
      triggers: null,
      runs: [],
      id: flow.id,
      now,
    });
    await recordChange(tx, ctx, account, { action: 'flow.unpublished', flow });
    await renewCoverage(tx, account.id, now);
    return changed;
  });
}

async function publish(
  tx: Tx,
  ctx: Context,
  account: Account,
  flow: FlowRow,
  content: { definition: FlowDefinition; note: string | null; restored_from: number | null },
): Promise<{ flow: FlowRow; found: store.VersionRow }> {
  const { definition, note, restored_from } = content;
  const [now, version] = [ctx.now(), flow.last_version + 1];
  const made = { flowId: flow.id, accountId: account.id, version, note, restored_from };
  const found = await store.insertVersion(tx, { ...made, definition: JSON.stringify(definition), now });
  const triggers = triggersOf(definition);
  const problem = triggers.length > 0 && (await triggersProblem(tx, account.id, { ...flow, triggers }));
  if (problem) throw new FieldErrors({ [`nodes.${startOf(definition)}.triggers`]: [problem] });
  const runs = [...new Set(definition.nodes.flatMap((node) => flowIdsIn(node)))];
  const published = { version, triggers: triggers.length === 0 ? null : JSON.stringify(triggers), runs };
  const changed = await flows.setPublished(tx, { ...published, id: flow.id, now });
  await store.deleteOldVersions(tx, { flowId: flow.id, upTo: version - MAX_VERSIONS });
  const action = restored_from === null ? 'flow.published' : 'flow.rolled_back';
  await recordChange(tx, ctx, account, { action, flow, version });
  await renewCoverage(tx, account.id, now);
  return { flow: changed, found };
}

const triggersOf = ({ nodes }: FlowDefinition): PublishedTrigger[] =>
  nodes.flatMap((node) => {
    if (node.type !== 'start') return [];
    return node.triggers.map((trigger) => ({ ...trigger, priority: node.priority }));
  });

const startOf = ({ nodes }: FlowDefinition): string => nodes.find(({ type }) => type === 'start')?.id ?? '';

async function requirePublishable(
  tx: Db,
  account: Account,
  flow: FlowSummaryRow,
  draft: Json,
): Promise<FlowDefinition> {
  const known = await knownTo(tx, account, flow);
  const { definition, problems } = await checkDraft(draft, known, new Pieces().pauseOf(account.id));
  if (definition === null) throw refusal(problems);
  return definition;
}

/** A simulation says what happens to the templates and files of a draft, so it can run without this. */
async function requireSendable(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  account: Account,
  flow: FlowSummaryRow,
  definition: FlowDefinition,
): Promise<void> {
  const problems = await templateProblems(ctx, account, flow, definition);
  problems.push(...(await fileProblems(ctx, account, definition)));
  if (problems.length > 0) throw refusal(problems);
}

/** `nodes.ID.path`, or `definition.path` for what belongs to no node. */
function refusal(problems: readonly Problem[]): FieldErrors {
  const errors: Record<string, string[]> = {};
  for (const { node_id, path, message } of problems) {
    const place = node_id === null ? ['definition', path] : ['nodes', node_id, path];
    const field = place.filter((part) => part !== null).join('.');
    errors[field] = [...(errors[field] ?? []), message];
  }
  return new FieldErrors(errors);
}

/**
 * A version, or with null the draft, as the interpreter runs it. FieldErrors for each problem of the draft; ApiError
 * flow_not_found, flow_version_not_found.
 */
export async function getRunnable(
  ctx: Pick<Context, 'db'>,
  account: Account,
  uuid: string,
  version: number | null,
): Promise<Pick<FlowSummaryRow, 'flow_uuid' | 'name' | 'device_uuids'> & { definition: FlowDefinition }> {
  const flow = await getFlow(ctx.db, account, uuid);
  const { flow_uuid, name, device_uuids } = flow;
  if (version === null) {
    const definition = await requirePublishable(ctx.db, account, flow, flow.draft);
    return { flow_uuid, name, device_uuids, definition };
  }
  const { definition } = await versionOf(ctx.db, flow, version);
  return { flow_uuid, name, device_uuids, definition: FlowDefinition.parse(definition) };
}

/** ApiError flow_version_not_found. */
export async function versionOf(db: Db, flow: FlowSummaryRow, version: number): Promise<store.VersionRow> {
  const found = await store.findVersion(db, { flowId: flow.id, version });
  if (!found) throw new ApiError('flow_version_not_found');
  return found;
}

/** As JSON has it: without undefined. */
const plain = (value: object): unknown => JSON.parse(JSON.stringify(value));
