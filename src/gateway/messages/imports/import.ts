import type { Context } from '../../../context.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { isPermanentError, retryConflicts } from '../../../platform/lib/db/write-errors.ts';
import { addSpan } from '../../devices/channels/channel.ts';
import type { EarlierMessage } from '../../engines/callbacks.ts';
import { identityOf } from '../../people/identity.ts';
import { listPhones } from '../../people/person.ts';
import { type InboundRow, inboundRow, numberRows } from '../inbound/inbound.ts';
import { tokenOf } from '../official/stored-references.ts';
import { beginOf, firstIdOf, lastIdOf } from './ids.ts';
import * as store from './store.ts';

export type { HistoryRow } from './store.ts';

/** The job that a callback with messages of earlier times asks for. */
export const IMPORT = 'messages.import';

export const isImported = (id: number): boolean => id < 0;

export interface ImportedChat {
  account_id: number;
  device_id: number;
  phone: string;
  /** Of the last message, of either side and of the customer. */
  at: Date;
  customer_at: Date | null;
}

/** Run in the transaction that stores the messages. */
export interface ImportHooks {
  /** Runs before messages are stored. Returns conversation row ids in the order of the chats. */
  open(tx: Tx, chats: readonly ImportedChat[]): Promise<number[]>;
  /** New messages, and those whose file has come. */
  stored(tx: Tx, messages: readonly store.StoredImport[]): Promise<void>;
}

/** Later parts begin another history: the number was connected again. */
const MAX_AGE_MS = 13 * DAY;
/** Live messages of the account wait for this transaction's locks of conversations. */
const BATCH = 200;

type Row = InboundRow & { status: EarlierMessage['status'] };

interface Part {
  device: { id: number; account_id: number };
  history: store.HistoryRow;
}

export const findHistory = ({ db }: Pick<Context, 'db'>, deviceId: number) =>
  store.findLatest(db, { deviceId });

/** All messages of the account have this row id or a higher one. */
export async function findFirstImported(db: Db, accountId: number): Promise<number> {
  return firstIdOf(await store.findLastBlock(db, accountId));
}

export function openHistory(
  ctx: Context,
  { device, at }: { device: Part['device']; at: Date },
): Promise<store.HistoryRow> {
  return ctx.db.transaction((tx) =>
    store.openHistory(tx, { accountId: device.account_id, deviceId: device.id, at, maxAgeMs: MAX_AGE_MS }),
  );
}

/** No event, unread mark or automation follows. Skips stored messages. Returns the number of new ones. */
export async function importMessages(
  ctx: Context,
  part: Part,
  { messages, hooks }: { messages: readonly EarlierMessage[]; hooks: ImportHooks },
): Promise<number> {
  const rows = messages.map(({ message, status }) => ({ ...inboundRow(part.device, message), status }));
  let stored = 0;
  for (let start = 0; start < rows.length; start += BATCH)
    stored += await importBatch(ctx, part, { rows: rows.slice(start, start + BATCH), hooks });
  return stored;
}

async function importBatch(
  ctx: Context,
  part: Part,
  { rows, hooks }: { rows: readonly Row[]; hooks: ImportHooks },
): Promise<number> {
  const fresh = await withoutKnown(ctx, part.device, rows);
  if (fresh.length === 0) return 0;
  try {
    const numbered = await numberRows(ctx, fresh);
    return await retryConflicts(() =>
      ctx.db.transaction((tx) => storeBatch(tx, part, { rows: numbered, hooks, now: ctx.now() })),
    );
  } catch (error) {
    if (!isPermanentError(error)) throw error;
    if (fresh.length === 1) {
      ctx.log.error({ err: error, deviceId: part.device.id }, 'import.message_refused');
      return 0;
    }
    const half = Math.ceil(fresh.length / 2);
    const first = await importBatch(ctx, part, { rows: fresh.slice(0, half), hooks });
    return first + (await importBatch(ctx, part, { rows: fresh.slice(half), hooks }));
  }
}

/** A live message and its copy in the history have different ids, with a token in common. */
async function withoutKnown(ctx: Context, device: Part['device'], rows: readonly Row[]): Promise<Row[]> {
  const chats = [...new Set(rows.map(({ phone }) => phone))];
  const phones = await listPhones(
    ctx.db,
    chats.map((phone) => ({ account_id: device.account_id, phone })),
  );
  const known = new Set<string>();
  for (const { n, wa_message_id } of await store.listKnown(ctx.db, device.id, phones))
    known.add(`${chats[n]} ${tokenOf(wa_message_id) ?? wa_message_id}`);
  return rows.filter(({ phone, wa_message_id: id }) => {
    return identityOf(phone) && !known.has(`${phone} ${id}`) && !known.has(`${phone} ${tokenOf(id)}`);
  });
}

async function storeBatch(
  tx: Tx,
  { device, history }: Part,
  { rows, hooks, now }: { rows: readonly Row[]; hooks: ImportHooks; now: Date },
): Promise<number> {
  const chats = chatsOf(rows);
  const ids = await hooks.open(tx, chats);
  const byPhone = new Map(chats.map(({ phone }, index) => [phone, ids[index]]));
  await store.lockHistory(tx, { block: history.block });
  const firstId = firstIdOf(history.block);
  await addSpan(tx, device.id, { from: firstId - 1, until: lastIdOf(history.block) });
  const given = rows.flatMap((row) => {
    const conversation_id = byPhone.get(row.phone);
    return conversation_id === undefined ? [] : [{ ...row, conversation_id }];
  });
  const completed = await completeFiles(tx, device.id, given);
  const done = new Set(completed.map(({ wa_message_id }) => wa_message_id));
  const place = { firstId, begin: beginOf(history.started_at) };
  const stored = await store.insertImported(
    tx,
    given.filter(({ wa_message_id }) => !done.has(wa_message_id)),
    place,
  );
  await hooks.stored(tx, [...stored, ...completed]);
  await store.noteHistory(tx, {
    block: history.block,
    progress: 0,
    declined: false,
    messages: stored.length,
    now,
  });
  return stored.length;
}

async function completeFiles(
  tx: Tx,
  deviceId: number,
  rows: readonly store.ImportRow[],
): Promise<store.StoredImport[]> {
  const files = new Map(rows.flatMap((row) => (row.file ? [[row.wa_message_id, row] as const] : [])));
  if (files.size === 0) return [];
  const completed = await store.completeImported(tx, deviceId, [...files.values()]);
  return completed.flatMap(({ id, wa_message_id, direction }) => {
    const row = files.get(wa_message_id);
    return row ? [{ ...row, id, status: direction === 'in' ? ('received' as const) : row.status }] : [];
  });
}

function chatsOf(rows: readonly Row[]): ImportedChat[] {
  const chats = new Map<string, ImportedChat>();
  for (const { account_id, device_id, phone, at, status } of rows) {
    const chat = chats.get(phone) ?? { account_id, device_id, phone, at, customer_at: null };
    if (at > chat.at) chat.at = at;
    if (status === 'received' && (chat.customer_at === null || at > chat.customer_at)) chat.customer_at = at;
    chats.set(phone, chat);
  }
  return [...chats.values()];
}
