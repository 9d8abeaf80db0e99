import type { Context } from '../../../context.ts';
import type { Account } from '../../../platform/accounts/account.ts';
import { csvLine } from '../../../platform/lib/csv-line.ts';
import { type Page, readPage } from '../../../platform/lib/page.ts';
import { getBroadcast } from '../broadcast.ts';
import type { ExportRecipients, ListRecipients } from './schema.ts';
import { listRecipients, type RecipientRow } from './store.ts';

const CHUNK = 500;
const START = -1;

/** Recipients with a message, in sending order. ApiError broadcast_not_found. */
export async function readRecipients(
  ctx: Context,
  account: Account,
  id: number,
  { status, ...page }: ListRecipients,
): Promise<Page<RecipientRow>> {
  await getBroadcast(ctx, account, id);
  const isFailed = status === 'failed';
  return readPage(ctx, {
    ...page,
    list: `${isFailed ? 'failed ' : ''}recipients of broadcast ${id}`,
    read: ([after = START], limit) =>
      listRecipients(ctx.db, isFailed, { accountId: account.id, broadcastId: id, after, limit }),
    placeOf: ({ broadcast_place }) => [broadcast_place],
    partsOf: ({ name, error_message }) => [name, error_message],
  });
}

/** As CSV lines. ApiError broadcast_not_found before the first line. */
export async function exportRecipients(
  ctx: Context,
  account: Account,
  id: number,
  { status }: ExportRecipients,
): Promise<AsyncGenerator<string>> {
  await getBroadcast(ctx, account, id);
  return readLines(ctx, account.id, id, status === 'failed');
}

async function* readLines(ctx: Context, accountId: number, broadcastId: number, isFailed: boolean) {
  yield csvLine(['phone', 'name', 'message_id', 'status', 'error', 'error_message']);
  for (let after = START; ; ) {
    const rows = await listRecipients(ctx.db, isFailed, { accountId, broadcastId, after, limit: CHUNK });
    yield rows.map(lineOf).join('');
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK) return;
    after = last.broadcast_place;
  }
}

const lineOf = ({ phone, name, message_id, status, error_code, error_message }: RecipientRow) =>
  csvLine([phone, name ?? '', String(message_id), status, error_code ?? '', error_message ?? '']);
