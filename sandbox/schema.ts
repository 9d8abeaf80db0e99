import { z } from 'zod';
import { digitsOf, MAX_PHONE_DIGITS, noChatAddress } from '../src/platform/lib/phone.ts';
import { SecondsAgo } from './seconds-ago.ts';

const DIGITS = new RegExp(`^\\d{8,${MAX_PHONE_DIGITS}}$`);

/** Stored as digits. */
const PhoneNumber = z
  .string()
  .refine(...noChatAddress)
  .transform(digitsOf)
  .pipe(z.string().regex(DIGITS, `must have 8 to ${MAX_PHONE_DIGITS} digits`));

/** Unpaired surrogates cannot be encoded. */
const textUpTo = (max: number) =>
  z
    .string()
    .refine((text) => text.isWellFormed(), 'must not contain unpaired surrogates')
    .refine((text) => text.length <= max, `must have at most ${max} characters`);
const Text = textUpTo(65_536);
/** A changed app sends longer texts than the network allows. */
const AnyText = textUpTo(200_000);

const FilePart = z
  .object({
    data: z.base64().min(1),
    mimetype: z.string().min(1).max(100).optional(),
    caption: Text.optional(),
    file_name: Text.optional(),
  })
  .strict();

const MessageId = z.string().min(1).max(200);
const ShortText = Text.refine((text) => text.length <= 1000, 'must have at most 1000 characters');

/** What a person sends. Exactly one field is required. */
const Contents = {
  text: AnyText.min(1).optional(),
  image: FilePart.optional(),
  video: FilePart.optional(),
  audio: FilePart.optional(),
  document: FilePart.optional(),
  sticker: FilePart.extend({ animated: z.boolean().optional() }).optional(),
  location: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      name: ShortText.optional(),
      address: ShortText.optional(),
      live: z.boolean().optional(),
    })
    .strict()
    .optional(),
  contacts: z
    .array(z.object({ name: ShortText.min(1), phones: z.array(ShortText).max(20).default([]) }).strict())
    .min(1)
    .max(100)
    .optional(),
  poll: z
    .object({ question: ShortText.min(1), options: z.array(ShortText.min(1)).min(2).max(12) })
    .strict()
    .optional(),
  /** Null removes the reaction. */
  reaction: z.object({ wa_message_id: MessageId, emoji: ShortText.nullable() }).strict().optional(),
  edit: z
    .object({ wa_message_id: MessageId, text: AnyText.min(1) })
    .strict()
    .optional(),
  deletion: z.object({ wa_message_id: MessageId }).strict().optional(),
  /** Any content of the protocol, by its names: `{"templateMessage": {...}}`. */
  raw: z.record(z.string(), z.unknown()).optional(),
  vote: z.object({ wa_message_id: MessageId }).strict().optional(),
};
const KINDS = Object.keys(Contents);

/** As in the webhook of the official provider. `source_type` is `ad` or `post` in real messages. */
const Referral = z
  .object({
    source_type: Text.min(1),
    source_url: Text,
    source_id: Text.optional(),
    headline: Text.optional(),
    body: Text.optional(),
    media_type: z.enum(['image', 'video']).optional(),
    image_url: Text.optional(),
    video_url: Text.optional(),
    thumbnail_url: Text.optional(),
    ctwa_clid: Text.optional(),
  })
  .strict();

/** An invalid number answers 404. */
export const NumberParams = z.object({ number: z.string().transform(digitsOf) });
export const MessageParams = NumberParams.extend({ wa_message_id: z.string() });

export const NewPhoneBody = z.object({ number: PhoneNumber, name: Text.min(1).optional() }).strict();
export const ScanBody = z.object({ qr: z.string().min(1).max(2000) }).strict();
export const CodeBody = z.object({ code: z.string().min(1).max(20) }).strict();
/** What a client asks the browser to sign. */
export const PasskeyBody = z.object({ options: z.string().min(2).max(16_384) }).strict();
export const ReadBody = z.object({ wa_message_id: z.string().min(1).max(200) }).strict();

export const SendBody = z
  .object({
    to: PhoneNumber,
    ...Contents,
    /** The id of a message of the chat. */
    quote: MessageId.optional(),
    /** A quote as a changed app sends it: any id, author and text. */
    forged_quote: z.object({ wa_message_id: MessageId, author: PhoneNumber, text: Text }).strict().optional(),
    forwarded: z.boolean().optional(),
    /** Members of the group who are named in the text. */
    mentions: z.array(PhoneNumber).min(1).max(100).optional(),
    /** The advertisement that the person clicked before. */
    referral: Referral.optional(),
    /** `lid`: the default of the real network. */
    addressing: z.enum(['lid', 'pn']).default('lid'),
    /** The network does not name the number of the LID. */
    bare_lid: z.boolean().default(false),
    /** Companions get the message without its content, with this reason: `view_once`. */
    unavailable: z.string().min(1).max(100).optional(),
    /** No copy can be decrypted, until the control delivers a readable one. */
    unreadable: z.boolean().default(false),
    /** The chat of several people, such as `...@g.us`. Without known members, `to` alone gets the message. */
    group: z
      .object({ id: z.string().regex(/^[0-9a-z-]+@[a-z.]+$/), name: Text })
      .strict()
      .optional(),
    seconds_ago: SecondsAgo,
  })
  .strict()
  .refine(
    (body) => KINDS.filter((kind) => body[kind as keyof typeof body] !== undefined).length === 1,
    `exactly one of ${KINDS.join(', ')} must be given`,
  );
export type SendBody = z.infer<typeof SendBody>;

export const NewGroupBody = z
  .object({ subject: Text, description: Text.optional(), members: z.array(PhoneNumber).min(1).max(1_024) })
  .strict();
export const GroupParams = z.object({ id: z.string() });
export const RenameBody = z.object({ subject: Text }).strict();

export const CallBody = z
  .object({
    to: PhoneNumber,
    video: z.boolean().default(false),
    group: z.boolean().default(false),
    bare_lid: z.boolean().default(false),
    /** `answered` and `declined`: on the phone. Null: it rings on. */
    end: z.enum(['timeout', 'hang_up', 'answered', 'declined']).nullable().default('timeout'),
  })
  .strict();
export type CallBody = z.infer<typeof CallBody>;

export const MessagesQuery = z.object({
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(1_000_000).default(1_000_000),
});
