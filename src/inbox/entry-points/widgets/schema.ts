import { z } from 'zod';
import { changeOf } from '../../../platform/lib/change-of.ts';
import { READER_LANGUAGES } from '../../../platform/lib/http/reader-language.ts';
import { list } from '../../../platform/lib/list.ts';
import { pageBody, pageQuery } from '../../../platform/lib/page.ts';
import { apiString, atMost, requiredString } from '../../../platform/lib/text.ts';
import { WIDGET_MODES, WIDGET_THEMES } from './kinds.ts';
import { MAX_ORIGIN, readOrigin } from './origins.ts';

/** Of an account. */
export const MAX_WIDGETS = 100;
/** Of one widget. */
export const MAX_ORIGINS = 50;
/** Their characters: proxies refuse answers with long headers, and one header has all of them. */
export const MAX_ORIGINS_LENGTH = 3_000;
const MAX_NAME = 100;
const MAX_GREETING = 500;
const MAX_TEXT = 500;
const COLOR = '#0b7a5b';
const EXAMPLE_ID = '3c1f6b1e-5f0a-4c59-8a53-6a1c7a2d9f10';
const EXAMPLE_DEVICE = '5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11';
const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';
const EXAMPLE_ORIGINS = ['https://shop.example', 'https://*.shop.example'];

export const ListWidgets = z.object(pageQuery);
export type ListWidgets = z.infer<typeof ListWidgets>;

export const WidgetParams = z.object({
  id: z.string().meta({ format: 'uuid', description: 'The `id` of the widget.', examples: [EXAMPLE_ID] }),
});

const origin = apiString()
  .refine(...atMost(MAX_ORIGIN))
  .superRefine((text, check) => {
    const read = readOrigin(text);
    if ('problem' in read) check.addIssue({ code: 'custom', message: read.problem });
  })
  .overwrite((text) => {
    const read = readOrigin(text);
    return 'origin' in read ? read.origin : text;
  })
  .meta({ maxLength: MAX_ORIGIN, pattern: '^\\s*[hH][tT][tT][pP][sS]?://' });

const name = requiredString(MAX_NAME)
  .overwrite((text) => text.trim())
  .meta({ description: 'Visitors read it at the top of the widget.', examples: ['Toko online'] });
const device_uuid = z.uuid().meta({
  description: 'The device whose number the visitors reach in the messaging app.',
  examples: [EXAMPLE_DEVICE],
});
const mode = z.enum(WIDGET_MODES).meta({
  description:
    '`button` leads to the messaging app, `chat` is a live chat on the page. Its conversations are those of this ' +
    'gateway, with the `id` of the widget as their `device_uuid`.',
  examples: ['chat'],
});
const allowed_origins = list(origin, { max: MAX_ORIGINS, empty: 'must have at least one origin' })
  .refine(
    (origins) => origins.join('').length <= MAX_ORIGINS_LENGTH,
    `must have at most ${MAX_ORIGINS_LENGTH} characters together`,
  )
  .meta({
    description:
      'The web sites that may show the widget: scheme, host and perhaps a port. `https://*.shop.example` is all ' +
      'subdomains of shop.example, without itself. http:// is for localhost, and for sandbox accounts. ' +
      `At most ${MAX_ORIGINS}, with ${MAX_ORIGINS_LENGTH} characters together.`,
    examples: [EXAMPLE_ORIGINS],
  });
const theme = z.enum(WIDGET_THEMES).meta({
  description: 'Light or dark. `auto`: as the system of the visitor.',
  examples: ['auto'],
});
const color = apiString()
  .overwrite((text) => text.trim().toLowerCase())
  .regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #0b7a5b')
  .meta({ description: 'Of the button and of the own messages of the visitor.', examples: [COLOR] });
const language = z
  .enum(READER_LANGUAGES)
  .nullable()
  .meta({
    description: 'English, Indonesian, Portuguese or Spanish. Null: as the browser of the visitor prefers.',
    examples: [null],
  });
const greeting = apiString()
  .refine(...atMost(MAX_GREETING))
  .meta({
    description: 'The first text that visitors read. Empty: a short welcome in the language of the widget.',
    maxLength: MAX_GREETING,
    examples: ['Halo! Ada yang bisa kami bantu?'],
  });
const text = apiString()
  .refine(...atMost(MAX_TEXT))
  .meta({
    description:
      'What the visitor finds written in the messaging app. The code of the widget follows it, by which Kurir ' +
      'recognises the message.',
    maxLength: MAX_TEXT,
    examples: ['Halo, saya dari situs toko'],
  });
const enabled = z.boolean().meta({
  description: 'Whether the widget works. Otherwise visitors read that it is closed.',
  examples: [true],
});
const identity_required = z.boolean().meta({
  description: 'Whether only visitors whose identity your site has signed may write in the live chat.',
  examples: [false],
});

export const CreateWidget = z
  .object({
    name,
    device_uuid,
    mode,
    allowed_origins,
    theme: theme.default('auto'),
    color: color.default(COLOR),
    language: language.default(null),
    greeting: greeting.default(''),
    text: text.default(''),
    enabled: enabled.default(true),
    identity_required: identity_required.default(false),
  })
  .meta({ id: 'CreateWidget' });
export type CreateWidget = z.infer<typeof CreateWidget>;

export const ChangeWidget = changeOf(
  {
    name,
    device_uuid,
    mode,
    allowed_origins,
    theme,
    color,
    language,
    greeting,
    text,
    enabled,
    identity_required,
  },
  'name',
).meta({ id: 'ChangeWidget' });
export type ChangeWidget = z.infer<typeof ChangeWidget>;

const time = (description: string) =>
  z.string().meta({ format: 'date-time', description, examples: [EXAMPLE_TIME] });

export const Widget = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_ID] }),
    name: z.string().meta({ examples: ['Toko online'] }),
    device_uuid: z.string().meta({ format: 'uuid', examples: [EXAMPLE_DEVICE] }),
    mode,
    theme,
    language,
    enabled,
    identity_required,
    allowed_origins: z.array(z.string()).meta({ examples: [EXAMPLE_ORIGINS] }),
    color: z.string().meta({ examples: [COLOR] }),
    greeting: z.string().meta({ examples: ['Halo! Ada yang bisa kami bantu?'] }),
    text: z.string().meta({ examples: ['Halo, saya dari situs toko'] }),
    url: z.string().meta({
      description: 'The address that leads to the messaging app, as that of a chat link.',
      examples: ['https://kurir.example/l/4f1c0a9d22'],
    }),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  })
  .meta({ id: 'Widget', description: 'A widget on web sites.' });
export type Widget = z.infer<typeof Widget>;

export const WidgetPage = pageBody('WidgetPage', Widget);

const identity_secret = z.string().meta({
  description: 'With it your site signs who its visitor is. Shown only here.',
  pattern: '^[0-9a-f]{48}$',
  examples: ['8d0c2b7f4e6a19538d0c2b7f4e6a19538d0c2b7f4e6a1953'],
});

export const WidgetCreated = Widget.extend({ identity_secret }).meta({ id: 'WidgetCreated' });

export const WidgetSecret = z.object({ id: Widget.shape.id, identity_secret }).meta({ id: 'WidgetSecret' });

export const WidgetSnippet = z
  .object({
    html: z.string().meta({
      description: 'What you put on each page, before `</body>`.',
      examples: [
        `<script async src="https://kurir.example/w.js" data-widget="${EXAMPLE_ID}" data-color="${COLOR}"></script>`,
      ],
    }),
    csp: z
      .object({
        'script-src': z.string().meta({ examples: ['https://kurir.example/w.js'] }),
        'frame-src': z.string().meta({ examples: ['https://kurir.example/w/'] }),
      })
      .meta({ description: 'What a site with a Content-Security-Policy adds to it.' }),
  })
  .meta({ id: 'WidgetSnippet' });
export type WidgetSnippet = z.infer<typeof WidgetSnippet>;
