import { z } from 'zod';
import { digitsOf } from '../../lib/phone.ts';
import type { ReceivedMessage } from '../engine.ts';

const File = z.looseObject({ caption: z.string().optional(), filename: z.string().optional() });
const Choice = z.object({ id: z.string(), title: z.string() });

/** What is the same for every type, and the node of each that we know. */
export const Inbound = z.looseObject({
  id: z.string().min(1).max(512),
  timestamp: z.string().default(''),
  type: z.string().min(1).max(50),
  from: z.string().max(64).optional(),
  from_user_id: z.string().max(200).optional(),
  text: z.object({ body: z.string() }).optional(),
  image: File.optional(),
  video: File.optional(),
  audio: File.optional(),
  document: File.optional(),
  sticker: File.optional(),
  location: z
    .looseObject({
      latitude: z.number(),
      longitude: z.number(),
      name: z.string().optional(),
      address: z.string().optional(),
    })
    .optional(),
  contacts: z
    .array(z.looseObject({ name: z.looseObject({ formatted_name: z.string().optional() }).optional() }))
    .optional(),
  interactive: z.looseObject({ button_reply: Choice.optional(), list_reply: Choice.optional() }).optional(),
  button: z.object({ payload: z.string().optional(), text: z.string() }).optional(),
  reaction: z.looseObject({ emoji: z.string().optional() }).optional(),
  order: z.looseObject({ text: z.string().optional() }).optional(),
});
export type Inbound = z.infer<typeof Inbound>;

/** Of the people that a callback names. */
export interface Contact {
  wa_id?: string | undefined;
  user_id?: string | undefined;
  profile?: { name?: string | undefined; username?: string | undefined } | undefined;
}

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
const COMMON: readonly string[] = ['id', 'timestamp', 'type', 'from', 'text'];

/**
 * A customer's message as the service takes it: a tap is a text with the title of the choice, whose id is kept. Null when nobody can be named
 * as its sender, or when its content is not there.
 */
export function receivedOf(inbound: Inbound, people: People, at: Date): ReceivedMessage | null {
  const contact =
    people.byId.get(inbound.from ?? '') ?? people.byId.get(inbound.from_user_id ?? '') ?? people.only;
  const from = digitsOf(inbound.from || contact?.wa_id || '') || inbound.from_user_id || contact?.user_id;
  if (!from || (inbound.type === 'text' && !inbound.text)) return null;
  const choice = choiceOf(inbound);
  const { type, body } = choice ? { type: 'text', body: choice.title } : contentOf(inbound);
  const others = Object.entries(inbound).filter(([key]) => !COMMON.includes(key));
  const details = {
    ...(choice && { choice_id: choice.id }),
    ...Object.fromEntries(others),
    ...(contact?.profile && { profile: contact.profile }),
    ...(contact?.user_id !== undefined && { user_id: contact.user_id }),
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

function choiceOf({ type, interactive, button }: Inbound): { id: string | null; title: string } | null {
  const reply = interactive?.button_reply ?? interactive?.list_reply;
  if (type === 'interactive' && reply) return reply;
  if (type === 'button' && button) return { id: button.payload ?? null, title: button.text };
  return null;
}

function contentOf(inbound: Inbound): { type: string; body: string } {
  const { type } = inbound;
  switch (type) {
    case 'text':
      return { type, body: inbound.text?.body ?? '' };
    case 'image':
    case 'video':
      return { type, body: inbound[type]?.caption ?? '' };
    case 'document':
      return { type, body: inbound.document?.caption ?? inbound.document?.filename ?? '' };
    case 'location':
      return { type, body: placeOf(inbound.location) };
    case 'contacts':
      return {
        type,
        body: (inbound.contacts ?? []).map(({ name }) => name?.formatted_name ?? '').join(', '),
      };
    case 'reaction':
      return { type, body: inbound.reaction?.emoji ?? '' };
    case 'order':
      return { type, body: inbound.order?.text ?? '' };
    default:
      return { type, body: '' };
  }
}

function placeOf(location: Inbound['location']): string {
  if (!location) return '';
  const { name, address, latitude, longitude } = location;
  return [name, address, `${latitude}, ${longitude}`].filter(Boolean).join(', ');
}
