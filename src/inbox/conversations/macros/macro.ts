import type { Context } from '../../../context.ts';
import { placeholderProblem } from '../../../gateway/contacts/placeholders.ts';
import { viewUpload } from '../../../gateway/uploads/upload.ts';
import type { Caller, StaffCaller } from '../../../platform/accounts/account.ts';
import { isAtLeast } from '../../../platform/accounts/role.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { findColleagueById } from '../../staff/colleagues/colleague.ts';
import { recordAct } from '../acting.ts';
import { renderFor, showCannedReply } from '../canned-replies/canned-reply.ts';
import { namesOfLabels } from '../labels/label.ts';
import { showConversation } from '../shown.ts';
import { MAX_MACROS, type Macro, type MacroActs, type PreparedMacro, type SaveMacro } from './schema.ts';
import * as store from './store.ts';

/** Of the user, and shared ones. */
export async function listMacros(
  ctx: Pick<Context, 'db'>,
  { id: accountId }: Caller,
  { id: userId }: StaffCaller,
): Promise<Macro[]> {
  const rows = await store.listMacros(ctx.db, { accountId, userId, limit: 2 * MAX_MACROS });
  return rows.map(viewOf);
}

/** ApiError insufficient_role: agents share none. FieldErrors for what is taken, unknown or beyond the limit. */
export function createMacro(
  ctx: Context,
  account: Caller,
  staff: StaffCaller,
  given: SaveMacro,
): Promise<Macro> {
  const userId = ownerIdOf(staff, given);
  return ctx.db.transaction(async (tx) => {
    await requireValid(tx, ctx, account, { ...given, userId, uuid: null });
    const { name, key, acts } = given;
    const saved = { name, key, acts: JSON.stringify(acts), accountId: account.id, userId };
    const row = await store.insertMacro(tx, { ...saved, now: ctx.now() });
    await recordAct(tx, ctx, account, { action: 'macro.created', target: row.macro_uuid });
    return viewOf(row);
  });
}

/** All of it. ApiError macro_not_found, also for those of others; and as when creating. */
export function replaceMacro(
  ctx: Context,
  account: Caller,
  staff: StaffCaller,
  { uuid, ...given }: SaveMacro & { uuid: string },
): Promise<Macro> {
  const ownerId = ownerIdOf(staff, given);
  return ctx.db.transaction(async (tx) => {
    await requireValid(tx, ctx, account, { ...given, userId: ownerId, uuid });
    const { name, key, acts } = given;
    const saved = { name, key, acts: JSON.stringify(acts), ownerId };
    const row = await store.updateMacro(tx, { ...saved, ...changeable(account, staff, uuid) });
    if (!row) throw new ApiError('macro_not_found');
    await recordAct(tx, ctx, account, { action: 'macro.changed', target: uuid });
    return viewOf(row);
  });
}

/** One that is gone, or not theirs to remove, changes nothing. */
export function removeMacro(ctx: Context, account: Caller, staff: StaffCaller, uuid: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const removed = await store.deleteMacro(tx, changeable(account, staff, uuid));
    if (removed) await recordAct(tx, ctx, account, { action: 'macro.deleted', target: uuid });
  });
}

/** For one chat; nothing is done. ApiError macro_not_found, conversation_not_found. */
export async function prepareMacro(
  ctx: Context,
  account: Caller,
  staff: StaffCaller,
  { conversation, uuid }: { conversation: string; uuid: string },
): Promise<PreparedMacro> {
  const chat = await showConversation(ctx, account, conversation);
  const owned = { accountId: account.id, userId: staff.id, uuid, withShared: true };
  const macro = await store.findMacro(ctx.db, owned);
  if (!macro) throw new ApiError('macro_not_found');
  const { reply, note, labels, assign, end } = macro.acts;
  const text = reply && (await textOf(ctx, account, reply));
  const done = text && (await renderFor(ctx, account, chat, { body: text.body, agent: staff.name }));
  const { add = [], remove = [] } = labels ?? {};
  const named = await namesOfLabels(ctx, account, [...add, ...remove]);
  const namesOf = (ids: readonly string[]) => ids.flatMap((id) => named.get(id) ?? []);
  const assignee = assign && (await assigneeOf(ctx, account, staff, assign));
  return {
    ...(text && done && { reply: { body: done.text, media: text.media && viewUpload(text.media) } }),
    ...(note !== undefined && { note }),
    ...(labels && { labels: { add: namesOf(add), remove: namesOf(remove) } }),
    ...(assignee !== undefined && { assignee }),
    ...(end && { end }),
    gone: [
      ...(reply && !text ? (['reply'] as const) : []),
      ...(named.size < add.length + remove.length ? (['labels'] as const) : []),
      ...(assign && assignee === undefined ? (['assign'] as const) : []),
    ],
    missing: done?.missing ?? [],
  };
}

/** Null: shared. */
function ownerIdOf({ id, role }: StaffCaller, { is_shared }: SaveMacro): number | null {
  if (!is_shared) return id;
  if (!isAtLeast(role, 'admin')) throw new ApiError('insufficient_role');
  return null;
}

const changeable = ({ id: accountId }: Caller, { id: userId, role }: StaffCaller, uuid: string) => {
  return { accountId, userId, uuid, withShared: isAtLeast(role, 'admin') };
};

async function requireValid(
  tx: Tx,
  ctx: Context,
  account: Caller,
  { acts, ...given }: SaveMacro & { userId: number | null; uuid: string | null },
): Promise<void> {
  const { name, key, userId, uuid } = given;
  await store.lockMacros(tx, { accountId: account.id });
  const taken = await store.countTaken(tx, { accountId: account.id, userId, uuid, name, key });
  if (taken.count >= MAX_MACROS)
    throw new FieldErrors({ name: [`there are ${MAX_MACROS} macros already; remove one first`] });
  if (taken.names > 0) throw new FieldErrors({ name: ['is the name of another macro'] });
  if (taken.keys > 0) throw new FieldErrors({ key: ['is the key of another macro'] });
  await requireTargets({ ...ctx, db: tx }, account, acts);
}

async function requireTargets(
  ctx: Context,
  account: Caller,
  { reply, labels, assign }: MacroActs,
): Promise<void> {
  if (reply?.canned_reply_id !== undefined && !(await textOf(ctx, account, reply)))
    throw new FieldErrors({ 'acts.reply.canned_reply_id': ['must be the id of a canned reply'] });
  const problem = reply?.body === undefined ? null : await placeholderProblem(ctx.db, account, [reply.body]);
  if (problem !== null) throw new FieldErrors({ 'acts.reply.body': [problem] });
  for (const list of ['add', 'remove'] as const) {
    const ids = labels?.[list] ?? [];
    if ((await namesOfLabels(ctx, account, ids)).size < new Set(ids).size)
      throw new FieldErrors({ [`acts.labels.${list}`]: ['must be ids of labels of the account'] });
  }
  const isUser = assign !== undefined && assign !== 'me' && assign !== 'no_user';
  if (isUser && !(await findColleagueById(ctx.db, { accountId: account.id, uuid: assign })))
    throw new FieldErrors({ 'acts.assign': ['must be the id of an active user, me or no_user'] });
}

/** Undefined: the canned reply is gone, or of devices that the caller does not see. */
async function textOf(ctx: Context, account: Caller, reply: NonNullable<MacroActs['reply']>) {
  const { canned_reply_id: id, body = '' } = reply;
  if (id === undefined) return { body, media: null };
  return showCannedReply(ctx, account, id).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'canned_reply_not_found') return undefined;
    throw error;
  });
}

/** Null: no user. Undefined: the user is gone. */
async function assigneeOf(ctx: Context, account: Caller, staff: StaffCaller, assign: string) {
  if (assign === 'me') return staff.name;
  if (assign === 'no_user') return null;
  return (await findColleagueById(ctx.db, { accountId: account.id, uuid: assign }))?.name;
}

const viewOf = ({ macro_uuid: id, ...macro }: store.MacroRow): Macro => ({ id, ...macro });
