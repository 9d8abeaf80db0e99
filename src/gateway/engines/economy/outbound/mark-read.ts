import { isJidGroup } from 'baileys';
import type { Connection } from '../connection/connection.ts';

/** With hidden receipts, only on the account's own phones. */
export async function markRead(
  { client, sendable }: Connection,
  to: string,
  ids: readonly string[],
): Promise<void> {
  // A receipt in a group names the author of each message.
  if (isJidGroup(to)) return;
  await sendable;
  const recipient = await client.recipients.find(to);
  if (!('jid' in recipient)) return;
  await client.sock.readMessages(ids.map((id) => ({ remoteJid: recipient.jid, id, fromMe: false })));
}
