import type { Connection } from '../connection/connection.ts';

/** An account of the network that hides its receipts marks them on its own phones alone. */
export async function markRead(
  { client, sendable }: Connection,
  to: string,
  ids: readonly string[],
): Promise<void> {
  await sendable;
  const recipient = await client.recipients.find(to);
  if (!('jid' in recipient)) return;
  await client.sock.readMessages(ids.map((id) => ({ remoteJid: recipient.jid, id, fromMe: false })));
}
