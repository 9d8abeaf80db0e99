import { isJidGroup } from 'baileys';
import { addressOfLid, personOf } from '../addresses.ts';
import type { Connection } from '../connection/connection.ts';

/** With hidden receipts, only on the account's own phones. */
export async function markRead(
  { client, sendable }: Connection,
  to: string,
  ids: readonly string[],
  authors: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  await sendable;
  if (isJidGroup(to)) {
    const members = await membersOf(client, to);
    const keys = ids.flatMap((id) => {
      const participant = members.get(authors.get(id) ?? '');
      return participant === undefined ? [] : [{ remoteJid: to, id, participant, fromMe: false }];
    });
    if (keys.length > 0) await client.sock.readMessages(keys);
    return;
  }
  const recipient = await client.recipients.find(to);
  if (!('jid' in recipient)) return;
  await client.sock.readMessages(ids.map((id) => ({ remoteJid: recipient.jid, id, fromMe: false })));
}

/** A receipt in a group names the author as the group does: by number or by LID. */
async function membersOf({ groups }: Connection['client'], id: string): Promise<ReadonlyMap<string, string>> {
  const [group] = (await groups.find(id)) ?? [];
  return new Map(
    (group?.participants ?? []).flatMap((member) => {
      const person = personOf(member.id, member.phoneNumber);
      return person ? [['phone' in person ? person.phone : addressOfLid(person.lidUser), member.id]] : [];
    }),
  );
}
