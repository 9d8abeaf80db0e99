import { z } from 'zod';
import { actor as actorOf, Conversation, staffName } from '../schema.ts';

const version = z
  .int()
  .min(0)
  .optional()
  .meta({
    description:
      'The `ownership_version` that the caller has seen. With another present one the answer is ' +
      '`ownership_changed`. Without it, the present one counts.',
    examples: [3],
  });

const actor = actorOf('Who does this, for the timeline.');

export const TakeOver = z.object({
  ownership_version: version,
  assignee: staffName()
    .nullish()
    .meta({ description: 'Who answers from now on.', examples: ['Ani'] }),
  actor,
});
export const GiveBack = z.object({ ownership_version: version, actor });
export const Resolve = z.object({ ownership_version: version, actor });
export const Assign = z.object({
  assignee: staffName()
    .nullable()
    .meta({
      description: 'Who answers from now on. Null: the conversation waits for staff again.',
      examples: ['Ani'],
    }),
  ownership_version: version,
  actor,
});

export const OwnerChanged = Conversation.extend({
  under_way: z.array(z.int()).meta({
    description:
      'Ids of messages of the automation that may be sent already: at most one is on its way. They end as ' +
      '`sent` or `failed`. All others ended as `failed` with `superseded`.',
    examples: [[]],
  }),
}).meta({ id: 'ConversationOwnerChanged' });
