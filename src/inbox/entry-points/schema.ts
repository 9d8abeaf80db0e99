import { z } from 'zod';
import { changeOf } from '../../platform/lib/change-of.ts';
import { pageBody, pageQuery } from '../../platform/lib/page.ts';
import { apiString, atMost, requiredString } from '../../platform/lib/text.ts';
import { apiTime } from '../../platform/lib/timestamp.ts';

/** Of an account. */
export const MAX_ENTRY_POINTS = 1_000;
/** Of one link, with the earlier ones. */
export const MAX_SLUGS = 20;
const MAX_NAME = 100;
const MAX_LINK_TEXT = 500;
/** An address in lower case: 1 to 64 characters. */
export const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;
const EXAMPLE_ID = '7f3d1f4e-93c4-4f3b-9d20-2d3f5b7f4a55';
const EXAMPLE_DEVICE = '5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11';
const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';

export const ListEntryPoints = z.object(pageQuery);
export type ListEntryPoints = z.infer<typeof ListEntryPoints>;

export const EntryPointParams = z.object({
  id: z
    .string()
    .meta({ format: 'uuid', description: 'The `id` of the entry point.', examples: [EXAMPLE_ID] }),
});

const name = requiredString(MAX_NAME)
  .overwrite((text) => text.trim())
  .meta({ description: 'For people: where customers find the link.', examples: ['Poster toko'] });
const slug = apiString()
  .overwrite((text) => text.trim().toLowerCase())
  .regex(SLUG, 'must have 1 to 64 characters of a-z, 0-9 and -, and begin and end with a letter or digit')
  .meta({
    description:
      'The end of the address, unique in this gateway. Upper case becomes lower case. Default: a random one. After a ' +
      `change, earlier addresses still lead to the link. A link has at most ${MAX_SLUGS}.`,
    examples: ['promo'],
  });
const device_uuid = z.uuid().meta({
  description: 'The device whose number gets the messages.',
  examples: [EXAMPLE_DEVICE],
});
const text = apiString()
  .refine(...atMost(MAX_LINK_TEXT))
  .meta({
    description:
      'What the customer finds written in the messaging app. The code of the link follows it, by which Kurir ' +
      'recognises the message.',
    maxLength: MAX_LINK_TEXT,
    examples: ['Halo, saya mau tanya promo'],
  });
const enabled = z.boolean().meta({
  description: 'Whether the link leads to the chat. Otherwise visitors read that it is closed.',
  examples: [true],
});
const expires_at = apiTime('2025-12-31T16:59:59.000Z')
  .nullable()
  .meta({ description: 'From then on visitors read that the link has expired. Null: never.' });

export const CreateEntryPoint = z
  .object({
    name,
    slug: slug.optional(),
    device_uuid,
    text: text.default(''),
    enabled: enabled.default(true),
    expires_at: expires_at.default(null),
  })
  .meta({ id: 'CreateEntryPoint' });
export type CreateEntryPoint = z.infer<typeof CreateEntryPoint>;

export const ChangeEntryPoint = changeOf({ name, slug, device_uuid, text, enabled, expires_at }, 'name').meta(
  {
    id: 'ChangeEntryPoint',
  },
);
export type ChangeEntryPoint = z.infer<typeof ChangeEntryPoint>;

const time = (description: string) =>
  z.string().meta({ format: 'date-time', description, examples: [EXAMPLE_TIME] });

export const EntryPoint = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_ID] }),
    name: z.string().meta({ examples: ['Poster toko'] }),
    slug: z.string().meta({ examples: ['promo'] }),
    url: z.string().meta({
      description: 'The address of the link. With KURIR_PUBLIC_URL, otherwise with the address of this call.',
      examples: ['https://kurir.example/l/promo'],
    }),
    device_uuid: z.string().meta({ format: 'uuid', examples: [EXAMPLE_DEVICE] }),
    text: z.string().meta({ examples: ['Halo, saya mau tanya promo'] }),
    code: z.string().meta({
      description: 'What Kurir recognises a message of the link by, as in `(ref A7K2X)`. Never given again.',
      examples: ['A7K2X'],
    }),
    enabled: z.boolean().meta({ examples: [true] }),
    expires_at: time('From then on the link is closed.').nullable(),
    has_logo: z.boolean().meta({ description: 'Whether its QR image has a logo.', examples: [false] }),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  })
  .meta({ id: 'EntryPoint', description: 'A chat link.' });
export type EntryPoint = z.infer<typeof EntryPoint>;

export const EntryPointPage = pageBody('EntryPointPage', EntryPoint);

const count = (description: string) => z.int().meta({ description, examples: [12] });

export const EntryPointStats = z
  .object({
    clicks: count('How often the link was opened. Search engines and previews do not count.'),
    chats: count('Conversations with a message that came through it.'),
    answered: count('Those of `chats` that got an answer afterwards, of people or of the automation.'),
    resolved: count('Those of `chats` that were resolved afterwards.'),
  })
  .meta({ id: 'EntryPointStats' });
export type EntryPointStats = z.infer<typeof EntryPointStats>;
