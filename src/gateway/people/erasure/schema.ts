import { z } from 'zod';
import { ActorView } from '../../../platform/lib/actor-view.ts';
import { pageBody } from '../../../platform/lib/page.ts';
import { phoneField } from '../../../platform/lib/phone-field.ts';
import { requiredString } from '../../../platform/lib/text.ts';

const UUID = '7d3b0a5e-2f7c-4f6e-9d0a-3f1b5c8e2a41';
const uuid = (description: string) => z.string().meta({ format: 'uuid', description, examples: [UUID] });
const time = (description: string) =>
  z.string().meta({ format: 'date-time', description, examples: ['2025-11-21T09:00:00.000Z'] });

/** As text: the writing is a hurdle against a click in error. */
const CONFIRMATION = 'erase';
const confirm = requiredString(20)
  .refine((text) => text === CONFIRMATION, `must be "${CONFIRMATION}"`)
  .meta({ description: `\`${CONFIRMATION}\`: nothing brings the data back.`, examples: [CONFIRMATION] });

export const PersonParams = z.object({ id: uuid('The `id` of the person, from a conversation.') });
export const ErasePerson = z.object({ confirm }).meta({ id: 'ErasePerson' });
export const EraseNumber = z.object({ phone: phoneField(), confirm }).meta({ id: 'EraseNumber' });
export const ErasureParams = z.object({ id: uuid('The `id` of the receipt.') });

export const Erasure = z
  .object({
    id: uuid('The receipt. It names no person: note yourself whose it is, if you must answer for it.'),
    status: z.enum(['running', 'finished']).meta({ examples: ['finished'] }),
    requested_at: time('Data that came later belong to a new person, and stay.'),
    requested_by: ActorView.meta({ description: 'As in the audit log.' }),
    finished_at: time('Null: it goes on.').nullable(),
    progress: z
      .object({ done: z.int().meta({ examples: [17] }), total: z.int().meta({ examples: [17] }) })
      .meta({ description: 'Steps of the erasure.' }),
    erased: z.record(z.string(), z.int()).meta({
      description: 'Erased rows by kind. Kinds without any are missing.',
      examples: [{ messages: 31, files: 2, notes: 1, contacts: 1 }],
    }),
  })
  .meta({ id: 'Erasure' });
export type Erasure = z.infer<typeof Erasure>;

export const ErasurePage = pageBody('ErasurePage', Erasure);
