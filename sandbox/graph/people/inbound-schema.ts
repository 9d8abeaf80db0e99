import { z } from 'zod';
import { digitsOf, noChatAddress } from '../../../src/platform/lib/phone.ts';
import { SecondsAgo } from '../../seconds-ago.ts';
import { GROUP_ID, USER_ID } from '../ids.ts';

/** Digits of a number, or a business-scoped id. */
export const Address = z
  .string()
  .refine(...noChatAddress)
  .transform((text) => (USER_ID.test(text) ? text : digitsOf(text)))
  .pipe(
    z
      .string()
      .regex(/^(\d{7,15}|[A-Z]{2}\..+)$/, 'must be a number of 7 to 15 digits or a business-scoped id'),
  );

export const GroupId = z.string().regex(GROUP_ID, 'must be the id of a group');

const Text = z.string().max(65_536);
const MessageId = z.string().min(1).max(300);

export const FilePart = z
  .object({
    /** Base64. */
    data: z.base64().min(1),
    mimetype: z.string().min(1).max(200).optional(),
    caption: Text.optional(),
    file_name: Text.optional(),
    voice: z.boolean().optional(),
    animated: z.boolean().optional(),
  })
  .strict();

const ContactCard = z.looseObject({
  name: z.looseObject({ formatted_name: z.string() }),
  phones: z.array(z.looseObject({ phone: z.string().optional() })).optional(),
});

/** What a person can send. Exactly one field is required. */
const Contents = {
  text: Text.min(1).optional(),
  image: FilePart.optional(),
  video: FilePart.optional(),
  audio: FilePart.optional(),
  document: FilePart.optional(),
  sticker: FilePart.optional(),
  location: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      name: Text.optional(),
      address: Text.optional(),
      url: z.string().optional(),
    })
    .strict()
    .optional(),
  contacts: z.array(ContactCard).min(1).optional(),
  /** A choice in the message `message_id`. */
  tap: z.string().optional(),
  /** A missing title is looked up in `message_id`. */
  button_reply: z.object({ id: z.string(), title: z.string().optional() }).strict().optional(),
  list_reply: z
    .object({ id: z.string(), title: z.string().optional(), description: z.string().optional() })
    .strict()
    .optional(),
  /** A quick reply of a template. */
  button: z.object({ payload: z.string(), text: z.string() }).strict().optional(),
  /** Without emoji: removes the reaction. */
  reaction: z.object({ message_id: MessageId, emoji: z.string().nullable().optional() }).strict().optional(),
  edit: z
    .object({ message_id: MessageId, text: Text.min(1) })
    .strict()
    .optional(),
  /** Deletes a message on all phones. */
  deletion: z.object({ message_id: MessageId }).strict().optional(),
  order: z
    .looseObject({
      catalog_id: z.string(),
      text: z.string().optional(),
      product_items: z.array(z.looseObject({})),
    })
    .optional(),
  /** The number or id of the person changed. */
  system: z
    .looseObject({ type: z.string(), body: z.string().optional(), wa_id: z.string().optional() })
    .optional(),
  unsupported: z.looseObject({ type: z.string() }).optional(),
  /** Any other type, sent unchanged. */
  raw: z.looseObject({ type: z.string() }).optional(),
};
const KINDS = Object.keys(Contents);

const Extras = {
  message_id: MessageId.optional(),
  forwarded: z.boolean().optional(),
  frequently_forwarded: z.boolean().optional(),
  referred_product: z.object({ catalog_id: z.string(), product_retailer_id: z.string() }).strict().optional(),
  referral: z.looseObject({ source_url: z.string(), source_type: z.string() }).optional(),
  name: z.string().min(1).max(200).optional(),
  group: GroupId.optional(),
};

export const InboundBody = z
  .object({ from: Address, ...Contents, ...Extras })
  .strict()
  .refine(
    (body) =>
      KINDS.filter((kind) => kind in body && body[kind as keyof typeof body] !== undefined).length === 1,
    `exactly one of ${KINDS.join(', ')} must be given`,
  );
export type InboundBody = z.infer<typeof InboundBody>;
export type FilePart = z.infer<typeof FilePart>;

/** `FAILED`: without an answer. */
export const CallBody = z
  .object({ from: Address, status: z.enum(['FAILED', 'REJECTED', 'COMPLETED']).default('FAILED') })
  .strict();
export type CallBody = z.infer<typeof CallBody>;

export const EchoBody = z.object({ to: Address, text: Text.min(1), seconds_ago: SecondsAgo }).strict();
export type EchoBody = z.infer<typeof EchoBody>;

/** The provider allows eight members beside the number. */
export const GroupBody = z
  .object({
    subject: z.string().trim().min(1).max(128),
    description: z.string().max(2_048).optional(),
    members: z.array(Address).max(8),
  })
  .strict();
export type GroupBody = z.infer<typeof GroupBody>;
