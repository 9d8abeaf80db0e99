import type { Tx } from '../../../platform/lib/db/db.ts';
import { toStorable } from '../../../platform/lib/text.ts';
import type { PhoneReply } from '../../engines/engine.ts';
import { detailsJson } from '../inbound/details.ts';
import { receivedText } from '../received-rows.ts';
import { chatKey, findAutomated } from './automation.ts';
import * as store from './store.ts';

export type { ReplyRow } from './store.ts';

export const { linkReplies } = store;

/** A late or automated reply leaves the owner of the chat as it is. */
export interface StoredReply extends store.ReplyRow {
  id: number;
  takes_over: boolean;
}

/** Runs once per reply, in its transaction. A throw rolls the transaction back. */
export type PhoneReplyHook = (tx: Tx, replies: readonly StoredReply[]) => Promise<void>;

/** Ids show repetitions, and echoes of messages that Kurir sent. */
export async function storeReplies(
  tx: Tx,
  rows: readonly store.ReplyRow[],
  hooks: readonly PhoneReplyHook[],
): Promise<void> {
  if (rows.length === 0) return;
  const automated = await findAutomated(
    tx,
    rows.filter((row) => !row.is_agent),
  );
  const isAutomated = (row: store.ReplyRow) => row.is_agent || automated.has(chatKey(row));
  const stored = await store.insertReplies(
    tx,
    rows.map((row) => ({ ...row, is_automated: isAutomated(row) })),
  );
  const replies = stored.map((row) => ({ ...row, takes_over: row.is_live && !isAutomated(row) }));
  if (replies.length > 0) for (const hook of hooks) await hook(tx, replies);
}

export function replyRow(device: { id: number; account_id: number }, reply: PhoneReply): store.ReplyRow {
  return {
    account_id: device.account_id,
    device_id: device.id,
    wa_message_id: toStorable(reply.waMessageId),
    phone: toStorable(reply.to),
    type: toStorable(reply.type),
    body: receivedText(reply.body),
    details: reply.details ? detailsJson(reply.details) : null,
    at: reply.at,
    is_live: reply.isLive,
    is_agent: reply.isAgent ?? false,
  };
}
