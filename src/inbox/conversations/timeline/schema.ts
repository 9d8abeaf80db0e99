import { z } from 'zod';
import { list } from '../../../platform/lib/list.ts';
import { pageBody, pageQuery } from '../../../platform/lib/page.ts';
import { requiredString } from '../../../platform/lib/text.ts';
import { time } from '../meaning-schema.ts';
import { actor, EXAMPLE_UUID, MAX_NOTE } from '../schema.ts';

const MAX_MENTIONS = 20;

export const ListTimeline = z.object(pageQuery);

export const AddNote = z
  .object({
    body: requiredString(MAX_NOTE).meta({
      description: 'The note. The customer never sees it.',
      examples: ['Pelanggan lama, minta faktur.'],
    }),
    mentions: list(z.uuid(), { max: MAX_MENTIONS })
      .optional()
      .meta({
        description: 'The `id` of users whom the note concerns. They must see the conversation.',
        examples: [[EXAMPLE_UUID]],
      }),
    actor: actor('Who does this, for the timeline.'),
  })
  .meta({ id: 'AddConversationNote' });

export const TimelineEntry = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    kind: z.string().meta({
      description:
        'The owner changed: `opened`, `taken_over`, `handed_off`, `given_back`, `assigned`, `unassigned`, ' +
        '`resolved`. `unanswered`: the customer waits for staff for too long. `reply_failed`: a reply of ' +
        'staff failed; `details` has its `message_id` and `error_code`. `labelled`: labels changed. ' +
        '`automation_off`, `automation_on`: of this conversation. `merged`, `unmerged`: of people. ' +
        '`number_changed`: of the customer. `team_changed`: another team, or none. `fields_changed`: own fields; ' +
        '`details.fields` has the new values. `continued`: ' +
        'the customer left the conversation `from` for the conversation `to`, both in `details`. `snoozed`, ' +
        '`snooze_ended`, `note`. `rating_asked`: the customer was asked for a rating. `rated`: `details` has the ' +
        '`score` from 1 to 5, `body` the comment. More kinds may be added.',
      examples: ['note'],
    }),
    actor: z.string().meta({
      description: '`customer`, `bot`, `phone`, `system`, `api`, or the name that a call gave.',
      examples: ['Ani'],
    }),
    body: z
      .string()
      .nullable()
      .meta({
        description: 'The text of a note, or the comment of a rating.',
        examples: ['Pelanggan lama, minta faktur.'],
      }),
    details: z.record(z.string(), z.unknown()).meta({
      description:
        'More about this kind, such as the new owner, the labels, the end of a snooze, or the mentioned users.',
      examples: [{}],
    }),
    episode: z.int().meta({ description: 'The episode of the conversation at this time.', examples: [1] }),
    created_at: time('When it happened.'),
  })
  .meta({ id: 'TimelineEntry' });
export type TimelineEntry = z.infer<typeof TimelineEntry>;

export const TimelinePage = pageBody('TimelinePage', TimelineEntry);
