import { z } from 'zod';
import { MAX_ID } from '../../../../platform/lib/text.ts';
import type { MessageChange } from '../../engine.ts';
import { lenient, textOrNumber } from '../graph/lenient-values.ts';
import { authorOf, type Contacts, nameIn } from './author.ts';
import { timeOf } from './envelope.ts';

const Id = z.string().min(1).max(MAX_ID);
const Caption = lenient(z.object({ caption: lenient(z.string()) }));

const Changing = z.object({
  id: Id,
  timestamp: lenient(textOrNumber(20)),
  type: z.string(),
  from: lenient(textOrNumber(64)),
  from_user_id: lenient(z.string().max(200)),
  reaction: lenient(z.object({ message_id: Id, emoji: lenient(z.string()) })),
  revoke: lenient(z.object({ original_message_id: Id })),
  edit: lenient(
    z.object({
      original_message_id: Id,
      message: z.object({
        text: lenient(z.object({ body: z.string() })),
        image: Caption,
        video: Caption,
        document: Caption,
      }),
    }),
  ),
});

type Change = Pick<MessageChange, 'kind' | 'target' | 'body'>;

/** Null for an item that changes no earlier message. `group`: the address of its chat. */
export function changeIn(
  item: object,
  contacts: Contacts,
  receivedAt: Date,
  group?: string,
): MessageChange | null {
  const changing = Changing.safeParse(item).data;
  const author = changing && authorOf(changing, contacts);
  const change = changing && changeOf(changing);
  if (!author || !change) return null;
  const at = timeOf(changing.timestamp) ?? receivedAt;
  const { from: phone, contact } = author;
  const chat = group ? { phone: group, author: { phone, name: nameIn(contact) ?? null } } : { phone };
  return { ...change, ...chat, waMessageId: changing.id, fromMe: false, at };
}

function changeOf({ type, reaction, revoke, edit }: z.infer<typeof Changing>): Change | null {
  if (type === 'reaction' && reaction)
    return { kind: 'reaction', target: reaction.message_id, body: reaction.emoji || null };
  if (type === 'revoke' && revoke)
    return { kind: 'deletion', target: revoke.original_message_id, body: null };
  if (type !== 'edit' || !edit) return null;
  const { text, image, video, document } = edit.message;
  const caption = image?.caption ?? video?.caption ?? document?.caption ?? null;
  return { kind: 'edit', target: edit.original_message_id, body: text?.body ?? caption };
}
