import { z } from 'zod';

export const TEMPLATE_STATUSES = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED'] as const;

export const QUALITIES = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const;
export const CATEGORIES = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const;

const Button = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  url: z.string().optional(),
});
export type Button = z.infer<typeof Button>;

export const Component = z.looseObject({
  type: z.string(),
  format: z.string().optional(),
  text: z.string().optional(),
  buttons: z.array(Button).optional(),
});
export type Component = z.infer<typeof Component>;

/** A template in the form of the provider. */
export const Template = z.object({
  name: z.string().min(1).max(512),
  language: z.string().min(1).max(20),
  category: z.enum(CATEGORIES),
  status: z.enum(TEMPLATE_STATUSES),
  parameter_format: z.enum(['POSITIONAL', 'NAMED']).optional(),
  components: z.array(Component).optional(),
  quality_score: z.enum(QUALITIES).optional(),
  rejected_reason: z.string().max(200).optional(),
  /** Times of its edits while it was approved, in milliseconds. */
  edits: z.array(z.number()).optional(),
  /** Without components: the number of variables in the body. */
  body_parameters: z.number().int().min(0).max(100).optional(),
});
export type Template = z.infer<typeof Template>;

/** What an account without own templates shows. */
export const SAMPLES: readonly Template[] = [
  {
    name: 'pesanan_dikirim',
    language: 'id',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Pesanan {{1}}', example: { header_text: ['INV-7'] } },
      {
        type: 'BODY',
        text: 'Halo {{1}}, pesanan {{2}} sudah dikirim.',
        example: { body_text: [['Ani', 'INV-7']] },
      },
      { type: 'FOOTER', text: 'Toko Kurir' },
      {
        type: 'BUTTONS',
        buttons: [
          {
            type: 'URL',
            text: 'Lacak',
            url: 'https://example.com/lacak/{{1}}',
            example: ['https://example.com/lacak/inv-7'],
          },
          { type: 'QUICK_REPLY', text: 'Terima kasih' },
        ],
      },
    ],
  },
  {
    name: 'promo_akhir_pekan',
    language: 'id',
    category: 'MARKETING',
    status: 'APPROVED',
    parameter_format: 'NAMED',
    components: [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://example.com/promo.jpg'] } },
      {
        type: 'BODY',
        text: 'Halo {{nama}}, diskon {{diskon}} sampai Minggu.',
        example: {
          body_text_named_params: [
            { param_name: 'nama', example: 'Ani' },
            { param_name: 'diskon', example: '20%' },
          ],
        },
      },
    ],
  },
  {
    name: 'promo_akhir_pekan',
    language: 'en',
    category: 'MARKETING',
    status: 'PENDING',
    components: [
      {
        type: 'BODY',
        text: 'Hello {{1}}, {{2}} off until Sunday.',
        example: { body_text: [['Ani', '20%']] },
      },
    ],
  },
];

export function componentsOf({ name, components, body_parameters = 0 }: Template): Component[] {
  const variables = Array.from({ length: body_parameters }, (_, index) => ` {{${index + 1}}}`);
  return components ?? [{ type: 'BODY', text: name + variables.join('') }];
}

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;

/** The names of variables, each once. */
export function variablesIn(text = ''): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))];
}

export function fill(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(VARIABLE, (variable, name: string) => values.get(name) ?? variable);
}
