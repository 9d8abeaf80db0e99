import type { Context } from '../../context.ts';
import { placeholderProblem } from '../../gateway/contacts/placeholders.ts';
import { requireDevices } from '../../gateway/devices/device.ts';
import { findHours, hasHours } from '../../gateway/hours/hours.ts';
import { hoursFrom } from '../../gateway/hours/opening.ts';
import { holdFitting, holdPresent, type Wanted } from '../../gateway/uploads/upload.ts';
import type { Caller } from '../../platform/accounts/account.ts';
import { type AuditAction, record } from '../../platform/audit/audit.ts';
import { fieldErrorsOf } from '../../platform/lib/check-fields.ts';
import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../platform/lib/errors.ts';
import { inChunks } from '../../platform/lib/in-chunks.ts';
import { isFileKind } from '../../platform/lib/media/formats.ts';
import { type Page, readPage } from '../../platform/lib/page.ts';
import { isUuid } from '../../platform/lib/text.ts';
import { renewCoverage, touchAutomation } from '../account.ts';
import { patternsProblem } from '../bounds.ts';
import { textsIn } from '../content.ts';
import { isPublished, listTriggered, type TriggeredFlow } from '../flows/published.ts';
import { Pieces } from '../pieces.ts';
import type { Content, TemplateReply } from '../plan.ts';
import { templateErrors } from '../templates.ts';
import { checkDefinition, type Definition } from './definition.ts';
import { type Facts, type Finding, lint, neverAnswers } from './lint.ts';
import { deleteEndedPauses as deleteEnded } from './pause-store.ts';
import { reservedWords } from './reserved-words.ts';
import { compiledRule } from './rule.ts';
import { rulesOfFlow } from './rule-set.ts';
import { isOver } from './schedule.ts';
import {
  AutoReplyParts,
  type ChangeAutoReply,
  type CreateAutoReply,
  type ListAutoReplies,
  MAX_AUTO_REPLIES,
} from './schema.ts';
import * as store from './store.ts';

/** A rule, and why it can never answer as things are. */
export interface ShownRule extends store.RuleRow {
  never_answers: ReturnType<typeof neverAnswers>;
}

export interface SavedRule {
  rule: ShownRule;
  findings: readonly Finding[];
}

/** By priority, and in the order of creation. */
export async function listAutoReplies(
  ctx: Context,
  { id: accountId }: Caller,
  page: ListAutoReplies,
): Promise<Page<ShownRule>> {
  const factsOf = await readFacts(ctx.db, accountId, ctx.now());
  return readPage(ctx, {
    ...page,
    list: `auto-replies of account ${accountId}`,
    read: async ([priority = -1, after = 0], limit) =>
      (await store.listRules(ctx.db, { accountId, priority, after, limit })).map((rule) =>
        shown(rule, factsOf),
      ),
    placeOf: ({ priority, id }) => [priority, id],
    partsOf: ({ name, device_uuids, definition }) => [name, device_uuids, definition],
  });
}

/** ApiError auto_reply_not_found. */
export async function showAutoReply(ctx: Context, account: Caller, uuid: string): Promise<ShownRule> {
  const rule = await getAutoReply(ctx, account, uuid);
  return shown(rule, await readFacts(ctx.db, account.id, ctx.now()));
}

/** ApiError auto_reply_not_found. */
async function getAutoReply(
  ctx: Pick<Context, 'db'>,
  { id: accountId }: Caller,
  uuid: string,
): Promise<store.RuleRow> {
  const found = isUuid(uuid) ? await store.findRule(ctx.db, { accountId, uuid }) : undefined;
  if (!found) throw new ApiError('auto_reply_not_found');
  return found;
}

/** ApiError auto_reply_limit_reached, device_not_found, media_not_found; FieldErrors. */
export async function createAutoReply(
  ctx: Context,
  account: Caller,
  input: CreateAutoReply,
): Promise<SavedRule> {
  const { kind } = input;
  const content = contentOf({ ...input, hours: input.hours ?? (kind === 'away' ? 'closed' : 'any') });
  await checkDefinition(kind, content.definition, new Pieces().pauseOf(account.id));
  const devices = await requireDevices(ctx, account, content.device_uuids);
  await checkTemplates(ctx, account, content);
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    await touchAutomation(tx, account.id, now);
    const others = await store.listAllRules(tx, { accountId: account.id });
    if (others.length >= MAX_AUTO_REPLIES) throw new ApiError('auto_reply_limit_reached');
    const beside = await besideOf(tx, account, others, content);
    await checkFields(tx, account, content.definition);
    await holdFiles(ctx, tx, account, content.definition);
    const target = { accountId: account.id, kind };
    const rule = await store.insertRule(tx, target, { ...content, ...devices }, now);
    await finish(tx, ctx, account, { action: 'auto_reply.created', rule });
    return withFindings(tx, account, rule, beside);
  });
}

/** Changes the given fields. ApiError auto_reply_not_found, device_not_found, media_not_found; FieldErrors. */
export async function changeAutoReply(
  ctx: Context,
  account: Caller,
  uuid: string,
  change: ChangeAutoReply,
): Promise<SavedRule> {
  const devices = await requireDevices(ctx, account, change.device_uuids ?? null);
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    await touchAutomation(tx, account.id, now);
    const present = await getAutoReply({ db: tx }, account, uuid);
    const ofDevices =
      change.device_uuids === undefined ? { device_ids: await store.deviceIdsOf(tx, present.id) } : devices;
    const { definition, ...rest } = present;
    const content = contentOf({
      ...rest,
      ...definition,
      ...given(change),
      ...mergedParts(definition, change),
    });
    await checkDefinition(present.kind, content.definition, new Pieces().pauseOf(account.id));
    if (change.replies || change.device_uuids !== undefined)
      await checkTemplates({ ...ctx, db: tx }, account, content);
    const all = await store.listAllRules(tx, { accountId: account.id });
    const others = all.filter(({ id }) => id !== present.id);
    const beside = await besideOf(tx, account, others, content);
    if (change.replies) {
      await checkFields(tx, account, content.definition);
      await holdFiles(ctx, tx, account, content.definition);
    }
    const rule = await store.updateRule(tx, present.id, { ...content, ...ofDevices }, now);
    await finish(tx, ctx, account, { action: 'auto_reply.changed', rule });
    return withFindings(tx, account, rule, beside);
  });
}

/** ApiError auto_reply_not_found. */
export function deleteAutoReply(ctx: Context, account: Caller, uuid: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    await touchAutomation(tx, account.id, ctx.now());
    const rule = await getAutoReply({ db: tx }, account, uuid);
    await store.deleteRule(tx, { id: rule.id });
    await finish(tx, ctx, account, { action: 'auto_reply.deleted', rule });
  });
}

async function finish(
  tx: Tx,
  ctx: Context,
  { id: accountId }: Caller,
  { action, rule }: { action: AuditAction; rule: store.RuleRow },
): Promise<void> {
  const { rule_uuid: target, kind, enabled, priority } = rule;
  await record(tx, ctx, [{ action, accountId, target, detail: { kind, enabled, priority } }]);
  await renewCoverage(tx, accountId, ctx.now());
}

export const { listFilesOfRules } = store;

/** A template is compared with its file before. ApiError media_not_found; FieldErrors. */
async function holdFiles(ctx: Context, tx: Tx, account: Caller, { replies }: Definition): Promise<void> {
  await holdFitting(ctx, tx, account, filesIn(replies));
  const headers = replies.flatMap(
    (reply) => (reply.type === 'template' && reply.template.header_media_id) || [],
  );
  await holdPresent(ctx, tx, account, headers);
}

const filesIn = (replies: Definition['replies']): Wanted[] =>
  replies.flatMap((reply, place) =>
    reply.type !== 'template' && isFileKind(reply.type) && reply.media_id
      ? [{ kind: reply.type, id: reply.media_id, field: `replies.${place}.media_id` }]
      : [],
  );

/** FieldErrors for unknown fields of contacts. */
async function checkFields(tx: Tx, account: Caller, { replies }: Definition): Promise<void> {
  const errors: Record<string, string[]> = {};
  for (const [place, reply] of replies.entries()) {
    const problem = await placeholderProblem(tx, account, textsIn(reply));
    const field = reply.type === 'template' ? 'template.variables' : 'body';
    if (problem !== null) errors[`replies.${place}.${field}`] = [problem];
  }
  if (Object.keys(errors).length > 0) throw new FieldErrors(errors);
}

/** FieldErrors for a template that does not fit the approved one of each device. */
async function checkTemplates(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  { id: accountId }: Caller,
  { device_uuids, definition }: store.RuleContent,
): Promise<void> {
  const errors: Record<string, string[]> = {};
  for (const [place, reply] of definition.replies.entries()) {
    if (reply.type !== 'template') continue;
    const found = await templateErrors(ctx, accountId, device_uuids, reply.template);
    for (const [field, texts] of Object.entries(found))
      errors[field === 'device_uuids' ? field : `replies.${place}.${field}`] = texts;
  }
  if (Object.keys(errors).length > 0) throw new FieldErrors(errors);
}

/** A rule as a request has it: one level of fields. */
interface Fields extends Omit<store.RuleContent, 'definition'>, Omit<Definition, 'replies'> {
  replies: readonly (
    | TemplateReply
    | {
        type: Content['type'];
        body?: string | null | undefined;
        media_url?: string | null | undefined;
        media_id?: string | null | undefined;
        interactive?: object | null | undefined;
      }
  )[];
}

function contentOf({ name, enabled, priority, device_uuids, ...fields }: Fields): store.RuleContent {
  const { match, patterns, hours, schedule, conditions = null, cooldown_seconds } = fields;
  const { greet_after_days, greet_always } = fields;
  const { interrupts_flows, replies, start_flow, hand_off, add_labels, remove_labels } = fields;
  const messages = replies.map((reply) => {
    if (reply.type === 'template') return { type: reply.type, template: reply.template };
    const { type, body, media_url = null, media_id, interactive = null } = reply;
    const file = media_id ? { media_id } : {};
    return { type, body: body || null, media_url, ...file, interactive };
  });
  const definition = {
    match,
    patterns,
    hours,
    schedule,
    conditions,
    cooldown_seconds,
    greet_after_days,
    greet_always,
    interrupts_flows,
    replies: messages,
    start_flow,
    hand_off,
    add_labels,
    remove_labels,
  };
  return { name, enabled, priority, device_uuids, definition };
}

/** A change of the schedule or the conditions keeps the fields that it does not have. FieldErrors. */
function mergedParts(
  { schedule, conditions }: Definition,
  change: ChangeAutoReply,
): Partial<Pick<Fields, 'schedule' | 'conditions'>> {
  const parsed = AutoReplyParts.safeParse({
    ...(change.schedule && { schedule: { ...schedule, ...change.schedule } }),
    ...(change.conditions && { conditions: { ...conditions, ...change.conditions } }),
  });
  if (!parsed.success) throw fieldErrorsOf(parsed.error);
  return parsed.data as Partial<Fields>; // a missing part has no key
}

/** A parsed request has no key with the value undefined. */
const given = (fields: ChangeAutoReply) => fields as Partial<Fields>;

interface Beside {
  rules: readonly store.RuleRow[];
  flows: readonly TriggeredFlow[];
  /** The flow that the rule starts is not published. */
  isFlowMissing: boolean;
}

/** What answers beside a new content. FieldErrors when the account has too many patterns, or no such flow. */
async function besideOf(
  tx: Tx,
  { id }: Caller,
  rules: readonly store.RuleRow[],
  { definition }: store.RuleContent,
): Promise<Beside> {
  const flows = await listTriggered(tx, id);
  const all = [
    ...rules.map((rule) => rule.definition),
    definition,
    ...flows.flatMap(({ triggers }) => triggers),
  ];
  const problem = patternsProblem(all);
  if (problem) throw new FieldErrors({ patterns: [problem] });
  const { start_flow } = definition;
  const state = start_flow === null ? true : await isPublished(tx, id, start_flow);
  if (state === null) throw new FieldErrors({ start_flow: ['is no flow of this account'] });
  return { rules, flows, isFlowMissing: !state };
}

async function withFindings(
  tx: Tx,
  { id: accountId }: Caller,
  rule: store.RuleRow,
  { rules, flows, isFlowMissing }: Beside,
): Promise<SavedRule> {
  const factsOf = await readFacts(tx, accountId, rule.updated_at);
  const others = [...rules.map((row) => compiledRule(row)), ...flows.flatMap(rulesOfFlow)];
  const facts = { ...factsOf(rule), isFlowMissing, reserved: await reservedWords(tx, accountId) };
  return {
    rule: shown(rule, factsOf),
    findings: await lint(compiledRule(rule), others, facts, new Pieces().pauseOf(accountId)),
  };
}

type FactsOf = (rule: store.RuleRow) => Required<Pick<Facts, 'isAlwaysOpen' | 'isOver'>>;

/** What the business hours say about rules. */
async function readFacts(db: Db, accountId: number, now: Date): Promise<FactsOf> {
  const hours = hoursFrom((await findHours(db, accountId, null)).written);
  const isAlwaysOpen = !(await hasHours(db, accountId));
  return ({ definition: { schedule } }) => ({
    isAlwaysOpen,
    isOver: schedule !== null && isOver(schedule, hours, now),
  });
}

const shown = (rule: store.RuleRow, factsOf: FactsOf): ShownRule => ({
  ...rule,
  never_answers: neverAnswers(rule.definition, factsOf(rule)),
});

/** Of cool-downs that have ended. Returns the number of deleted rows. */
export function deleteEndedPauses({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const at = now();
  return inChunks((limit) => deleteEnded(db, { now: at, limit }));
}
