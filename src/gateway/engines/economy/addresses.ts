import {
  type AuthenticationCreds,
  type BinaryNode,
  isJidGroup,
  isLidUser,
  isPnUser,
  jidDecode,
} from 'baileys';
import { MAX_ID } from '../../../platform/lib/text.ts';

export type Person = { phone: string } | { lidUser: string };

const LID = '@lid';

export const addressOfLid = (lidUser: string) => `${lidUser}${LID}`;

/** `to`: a number, or the address of a LID or a group. */
export const jidOf = (to: string) => (to.endsWith(LID) || isJidGroup(to) ? to : `${to}@s.whatsapp.net`);

export function phoneOf(jid: string | undefined): string | null {
  if (!jid || !(isPnUser(jid) || jid.endsWith('@c.us') || jid.endsWith('@hosted'))) return null;
  const user = jidDecode(jid)?.user ?? '';
  return /^\d+$/.test(user) && user.length <= MAX_ID ? user : null;
}

export function lidUserOf(jid: string | undefined): string | null {
  if (!jid || !(isLidUser(jid) || jid.endsWith('@hosted.lid'))) return null;
  const user = jidDecode(jid)?.user ?? null;
  return user !== null && user.length <= MAX_ID ? user : null;
}

/** May be the address of the author's next message. */
export function lidOfAuthor({ attrs }: BinaryNode): string | null {
  const author = attrs.from?.endsWith('@broadcast') ? attrs.participant : attrs.from;
  return lidUserOf(author) ?? lidUserOf(attrs.sender_lid ?? attrs.participant_lid);
}

export function isOwn(jid: string | undefined, creds: Pick<AuthenticationCreds, 'me'>): boolean {
  const user = jid ? jidDecode(jid)?.user : undefined;
  if (!user) return false;
  return user === jidDecode(creds.me?.id)?.user || user === jidDecode(creds.me?.lid)?.user;
}

/** Null: groups, channels, status updates and own messages. */
export function authorOf(stanza: BinaryNode, creds: Pick<AuthenticationCreds, 'me'>): Person | null {
  const { from, participant, recipient } = stanza.attrs;
  if (!from || recipient || from === 'status@broadcast') return null;
  // In a broadcast list, `participant` is the author.
  const author = from.endsWith('@broadcast') ? participant : from;
  if (isOwn(author, creds)) return null;
  return personOf(author, stanza.attrs.sender_pn ?? stanza.attrs.participant_pn);
}

export function groupOf({ attrs }: BinaryNode, creds: Pick<AuthenticationCreds, 'me'>): string | null {
  const { from, participant } = attrs;
  if (!from || !isJidGroup(from) || from.length > MAX_ID) return null;
  return isOwn(participant, creds) ? null : from;
}

/** The author of a message in a group, also the own number. */
export function memberOf({ attrs }: BinaryNode): Person | null {
  return personOf(attrs.participant, attrs.participant_pn);
}

export function personOf(jid: string | undefined, alternative?: string): Person | null {
  const phone = phoneOf(jid) ?? (lidUserOf(jid) ? phoneOf(alternative) : null);
  if (phone) return { phone };
  const lidUser = lidUserOf(jid);
  return lidUser ? { lidUser } : null;
}
