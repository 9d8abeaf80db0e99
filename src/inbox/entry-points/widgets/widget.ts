import type { Context } from '../../../context.ts';
import { getDevice } from '../../../gateway/devices/device.ts';
import { createWidgetDevice, releaseWidgetDevice } from '../../../gateway/devices/widget-device.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { type AuditAction, record } from '../../../platform/audit/audit.ts';
import { givenFields } from '../../../platform/lib/change-of.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { type Page, readPage } from '../../../platform/lib/page.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import { visibleTo } from '../entry-point.ts';
import { insertEntryPoint, randomSlug } from '../new-entry-point.ts';
import { countEntryPoints, deleteEntryPoint, lockEntryPoints, updateEntryPoint } from '../store.ts';
import { makeIdentitySecret, sealIdentitySecret } from './identity-secret.ts';
import { isUnsafe } from './origins.ts';
import { type ChangeWidget, type CreateWidget, type ListWidgets, MAX_WIDGETS } from './schema.ts';
import { findShownWidgets as findShown, type ShownWidget } from './shown-store.ts';
import * as store from './store.ts';

export type { ShownWidget } from './shown-store.ts';

/** By public id, also when off or deleted. Unknown ids are missing. */
export async function findShownWidgets(db: Db, uuids: readonly string[]): Promise<ShownWidget[]> {
  const wanted = uuids.filter(isUuid);
  return wanted.length === 0 ? [] : findShown(db, { uuids: wanted });
}

/** Null: unknown id. */
export async function findShownWidget(db: Db, uuid: string): Promise<ShownWidget | null> {
  const [found] = await findShownWidgets(db, [uuid]);
  return found ?? null;
}

/** Of devices that the caller sees, by creation. */
export function listWidgets(
  ctx: Context,
  account: Caller,
  page: ListWidgets,
): Promise<Page<store.WidgetRow>> {
  return readPage(ctx, {
    ...page,
    list: `widgets of account ${account.id}`,
    read: ([after = 0], limit) => store.listWidgets(ctx.db, { ...visibleTo(account), after, limit }),
    placeOf: ({ id }) => [id],
    partsOf: ({ name, text, greeting, allowed_origins }) => [name, text, greeting, allowed_origins],
  });
}

/** ApiError widget_not_found. */
export async function getWidget(
  { db }: Pick<Context, 'db'>,
  account: Caller,
  uuid: string,
): Promise<store.WidgetRow> {
  const found = isUuid(uuid) ? await store.findWidget(db, { ...visibleTo(account), uuid }) : undefined;
  if (!found) throw new ApiError('widget_not_found');
  return found;
}

/** For a change in this transaction. ApiError widget_not_found. */
async function lockedWidget(tx: Tx, account: Caller, uuid: string): Promise<store.WidgetRow> {
  await lockEntryPoints(tx, { accountId: account.id });
  return getWidget({ db: tx }, account, uuid);
}

/**
 * Only this answer has the secret. ApiError widget_limit_reached, device_not_found; FieldErrors.
 */
export async function createWidget(
  ctx: Context,
  account: Caller,
  given: CreateWidget,
): Promise<{ widget: store.WidgetRow; secret: string }> {
  const allowed_origins = usableOrigins(account, given.allowed_origins);
  const { id: device_id } = await getDevice(ctx, account, given.device_uuid);
  const made = await ctx.db.transaction(async (tx) => {
    await lockEntryPoints(tx, { accountId: account.id });
    const count = await countEntryPoints(tx, account.id, 'widget');
    if (count >= MAX_WIDGETS) throw new ApiError('widget_limit_reached');
    const { id } = await insertEntryPoint(tx, ctx, {
      ...given,
      accountId: account.id,
      kind: 'widget',
      device_id,
      slug: randomSlug(ctx),
      expires_at: null,
    });
    const secret = makeIdentitySecret(ctx);
    const sealed = sealIdentitySecret(ctx, id, secret);
    await store.insertWidget(tx, { ...given, id, accountId: account.id, allowed_origins, secret: sealed });
    const widget = await withChat(tx, ctx, account, await store.readWidget(tx, { id }));
    await recordWidget(tx, ctx, 'widget.created', widget);
    return { widget, secret };
  });
  ctx.bus.publish('devices');
  return made;
}

/** Mode `chat` adds a hidden device, also kept in mode `button`. */
async function withChat(
  tx: Tx,
  ctx: Context,
  account: Caller,
  widget: store.WidgetRow,
): Promise<store.WidgetRow> {
  const { id, entry_point_uuid: uuid, name: label, mode, chat_device_id } = widget;
  if (mode !== 'chat' || chat_device_id !== null) return widget;
  const deviceId = await createWidgetDevice(tx, ctx, { account, uuid, label });
  await store.setChatDevice(tx, { id, deviceId });
  return { ...widget, chat_device_id: deviceId };
}

/** Changes the given fields. ApiError widget_not_found, device_not_found; FieldErrors. */
export async function changeWidget(
  ctx: Context,
  account: Caller,
  uuid: string,
  { device_uuid, allowed_origins: origins, ...given }: ChangeWidget,
): Promise<store.WidgetRow> {
  const allowed_origins = origins && usableOrigins(account, origins);
  const device = device_uuid === undefined ? undefined : await getDevice(ctx, account, device_uuid);
  const changed = await ctx.db.transaction(async (tx) => {
    const present = await lockedWidget(tx, account, uuid);
    const { id } = present;
    const next = { ...present, ...givenFields({ ...given, allowed_origins, device_id: device?.id }) };
    await store.updateWidget(tx, next);
    await updateEntryPoint(tx, { ...next, expires_at: null, id, now: ctx.now() });
    const widget = await withChat(tx, ctx, account, await store.readWidget(tx, { id }));
    await recordWidget(tx, ctx, 'widget.changed', widget);
    return widget;
  });
  ctx.bus.publish('devices');
  return changed;
}

/** Conversations stay readable, and open answers fail. ApiError widget_not_found. */
export async function deleteWidget(ctx: Context, account: Caller, uuid: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const widget = await lockedWidget(tx, account, uuid);
    await deleteEntryPoint(tx, { id: widget.id, now: ctx.now() });
    if (widget.chat_device_id !== null) await releaseWidgetDevice(tx, ctx, widget.chat_device_id);
    await recordWidget(tx, ctx, 'widget.deleted', widget);
  });
  ctx.bus.publish('devices');
  ctx.bus.publish('events');
}

/** Identities under the old secret are refused. ApiError widget_not_found. */
export function rotateIdentitySecret(
  ctx: Context,
  account: Caller,
  uuid: string,
): Promise<{ id: string; identity_secret: string }> {
  return ctx.db.transaction(async (tx) => {
    const widget = await lockedWidget(tx, account, uuid);
    const secret = makeIdentitySecret(ctx);
    await store.setSecret(tx, { id: widget.id, secret: sealIdentitySecret(ctx, widget.id, secret) });
    await recordWidget(tx, ctx, 'widget.secret_rotated', widget);
    return { id: widget.entry_point_uuid, identity_secret: secret };
  });
}

const UNSAFE = 'must begin with https://. http:// is for localhost';

/** Each once. FieldErrors for http:// of the real network. */
function usableOrigins({ kind }: Caller, origins: readonly string[]): string[] {
  const errors: Record<string, string[]> = {};
  for (const [n, origin] of origins.entries()) {
    if (kind === 'live' && isUnsafe(origin)) errors[`allowed_origins.${n}`] = [UNSAFE];
  }
  if (Object.keys(errors).length > 0) throw new FieldErrors(errors);
  return [...new Set(origins)];
}

/** Keys too: the listed web sites can send messages. */
async function recordWidget(
  tx: Tx,
  ctx: Context,
  action: Extract<AuditAction, `widget.${string}`>,
  widget: store.WidgetRow,
): Promise<void> {
  const { account_id: accountId, entry_point_uuid: target, mode, device_uuid, allowed_origins } = widget;
  const { enabled, identity_required } = widget;
  const detail = { mode, device_uuid, enabled, identity_required, allowed_origins };
  await record(tx, ctx, [{ action, accountId, target, detail }]);
}
