import { z } from 'zod';
import { givenValues } from '../../../gateway/contacts/fields/values.ts';
import { actor } from '../schema.ts';

export const ChangeFields = z
  .object({
    fields: givenValues.unwrap().unwrap(),
    actor: actor('Who does this, for the timeline.'),
  })
  .meta({ id: 'ChangeConversationFields' });
export type ChangeFields = z.infer<typeof ChangeFields>;
