import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { toStorable } from '../../../platform/lib/text.ts';
import type { Inbound } from '../../devices/sessions/session-listener.ts';
import type { ContentKind } from '../../engines/content-kinds.ts';
import type { ReceivedMessage } from '../../engines/engine.ts';
import { type Identity, identityOf } from '../../people/identity.ts';
import { learnAddresses } from '../../people/person.ts';
import { changeRow, storeChanges } from '../changes/change.ts';
import { meaningOf } from '../meaning.ts';
import { type PhoneReplyHook, replyRow, storeReplies } from '../phone-replies/phone-reply.ts';
import { memberOf, receivedText, senderName } from '../received-rows.ts';
import { detailsJson } from './details.ts';
import { announcedOf } from './received-event.ts';
import * as store from './store.ts';

export type { InboundRow, StoredInbound } from './store.ts';

/** Runs once per message, in its transaction. A throw rolls the transaction back. */
export type InboundHook = (tx: Tx, messages: readonly store.StoredInbound[]) => Promise<void>;

/** In the transaction of the keys that decrypted the messages. A repeated message is stored once. */
export function createInbound(
  ctx: Context,
  hooks: readonly InboundHook[],
  replyHooks: readonly PhoneReplyHook[] = [],
): Inbound {
  return {
    async numberReceived(arrived) {
      const ids = await store.takeInboundIds(
        ctx.db,
        arrived.map(({ device }) => device.account_id),
      );
      return arrived.map((one, index) => ({ ...one, publicId: ids[index] ?? null }));
    },
    storeReceived: (tx, received) =>
      storeInbound(
        tx,
        received.map(({ device, message, publicId = null }) => ({
          ...inboundRow(device, message),
          public_id: publicId,
        })),
        { now: ctx.now(), hooks },
      ),
    storeReplies: (tx, replied) =>
      storeReplies(
        tx,
        replied.map(({ device, reply, publicId = null }) => ({
          ...replyRow(device, reply),
          public_id: publicId,
        })),
        replyHooks,
      ),
    storeChanges: (tx, changed) =>
      storeChanges(
        tx,
        changed.map(({ device, change }) => changeRow(device, change)),
        ctx.now(),
      ),
    async learnNumbers(learned) {
      await learnAddresses(
        ctx,
        learned.map(({ device: { account_id }, number }) => ({
          account_id,
          known: [number.otherId],
          others: [number.phone],
        })),
      );
    },
    hasInbound: (device, phone) => store.hasInbound(ctx.db, device.id, toStorable(phone)),
  };
}

/** Call it before the transaction that stores the rows. */
export async function numberRows<Row extends { account_id: number }>(
  ctx: Context,
  rows: readonly Row[],
): Promise<(Row & { public_id: number | null })[]> {
  const ids = await store.takeInboundIds(
    ctx.db,
    rows.map(({ account_id }) => account_id),
  );
  return rows.map((row, index) => ({ ...row, public_id: ids[index] ?? null }));
}

export async function storeInbound(
  tx: Tx,
  rows: readonly store.InboundRow[],
  { now, hooks }: { now: Date; hooks: readonly InboundHook[] },
): Promise<void> {
  const inserted = await store.insertInbound(tx, rows);
  const late = readableAmong(rows, inserted);
  const arrived = late.length > 0 ? await withReplacements(tx, inserted, late) : inserted;
  if (arrived.length === 0) return;
  const stored = await withEdits(tx, arrived);
  for (const hook of hooks) await hook(tx, stored);
  // An answer would take the chat from the agent that holds it.
  const heard = stored.filter((message) => !message.is_standby);
  if (heard.length > 0) await store.announceInbound(tx, heard.map(announcedOf), now);
  // After the hooks: the search job is locked later than conversations.
  const deleted = inserted.filter(({ is_deleted }) => is_deleted).map(({ id }) => id);
  if (deleted.length > 0) await store.erase(tx, { ids: deleted });
}

/** Rows that repeat a stored id. Each may take the place of an unreadable message. */
function readableAmong(
  rows: readonly store.InboundRow[],
  inserted: readonly store.StoredInbound[],
): store.InboundRow[] {
  const keyOf = (row: store.InboundRow) => `${row.device_id} ${row.wa_message_id}`;
  const readable = new Set(inserted.filter((row) => !row.is_unreadable).map(keyOf));
  return readable.size === rows.length
    ? []
    : rows.filter((row) => !row.is_unreadable && !readable.has(keyOf(row)));
}

/** In id order. A message in one commit with its unreadable copy is new. */
async function withReplacements(
  tx: Tx,
  inserted: readonly store.StoredInbound[],
  late: readonly store.InboundRow[],
): Promise<store.StoredInbound[]> {
  const replaced = await store.replaceUnreadable(tx, late);
  const [fresh, taken] = [inserted, replaced].map((rows) => new Set(rows.map(({ id }) => id)));
  const others = inserted.filter(({ id }) => !taken?.has(id));
  const copies = replaced.map((row) => ({ ...row, is_replacement: !fresh?.has(row.id) }));
  return [...others, ...copies].toSorted((one, other) => one.id - other.id);
}

/** An edit whose earlier message never came counts as a message. */
async function withEdits(
  tx: Tx,
  stored: readonly store.StoredInbound[],
): Promise<readonly store.StoredInbound[]> {
  const edits = stored.flatMap(({ id, device_id, phone, edit_of }) =>
    edit_of === undefined ? [] : [{ id, device_id, phone, edit_of }],
  );
  if (edits.length === 0) return stored;
  const known = new Set(await store.listEdits(tx, edits));
  return stored.map((message) => ({ ...message, is_edit: known.has(message.id) }));
}

export function inboundRow(
  device: { id: number; account_id: number },
  message: ReceivedMessage,
): store.InboundRow {
  return {
    account_id: device.account_id,
    device_id: device.id,
    wa_message_id: toStorable(message.waMessageId),
    phone: toStorable(message.group?.id ?? message.from),
    type: toStorable(message.type),
    body: receivedText(message.body),
    details: detailsOf(message),
    // The chat of a group has the name of the group.
    sender_name: senderName(message.group ? message.group.subject : message.senderName),
    identities: message.group ? [] : otherIdentities(message),
    file: message.file,
    edit_of: editOf(message),
    is_unreadable: isUnreadable(message),
    is_standby: message.isStandby ?? false,
    at: message.at,
  };
}

function detailsOf({ details, group, from, senderName }: ReceivedMessage): string | null {
  if (!group) return details ? detailsJson(details) : null;
  return detailsJson({ sender: memberOf({ phone: from, name: senderName ?? null }), ...details });
}

/** An id that looks like a number would make two people one. */
function otherIdentities({ otherId }: ReceivedMessage): Identity[] {
  const identity = identityOf(toStorable(otherId ?? ''));
  return identity && identity.kind !== 'phone' ? [identity] : [];
}

const isUnreadable = ({ details }: ReceivedMessage) =>
  details !== undefined && 'kind' in details && details.kind === ('unreadable' satisfies ContentKind);

function editOf({ from: phone, details }: ReceivedMessage): string | undefined {
  return details && 'edit' in details ? meaningOf({ phone, details }).edit_of : undefined;
}
