import type { Context } from '../../../context.ts';
import type { Sight } from '../../../platform/accounts/account.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { type Page, type PageQuery, readPage } from '../../../platform/lib/page.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import { recordAct } from '../acting.ts';
import { type LockedConversation, lockConversation } from '../conversation.ts';
import { MAX_LABELS_OF_CONVERSATION } from '../schema.ts';
import { insertEntry } from '../timeline/timeline.ts';
import { type ChangeLabel, type ChangeLabels, type CreateLabel, LABEL_COLORS, MAX_LABELS } from './schema.ts';
import * as store from './store.ts';

type Account = { id: number };

/** Ignores case. */
export async function findLabelId(
  ctx: Pick<Context, 'db'>,
  account: Account,
  name: string,
): Promise<number | undefined> {
  return (await store.findByName(ctx.db, { accountId: account.id, name: name.trim() }))?.id;
}

/** Names by public id; deleted labels are missing. */
export async function namesOfLabels(
  ctx: Pick<Context, 'db'>,
  { id: accountId }: Account,
  uuids: readonly string[],
): Promise<Map<string, string>> {
  if (uuids.length === 0) return new Map();
  const rows = await store.listByUuid(ctx.db, { accountId, uuids });
  return new Map(rows.map(({ label_uuid, name }) => [label_uuid, name]));
}

export function listLabels(
  ctx: Context,
  { id: accountId }: Account,
  page: PageQuery,
): Promise<Page<store.LabelRow>> {
  return readPage(ctx, {
    ...page,
    list: `labels of account ${accountId}`,
    read: ([after = 0], limit) => store.listLabels(ctx.db, { accountId, after, limit }),
    placeOf: ({ id }) => [id],
  });
}

/** ApiError label_limit_reached; FieldErrors for a taken name. */
export function createLabel(ctx: Context, account: Account, given: CreateLabel): Promise<store.LabelRow> {
  const { id: accountId } = account;
  const name = given.name.trim();
  return ctx.db.transaction(async (tx) => {
    await store.lockLabels(tx, { accountId });
    if (await store.findByName(tx, { accountId, name })) throw nameTaken();
    const count = await store.countLabels(tx, accountId);
    if (count >= MAX_LABELS) throw new ApiError('label_limit_reached');
    const color = given.color ?? LABEL_COLORS[1 + (count % (LABEL_COLORS.length - 1))] ?? 'gray';
    const label = await store.insertLabel(tx, { accountId, name, color, now: ctx.now() });
    await recordAct(tx, ctx, account, { action: 'label.created', target: label.label_uuid });
    return label;
  });
}

/** ApiError label_not_found; FieldErrors for a taken name. */
export function changeLabel(
  ctx: Context,
  account: Account,
  uuid: string,
  given: ChangeLabel,
): Promise<store.LabelRow> {
  const { id: accountId } = account;
  if (!isUuid(uuid)) throw new ApiError('label_not_found');
  const { color = null } = given;
  const name = given.name?.trim() ?? null;
  return ctx.db.transaction(async (tx) => {
    await store.lockLabels(tx, { accountId });
    const same = name === null ? undefined : await store.findByName(tx, { accountId, name });
    if (same && same.label_uuid !== uuid.toLowerCase()) throw nameTaken();
    const label = await store.updateLabel(tx, { accountId, uuid, name, color });
    if (!label) throw new ApiError('label_not_found');
    const action = name === null ? 'label.recolored' : 'label.renamed';
    await recordAct(tx, ctx, account, { action, target: label.label_uuid });
    return label;
  });
}

const nameTaken = () => new FieldErrors({ name: ['is the name of another label'] });

/** Hidden at once. ApiError label_not_found. */
export async function deleteLabel(ctx: Context, account: Account, uuid: string): Promise<void> {
  if (!isUuid(uuid)) throw new ApiError('label_not_found');
  await ctx.db.transaction(async (tx) => {
    const isDeleted = await store.markDeleted(tx, account.id, uuid, ctx.now());
    if (!isDeleted) throw new ApiError('label_not_found');
    await recordAct(tx, ctx, account, { action: 'label.deleted', target: uuid });
  });
}

/** ApiError conversation_not_found; FieldErrors. */
export function changeLabels(
  ctx: Context,
  account: Sight,
  uuid: string,
  { add = [], remove = [], actor }: ChangeLabels & { actor: string },
): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const conversation = await lockConversation(tx, account, uuid);
    const { id } = conversation;
    const names = [...add, ...remove].map((name) => name.trim());
    const named = await store.lockNamed(tx, account.id, names);
    const wanted = add.map((name, index) => named.get(index) ?? unknownLabel(name));
    const unwanted = remove.flatMap((_, index) => named.get(add.length + index) ?? []);
    const removed = await store.removeLabels(tx, id, unwanted);
    const added = await store.addLabels(tx, account.id, id, [...new Set(wanted)]);
    if (removed.length + added.length === 0) return;
    if (added.length > 0) await requireFew(tx, id);
    const details = { added: await store.listNames(tx, added), removed: await store.listNames(tx, removed) };
    await insertEntry(tx, conversation, { kind: 'labelled', actor, details }, ctx.now());
    await recordAct(tx, ctx, account, { action: 'conversation.labelled', target: uuid, detail: details });
  });
}

/** By automation or system, with the lock. Unknown and surplus names have no effect. */
export async function labelLocked(
  tx: Tx,
  conversation: Pick<LockedConversation, 'id' | 'account_id' | 'episode'>,
  { add, remove, actor }: { add: readonly string[]; remove: readonly string[]; actor: 'bot' | 'system' },
  now: Date,
): Promise<void> {
  const { id, account_id } = conversation;
  const named = await store.lockNamed(
    tx,
    account_id,
    [...add, ...remove].map((name) => name.trim()),
  );
  const idsOf = (names: readonly string[], from: number) =>
    names.flatMap((_, n) => named.get(from + n) ?? []);
  const removed = await store.removeLabels(tx, id, idsOf(remove, add.length));
  const room = MAX_LABELS_OF_CONVERSATION - (await store.countLabelsOf(tx, id));
  const wanted = [...new Set(idsOf(add, 0))].slice(0, Math.max(0, room));
  const added = await store.addLabels(tx, account_id, id, wanted);
  if (removed.length + added.length === 0) return;
  const details = { added: await store.listNames(tx, added), removed: await store.listNames(tx, removed) };
  await insertEntry(tx, conversation, { kind: 'labelled', actor, details }, now);
}

function unknownLabel(name: string): never {
  throw new FieldErrors({ add: [`the account has no label "${name}": POST /v1/labels makes it`] });
}

async function requireFew(tx: Tx, conversationId: number): Promise<void> {
  if ((await store.countLabelsOf(tx, conversationId)) > MAX_LABELS_OF_CONVERSATION)
    throw new FieldErrors({ add: [`a conversation has at most ${MAX_LABELS_OF_CONVERSATION} labels`] });
}
