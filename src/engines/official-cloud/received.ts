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

/** Keys that say nothing beyond what a received message says itself. */
const COMMON: readonly string[] = ['id', 'timestamp', 'type', 'from', 'text'];

/**
 * A customer's message as the service takes it: a tap is a text with the title of the choice, whose id is kept. Throws when nobody can be named
 * as its sender, or when its content is not there.
 */
export function receivedOf(inbound: Inbound, contacts: readonly Contact[], at: Date): ReceivedMessage {
  const contact = senderOf(inbound, contacts);
  const from = digitsOf(inbound.from || contact?.wa_id || '') || inbound.from_user_id || contact?.user_id;
  if (!from) throw new Error('a message without sender');
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

/** Mostly there is one contact, and it is the sender. */
function senderOf({ from, from_user_id }: Inbound, contacts: readonly Contact[]): Contact | undefined {
  const named = contacts.find(
    ({ wa_id, user_id }) => (from && wa_id === from) || (from_user_id && user_id === from_user_id),
  );
  return named ?? (contacts.length === 1 ? contacts[0] : undefined);
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
      if (!inbound.text) throw new Error('a text without body');
      return { type, body: inbound.text.body };
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
