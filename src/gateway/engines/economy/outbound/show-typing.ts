import type { Connection } from '../connection/connection.ts';

/** Without `available`, which would silence the phone. */
export async function showTyping({ client, sendable }: Connection, to: string): Promise<void> {
  await sendable;
  const recipient = await client.recipients.find(to);
  if ('jid' in recipient) await client.sock.sendPresenceUpdate('composing', recipient.jid);
}
