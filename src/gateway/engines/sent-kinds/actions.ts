import { z } from 'zod';
import { storableJson } from '../../../platform/lib/text.ts';
import { webUrl } from '../../../platform/lib/web-url.ts';
import type { Choice } from '../content-kinds.ts';
import { bodyAbove, buttonText, footer, header, optional, providerId } from './fields.ts';
import { kind } from './kind.ts';

const MAX_TOKEN = 200;
const MAX_SCREEN = 100;
/** Of `data`, as JSON in UTF-16 units. */
export const MAX_DATA = 10_000;

const oneChoice = (choice: Pick<Choice, 'title'> & Partial<Choice>) => ({
  choices: [{ description: null, id: null, url: null, phone: null, ...choice }],
});

export const locationRequest = kind({
  title: 'Request of a location',
  fields: {
    body: bodyAbove.meta({
      description: 'The text above the button with which the recipient sends a place.',
      examples: ['Kirim ke mana?'],
    }),
  },
  example: { body: 'Kirim ke mana?' },
  stored: ({ body }) => ({ body }),
});

export const ctaUrl = kind({
  title: 'Button that opens a web page',
  fields: {
    body: bodyAbove.meta({ description: 'The text above the button.', examples: ['Lacak pesanan Anda.'] }),
    interactive: z.object({
      header,
      footer,
      button_text: buttonText.meta({ description: 'Label of the button.', examples: ['Lacak'] }),
      url: webUrl().meta({ description: 'The page.', examples: ['https://example.com/lacak/17'] }),
    }),
  },
  example: {
    body: 'Lacak pesanan Anda.',
    interactive: { button_text: 'Lacak', url: 'https://example.com/lacak/17' },
  },
  stored: ({ body, interactive }) => ({
    body,
    interactive,
    details: oneChoice({ title: interactive.button_text, url: interactive.url }),
  }),
});

const FlowData = z
  .record(z.string(), z.unknown())
  .refine((data) => Object.keys(data).length > 0, 'must not be empty')
  .refine(
    (data) => JSON.stringify(data).length <= MAX_DATA,
    `must have at most ${MAX_DATA} characters of JSON`,
  )
  .refine(
    (data) => storableJson(data) === JSON.stringify(data),
    'must not contain NUL or unpaired surrogates',
  );

const Flow = z
  .object({
    header,
    footer,
    button_text: buttonText.meta({
      description: 'Label of the button that opens the form.',
      examples: ['Isi formulir'],
    }),
    flow_id: providerId('1197715005513101', 'The id of the form at the provider.'),
    flow_token: optional(MAX_TOKEN).meta({
      description: 'Your name of this form, which your own server gets with it.',
      examples: ['order-17'],
    }),
    mode: z
      .enum(['published', 'draft'])
      .optional()
      .meta({
        description: '`draft`: a form that is not published yet, for tests.',
        examples: ['published'],
      }),
    action: z
      .enum(['navigate', 'data_exchange'])
      .optional()
      .meta({
        description: '`navigate` (default): opens `screen`. `data_exchange`: your server chooses the screen.',
        examples: ['navigate'],
      }),
    screen: optional(MAX_SCREEN).meta({
      description: 'The screen that opens. Missing: the first one.',
      examples: ['WELCOME'],
    }),
    data: FlowData.optional().meta({ description: 'Values for the screen.', examples: [{ nama: 'Ani' }] }),
  })
  .superRefine(({ action, screen, data }, check) => {
    if (action !== 'data_exchange') return;
    for (const [path, value] of Object.entries({ screen, data }))
      if (value !== undefined)
        check.addIssue({ code: 'custom', path: [path], message: 'must be missing with data_exchange' });
  });

export const flow = kind({
  title: 'Form (WhatsApp Flow)',
  fields: {
    body: bodyAbove.meta({ description: 'The text above the button.', examples: ['Pesan meja di sini.'] }),
    interactive: Flow,
  },
  example: {
    body: 'Pesan meja di sini.',
    interactive: { button_text: 'Pesan meja', flow_id: '1197715005513101', screen: 'WELCOME' },
  },
  stored: ({ body, interactive }) => ({
    body,
    interactive,
    details: oneChoice({ title: interactive.button_text }),
  }),
});
