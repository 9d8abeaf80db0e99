import { z } from 'zod';
import { list } from '../../../platform/lib/list.ts';
import { apiString, requiredString } from '../../../platform/lib/text.ts';
import { webUrl } from '../../../platform/lib/web-url.ts';
import { textOf } from '../content-text.ts';
import { optional, several } from './fields.ts';
import { kind } from './kind.ts';

/** As many as threads show. */
const MAX_CARDS = 50;
const MAX_EACH = 10;
const MAX_TEXT = 200;
const MAX_PHONE = 50;

const line = (example: string) => optional(MAX_TEXT).meta({ examples: [example] });
const lines = <Item extends z.ZodType>(item: Item) => list(item, { max: MAX_EACH }).optional();

/** Also a parameter of a vCard: no other characters. */
const label = (example: string) =>
  apiString()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,19}$/, 'must have 1 to 20 letters, digits or hyphens')
    .optional()
    .meta({ examples: [example] });

const Card = z.object({
  name: z.object({
    formatted_name: requiredString(MAX_TEXT).meta({
      description: 'The whole name, as the card shows it.',
      examples: ['Budi Santoso'],
    }),
    first_name: line('Budi'),
    middle_name: line('Adi'),
    last_name: line('Santoso'),
    prefix: line('Bapak'),
    suffix: line('S.T.'),
  }),
  phones: lines(
    z.object({
      phone: requiredString(MAX_PHONE).meta({ examples: ['+62 812-3456-7890'] }),
      type: label('CELL'),
      wa_id: apiString()
        .regex(/^\d{8,15}$/, 'must have 8 to 15 digits')
        .optional()
        .meta({
          description:
            'The number on WhatsApp, in international form: the card then has a button to write to it.',
          examples: ['6281234567890'],
        }),
    }),
  ),
  emails: lines(
    z.object({
      email: requiredString(MAX_TEXT).meta({ examples: ['budi@example.com'] }),
      type: label('WORK'),
    }),
  ),
  org: z
    .object({ company: line('Toko Kopi'), department: line('Penjualan'), title: line('Manajer') })
    .optional(),
  addresses: lines(
    z.object({
      street: line('Jl. Melati 5'),
      city: line('Jakarta'),
      state: line('DKI Jakarta'),
      zip: line('10110'),
      country: line('Indonesia'),
      country_code: line('id'),
      type: label('WORK'),
    }),
  ),
  urls: lines(z.object({ url: webUrl().meta({ examples: ['https://example.com'] }), type: label('WORK') })),
  birthday: apiString()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date such as 1990-12-31')
    .optional()
    .meta({ examples: ['1990-12-31'] }),
});
export type Card = z.infer<typeof Card>;

export const contacts = kind({
  title: 'Contact cards',
  fields: {
    contacts: several(Card, MAX_CARDS).meta({ description: 'Cards that the recipient can save.' }),
  },
  example: {
    contacts: [
      {
        name: { formatted_name: 'Budi Santoso' },
        phones: [{ phone: '+62 812-3456-7890', wa_id: '6281234567890', type: 'CELL' }],
      },
    ],
  },
  stored({ contacts: cards }) {
    const shown = cards.map(({ phones = [], ...card }) => ({ ...card, phones }));
    const details = { kind: 'contacts', note: null, contacts: shown } as const;
    return { body: textOf(details), details };
  },
});
