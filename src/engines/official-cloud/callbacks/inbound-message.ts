import { z } from 'zod';
import { MAX_ID } from '../../../lib/text.ts';
import { placeText, UNSUPPORTED_BODY } from '../../customer-content.ts';
import type { CustomerContent, ReceivedMessage } from '../../engine.ts';
import { lenient, textOrNumber } from '../graph/lenient-values.ts';
import { authorOf, type Contacts } from './author.ts';
import { File, fileIn } from './file.ts';

const Location = z.object({
  latitude: z.number(),
  longitude: z.number(),
  name: lenient(z.string()),
  address: lenient(z.string()),
});
const ContactCard = z.object({ name: lenient(z.object({ formatted_name: lenient(z.string()) })) });
const Profile = z.object({ name: z.string() });
const Choice = z.object({ id: lenient(z.string()), title: z.string() });
type Choice = z.infer<typeof Choice>;

/** Required are only the values without which no message exists. */
export const InboundMessage = z.object({
  id: z.string().min(1).max(MAX_ID),
  timestamp: lenient(textOrNumber(20)),
  type: z.string().min(1).max(50),
  from: lenient(textOrNumber(64)),
  from_user_id: lenient(z.string().max(200)),
  text: lenient(z.object({ body: z.string() })),
  image: lenient(File),
  video: lenient(File),
  document: lenient(File),
  audio: lenient(File),
  sticker: lenient(File),
  location: lenient(Location),
  contacts: lenient(z.array(lenient(ContactCard))),
  interactive: lenient(
    z.object({
      button_reply: lenient(Choice),
      list_reply: lenient(Choice),
      nfm_reply: lenient(z.object({ body: lenient(z.string()) })),
    }),
  ),
  button: lenient(z.object({ payload: lenient(z.string()), text: z.string() })),
  order: lenient(z.object({ text: lenient(z.string()) })),
});
export type InboundMessage = z.infer<typeof InboundMessage>;

const COMMON_KEYS: readonly string[] = ['id', 'timestamp', 'type', 'from'];

export function receivedOf(
  inbound: InboundMessage,
  { item, contacts, at }: { item: object; contacts: Contacts; at: Date },
): ReceivedMessage | null {
  const author = authorOf(inbound, contacts);
  if (!author) return null;
  const { from, contact } = author;
  const choice = choiceOf(inbound);
  const { type, body } = contentOf(inbound, choice);
  const details = {
    ...otherKeys(inbound, item),
    ...(type !== inbound.type && { kind: inbound.type }),
    ...(choice && { choice_id: choice.id ?? null }),
    ...(contact?.profile && { profile: contact.profile }),
    ...(contact?.user_id && { user_id: contact.user_id }),
  };
  const scopedId = inbound.from_user_id || contact?.user_id;
  const senderName = Profile.safeParse(contact?.profile).data?.name;
  return {
    waMessageId: inbound.id,
    from,
    ...(senderName && { senderName }),
    ...(scopedId && scopedId !== from && { otherId: scopedId }),
    type,
    body,
    ...fileIn(inbound),
    at,
    ...(Object.keys(details).length > 0 && { details }),
  };
}

/** The keys of the provider that a received message does not have. */
function otherKeys(inbound: InboundMessage, item: object): object {
  const others = Object.entries(item).filter(
    ([key]) => !COMMON_KEYS.includes(key) && !(key === 'text' && inbound.text),
  );
  return Object.fromEntries(others);
}

function choiceOf({ type, interactive, button }: InboundMessage): Choice | null {
  const reply = interactive?.button_reply ?? interactive?.list_reply;
  if (type === 'interactive' && reply) return reply;
  if (type === 'button' && button) return { id: button.payload, title: button.text };
  return null;
}

function contentOf(inbound: InboundMessage, choice: Choice | null): CustomerContent {
  const { type, image, video, document } = inbound;
  switch (type) {
    case 'image':
      return { type, body: image?.caption || null };
    case 'video':
      return { type, body: video?.caption || null };
    case 'document':
      return { type, body: document?.caption || document?.filename || null };
    case 'audio':
      return { type, body: null };
    case 'sticker':
      return { type: 'image', body: null };
    default:
      return { type: 'text', body: choice?.title || readableText(inbound) || UNSUPPORTED_BODY };
  }
}

function readableText(inbound: InboundMessage): string | null | undefined {
  const { type, text, location, contacts, interactive, order } = inbound;
  switch (type) {
    case 'text':
      return text?.body;
    case 'location':
      return location && placeText({ ...location, captions: [location.name, location.address] });
    case 'contacts':
      return contacts?.flatMap((card) => card?.name?.formatted_name || []).join(', ');
    case 'interactive':
      return interactive?.nfm_reply?.body;
    case 'order':
      return order?.text;
    default:
      return null;
  }
}
