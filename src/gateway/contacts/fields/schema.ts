import { z } from 'zod';
import { list } from '../../../platform/lib/list.ts';
import { apiString, requiredString } from '../../../platform/lib/text.ts';
import { OF_EACH_CONTACT } from '../named-contact.ts';
import { Contact } from '../schema.ts';
import { FIELD_NAME, MAX_FIELD_NAME, MAX_OWN_FIELDS } from './values.ts';

export const MAX_CHOICES = 100;
const MAX_CHOICE = 100;
const EXAMPLE_ID = '8a4c9d0e-2f6b-4f1a-9c3d-7e5b1a0f4c22';

export const FIELD_TYPES = ['text', 'number', 'date', 'yes_no', 'choice'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** What each contact has anyway. */
const BUILT_IN = [...new Set([...Object.keys(Contact.shape), ...OF_EACH_CONTACT])];

const choices = list(requiredString(MAX_CHOICE), { max: MAX_CHOICES, empty: 'must have at least 1' })
  .overwrite((each) => [...new Set(each.map((choice) => choice.trim()))])
  .meta({ description: 'Of the type `choice`: its values, in their order.', examples: [['perak', 'emas']] });

export const CreateField = z
  .object({
    name: apiString()
      .regex(
        new RegExp(`^${FIELD_NAME}$`),
        `must be small letters, digits and _, with a letter first, at most ${MAX_FIELD_NAME}`,
      )
      .refine((name) => !BUILT_IN.includes(name), 'is a field that each contact has')
      .meta({
        description:
          'Unique in the account, and never changed: texts name the field so. Small letters, digits and `_`; not ' +
          `${BUILT_IN.map((each) => `\`${each}\``).join(', ')}.`,
        maxLength: MAX_FIELD_NAME,
        examples: ['level'],
      }),
    type: z.enum(FIELD_TYPES).meta({ examples: ['choice'] }),
    choices: choices.optional(),
  })
  .superRefine(({ type, choices: given }, issues) => {
    if ((type === 'choice') === (given !== undefined)) return;
    const message = type === 'choice' ? 'is required for the type `choice`' : 'is only for the type `choice`';
    issues.addIssue({ code: 'custom', path: ['choices'], message });
  })
  .meta({ id: 'ContactFieldCreate' });
export type CreateField = z.infer<typeof CreateField>;

export const ChangeField = z.object({ choices }).meta({ id: 'ContactFieldChange' });

export const FieldParams = z.object({
  id: z.string().meta({ format: 'uuid', description: 'The `id` of the field.', examples: [EXAMPLE_ID] }),
});

export const OwnField = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_ID] }),
    name: z.string().meta({ examples: ['level'] }),
    type: z.enum(FIELD_TYPES).meta({ examples: ['choice'] }),
    choices: z
      .array(z.string())
      .meta({ description: 'Empty for other types.', examples: [['perak', 'emas']] }),
    created_at: z.string().meta({ format: 'date-time', examples: ['2025-11-21T09:00:00.000Z'] }),
  })
  .meta({ id: 'ContactField' });
export type OwnField = z.infer<typeof OwnField>;

export const OwnFields = z
  .object({
    data: z.array(OwnField).meta({ description: `The oldest first, at most ${MAX_OWN_FIELDS}.` }),
  })
  .meta({ id: 'ContactFields' });

export const OwnFieldUse = OwnField.extend({
  values: z.int().meta({ description: 'Contacts that have a value.', examples: [142] }),
  segments: z.array(z.string()).meta({
    description: 'Segments that compare the field: they are refused without it.',
    examples: [['Solo']],
  }),
}).meta({ id: 'ContactFieldUse' });
