import { z } from 'zod';
import { pageSize } from '../../platform/lib/page.ts';
import { apiString } from '../../platform/lib/text.ts';
import type { TemplateKey } from './store.ts';
import { MAX_LANGUAGE, MAX_NAME } from './template-input.ts';

export const DeviceParams = z.object({
  uuid: z.string().meta({
    format: 'uuid',
    description: 'The `device_uuid` of an official cloud device.',
    examples: ['6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d'],
  }),
});

/** Name and language, so that a page continues behind a template that is gone. */
export function encodeKey({ name, language }: TemplateKey): string {
  return Buffer.from(JSON.stringify([name, language])).toString('base64url');
}

const KEY = /^[\w-]{1,8000}$/;
const KEY_EXAMPLE = encodeKey({ name: 'pesanan_dikirim', language: 'id' });

const key = z
  .string()
  .meta({ pattern: KEY.source, examples: [KEY_EXAMPLE] })
  .transform((text, issues): TemplateKey => {
    const found = KEY.test(text) ? KeyPair.safeParse(parse(text)).data : undefined;
    if (found) return { name: found[0], language: found[1] };
    issues.addIssue({ code: 'custom', message: 'must be the next_cursor of an earlier answer' });
    return z.NEVER;
  });

const KeyPair = z.tuple([apiString().max(MAX_NAME), apiString().max(MAX_LANGUAGE)]);

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
}

/** Of the provider, in lower case. A template of an answer can have a newer one. */
const TEMPLATE_STATUSES = [
  'approved',
  'archived',
  'deleted',
  'disabled',
  'in_appeal',
  'limit_exceeded',
  'paused',
  'pending',
  'pending_deletion',
  'rejected',
] as const;

export const ListTemplates = z.object({
  status: z
    .enum(TEMPLATE_STATUSES)
    .optional()
    .meta({ description: 'Only templates with this status.', examples: ['approved'] }),
  refresh: z
    .enum(['true', 'false'])
    .default('false')
    .meta({
      description: '`true`: Kurir asks the provider again when its copies are older than a minute.',
      examples: ['false'],
    }),
  limit: pageSize('Templates'),
  cursor: key.optional().describe('`next_cursor` of the page before.'),
});
export type ListTemplates = z.infer<typeof ListTemplates>;

const variable = z.object({
  key: z.string().meta({ description: 'The key in `variables` of a message.', examples: ['header.1'] }),
  part: z.enum(['header', 'body', 'button']).meta({ examples: ['header'] }),
  type: z.enum(['text', 'image', 'video', 'document', 'url', 'copy_code', 'flow', 'catalog', 'mpm']).meta({
    description:
      'The value is a text, the URL of a public file, the end of the URL of a button, or the code that a ' +
      'button copies; for `flow` the token of its answers, for `catalog` the product of the picture, for `mpm` the ' +
      'ids of the products, with commas between them.',
    examples: ['text'],
  }),
  required: z.boolean().meta({
    description: 'False: without a value, the provider takes its default.',
    examples: [true],
  }),
});

const button = z.object({
  type: z
    .enum(['quick_reply', 'url', 'phone_number', 'copy_code', 'flow', 'catalog', 'mpm'])
    .meta({ examples: ['url'] }),
  text: z.string().meta({ examples: ['Lacak'] }),
  url: z
    .string()
    .nullable()
    .meta({ examples: ['https://example.com/lacak/{{1}}'] }),
  phone_number: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
  flow: z
    .object({
      flow_id: z.string().meta({ examples: ['1063945045'] }),
      flow_action: z.enum(['navigate', 'data_exchange']).meta({ examples: ['navigate'] }),
      navigate_screen: z
        .string()
        .nullable()
        .meta({ examples: ['PESAN'] }),
    })
    .nullable()
    .meta({ description: 'The WhatsApp Flow that the button opens.', examples: [null] }),
});

export const TemplateItem = z
  .object({
    id: z.number().meta({ type: 'integer', examples: [17] }),
    name: z.string().meta({ examples: ['pesanan_dikirim'] }),
    language: z.string().meta({ examples: ['id'] }),
    status: z.string().meta({
      description: 'As at the provider: `approved`, `pending`, `rejected`, `paused`, `disabled` and others.',
      examples: ['approved'],
    }),
    category: z
      .string()
      .meta({ description: '`marketing`, `utility` or `authentication`.', examples: ['utility'] }),
    quality: z
      .string()
      .nullable()
      .meta({
        description:
          '`green`, `yellow`, `red` or `unknown`, by the reactions of customers. Null: not read yet.',
        examples: ['green'],
      }),
    rejection: z
      .string()
      .nullable()
      .meta({
        description: 'Why the provider refused the template, in its words.',
        examples: [null],
      }),
    header: z
      .object({
        type: z.enum(['text', 'image', 'video', 'document']).meta({ examples: ['text'] }),
        text: z
          .string()
          .nullable()
          .meta({ examples: ['Pesanan {{1}}'] }),
      })
      .nullable(),
    body: z.string().meta({ examples: ['Halo {{1}}, pesanan {{2}} sudah dikirim.'] }),
    footer: z
      .string()
      .nullable()
      .meta({ examples: ['Toko Jakarta'] }),
    buttons: z.array(button),
    variables: z.array(variable).meta({ description: 'What a message must give.' }),
    examples: z.record(z.string(), z.string()).meta({
      description: 'What the reviewer read in place of the variables, by their `key`.',
      examples: [{ 'header.1': 'INV-7', '1': 'Ani' }],
    }),
    sendable: z.boolean().meta({
      description: 'Whether a message can use it: approved, without parts that Kurir does not know.',
      examples: [true],
    }),
  })
  .meta({ id: 'Template' });
export type TemplateItem = z.infer<typeof TemplateItem>;

export const TemplatePage = z
  .object({
    data: z.array(TemplateItem),
    next_cursor: z
      .string()
      .nullable()
      .meta({ pattern: KEY.source, description: 'Null on the last page.', examples: [KEY_EXAMPLE] }),
    synced_at: z.string().meta({
      format: 'date-time',
      description: 'When Kurir read the templates at the provider.',
      examples: ['2025-11-21T08:15:30.000Z'],
    }),
  })
  .meta({ id: 'TemplatePage' });
