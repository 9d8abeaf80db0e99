import { z } from 'zod';
import { digitsOf } from '../../../src/lib/phone.ts';
import { USER_ID } from '../ids.ts';

/** A number as people write it, kept as digits, or a business-scoped id. */
export const Address = z
  .string()
  .transform((text) => (USER_ID.test(text) ? text : digitsOf(text)))
  .pipe(
    z
      .string()
      .regex(/^(\d{7,15}|[A-Z]{2}\..+)$/, 'must be a number of 7 to 15 digits or a business-scoped id'),
  );

const Text = z.string().max(65_536);
const MessageId = z.string().min(1).max(300);

const FilePart = z
  .object({
    /** The file in base64. */
    data: z.base64().min(1),
    mimetype: z.string().min(1).max(200).optional(),
    caption: Text.optional(),
    file_name: Text.optional(),
    /** A voice note (audio). */
    voice: z.boolean().optional(),
    /** An animated sticker. */
    animated: z.boolean().optional(),
  })
  .strict();

const ContactCard = z.looseObject({
  name: z.looseObject({ formatted_name: z.string() }),
  phones: z.array(z.looseObject({ phone: z.string().optional() })).optional(),
});

/** What a person can do in a chat; exactly one of them is given. */
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
  /** A tap on a choice of the message `message_id`, by its id. */
  tap: z.string().optional(),
  /** A reply button or a row of a list as it is told; the title is looked up in `message_id` when it is not given. */
  button_reply: z.object({ id: z.string(), title: z.string().optional() }).strict().optional(),
  list_reply: z
    .object({ id: z.string(), title: z.string().optional(), description: z.string().optional() })
    .strict()
    .optional(),
  /** A tap on a quick reply of a template. */
  button: z.object({ payload: z.string(), text: z.string() }).strict().optional(),
  /** Without emoji (or null) the reaction is taken away. */
  reaction: z.object({ message_id: MessageId, emoji: z.string().nullable().optional() }).strict().optional(),
  order: z
    .looseObject({
      catalog_id: z.string(),
      text: z.string().optional(),
      product_items: z.array(z.looseObject({})),
    })
    .optional(),
  /** Not written by anybody: the person's number or id has changed. */
  system: z
    .looseObject({ type: z.string(), body: z.string().optional(), wa_id: z.string().optional() })
    .optional(),
  /** Something the API cannot show. */
  unsupported: z.looseObject({ type: z.string() }).optional(),
  /** Any other type, as it stands: `{"type": ..., ...}`. */
  raw: z.looseObject({ type: z.string() }).optional(),
};
const KINDS = Object.keys(Contents);

/** How a message relates to others, and where its sender came from. */
const Extras = {
  /** The message it replies to. */
  message_id: MessageId.optional(),
  forwarded: z.boolean().optional(),
  frequently_forwarded: z.boolean().optional(),
  referred_product: z.object({ catalog_id: z.string(), product_retailer_id: z.string() }).strict().optional(),
  /** The advertisement the chat began with. */
  referral: z.looseObject({ source_url: z.string(), source_type: z.string() }).optional(),
  /** Shown as the sender's profile name from now on. */
  name: z.string().min(1).max(200).optional(),
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

export const EchoBody = z.object({ to: Address, text: Text.min(1) }).strict();
