import { z } from 'zod';
import { digitsOf } from '../../platform/lib/phone.ts';
import { spellingsOf } from '../../platform/lib/phone-spellings.ts';
import { cut, toStorable } from '../../platform/lib/text.ts';
import {
  Answers,
  Call,
  Choices,
  CONTENT_KINDS,
  type ContentKind,
  Event,
  Invite,
  Order,
  Payment,
  Product,
  StickerPack,
  Unknown,
} from '../engines/content-kinds.ts';
import { MAX_EXCERPT } from '../engines/customer-content.ts';
import { isGroup } from '../people/identity.ts';
import type { Member } from './received-rows.ts';

/** Unreadable counts as missing: official details are stored as they came. */
const maybe = <Value extends z.ZodType>(value: Value) => value.nullish().catch(null);
const text = (max: number) => z.string().transform((value) => cut(value, max));

const MAX_NAME = 200;
const MAX_ADDRESS = 1_000;
const MAX_ID = 512;
const MAX_CARDS = 50;
const MAX_PARTS = 20;

/** Checked and cut when stored. The API has the same form. */
const PARTS = {
  order: maybe(Order),
  product: maybe(Product),
  answers: maybe(Answers),
  choices: maybe(Choices),
  event: maybe(Event),
  payment: maybe(Payment),
  invite: maybe(Invite),
  call: maybe(Call),
  sticker_pack: maybe(StickerPack),
  unknown: maybe(Unknown),
};
type PartName = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as PartName[]; // the keys of this object

const Details = z.object({
  kind: maybe(z.enum(CONTENT_KINDS)),
  note: z.string().nullish().catch(undefined),
  location: maybe(
    z.object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      name: maybe(text(MAX_NAME)),
      address: maybe(text(MAX_ADDRESS)),
      live: maybe(z.boolean()),
    }),
  ),
  contacts: maybe(
    z.array(
      maybe(
        z.object({
          name: maybe(z.object({ formatted_name: maybe(text(MAX_NAME)) })),
          phones: maybe(z.array(maybe(z.object({ phone: maybe(text(50)), wa_id: maybe(text(50)) })))),
          emails: maybe(z.array(maybe(z.object({ email: maybe(text(MAX_NAME)) })))),
          org: maybe(z.object({ company: maybe(text(MAX_NAME)) })),
        }),
      ),
    ),
  ),
  poll: maybe(z.object({ name: text(MAX_ADDRESS), options: z.array(text(MAX_NAME)) })),
  quote: maybe(
    z.object({
      id: text(MAX_ID),
      author: z.enum(['us', 'them']),
      type: text(50),
      excerpt: maybe(text(MAX_EXCERPT)),
    }),
  ),
  context: maybe(
    z.object({
      id: maybe(text(MAX_ID)),
      from: maybe(text(MAX_ID)),
      forwarded: maybe(z.boolean()),
      frequently_forwarded: maybe(z.boolean()),
    }),
  ),
  edit: maybe(z.object({ original_message_id: text(MAX_ID) })),
  sender: maybe(z.object({ phone: text(MAX_ID), name: maybe(text(MAX_NAME)) })),
  ...PARTS,
});
type Details = z.infer<typeof Details>;

/** `known`: all is of the stored message. Otherwise the writer of the quoting message may invent it. */
export interface QuoteView {
  wa_message_id: string;
  author: 'us' | 'them';
  type: string | null;
  excerpt: string | null;
  known: boolean;
  edited?: true;
  deleted?: true;
}

type Parts = { [Name in PartName]?: NonNullable<Details[Name]> };

/** Beside type and text; without a value a key is missing. */
export interface Meaning extends Parts {
  kind?: ContentKind;
  /** What the author wrote, when the body also describes the kind. */
  note?: string | null;
  location?: {
    latitude: number;
    longitude: number;
    name: string | null;
    address: string | null;
    live: boolean;
  };
  contacts?: { name: string | null; phones: string[]; emails?: string[]; company?: string }[];
  poll?: { question: string; options: string[] };
  quote?: QuoteView;
  forwarded?: true;
  /** The member of a group who wrote it. */
  sender?: Member;
  /** The provider's id of the message with the earlier text. */
  edit_of?: string;
}

/** Reads details of either engine. The quote is a claim: `showMessages` compares it with the chat. */
export function meaningOf({ phone, details }: { phone: string; details: unknown }): Meaning {
  const read = Details.safeParse(details).data;
  if (!read) return {};
  const { context, edit, note, sender } = read;
  const quote = quoteOf(read, phone);
  const isForwarded = context?.forwarded || context?.frequently_forwarded;
  return {
    ...kindOf(read),
    ...(note !== undefined && { note }),
    ...partsOf(read),
    ...(quote && { quote }),
    ...(isForwarded && { forwarded: true as const }),
    ...(sender && isGroup(phone) && { sender: { phone: sender.phone, name: sender.name ?? null } }),
    ...(edit && { edit_of: toStorable(edit.original_message_id) }),
  };
}

function kindOf({ kind, location, contacts, poll, ...parts }: Details): Meaning {
  if (!kind) return {};
  if (kind === 'location') {
    if (!location) return {};
    const { latitude, longitude, name = null, address = null, live } = location;
    return { kind, location: { latitude, longitude, name, address, live: live === true } };
  }
  if (kind === 'contacts') {
    if (!contacts) return {};
    const cards = contacts.flatMap((card) => card ?? []).slice(0, MAX_CARDS);
    return { kind, contacts: cards.map(cardOf) };
  }
  if (kind === 'poll')
    return poll ? { kind, poll: { question: poll.name, options: poll.options.slice(0, MAX_PARTS) } } : {};
  return kind in PARTS && !parts[kind as PartName] ? {} : { kind };
}

function partsOf(read: Details): Parts {
  return Object.fromEntries(PART_NAMES.flatMap((name) => (read[name] ? [[name, read[name]]] : [])));
}

function cardOf({ name, phones, emails, org }: NonNullable<NonNullable<Details['contacts']>[number]>) {
  const numbers = (phones ?? []).flatMap((each) => each?.phone || each?.wa_id || []);
  const addresses = (emails ?? []).flatMap((each) => each?.email || []).slice(0, MAX_PARTS);
  return {
    name: name?.formatted_name || null,
    phones: numbers.slice(0, MAX_PARTS),
    ...(addresses.length > 0 && { emails: addresses }),
    ...(org?.company && { company: org.company }),
  };
}

/** The official provider names only the id and the author. */
function quoteOf({ quote, context }: Details, phone: string): Meaning['quote'] {
  if (quote) {
    const { id: wa_message_id, author, type, excerpt = null } = quote;
    return { wa_message_id, author, type, excerpt, known: false };
  }
  if (!context?.id) return undefined;
  const isTheirs = !context.from || context.from === phone || isSameNumber(context.from, phone);
  const author = isTheirs ? 'them' : 'us';
  return { wa_message_id: context.id, author, type: null, excerpt: null, known: false };
}

const isSameNumber = (one: string, other: string) => spellingsOf(digitsOf(one)).includes(other);
