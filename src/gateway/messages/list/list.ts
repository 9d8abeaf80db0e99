import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import type { CsvRows } from '../../../platform/lib/csv-line.ts';
import { limitOf, type Page, withinPage } from '../../../platform/lib/page.ts';
import { openCursor, sealCursor } from '../../../platform/lib/sealed-cursor.ts';
import { getDeviceOrChat } from '../../devices/device.ts';
import { addressOf } from '../../people/identity.ts';
import { listPhones } from '../../people/person.ts';
import type { ExportMessages, ListMessages } from './schema.ts';
import * as store from './store.ts';
import { LISTED_HEADER, listedCells } from './view.ts';

export type { ExportMessages } from './schema.ts';
export type { ListedRow } from './store.ts';

const CHUNK = 500;

/** Newest first. ApiError device_not_found. A page can be short although others follow. */
export async function listMessages(
  ctx: Context,
  account: Caller,
  { cursor, limit, ...query }: ListMessages,
): Promise<Page<store.ListedRow>> {
  const filter = await filterOf(ctx, account, query);
  const list = `messages of account ${account.id} by ${store.scopeOf(filter)}`;
  const [at, place] = cursor === undefined ? [] : openCursor(ctx, list, cursor);
  const before = at === undefined || place === undefined ? null : { at: new Date(at), place };
  const found = await store.listMessages(ctx.db, filter, { before, limit: limitOf(limit) });
  const { rows, next } = withinBytes(found);
  return { rows, next: next && sealCursor(ctx, list, [next.at.getTime(), next.place]) };
}

/** As CSV lines. ApiError device_not_found before the first line. */
export async function exportMessages(ctx: Context, account: Caller, query: ExportMessages): Promise<CsvRows> {
  return readRows(ctx, await filterOf(ctx, account, query));
}

async function* readRows(ctx: Context, filter: store.Filter): CsvRows {
  yield [LISTED_HEADER];
  for (let before: store.Place | null = null; ; ) {
    const found = await store.listMessages(ctx.db, filter, { before, limit: CHUNK });
    const { rows, next } = withinBytes(found);
    if (rows.length > 0) yield rows.map(listedCells);
    if (!next) return;
    before = next;
  }
}

/** Texts have up to 65,536 characters. */
function withinBytes({ rows, next }: store.Listed): store.Listed {
  const shown = withinPage(rows, ({ body }) => [body]);
  return { rows: [...shown], next: shown.length < rows.length ? (shown.at(-1) ?? null) : next };
}

async function filterOf(ctx: Context, account: Caller, query: ExportMessages): Promise<store.Filter> {
  const { device_uuid, phone, direction, status, type, broadcast_id, since, until } = query;
  const device = device_uuid === undefined ? null : await getDeviceOrChat(ctx, account, device_uuid);
  return {
    accountId: account.id,
    deviceIds: account.deviceIds,
    deviceId: device?.id ?? null,
    phones: phone === undefined ? null : await phonesOf(ctx, account, phone),
    direction: direction ?? null,
    status: status ?? null,
    type: type ?? null,
    broadcastId: broadcast_id ?? null,
    since: since ?? null,
    until: until ?? null,
  };
}

/** Every spelling and id of the person. */
async function phonesOf(ctx: Context, account: Caller, given: string): Promise<string[]> {
  const phone = addressOf(account, given);
  const [phones = []] = await listPhones(ctx.db, [{ account_id: account.id, phone }]);
  return phones;
}
