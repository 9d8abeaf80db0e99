import { type AuthenticationCreds, type BinaryNode, isLidUser, isPnUser, jidDecode } from 'baileys';

/** Who wrote a stanza: a number, or a LID whose number the stanza does not tell. */
export type Sender = { phone: string } | { lidUser: string };

export const jidOf = (phone: string) => `${phone}@s.whatsapp.net`;

/** The digits of a phone number address; null for LIDs, groups and everything else. */
export function phoneOf(jid: string | undefined): string | null {
  if (!jid || !(isPnUser(jid) || jid.endsWith('@c.us') || jid.endsWith('@hosted'))) return null;
  const user = jidDecode(jid)?.user ?? '';
  return /^\d+$/.test(user) ? user : null;
}

function lidUserOf(jid: string | undefined): string | null {
  if (!jid || !(isLidUser(jid) || jid.endsWith('@hosted.lid'))) return null;
  return jidDecode(jid)?.user ?? null;
}

/** True for any device of the account itself, under its number or its LID. */
export function isOwn(jid: string | undefined, creds: Pick<AuthenticationCreds, 'me'>): boolean {
  const user = jid ? jidDecode(jid)?.user : undefined;
  if (!user) return false;
  return user === jidDecode(creds.me?.id)?.user || user === jidDecode(creds.me?.lid)?.user;
}

/** The person behind a chat stanza; null for groups, channels, status updates and copies of what the account sent. */
export function senderOf(stanza: BinaryNode, creds: Pick<AuthenticationCreds, 'me'>): Sender | null {
  const { from, participant, recipient } = stanza.attrs;
  if (!from || recipient || from === 'status@broadcast') return null;
  // A broadcast list is one customer writing to many.
  const author = from.endsWith('@broadcast') ? participant : from;
  if (isOwn(author, creds)) return null;
  return personOf(author, stanza.attrs.sender_pn ?? stanza.attrs.participant_pn);
}

/** The number under `jid`, else under its alternative, else the LID. */
export function personOf(jid: string | undefined, alternative?: string): Sender | null {
  const phone = phoneOf(jid) ?? (lidUserOf(jid) ? phoneOf(alternative) : null);
  if (phone) return { phone };
  const lidUser = lidUserOf(jid);
  return lidUser ? { lidUser } : null;
}
