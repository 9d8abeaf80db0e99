import { z } from 'zod';
import { digitsOf, isScopedUserId } from '../../lib/phone.ts';
import { placeText, UNSUPPORTED_BODY } from '../customer-content.ts';
import type { CustomerContent, ReceivedMessage } from '../engine.ts';
import { maybe, wordOf } from './nodes.ts';

const File = z.object({ caption: maybe(z.string()), filename: maybe(z.string()) });
const Choice = z.object({ id: maybe(z.string()), title: z.string() });

/** What is the same for every type, without which there is no message; and of each type the node that we know. */
export const Inbound = z.object({
  id: z.string().min(1).max(512),
  timestamp: maybe(wordOf(20)),
  type: z.string().min(1).max(50),
  from: maybe(wordOf(64)),
  from_user_id: maybe(z.string().max(200)),
  text: maybe(z.object({ body: z.string() })),
  image: maybe(File),
  video: maybe(File),
  document: maybe(File),
  location: maybe(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      name: maybe(z.string()),
      address: maybe(z.string()),
    }),
  ),
  contacts: maybe(z.array(maybe(z.object({ name: maybe(z.object({ formatted_name: maybe(z.string()) })) })))),
  interactive: maybe(
    z.object({
      button_reply: maybe(Choice),
      list_reply: maybe(Choice),
      nfm_reply: maybe(z.object({ body: maybe(z.string()) })),
    }),
  ),
  button: maybe(z.object({ payload: maybe(z.string()), text: z.string() })),
  order: maybe(z.object({ text: maybe(z.string()) })),
});
export type Inbound = z.infer<typeof Inbound>;

/** Of the people that a callback names. */
export const Contact = z.object({
  wa_id: maybe(wordOf(64)),
  user_id: maybe(z.string().max(200)),
  profile: maybe(z.looseObject({})),
});
type Contact = z.infer<typeof Contact>;

/** The people that a callback names, by number and by user id. */
export interface People {
  byId: ReadonlyMap<string, Contact>;
  /** Mostly there is one, and it is the sender. */
  only: Contact | undefined;
}

/** Finds people by their ids: of several with one id, the first. */
export function peopleOf(contacts: readonly Contact[]): People {
  const byId = new Map<string, Contact>();
  for (const contact of contacts) {
    for (const id of [contact.wa_id, contact.user_id]) if (id && !byId.has(id)) byId.set(id, contact);
  }
  return { byId, only: contacts.length === 1 ? contacts[0] : undefined };
}

/** Keys that say nothing beyond what a received message says itself. */
const COMMON: readonly string[] = ['id', 'timestamp', 'type', 'from'];

/**
 * A customer's message as the service takes it. What the item says besides is kept as details: `choice_id` of a tap, `kind` where the provider's
 * type is another one, all nodes as they came. Null when nobody can be named as its sender.
 */
export function receivedOf(
  inbound: Inbound,
  { item, people, at }: { item: object; people: People; at: Date },
): ReceivedMessage | null {
  const contact = contactOf(inbound, people);
  const from =
    addressOf(inbound.from) || addressOf(contact?.wa_id) || inbound.from_user_id || contact?.user_id;
  if (!from) return null;
  const choice = choiceOf(inbound);
  const { type, body } = contentOf(inbound, choice);
  const others = Object.entries(item).filter(
    ([key]) => !COMMON.includes(key) && !(key === 'text' && inbound.text),
  );
  const details = {
    ...Object.fromEntries(others),
    ...(type !== inbound.type && { kind: inbound.type }),
    ...(choice && { choice_id: choice.id ?? null }),
    ...(contact?.profile && { profile: contact.profile }),
    ...(contact?.user_id && { user_id: contact.user_id }),
  };
  return {
    waMessageId: inbound.id,
    from,
    type,
    body,
    at,
    ...(Object.keys(details).length > 0 && { details }),
  };
}

function contactOf({ from, from_user_id }: Inbound, { byId, only }: People): Contact | undefined {
  const named = byId.get(from ?? '') ?? byId.get(from_user_id ?? '');
  const isSomebodyElse = from_user_id && only?.user_id && only.user_id !== from_user_id;
  return named ?? (isSomebodyElse ? undefined : only);
}

/** The digits of a number; what stands in its place and is none, as it is. */
function addressOf(number: string | null | undefined): string {
  if (!number) return '';
  return isScopedUserId(number) ? number : digitsOf(number);
}

function choiceOf({ type, interactive, button }: Inbound): z.infer<typeof Choice> | null {
  const reply = interactive?.button_reply ?? interactive?.list_reply;
  if (type === 'interactive' && reply) return reply;
  if (type === 'button' && button) return { id: button.payload, title: button.text };
  return null;
}

function contentOf(inbound: Inbound, choice: z.infer<typeof Choice> | null): CustomerContent {
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
      return { type: 'text', body: choice?.title || wordsOf(inbound) || UNSUPPORTED_BODY };
  }
}

/** What a person would read of a message that is no medium. */
function wordsOf({ type, text, location, contacts, interactive, order }: Inbound): string | null | undefined {
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
