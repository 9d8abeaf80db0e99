import type { Context } from '../../../context.ts';
import type { Account } from '../../../platform/accounts/account.ts';
import type { CsvRows } from '../../../platform/lib/csv-line.ts';
import { type Page, readPage } from '../../../platform/lib/page.ts';
import { listPhonesOf } from '../../contacts/edit.ts';
import type { GoesWith } from '../../messages/retention/old-messages.ts';
import { getBroadcast } from '../broadcast.ts';
import { type ExportRecipients, type ListRecipients, LOOKED_AT, MAX_BROADCASTS_OF } from './schema.ts';
import { leavesWhenClaimed, type Stage } from './stages.ts';
import {
  countDeleted,
  listEngines,
  listReached,
  listRecipients,
  type ReachedRow,
  type RecipientRow,
  readFunnel,
} from './store.ts';

const CHUNK = 500;
const START = -1;

/** Exact, at any time. ApiError broadcast_not_found. */
export async function countRecipients(
  ctx: Context,
  account: Account,
  id: number,
): Promise<Record<Stage, number>> {
  const { engine } = await getBroadcast(ctx, account, id);
  return readFunnel(ctx.db, { broadcastId: id, leavesWhenClaimed: leavesWhenClaimed(engine) });
}

/** Keeps the counts of recipients whose messages are about to be deleted. */
export const countGoing: GoesWith = async (tx, { ids, broadcastIds }) => {
  if (broadcastIds.length === 0) return;
  for (const { id, engine } of await listEngines(tx, { ids: broadcastIds }))
    await countDeleted(tx, { broadcastId: id, ids, leavesWhenClaimed: leavesWhenClaimed(engine) });
};

/** Recipients with a message, in sending order. ApiError broadcast_not_found. */
export async function readRecipients(
  ctx: Context,
  account: Account,
  id: number,
  { status, stage = status, ...page }: ListRecipients,
): Promise<Page<RecipientRow>> {
  const read = await openList(ctx, account, id, stage);
  return readPage(ctx, {
    ...page,
    list: `${stage ? `${stage} ` : ''}recipients of broadcast ${id}`,
    read: ([after = START], limit) => read(after, limit),
    placeOf: ({ broadcast_place }) => [broadcast_place],
    partsOf: ({ name, error_message }) => [name, error_message],
  });
}

/** As CSV lines. ApiError broadcast_not_found before the first line. */
export async function exportRecipients(
  ctx: Context,
  account: Account,
  id: number,
  { status, stage = status }: ExportRecipients,
): Promise<CsvRows> {
  return readRows(await openList(ctx, account, id, stage));
}

/** With the state of the message to the person of a contact. ApiError contact_not_found. */
export async function listBroadcastsOf(
  ctx: Context,
  account: Account,
  contactId: number,
): Promise<ReachedRow[]> {
  const phones = await listPhonesOf(ctx, account, contactId);
  return listReached(ctx.db, { accountId: account.id, phones, window: LOOKED_AT, limit: MAX_BROADCASTS_OF });
}

type Read = (after: number, limit: number) => Promise<RecipientRow[]>;

async function openList(
  ctx: Context,
  account: Account,
  broadcastId: number,
  stage: Stage | undefined,
): Promise<Read> {
  const { engine } = await getBroadcast(ctx, account, broadcastId);
  const of = { accountId: account.id, broadcastId, leavesWhenClaimed: leavesWhenClaimed(engine) };
  return (after, limit) => listRecipients(ctx.db, stage, { ...of, after, limit });
}

async function* readRows(read: Read): CsvRows {
  yield [['phone', 'name', 'message_id', 'status', 'error', 'error_message', 'conversation_id', 'type']];
  for (let after = START; ; ) {
    const rows = await read(after, CHUNK);
    yield rows.map(cellsOf);
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK) return;
    after = last.broadcast_place;
  }
}

const cellsOf = ({ phone, name, message_id, status, error_code, ...row }: RecipientRow) => [
  phone,
  name ?? '',
  String(message_id),
  status,
  error_code ?? '',
  row.error_message ?? '',
  row.conversation_uuid ?? '',
  row.type,
];
