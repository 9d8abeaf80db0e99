import { z } from 'zod';
import { staffName } from '../../staff/staff-name.ts';
import { actor as actorOf, Conversation, ownershipVersion } from '../schema.ts';

const actor = actorOf('Who does this, for the timeline.');

export const TakeOver = z.object({
  ownership_version: ownershipVersion,
  assignee: staffName()
    .nullish()
    .meta({ description: 'Who answers from now on.', examples: ['Ani'] }),
  actor,
});
export const GiveBack = z.object({ ownership_version: ownershipVersion, actor });
export const Resolve = z.object({ ownership_version: ownershipVersion, actor });
export const Reopen = z.object({ ownership_version: ownershipVersion, actor });
export const Assign = z
  .object({
    assignee: staffName()
      .nullish()
      .meta({
        description: 'Who answers from now on. Null: the conversation waits for staff again.',
        examples: ['Ani'],
      }),
    team: staffName()
      .nullish()
      .meta({
        description:
          'The team by its name. Without `assignee` the conversation then waits until a member takes it. Null: no ' +
          'team; the assignee stays.',
        examples: ['Refunds'],
      }),
    ownership_version: ownershipVersion,
    actor,
  })
  .refine(({ assignee, team }) => assignee !== undefined || team !== undefined, {
    path: ['assignee'],
    error: 'is required, unless team is given',
  });

export const SetAutomation = z
  .object({
    suppressed: z.boolean().meta({
      description: 'True: no automation answers this conversation.',
      examples: [true],
    }),
    actor,
  })
  .meta({ id: 'SetConversationAutomation' });

export const OwnerChanged = Conversation.extend({
  under_way: z.array(z.int()).meta({
    description:
      'Ids of messages of the automation that may be sent already: at most one is on its way. They end as ' +
      '`sent` or `failed`. All others ended as `failed` with `superseded`.',
    examples: [[]],
  }),
}).meta({ id: 'ConversationOwnerChanged' });
