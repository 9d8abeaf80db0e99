import type { Context } from '../../../context.ts';
import { findNamed, placeholderProblem } from '../../../gateway/contacts/placeholders.ts';
import { getDeviceOrChat, listDevicesAndChats, requireDevices } from '../../../gateway/devices/device.ts';
import { findUploads, holdUpload, type UploadRow } from '../../../gateway/uploads/upload.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { givenFields } from '../../../platform/lib/change-of.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { type Page, readPage } from '../../../platform/lib/page.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import { recordAct } from '../acting.ts';
import type { Conversation } from '../schema.ts';
import { showConversation } from '../shown.ts';
import {
  type ChangeCannedReply,
  type CreateCannedReply,
  type ListCannedReplies,
  MAX_CANNED_REPLIES,
} from './schema.ts';
import * as store from './store.ts';
import { render, valuesOf } from './variables.ts';

/** With its file, which may be gone. */
export interface ShownReply extends store.CannedReplyRow {
  media: UploadRow | null;
}

/** By creation. ApiError device_not_found. */
export async function listCannedReplies(
  ctx: Context,
  account: Caller,
  { device_uuid, ...page }: ListCannedReplies,
): Promise<Page<ShownReply>> {
  const one = device_uuid === undefined ? null : await getDeviceOrChat(ctx, account, device_uuid);
  const seen = await visibleTo(ctx, account);
  const visible = { accountId: account.id, deviceUuids: one ? [one.device_uuid] : seen };
  return readPage(ctx, {
    ...page,
    list: `canned replies of account ${account.id}`,
    async read([after = 0], limit) {
      const found = await store.listCannedReplies(ctx.db, { ...visible, after, limit });
      return withFiles(
        ctx.db,
        account,
        found.map((reply) => shownTo(seen, reply)),
      );
    },
    placeOf: ({ id }) => [id],
    partsOf: ({ title, body, device_uuids }) => [title, body, device_uuids],
  });
}

/** ApiError canned_reply_not_found, also for unseen devices. */
export async function showCannedReply(ctx: Context, account: Caller, uuid: string): Promise<ShownReply> {
  return withFile(ctx.db, account, await getCannedReply(ctx, account, uuid));
}

async function getCannedReply(ctx: Context, account: Caller, uuid: string): Promise<store.CannedReplyRow> {
  const deviceUuids = await visibleTo(ctx, account);
  const visible = { accountId: account.id, deviceUuids };
  const found = isUuid(uuid) ? await store.findCannedReply(ctx.db, { ...visible, uuid }) : undefined;
  if (!found) throw new ApiError('canned_reply_not_found');
  return shownTo(deviceUuids, found);
}

async function withFiles(
  db: Db,
  { id: accountId }: Pick<Caller, 'id'>,
  replies: readonly store.CannedReplyRow[],
): Promise<ShownReply[]> {
  const places = replies.flatMap(({ file_id: id }) => (id === null ? [] : [{ accountId, id }]));
  const files = await findUploads(db, places);
  return replies.map((reply) => ({ ...reply, media: files.get(reply.file_id ?? '') ?? null }));
}

async function withFile(
  db: Db,
  account: Pick<Caller, 'id'>,
  reply: store.CannedReplyRow,
): Promise<ShownReply> {
  const [shown] = await withFiles(db, account, [reply]);
  return shown ?? { ...reply, media: null };
}

export const { listFilesOfReplies } = store;

/** An agent does not learn of other devices. */
function shownTo(visible: readonly string[] | null, reply: store.CannedReplyRow): store.CannedReplyRow {
  if (visible === null || reply.device_uuids === null) return reply;
  return { ...reply, device_uuids: reply.device_uuids.filter((uuid) => visible.includes(uuid)) };
}

/** Null: all. */
async function visibleTo(ctx: Context, account: Caller): Promise<string[] | null> {
  const { deviceIds } = account;
  if (deviceIds === null) return null;
  const devices = await listDevicesAndChats(ctx, account);
  return devices.filter(({ id }) => deviceIds.includes(id)).map(({ device_uuid }) => device_uuid);
}

/** ApiError canned_reply_limit_reached, device_not_found, media_not_found; FieldErrors for a taken shortcut. */
export async function createCannedReply(
  ctx: Context,
  account: Caller,
  { language = null, device_uuids: uuids = null, media_id, ...rest }: CreateCannedReply,
): Promise<ShownReply> {
  const { device_uuids } = await requireDevices(ctx, account, uuids);
  return ctx.db.transaction(async (tx) => {
    const taken = await lockShortcuts(tx, account);
    if (taken.has(rest.shortcut)) throw shortcutTaken();
    if (taken.size >= MAX_CANNED_REPLIES) throw new ApiError('canned_reply_limit_reached');
    await requireFields(tx, account, rest.body);
    const file_id = await holdFile(ctx, tx, account, media_id);
    const content = { ...rest, language, device_uuids, file_id };
    const made = await store.insertCannedReply(tx, { ...content, accountId: account.id, now: ctx.now() });
    await recordAct(tx, ctx, account, { action: 'canned_reply.created', target: made.canned_uuid });
    return withFile(tx, account, made);
  });
}

/** Changes the given fields. ApiError canned_reply_not_found, device_not_found, media_not_found; FieldErrors. */
export async function changeCannedReply(
  ctx: Context,
  account: Caller,
  uuid: string,
  given: ChangeCannedReply,
): Promise<ShownReply> {
  const devices = await requireDevices(ctx, account, given.device_uuids ?? null);
  return ctx.db.transaction(async (tx) => {
    const taken = await lockShortcuts(tx, account);
    const { id, ...present } = await getCannedReply({ ...ctx, db: tx }, account, uuid);
    const { shortcut, title, body, language } = { ...present, ...givenFields(given) };
    if (given.body !== undefined) await requireFields(tx, account, body);
    const other = taken.get(shortcut);
    if (other !== undefined && other !== present.canned_uuid) throw shortcutTaken();
    const { device_uuids } = given.device_uuids === undefined ? present : devices;
    const file_id =
      given.media_id === undefined ? present.file_id : await holdFile(ctx, tx, account, given.media_id);
    await recordAct(tx, ctx, account, { action: 'canned_reply.changed', target: present.canned_uuid });
    const content = { shortcut, title, body, language, device_uuids, file_id };
    return withFile(tx, account, await store.updateCannedReply(tx, { ...content, id, now: ctx.now() }));
  });
}

/** ApiError canned_reply_not_found. */
export function deleteCannedReply(ctx: Context, account: Caller, uuid: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    await store.lockCannedReplies(tx, { accountId: account.id });
    const { id, canned_uuid: target } = await getCannedReply({ ...ctx, db: tx }, account, uuid);
    await store.deleteCannedReply(tx, { id });
    await recordAct(tx, ctx, account, { action: 'canned_reply.deleted', target });
  });
}

/** Its id. ApiError media_not_found. */
async function holdFile(
  ctx: Context,
  tx: Tx,
  { id: account_id }: Caller,
  mediaId: string | null | undefined,
): Promise<string | null> {
  if (!mediaId) return null;
  await holdUpload(ctx, tx, { account_id, file_id: mediaId });
  return mediaId;
}

async function lockShortcuts(tx: Tx, { id }: Caller): Promise<Map<string, string>> {
  await store.lockCannedReplies(tx, { accountId: id });
  return store.listShortcuts(tx, id);
}

async function requireFields(tx: Tx, account: Caller, body: string): Promise<void> {
  const problem = await placeholderProblem(tx, account, [body]);
  if (problem !== null) throw new FieldErrors({ body: [problem] });
}

const shortcutTaken = () => new FieldErrors({ shortcut: ['is the shortcut of another canned reply'] });

/** ApiError conversation_not_found, canned_reply_not_found. */
export async function renderCannedReply(
  ctx: Context,
  account: Caller,
  { conversation, reply, agent }: { conversation: string; reply: string; agent: string | null },
): Promise<{ text: string; missing: string[] }> {
  const shown = await showConversation(ctx, account, conversation);
  const { body } = await getCannedReply(ctx, account, reply);
  return renderFor(ctx, account, shown, { body, agent });
}

/** A text with the values of a conversation. `agent`: who writes. */
export async function renderFor(
  ctx: Context,
  account: Caller,
  { person, device_uuid }: Pick<Conversation, 'person' | 'device_uuid'>,
  { body, agent }: { body: string; agent: string | null },
): Promise<{ text: string; missing: string[] }> {
  const device = device_uuid === null ? null : await getDeviceOrChat(ctx, account, device_uuid);
  const customer = { person_name: person.name, phone: person.phone, device_label: device?.label ?? null };
  const values = valuesOf(customer, agent);
  return render(body, values, { contact: await findNamed(ctx.db, account, person.phone, [body]) });
}
