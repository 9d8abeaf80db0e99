import { z } from 'zod';
import { pageQuery } from '../../platform/lib/page.ts';
import { MAX_ID, requiredString } from '../../platform/lib/text.ts';
import { OWNER_STATES } from './facets.ts';

const flag = (description: string) =>
  z
    .enum(['true', 'false'])
    .optional()
    .meta({ description, examples: ['true'] });

export const ListConversations = z
  .object({
    chat: z
      .enum(['private', 'group', 'all'])
      .default('private')
      .meta({
        description: 'Conversations with one person, those of groups, or both.',
        examples: ['group'],
      }),
    owner_state: z
      .enum(OWNER_STATES)
      .optional()
      .meta({ description: 'Only conversations with this owner.', examples: ['human_waiting'] }),
    open: flag('`false`: only closed conversations. `true`: only the others.'),
    staff: flag('Whether it waits for staff, or staff answers. `false`: closed, or the automation answers.'),
    unread: flag('Whether messages of the customer are unread.'),
    waiting: flag('Whether the customer waits for an answer.'),
    snoozed: flag('Whether the conversation is snoozed.'),
    assigned: flag('Whether the conversation has an assignee.'),
    assignee: requiredString(100)
      .overwrite((text) => text.trim())
      .optional()
      .meta({ description: 'Only conversations of this assignee.', examples: ['Ani'] }),
    or_unassigned: flag(
      '`true`: also conversations without an assignee, beside those of `assignee`. Left out are those of teams that ' +
        'have members, but not the user of this name.',
    ),
    team: requiredString(100)
      .overwrite((text) => text.trim())
      .optional()
      .meta({ description: 'Only conversations of this team.', examples: ['Refunds'] }),
    phone: requiredString(255)
      .optional()
      .meta({
        description:
          'Only conversations with the person of this number, as in `from` of an event or as in `to` of a message. ' +
          'Cannot be combined with `q`.',
        examples: ['6281234567890'],
      }),
    q: requiredString(200)
      .optional()
      .meta({
        description:
          'Searches names, numbers and the words of messages. Conversations come in this order: with this part of ' +
          'the name or number, by their last message; then with all words in one message, the newest message first. ' +
          'A message can be searched a few seconds after its arrival. A page can be short although others follow.',
        examples: ['pesanan Budi'],
      }),
    label: requiredString(100)
      .optional()
      .meta({ description: 'Only conversations with this label.', examples: ['vip'] }),
    entry_point_id: z
      .uuid()
      .optional()
      .meta({
        description:
          'Only conversations whose customer came last through this entry point. Cannot be combined with `q`.',
        examples: ['7f3d1f4e-93c4-4f3b-9d20-2d3f5b7f4a55'],
      }),
    device_uuid: z
      .string()
      .optional()
      .meta({
        format: 'uuid',
        description: 'Only conversations with the number of this device, or in the live chat of this widget.',
        examples: ['5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11'],
      }),
    order: z
      .enum(['latest', 'longest_waiting'])
      .default('latest')
      .meta({
        description:
          '`latest`: by the last message, newest first. `longest_waiting`: only conversations in which the customer ' +
          'waits, the longest wait first.',
        examples: ['latest'],
      }),
    ...pageQuery,
  })
  .refine(({ q, phone }) => q === undefined || phone === undefined, {
    path: ['phone'],
    message: 'cannot be combined with q',
  })
  .refine(({ or_unassigned, assignee }) => or_unassigned === undefined || assignee !== undefined, {
    path: ['or_unassigned'],
    message: 'needs assignee',
  })
  .refine(({ q, or_unassigned }) => q === undefined || or_unassigned === undefined, {
    path: ['or_unassigned'],
    message: 'cannot be combined with q',
  })
  .refine(({ q, entry_point_id }) => q === undefined || entry_point_id === undefined, {
    path: ['entry_point_id'],
    message: 'cannot be combined with q',
  });
export type ListConversations = z.infer<typeof ListConversations>;

export const ListMessages = z
  .object({
    q: requiredString(200)
      .optional()
      .meta({
        description:
          'Only messages with all of these words. A message can be found a few seconds after its arrival. A page ' +
          'can be short although others follow.',
        examples: ['ongkir Bandung'],
      }),
    around: requiredString(MAX_ID)
      .optional()
      .meta({
        description:
          'The `wa_message_id` of a message: the page has it in its middle. `next_cursor` continues to older ' +
          'messages, `newer_cursor` to newer ones.',
        examples: ['3EB0C431C26A1916E07A'],
      }),
    ...pageQuery,
  })
  .refine(({ q, around }) => q === undefined || around === undefined, {
    path: ['around'],
    message: 'cannot be combined with q',
  })
  .refine(({ around, cursor }) => around === undefined || cursor === undefined, {
    path: ['around'],
    message: 'cannot be combined with cursor',
  });
