import { z } from 'zod';
import { changeOf } from '../../../platform/lib/change-of.ts';
import { list } from '../../../platform/lib/list.ts';
import { apiString, requiredString } from '../../../platform/lib/text.ts';
import { webUrl } from '../../../platform/lib/web-url.ts';
import { mediaId } from '../../engines/sent-kinds/fields.ts';
import { MAX_NAME } from '../template-input.ts';

/** Limits of the provider, in code points. */
const MAX_HEADER = 60;
export const MAX_BODY = 1_024;
export const MAX_FOOTER = 60;
export const MAX_BUTTONS = 10;
export const MAX_LABEL = 25;
const MAX_BUTTON_URL = 2_000;
const MAX_EXAMPLE = 1_024;
const MAX_ID = 64;
const MAX_SCREEN = 200;
/** A handle is the provider's; it has no limit in the documents. */
const MAX_HANDLE = 4_096;

const CATEGORIES = ['marketing', 'utility', 'authentication'] as const;
const MAX_APPS = 5;
const MAX_MINUTES = 90;

const matching = (pattern: RegExp, error: string, example: string) =>
  apiString()
    .refine((text) => pattern.test(text), error)
    .meta({ pattern: pattern.source, examples: [example] });

const Header = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    text: requiredString(MAX_HEADER).meta({ examples: ['Pesanan {{1}}'] }),
  }),
  z.object({
    type: z.enum(['image', 'video', 'document']),
    handle: requiredString(MAX_HANDLE)
      .optional()
      .meta({
        description:
          'The handle of an example file, from `POST /v1/devices/{uuid}/template-files`. Without one, give ' +
          '`header_media_url` or `header_media_id`.',
        examples: ['4::aW1hZ2UvcG5n:ARb...'],
      }),
  }),
]);

const label = requiredString(MAX_LABEL).meta({ examples: ['Lacak'] });

const Button = z.discriminatedUnion('type', [
  z.object({ type: z.literal('quick_reply'), text: label }),
  z.object({
    type: z.literal('url'),
    text: label,
    url: requiredString(MAX_BUTTON_URL).meta({
      description: 'It may end with one variable, `{{1}}`.',
      examples: ['https://example.com/lacak/{{1}}'],
    }),
  }),
  z.object({
    type: z.literal('phone_number'),
    text: label,
    phone_number: matching(/^\+?\d{5,19}$/, 'must have 5 to 19 digits, with or without +', '+62215550100'),
  }),
  z.object({ type: z.literal('copy_code') }),
  z.object({
    type: z.literal('flow'),
    text: label,
    flow_id: requiredString(MAX_ID).meta({
      description: 'The WhatsApp Flow of the business account that the button opens.',
      examples: ['1063945045'],
    }),
    flow_action: z
      .enum(['navigate', 'data_exchange'])
      .default('navigate')
      .meta({
        description: '`data_exchange` asks the endpoint of the flow for its first screen.',
        examples: ['navigate'],
      }),
    navigate_screen: requiredString(MAX_SCREEN)
      .nullable()
      .default(null)
      .meta({ description: 'Of `navigate`. Null: the first screen.', examples: ['PESAN'] }),
  }),
  z.object({ type: z.enum(['catalog', 'mpm']) }),
]);

const Authentication = z
  .object({
    otp_type: z.enum(['copy_code', 'one_tap', 'zero_tap']).meta({
      description:
        '`one_tap` hands the code to an Android app, `zero_tap` without a tap; elsewhere it is a button that copies ' +
        'the code.',
      examples: ['copy_code'],
    }),
    security_recommendation: z
      .boolean()
      .default(true)
      .meta({ description: 'Advises not to share the code.' }),
    code_expiration_minutes: z
      .number()
      .int()
      .min(1)
      .max(MAX_MINUTES)
      .nullable()
      .default(null)
      .meta({
        description: 'Says in the footer when the code expires. Null: no footer.',
        examples: [10],
      }),
    apps: list(
      z.object({
        package_name: matching(
          /^[A-Za-z]\w*(\.\w+)+$/,
          'must be the name of an Android package',
          'id.toko.app',
        ),
        signature_hash: matching(
          /^[A-Za-z0-9+/=]{11}$/,
          'must be the signing key hash of 11 characters',
          'K8a/AINcGX7',
        ),
      }),
      { max: MAX_APPS },
    )
      .default([])
      .meta({ description: 'Of `one_tap` and `zero_tap`: the apps that take the code.' }),
    zero_tap_terms_accepted: z
      .boolean()
      .default(false)
      .meta({
        description: 'Of `zero_tap`: you accept the terms of the provider for it. Then it must be true.',
        examples: [false],
      }),
  })
  .meta({
    description:
      'Of the category `authentication`, whose texts the provider writes. Leave out the other parts then.',
  });

const fields = {
  category: z.enum(CATEGORIES).meta({ examples: ['utility'] }),
  header: Header.nullable(),
  header_media_url: webUrl()
    .nullable()
    .meta({
      description:
        'Public URL of the example file of a header: a JPEG or PNG picture of at most 5 MiB, an MP4 video of at most ' +
        '16 MiB, or a PDF of at most 100 MiB. Kurir gives it to the provider, and keeps nothing.',
      examples: ['https://example.com/promo.jpg'],
    }),
  header_media_id: mediaId.describe(
    'The `id` of an uploaded file, in place of `header_media_url`, with the same limits: POST /v1/media.',
  ),
  body: requiredString(MAX_BODY).meta({
    description: 'Variables are `{{1}}`, `{{2}}` and so on, or names such as `{{nama}}`.',
    examples: ['Halo {{1}}, pesanan {{2}} sudah dikirim.'],
  }),
  footer: requiredString(MAX_FOOTER)
    .nullable()
    .meta({ examples: ['Toko Jakarta'] }),
  buttons: list(Button, { max: MAX_BUTTONS }).meta({
    description:
      'At most two of type `url`, one `phone_number`, one `copy_code` and one `flow`. Quick replies stand ' +
      'together, at the start or at the end. `catalog` opens the catalogue, `mpm` shows the products of the ' +
      'message; each is the only button of a `marketing` template.',
  }),
  examples: z.record(z.string().max(MAX_NAME), requiredString(MAX_EXAMPLE)).meta({
    description:
      'What the reviewer reads in place of each variable, by the `key` that the list shows: `1`, `header.1`, ' +
      '`button.0`. Files have none.',
    examples: [{ 'header.1': 'INV-7', '1': 'Ani', '2': 'INV-7', 'button.0': 'inv-7' }],
  }),
  authentication: Authentication,
};

const language = matching(
  /^[a-z]{2,3}(_[A-Za-z]{2,4})?$/,
  'must be the code of a language, such as id or en_US',
  'id',
);

export const CreateTemplate = z
  .object({
    device_uuid: z.uuid().meta({
      description: 'An official cloud device of the business account.',
      examples: ['6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d'],
    }),
    name: matching(
      /^[a-z0-9_]{1,512}$/,
      'must have 1 to 512 characters of a-z, 0-9 and _',
      'pesanan_dikirim',
    ),
    language,
    ...fields,
    body: fields.body.optional(),
    authentication: Authentication.optional(),
    header: fields.header.default(null),
    header_media_url: fields.header_media_url.optional(),
    header_media_id: fields.header_media_id,
    footer: fields.footer.default(null),
    buttons: fields.buttons.default([]),
    examples: fields.examples.default({}),
  })
  .meta({ id: 'NewTemplate' });
export type CreateTemplate = z.infer<typeof CreateTemplate>;

export const ChangeTemplate = changeOf(fields, 'body').meta({ id: 'TemplateChange' });
export type ChangeTemplate = z.infer<typeof ChangeTemplate>;

export const TemplateParams = z.object({
  id: z.coerce
    .number()
    .int()
    .meta({ type: 'integer', description: 'The `id` of a template, as the list shows it.', examples: [17] }),
});

export const TakenExample = z
  .object({
    type: z.enum(['image', 'video', 'document']).meta({
      description: 'What the file is, by its bytes: the type of the header.',
      examples: ['image'],
    }),
    handle: z.string().meta({
      description:
        'For `header.handle` of a template. The provider names no limit of its life: use it at once.',
      examples: ['4::aW1hZ2UvcG5n:ARb...'],
    }),
  })
  .meta({ id: 'TemplateFile' });

/** Of the query: the texts that the provider writes. */
export const PreviewCodeQuery = z.object({
  language: language.meta({ description: 'Of the texts.', examples: ['id'] }),
  security_recommendation: z
    .enum(['true', 'false'])
    .default('true')
    .meta({ description: 'As in `authentication`.', examples: ['true'] }),
  code_expiration_minutes: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_MINUTES)
    .optional()
    .meta({ type: 'integer', description: 'As in `authentication`. Default: no footer.', examples: [10] }),
});

export const CodePreviewView = z
  .object({
    body: z.string().meta({ examples: ['*{{1}}* is your verification code.'] }),
    footer: z
      .string()
      .nullable()
      .meta({ examples: ['This code expires in 10 minutes.'] }),
    button: z
      .string()
      .nullable()
      .meta({ description: 'The label of the button that copies the code.', examples: ['Copy code'] }),
  })
  .meta({ id: 'TemplatePreview' });
