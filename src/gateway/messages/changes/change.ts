import type { Tx } from '../../../platform/lib/db/db.ts';
import { cut, toStorable } from '../../../platform/lib/text.ts';
import type { MessageChange } from '../../engines/engine.ts';
import { listPhones } from '../../people/person.ts';
import { withdrawMedia } from '../media/media.ts';
import { memberOf, receivedText } from '../received-rows.ts';
import * as store from './store.ts';

export type { ChangeRow } from './store.ts';

/** Real ids have at most 150 characters. An index entry has two. */
const MAX_CHANGE_ID = 200;
/** UTF-16 units. Real emoji have up to about 35. */
const MAX_EMOJI = 64;

/** Null for a change whose ids fit no index. */
export function changeRow(
  device: { id: number; account_id: number },
  change: MessageChange,
): store.ChangeRow | null {
  const { waMessageId, target } = change;
  const author = change.author && memberOf(change.author);
  if (waMessageId.length > MAX_CHANGE_ID || target.length > MAX_CHANGE_ID) return null;
  return {
    account_id: device.account_id,
    device_id: device.id,
    phone: toStorable(change.phone),
    target_wa_message_id: toStorable(target),
    kind: change.kind,
    from_me: change.fromMe,
    body: change.kind === 'reaction' ? emojiOf(change) : receivedText(change.body),
    wa_message_id: toStorable(waMessageId),
    at: change.at,
    author: author?.phone ?? null,
    author_name: author?.name ?? null,
  };
}

const emojiOf = ({ body }: MessageChange) => body && toStorable(cut(body, MAX_EMOJI));

/** In the order of arrival, with events for webhooks. */
export async function storeChanges(
  tx: Tx,
  rows: readonly (store.ChangeRow | null)[],
  now: Date,
): Promise<void> {
  const storable = rows.filter((row) => row !== null);
  if (storable.length === 0) return;
  await store.insertChanges(tx, storable, now);
  // Staff decides about its own messages; the account keeps the record of what it sent.
  const ofCustomers = storable.filter(({ kind, from_me }) => ERASING.includes(kind) && !from_me);
  if (ofCustomers.length === 0) return;
  await withdrawMedia(tx, await store.eraseDeleted(tx, await underAllNumbers(tx, ofCustomers)));
}

/** An edit may follow the deletion of its message. */
const ERASING: readonly MessageChange['kind'][] = ['deletion', 'edit'];

/** A message may have another spelling of the number, or another sender id. */
async function underAllNumbers(tx: Tx, rows: readonly store.ChangeRow[]): Promise<store.ChangeRow[]> {
  const phones = await listPhones(tx, rows);
  return rows.flatMap((row, index) => (phones[index] ?? [row.phone]).map((phone) => ({ ...row, phone })));
}
