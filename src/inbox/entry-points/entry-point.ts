import type { Context } from '../../context.ts';
import { getDevice } from '../../gateway/devices/device.ts';
import type { Caller } from '../../platform/accounts/account.ts';
import { type AuditAction, record } from '../../platform/audit/audit.ts';
import { givenFields } from '../../platform/lib/change-of.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../platform/lib/errors.ts';
import { type Page, readPage } from '../../platform/lib/page.ts';
import { isUuid } from '../../platform/lib/text.ts';
import { insertEntryPoint, randomSlug, takeSlug } from './new-entry-point.ts';
import {
  type ChangeEntryPoint,
  type CreateEntryPoint,
  type ListEntryPoints,
  MAX_ENTRY_POINTS,
  MAX_SLUGS,
} from './schema.ts';
import * as store from './store.ts';

/** By the device that they lead to. */
export const visibleTo = ({ id, deviceIds }: Caller) => ({ accountId: id, deviceIds });

/** Of devices that the caller sees, by creation. */
export function listLinks(
  ctx: Context,
  account: Caller,
  page: ListEntryPoints,
): Promise<Page<store.LinkRow>> {
  return readPage(ctx, {
    ...page,
    list: `entry points of account ${account.id}`,
    read: ([after = 0], limit) => store.listLinks(ctx.db, { ...visibleTo(account), after, limit }),
    placeOf: ({ id }) => [id],
    partsOf: ({ name, text }) => [name, text],
  });
}

/** ApiError entry_point_not_found. */
export async function getLink(
  { db }: Pick<Context, 'db'>,
  account: Caller,
  uuid: string,
): Promise<store.LinkRow> {
  const found = isUuid(uuid) ? await store.findLink(db, { ...visibleTo(account), uuid }) : undefined;
  if (!found) throw new ApiError('entry_point_not_found');
  return found;
}

/** For a change in this transaction. ApiError entry_point_not_found. */
export async function lockedLink(tx: Tx, account: Caller, uuid: string): Promise<store.LinkRow> {
  await store.lockEntryPoints(tx, { accountId: account.id });
  return getLink({ db: tx }, account, uuid);
}

/** ApiError entry_point_limit_reached, device_not_found; FieldErrors for a taken address. */
export async function createLink(
  ctx: Context,
  account: Caller,
  { device_uuid, slug = randomSlug(ctx), ...rest }: CreateEntryPoint,
): Promise<store.LinkRow> {
  const { id: device_id } = await getDevice(ctx, account, device_uuid);
  return ctx.db.transaction(async (tx) => {
    await store.lockEntryPoints(tx, { accountId: account.id });
    const count = await store.countEntryPoints(tx, account.id, 'link');
    if (count >= MAX_ENTRY_POINTS) throw new ApiError('entry_point_limit_reached');
    const link = { ...rest, accountId: account.id, kind: 'link', device_id, slug } as const;
    const { id } = await insertEntryPoint(tx, ctx, link);
    const made = await store.readLink(tx, { id });
    await recordLink(tx, ctx, 'entry_point.created', made);
    return made;
  });
}

/** ApiError entry_point_not_found, device_not_found; FieldErrors. */
export async function changeLink(
  ctx: Context,
  account: Caller,
  uuid: string,
  { device_uuid, ...given }: ChangeEntryPoint,
): Promise<store.LinkRow> {
  const device = device_uuid === undefined ? undefined : await getDevice(ctx, account, device_uuid);
  return ctx.db.transaction(async (tx) => {
    const present = await lockedLink(tx, account, uuid);
    const { id, slug } = present;
    const next = { ...present, ...givenFields({ ...given, device_id: device?.id }) };
    if (next.slug !== slug) {
      await takeSlug(tx, ctx, { accountId: account.id, id, slug: next.slug });
      if ((await store.countSlugs(tx, id)) > MAX_SLUGS)
        throw new FieldErrors({ slug: [`has changed ${MAX_SLUGS - 1} times already: make another link`] });
    }
    await store.updateEntryPoint(tx, { ...next, now: ctx.now() });
    const changed = await store.readLink(tx, { id });
    await recordLink(tx, ctx, 'entry_point.changed', changed);
    return changed;
  });
}

/** Address and code are never given again. ApiError entry_point_not_found. */
export function deleteLink(ctx: Context, account: Caller, uuid: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const link = await lockedLink(tx, account, uuid);
    await store.deleteEntryPoint(tx, { id: link.id, now: ctx.now() });
    await recordLink(tx, ctx, 'entry_point.deleted', link);
  });
}

/** Keys too: links lead customers away as well. */
export async function recordLink(
  tx: Tx,
  ctx: Context,
  action: Extract<AuditAction, `entry_point.${string}`>,
  { account_id: accountId, entry_point_uuid: target, slug, device_uuid, enabled }: store.LinkRow,
): Promise<void> {
  await record(tx, ctx, [{ action, accountId, target, detail: { slug, device_uuid, enabled } }]);
}
