import { z } from 'zod';
import {
  Answers,
  Call,
  Choices,
  CONTENT_KINDS,
  Event,
  Invite,
  Order,
  Payment,
  Product,
  StickerPack,
  Unknown,
} from '../../gateway/engines/content-kinds.ts';

export const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';

const author = z.enum(['us', 'them']).meta({ description: '`us`: the account.', examples: ['them'] });
export const time = (description: string) =>
  z.string().meta({ format: 'date-time', description, examples: [EXAMPLE_TIME] });
export const text = (example: string, description?: string) =>
  z.string().meta({ ...(description && { description }), examples: [example] });
export const nullableText = (example: string, description?: string) =>
  z
    .string()
    .nullable()
    .meta({ ...(description && { description }), examples: [example] });

const member = z
  .object({
    phone: text('6281234567890', 'The number, or the id of a hidden number.'),
    name: nullableText('Budi', 'As the person set it.'),
  })
  .meta({ id: 'GroupMember', description: 'Only in a group: who did it.' });

/** What a message has beside type and text. Each key is missing without a value. */
export const MEANING = {
  kind: z
    .enum(CONTENT_KINDS)
    .optional()
    .meta({
      description:
        'What the customer sent beside text and files. Its value is under the same name. `phone_request`: the ' +
        'customer asks for the number. `phone_only` and `view_once`: only the phone shows the message. ' +
        '`unreadable`: it could not be decrypted yet; when a readable copy comes, it takes this place.',
      examples: ['location'],
    }),
  note: nullableText(
    'Dikirim hari ini ya',
    'What the customer wrote, without the description of the kind that `body` adds. Null: nothing.',
  ).optional(),
  location: z
    .object({
      latitude: z.number().meta({ examples: [-6.175] }),
      longitude: z.number().meta({ examples: [106.827] }),
      name: nullableText('Monas'),
      address: nullableText('Jakarta'),
      live: z.boolean().meta({ description: 'The place of a moving person.', examples: [false] }),
    })
    .optional(),
  contacts: z
    .array(
      z.object({
        name: nullableText('Budi'),
        phones: z.array(z.string()).meta({ examples: [['+62 812']] }),
        emails: z
          .array(z.string())
          .optional()
          .meta({ examples: [['budi@example.com']] }),
        company: text('Toko Kopi').optional(),
      }),
    )
    .optional()
    .meta({ description: 'Contact cards.' }),
  poll: z
    .object({ question: text('Kapan?'), options: z.array(z.string()).meta({ examples: [['Pagi', 'Sore']] }) })
    .optional(),
  order: Order.optional(),
  product: Product.optional(),
  answers: Answers.optional(),
  choices: Choices.optional(),
  event: Event.optional(),
  payment: Payment.optional(),
  invite: Invite.optional(),
  call: Call.optional(),
  sticker_pack: StickerPack.optional(),
  unknown: Unknown.optional(),
  quote: z
    .object({
      wa_message_id: text('3EB0C767D097B7C7C6A5'),
      author,
      type: nullableText('text', 'Null for a message that is not in this chat.'),
      excerpt: nullableText('Ada stok?', 'The first 200 characters of its present text.'),
      known: z.boolean().meta({
        description:
          'False: no message of this chat has the id. Then the writer of the quoting message claims the excerpt.',
        examples: [true],
      }),
      edited: z
        .literal(true)
        .optional()
        .meta({ examples: [true] }),
      deleted: z
        .literal(true)
        .optional()
        .meta({ examples: [true] }),
    })
    .optional()
    .meta({ description: 'The message that this one answers.' }),
  forwarded: z
    .literal(true)
    .optional()
    .meta({ examples: [true] }),
  sender: member.optional(),
  edit_of: text(
    '3EB0C767D097B7C7C6A5',
    'This message is the edit of another one, whose `edits` have it too.',
  ).optional(),
  reactions: z
    .array(
      z.object({
        author,
        member: member.optional(),
        emoji: text('👍'),
        at: time('When the person reacted.'),
      }),
    )
    .optional(),
  edits: z
    .array(z.object({ body: nullableText('Dua saja'), at: time('When the author changed the text.') }))
    .optional()
    .meta({
      description:
        'The last 10 later texts, each with at most 4096 characters. `body` of the message is the first text.',
    }),
  votes: z
    .array(z.object({ author, member: member.optional(), at: time('When the person voted.') }))
    .optional()
    .meta({ description: 'The choice is known to the phones only.' }),
  deleted_at: time('When its author deleted it on all phones. The text of a customer is erased.').optional(),
};
