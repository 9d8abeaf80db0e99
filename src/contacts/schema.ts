import { z } from 'zod';
import { pageQuery as cursorQuery, nextCursor } from '../lib/cursor-page.ts';
import { list } from '../lib/list.ts';
import { pageFields, pageQuery } from '../lib/paging.ts';
import { phoneField } from '../lib/phone-field.ts';
import { apiString, atMost, codePoints } from '../lib/text.ts';

const MAX_NAME = 255;
/** The limit of RFC 5321. */
const MAX_EMAIL = 254;
export const MAX_TAGS = 100;
const MAX_TAG = 100;
/** Of all tags of a contact: a page has up to 200 contacts, and the contract wants all of them. */
export const MAX_TAG_TEXT = 2_000;

/** Kept as written without outer white space; `VIP` and `vip` differ. */
const tagName = apiString()
  .trim()
  .min(1, 'must not be empty')
  .refine(...atMost(MAX_TAG))
  .meta({ maxLength: MAX_TAG, pattern: '\\S' });

const isTagText = (tags: string[]) => tags.reduce((sum, tag) => sum + codePoints(tag), 0) <= MAX_TAG_TEXT;

/** An absent field stays unchanged; null clears it. */
export const UpsertContact = z
  .object({
    phone: phoneField(),
    name: apiString()
      .refine(...atMost(MAX_NAME))
      .nullish()
      .meta({
        description: 'At most 255 characters. Null clears the name.',
        maxLength: MAX_NAME,
        examples: ['Budi Santoso'],
      }),
    email: z
      .email()
      .max(MAX_EMAIL)
      .nullish()
      .meta({ description: 'An e-mail address. Null clears it.', examples: ['budi@example.com'] }),
    tags: list(tagName, { max: MAX_TAGS })
      .refine(isTagText, `must have at most ${MAX_TAG_TEXT} characters in all`)
      .nullish()
      .meta({
        description:
          'Replaces the tags of the contact and creates new tags. At most 100 tags of 100 characters, and ' +
          '2,000 characters in all. Upper and lower case differ.',
        examples: [['pelanggan', 'jakarta']],
      }),
  })
  .meta({ id: 'ContactUpsert' });
export type UpsertContact = z.infer<typeof UpsertContact>;

const MAX_BATCH = 200;
/** Values of a body with all tags that its contacts may have. */
export const BATCH_ITEMS = MAX_BATCH * (4 + MAX_TAGS) + 1;

/** Body of POST /v1/contacts/batch. */
export const UpsertContacts = z
  .object({
    contacts: list(UpsertContact, { max: MAX_BATCH, empty: 'must have at least 1' }).meta({
      description: `1 to ${MAX_BATCH} contacts. Of several with one number, later fields win.`,
    }),
  })
  .meta({ id: 'ContactBatch' });

export const ContactBatchResult = z
  .object({
    created: z.int().meta({ description: 'New contacts.', examples: [1] }),
    updated: z.int().meta({ description: 'Contacts that already existed.', examples: [0] }),
  })
  .meta({ id: 'ContactBatchResult' });

export const ContactBrief = z
  .object({
    id: z.int().meta({ description: 'Identifier of the contact.', examples: [4711] }),
    phone: z.string().meta({
      description: 'Digits only, in international form.',
      examples: ['6281234567890'],
    }),
  })
  .meta({ id: 'ContactBrief' });

const Contact = ContactBrief.extend({
  name: z.string().meta({ description: 'Empty without a name.', examples: ['Budi Santoso'] }),
  email: z
    .string()
    .nullable()
    .meta({ examples: ['budi@example.com'] }),
  tags: z
    .array(z.string())
    .meta({ description: 'In alphabetical order.', examples: [['jakarta', 'pelanggan']] }),
  created_at: z.string().meta({ format: 'date-time', examples: ['2025-11-21T09:00:00.000Z'] }),
  updated_at: z.string().meta({
    format: 'date-time',
    description: 'Time of the last change.',
    examples: ['2025-11-21T09:00:00.000Z'],
  }),
}).meta({ id: 'Contact' });
export type Contact = z.infer<typeof Contact>;

const MIN_SEARCH = 3;
const tagFilter = apiString()
  .trim()
  .optional()
  .meta({
    description: 'Only contacts with this tag. Upper and lower case differ. Empty means all contacts.',
    examples: ['pelanggan'],
  });

const searchFilter = apiString()
  .trim()
  .refine(...atMost(MAX_NAME))
  .refine(
    (text) => text === '' || codePoints(text) >= MIN_SEARCH,
    `must have at least ${MIN_SEARCH} characters`,
  )
  .optional()
  .meta({
    description:
      'Only contacts with this part in their name, or whose number begins so, at most 1,000. At least ' +
      '3 characters; empty means all contacts.',
    examples: ['budi'],
  });

export const ListContacts = z.object({ tag: tagFilter, q: searchFilter, ...pageQuery });
export type ListContacts = z.infer<typeof ListContacts>;

export const ContactPage = z
  .object({
    data: z.array(Contact).meta({ description: 'Contacts by id; empty after the last page.' }),
    ...pageFields,
  })
  .meta({ id: 'ContactPage' });

export const ListTags = z.object(cursorQuery);

export const TagPage = z
  .object({
    data: z
      .array(
        z
          .object({
            name: z.string().meta({ examples: ['pelanggan'] }),
            contacts: z.int().meta({ description: 'Contacts that have the tag now.', examples: [142] }),
          })
          .meta({ id: 'ContactTag' }),
      )
      .meta({ description: 'The oldest first.' }),
    next_cursor: nextCursor,
  })
  .meta({ id: 'ContactTagPage' });

export const ExportContacts = z.object({ tag: tagFilter, q: searchFilter });
export type ExportContacts = z.infer<typeof ExportContacts>;
