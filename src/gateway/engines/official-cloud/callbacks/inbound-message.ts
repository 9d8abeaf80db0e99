import { z } from 'zod';
import { MAX_ID } from '../../../../platform/lib/text.ts';
import { contentOf } from '../../customer-content.ts';
import type { ReceivedMessage } from '../../engine.ts';
import { lenient, textOrNumber } from '../graph/lenient-values.ts';
import { authorOf, type Contacts, nameIn } from './author.ts';
import { type Fields, readingOf } from './content-table.ts';
import { File, fileIn } from './file.ts';

const Text = z.object({ body: z.string() });
const Context = z.object({ from: textOrNumber(64) });

/** `id`: its address. */
export interface GroupOfNumber {
  id: string;
  /** Digits. */
  ownNumber: string;
}

/** Of a message. */
export const Type = z.string().min(1).max(50);

/** Requires only values without which no message exists. */
export const InboundMessage = z.object({
  id: z.string().min(1).max(MAX_ID),
  timestamp: lenient(textOrNumber(20)),
  type: Type,
  from: lenient(textOrNumber(64)),
  from_user_id: lenient(z.string().max(200)),
  image: lenient(File),
  video: lenient(File),
  document: lenient(File),
  audio: lenient(File),
  sticker: lenient(File),
});
export type InboundMessage = z.infer<typeof InboundMessage>;

const COMMON_KEYS: readonly string[] = ['id', 'timestamp', 'type', 'from', 'group_id'];

export function receivedOf(
  inbound: InboundMessage,
  {
    item,
    contacts,
    at,
    group,
  }: { item: Fields; contacts: Contacts; at: Date; group?: GroupOfNumber | undefined },
): ReceivedMessage | null {
  const author = authorOf(inbound, contacts);
  if (!author) return null;
  const { from, contact } = author;
  const reading = readingOf(inbound, item);
  const details = {
    ...otherKeys({ ...item, ...reading.replaced }),
    ...reading.details,
    ...(contact?.profile && { profile: contact.profile }),
    ...(contact?.user_id && { user_id: contact.user_id }),
    ...(group && asksUs(item, group) && { mentions_us: true }),
  };
  const scopedId = inbound.from_user_id || contact?.user_id;
  const senderName = nameIn(contact);
  return {
    waMessageId: inbound.id,
    from,
    ...(senderName && { senderName }),
    ...(scopedId && scopedId !== from && { otherId: scopedId }),
    ...contentOf(reading),
    ...fileIn(inbound),
    at,
    ...(Object.keys(details).length > 0 && { details }),
    ...(group && { group: { id: group.id, subject: null } }),
  };
}

/** The provider marks no mentions: the text has the number, or a message of it is quoted. */
function asksUs({ text, context }: Fields, { ownNumber }: GroupOfNumber): boolean {
  const { body } = Text.safeParse(text).data ?? {};
  const { from } = Context.safeParse(context).data ?? {};
  // Digits alone: a longer number is another member.
  const mention = new RegExp(`@${ownNumber}(?!\\d)`);
  return ownNumber !== '' && (from === ownNumber || mention.test(body ?? ''));
}

function otherKeys(item: Fields): object {
  const kept = ([key, value]: [string, unknown]) => value !== undefined && !COMMON_KEYS.includes(key);
  return Object.fromEntries(Object.entries(item).filter(kept));
}
