import { z } from 'zod';
import { requiredString } from '../../../platform/lib/text.ts';
import { time } from '../meaning-schema.ts';
import { actor as actorOf, EXAMPLE_UUID } from '../schema.ts';

export const PersonParams = z.object({
  id: z.string().meta({ format: 'uuid', description: 'The `id` of the person.', examples: [EXAMPLE_UUID] }),
});

const personId = (description: string) =>
  requiredString(36).meta({ format: 'uuid', description, examples: [EXAMPLE_UUID] });
const actor = actorOf('Who does this, for the timeline.');

export const MergePeople = z.object({ person_id: personId('The person that is shown as this one.'), actor });
export const UnmergePeople = z.object({
  person_id: personId('A person that was merged, from `merged`.'),
  actor,
});

const name = z
  .string()
  .nullable()
  .meta({ examples: ['Budi'] });
const identities = z.array(
  z.object({
    kind: z.enum(['phone', 'lid', 'scoped', 'visitor', 'group']).meta({ examples: ['phone'] }),
    value: z.string().meta({ examples: ['6281234567890'] }),
  }),
);
const person = (description: string) =>
  z.string().meta({ format: 'uuid', description, examples: [EXAMPLE_UUID] });

const MergedPerson = z
  .object({
    id: person('The person by itself.'),
    name,
    identities,
    merged_into: person('The person into whom it was merged: this one, or another one of this list.'),
    merged_at: time('When it was merged.'),
    merged_by: z.string().meta({
      description: 'The `actor` of the merge. `system`: both numbers or ids came in one message.',
      examples: ['system'],
    }),
  })
  .meta({ id: 'MergedPerson' });

export const PersonView = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    name,
    identities: identities.meta({
      description: 'With those of merged people. A number has one spelling here.',
    }),
    merged: z.array(MergedPerson).meta({ description: 'People that are shown as this one.' }),
    conversations: z
      .array(z.string())
      .meta({ description: 'Ids of the conversations, at most 200.', examples: [[EXAMPLE_UUID]] }),
    merged_into: z
      .string()
      .nullable()
      .meta({ format: 'uuid', description: 'The person that shows this one.', examples: [null] }),
    created_at: time('When the person was made.'),
  })
  .meta({ id: 'Person' });
export type PersonView = z.infer<typeof PersonView>;
