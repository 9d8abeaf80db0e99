import { z } from 'zod';

/** Details keep the value under the kind's name: see `docs/receiving.md`. */
export const CONTENT_KINDS = [
  'location',
  'contacts',
  'sticker',
  'sticker_pack',
  'poll',
  'order',
  'product',
  'answers',
  'choices',
  'event',
  'payment',
  'invite',
  'call',
  'phone_request',
  'phone_only',
  'view_once',
  'unreadable',
  'unknown',
] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** Their body is no words of the customer. */
export const KINDS_WITHOUT_WORDS: readonly ContentKind[] = [
  ...(['location', 'contacts', 'sticker', 'sticker_pack', 'poll', 'call'] as const),
  ...(['phone_request', 'phone_only', 'view_once'] as const),
];

const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';

const text = (example: string, description?: string) =>
  z
    .string()
    .nullable()
    .meta({ ...(description && { description }), examples: [example] });
const amount = (example: number, description?: string) =>
  z
    .number()
    .nullable()
    .meta({ ...(description && { description }), examples: [example] });
const time = (description?: string) =>
  z
    .string()
    .nullable()
    .meta({ format: 'date-time', ...(description && { description }), examples: [EXAMPLE_TIME] });
const currency = text('IDR', 'The code of ISO 4217.');

export const Order = z
  .object({
    id: text('5551', 'Of the economy network, or the reference of an invoice.'),
    title: text('Toko Kopi'),
    items: z.array(
      z.object({
        product_id: text('SKU-KOPI-250', 'The id of the product in your catalogue.'),
        name: text('Kopi Gayo 250 g', 'Null: the provider names only the id.'),
        quantity: z.number().meta({ examples: [2] }),
        price: amount(45000, 'Of one piece, in units of the currency.'),
        currency,
      }),
    ),
    item_count: z
      .int()
      .nullable()
      .meta({
        description: 'All pieces. The economy network names the items only to the phone of the number.',
        examples: [2],
      }),
    total: amount(90000),
    currency,
  })
  .meta({ description: 'An order or a cart, or the invoice of another business.' });
export type Order = z.infer<typeof Order>;

export const Product = z
  .object({
    id: text('SKU-77', 'The id of the product in the catalogue.'),
    catalog_id: text('1948'),
    title: text('Kopi Gayo 250 g'),
    description: text('Biji kopi arabika'),
    price: amount(45000),
    currency,
    url: text('https://example.com/kopi'),
  })
  .meta({ description: 'A shared product, or the product that the text is about.' });
export type Product = z.infer<typeof Product>;

export const Answers = z
  .array(
    z.object({
      name: z.string().meta({ description: 'The field of the form.', examples: ['nama_lengkap'] }),
      label: z.string().meta({ description: 'The field as people read it.', examples: ['Nama lengkap'] }),
      value: z.string().meta({ examples: ['Sari'] }),
    }),
  )
  .meta({ description: 'The answers of a form, such as a WhatsApp Flow.' });
export type Answer = z.infer<typeof Answers>[number];

export const Choices = z
  .array(
    z.object({
      title: z.string().meta({ examples: ['Lacak paket'] }),
      description: text('Status terbaru'),
      id: text('track'),
      url: text('https://example.com/track'),
      phone: text('+62 21 1234567'),
    }),
  )
  .meta({
    description: 'The buttons and rows that a message of another business, or a sent template, offers.',
  });
export type Choice = z.infer<typeof Choices>[number];

export const Event = z.object({
  name: text('Pembukaan toko'),
  description: text('Gratis kopi'),
  place: text('Jl. Melati 5'),
  link: text('https://example.com/acara'),
  starts_at: time(),
  ends_at: time(),
  cancelled: z.boolean().meta({ examples: [false] }),
});
export type Event = z.infer<typeof Event>;

export const Payment = z.object({
  action: z.enum(['request', 'payment', 'declined', 'cancelled', 'setup', 'invoice']).meta({
    description:
      '`declined` and `cancelled`: of a request. `setup`: an invitation to a payment service. ' +
      'Kurir neither makes nor checks payments.',
    examples: ['request'],
  }),
  amount: amount(50000),
  currency,
  expires_at: time(),
});
export type Payment = z.infer<typeof Payment>;

export const Invite = z.object({
  to: z
    .enum(['group', 'channel', 'channel_admin'])
    .meta({ description: '`channel_admin`: to manage the channel.', examples: ['group'] }),
  name: text('Pelanggan Kopi'),
  code: text('AbCdEf'),
  expires_at: time(),
});
export type Invite = z.infer<typeof Invite>;

export const Call = z.object({
  action: z.enum(['made', 'missed', 'planned', 'cancelled', 'message']).meta({
    description: '`planned`: at `starts_at`. `message`: a voice message after a call.',
    examples: ['missed'],
  }),
  video: z.boolean().meta({ examples: [false] }),
  title: text('Konsultasi'),
  starts_at: time(),
  seconds: amount(65, 'How long the call was.'),
});
export type Call = z.infer<typeof Call>;

export const StickerPack = z.object({
  name: text('Kucing lucu'),
  publisher: text('Ani'),
  stickers: z.int().meta({ description: 'How many it has.', examples: [12] }),
});
export type StickerPack = z.infer<typeof StickerPack>;

export const Unknown = z
  .object({
    name: z
      .string()
      .meta({ description: 'The name of the network or the provider.', examples: ['hologram'] }),
  })
  .meta({
    description: 'A kind that Kurir does not know. `body` has its longest text, or `[unsupported message]`.',
  });
export type Unknown = z.infer<typeof Unknown>;

/** Also the form of the official provider. */
export interface Location {
  latitude: number;
  longitude: number;
  name?: string;
  address?: string;
  live?: boolean;
}

/** Also the form of the official provider, with further fields. */
export interface ContactCard {
  name: { formatted_name: string };
  phones: { phone?: string | undefined; wa_id?: string | undefined }[];
  emails?: { email?: string | undefined }[] | undefined;
  org?: { company?: string | undefined } | undefined;
}

/** Only keys with a value. */
export interface ContentDetails {
  /** Missing: text or a file. */
  kind?: ContentKind;
  /** The author's words. Set when `body` also repeats the values. */
  note?: string | null;
  choice_id?: string | null;
  location?: Location;
  contacts?: ContactCard[];
  sticker?: { animated: boolean };
  sticker_pack?: StickerPack;
  poll?: { name: string; options: string[] };
  order?: Order;
  product?: Product;
  answers?: Answer[];
  choices?: Choice[];
  event?: Event;
  payment?: Payment;
  invite?: Invite;
  call?: Call;
  unknown?: Unknown;
}
