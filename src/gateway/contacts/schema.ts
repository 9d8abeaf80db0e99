import { z } from 'zod';
import { changeOf } from '../../platform/lib/change-of.ts';
import { list } from '../../platform/lib/list.ts';
import { nextCursor, numberedFields, numberedQuery, pageQuery } from '../../platform/lib/page.ts';
import { phoneField } from '../../platform/lib/phone-field.ts';
import { apiString, atMost, codePoints } from '../../platform/lib/text.ts';
import { givenValues, MAX_OWN_FIELDS, storedValues } from './fields/values.ts';

export const MAX_NAME = 255;
const MAX_NOTES = 1_000;
/** The limit of RFC 5321. */
const MAX_EMAIL = 254;
export const MAX_TAGS = 100;
const MAX_TAG = 100;
/** Of a contact: a page has up to 200 contacts with all tags. */
export const MAX_TAG_TEXT = 2_000;

/** Kept as written without outer white space; `VIP` and `vip` differ. */
export const tagName = apiString()
  .trim()
  .min(1, 'must not be empty')
  .refine(...atMost(MAX_TAG))
  .meta({ maxLength: MAX_TAG, pattern: '\\S' });

const isTagText = (tags: string[]) => tags.reduce((sum, tag) => sum + codePoints(tag), 0) <= MAX_TAG_TEXT;

export const TOO_MANY_TAGS = `must have at most ${MAX_TAGS} tags and ${MAX_TAG_TEXT} characters in all`;
/** Of a contact, with the tags that it has already. */
export const areTags = (tags: string[]) => tags.length <= MAX_TAGS && isTagText(tags);

const tagList = () =>
  list(tagName, { max: MAX_TAGS })
    .refine(isTagText, `must have at most ${MAX_TAG_TEXT} characters in all`)
    .nullish();

/** An absent field stays unchanged; null clears it. */
const fields = {
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
  tags: tagList().meta({
    description:
      'Replaces the tags of the contact and creates new tags. At most 100 tags of 100 characters, and ' +
      '2,000 characters in all. Upper and lower case differ.',
    examples: [['pelanggan', 'jakarta']],
  }),
  tags_add: tagList().meta({
    description:
      'Adds these tags and keeps the others, within the limits of `tags`. Not together with `tags`.',
    examples: [['pameran']],
  }),
  tags_remove: tagList().meta({
    description: 'Removes these tags and keeps the others, after `tags_add`. Not together with `tags`.',
    examples: [['calon']],
  }),
  fields: givenValues,
};
export type ContactFields = z.infer<z.ZodObject<typeof fields>>;

const oneWayOfTags = ({ tags, ...changes }: Partial<ContactFields>, issues: z.RefinementCtx) => {
  for (const field of ['tags_add', 'tags_remove'] as const) {
    if (tags === undefined || (changes[field] ?? null) === null) continue;
    issues.addIssue({
      code: 'custom',
      path: [field],
      message: 'must be missing: `tags` replaces all tags',
    });
  }
};

export const UpsertContact = z
  .object({ phone: phoneField(), ...fields })
  .superRefine(oneWayOfTags)
  .meta({ id: 'ContactUpsert' });
export type UpsertContact = z.infer<typeof UpsertContact>;

export const ContactParams = z.object({
  id: z.string().meta({ description: 'The `id` of the contact.', examples: ['4711'] }),
});

const details = {
  ...fields,
  notes: apiString()
    .refine(...atMost(MAX_NOTES))
    .nullish()
    .meta({
      description: `What you want to remember, at most ${MAX_NOTES} characters. Null clears it.`,
      maxLength: MAX_NOTES,
      examples: ['Alergi kacang. Kirim sebelum jam 9.'],
    }),
};

/** All of a contact but its number. */
export const ContactDetails = changeOf(details, 'name')
  .superRefine(oneWayOfTags)
  .meta({ id: 'ContactDetails', minProperties: 1 });
export type ContactDetails = z.infer<typeof ContactDetails>;

export const ChangeContact = changeOf({ phone: phoneField(), ...details }, 'phone')
  .superRefine(oneWayOfTags)
  .meta({ id: 'ContactChange', minProperties: 1 });
export type ChangeContact = z.infer<typeof ChangeContact>;

const MAX_BATCH = 200;
const EXAMPLE_IMPORT = '0c8c3c0e-4a4f-4f0e-9d8e-5b1d0f6f2a3d';
/** Values of a body with all tags that its contacts may have. */
export const BATCH_ITEMS = MAX_BATCH * (7 + 2 * MAX_TAGS + MAX_OWN_FIELDS) + 2;

export const UpsertContacts = z
  .object({
    contacts: list(UpsertContact, { max: MAX_BATCH, empty: 'must have at least 1' }).meta({
      description: `1 to ${MAX_BATCH} contacts. Of several with one number, later fields win.`,
    }),
    import_id: z
      .uuid()
      .nullish()
      .meta({
        description:
          'An id of your choice for all batches of one import. Kurir notes what they change, so that the import ' +
          'can be undone within a day of its first batch.',
        examples: [EXAMPLE_IMPORT],
      }),
  })
  .meta({ id: 'ContactBatch' });
export type UpsertContacts = z.infer<typeof UpsertContacts>;

export const ContactBatchResult = z
  .object({
    created: z.int().meta({ description: 'New contacts.', examples: [1] }),
    updated: z.int().meta({ description: 'Contacts that already existed.', examples: [0] }),
  })
  .meta({ id: 'ContactBatchResult' });

const MAX_CHECKED = 200;

export const CheckContacts = z
  .object({
    phones: list(apiString().refine(...atMost(MAX_NAME)), {
      max: MAX_CHECKED,
      empty: 'must have at least 1',
    }).meta({
      description: `1 to ${MAX_CHECKED} numbers in any format.`,
      examples: [['81322223333']],
    }),
  })
  .meta({ id: 'ContactCheck' });

const checkedNumber = {
  country: z
    .string()
    .nullable()
    .meta({ description: 'ISO 3166 code of its country.', examples: ['JP'] }),
  tags: z
    .array(z.string())
    .nullable()
    .meta({ description: 'Tags of the contact with this number; null without a contact.', examples: [null] }),
};

export const CheckedContact = z
  .object({
    input: z.string().meta({ description: 'The number as given.', examples: ['81322223333'] }),
    number: z
      .string()
      .nullable()
      .meta({
        description: 'The number that a contact would get; null for no number.',
        examples: ['81322223333'],
      }),
    ...checkedNumber,
    local: z
      .object({ number: z.string().meta({ examples: ['6281322223333'] }), ...checkedNumber })
      .nullable()
      .meta({
        description:
          'The number with the country code of the account, if the text looks like a local number without its ' +
          'leading 0, as spreadsheets write it. To store this one, send it.',
      }),
  })
  .meta({ id: 'CheckedContact' });
export type CheckedContact = z.infer<typeof CheckedContact>;

export const CheckedContacts = z
  .object({ data: z.array(CheckedContact).meta({ description: 'In the order of the request.' }) })
  .meta({ id: 'CheckedContacts' });

const importTime = (description: string) =>
  z.string().meta({ format: 'date-time', description, examples: ['2025-11-21T09:00:00.000Z'] });

export const ContactImport = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_IMPORT] }),
    started_at: importTime('When its first batch came.'),
    undo_until: importTime('The end of the day in which it can be undone.'),
    undone_at: importTime('When it was undone; null as long as a part is left.').nullable(),
    created: z.int().meta({ description: 'Contacts that it created.', examples: [142] }),
    changed: z.int().meta({ description: 'Changes of contacts that existed.', examples: [12] }),
  })
  .meta({ id: 'ContactImport' });
export type ContactImport = z.infer<typeof ContactImport>;

export const ContactImports = z
  .object({ data: z.array(ContactImport).meta({ description: 'The newest first, at most 20 per account.' }) })
  .meta({ id: 'ContactImports' });

export const ImportParams = z.object({
  id: z.string().meta({ description: 'The `import_id` of the batches.', examples: [EXAMPLE_IMPORT] }),
});

export const UndoneImport = z
  .object({
    removed: z.int().meta({ description: 'Contacts that the import had created.', examples: [142] }),
    restored: z.int().meta({ description: 'Contacts that are as before.', examples: [11] }),
    kept: z.int().meta({
      description: 'Contacts that were used or changed since. What was changed since stays.',
      examples: [1],
    }),
    left: z.int().meta({ description: 'Changes for the next calls.', examples: [0] }),
  })
  .meta({ id: 'UndoneImport' });

export const ContactBrief = z
  .object({
    id: z.int().meta({ description: 'Identifier of the contact.', examples: [4711] }),
    phone: z.string().meta({
      description: 'Digits only, in international form.',
      examples: ['6281234567890'],
    }),
  })
  .meta({ id: 'ContactBrief' });

export const Contact = ContactBrief.extend({
  name: z.string().meta({ description: 'Empty without a name.', examples: ['Budi Santoso'] }),
  email: z
    .string()
    .nullable()
    .meta({ examples: ['budi@example.com'] }),
  tags: z
    .array(z.string())
    .meta({ description: 'In alphabetical order.', examples: [['jakarta', 'pelanggan']] }),
  notes: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
  fields: storedValues,
  created_at: z.string().meta({ format: 'date-time', examples: ['2025-11-21T09:00:00.000Z'] }),
  updated_at: z.string().meta({
    format: 'date-time',
    description: 'Time of the last change.',
    examples: ['2025-11-21T09:00:00.000Z'],
  }),
}).meta({ id: 'Contact' });
export type Contact = z.infer<typeof Contact>;

const MIN_SEARCH = 3;
/** Of a search, so that a common name costs no more. */
export const MAX_FOUND = 1_000;
/** Of a filter of fields: the statement visits each of them. */
export const MAX_FILTERED = 10_000;
/** Of a filter by consent or last message, which looks for the person of each. */
export const MAX_LOOKED_UP = 2_000;
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
      'Only contacts with this part in their name, or whose number begins so, at most ' +
      `${MAX_FOUND.toLocaleString('en')}. At least ${MIN_SEARCH} characters; empty means all contacts.`,
    examples: ['budi'],
  });

const MAX_FIELDS_FILTER = 1_000;
const fieldsFilter = apiString()
  .trim()
  .refine(...atMost(MAX_FIELDS_FILTER))
  .optional()
  .meta({
    description:
      'Only contacts whose own fields meet all conditions, separated by `;`. A condition is a name, `=` and the ' +
      'value as it is stored; numbers and dates also take `>=` and `<=`. Write `;;` for a semicolon in a value. ' +
      `A list shows at most ${MAX_FILTERED.toLocaleString('en')} of them. Empty means all contacts.`,
    maxLength: MAX_FIELDS_FILTER,
    examples: ['level=emas; poin>=100'],
  });

const SHOWN_OF_PEOPLE = `A list shows at most ${MAX_LOOKED_UP.toLocaleString('en')} of them.`;
const MAX_FILTER_DAYS = 3_650;
/** `number`: of a body, or of the text of a query. */
export const lastMessage = (number: z.ZodNumber) => {
  const days = (description: string) =>
    number
      .refine(Number.isInteger, 'must be an integer')
      .min(1)
      .max(MAX_FILTER_DAYS)
      .optional()
      .meta({ type: 'integer', description, examples: [90] });
  return {
    active_days: days(
      `Only contacts with a message in their chats, in or out, in the last days. ${SHOWN_OF_PEOPLE}`,
    ),
    silent_days: days(
      `Only contacts with chats, but without a message, in or out, in the last days. ${SHOWN_OF_PEOPLE}`,
    ),
  };
};

/** What a segment keeps. */
export const conditions = {
  tag: tagFilter,
  q: searchFilter,
  fields: fieldsFilter,
  consent: z
    .enum(['opted_out', 'not_opted_out'])
    .optional()
    .meta({
      description: `Only contacts whose person is, or is not, on the list of opt-outs. ${SHOWN_OF_PEOPLE}`,
      examples: ['not_opted_out'],
    }),
  ...lastMessage(z.number()),
};
const filters = {
  ...conditions,
  ...lastMessage(z.coerce.number() as z.ZodNumber),
  segment: apiString()
    .optional()
    .meta({
      format: 'uuid',
      description: 'Only contacts of this segment, in place of other filters.',
      examples: ['3f0c2b6a-7d1e-4c55-9f7b-0d3a6e0b9c42'],
    }),
};
export const ContactFilter = z.object(filters);
export type ContactFilter = z.infer<typeof ContactFilter>;

export const ListContacts = z.object({ ...filters, ...numberedQuery });
export type ListContacts = z.infer<typeof ListContacts>;

export const ContactPage = z
  .object({
    data: z.array(Contact).meta({ description: 'Contacts by id; empty after the last page.' }),
    ...numberedFields,
  })
  .meta({ id: 'ContactPage' });

export const ListTags = z.object(pageQuery);

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
