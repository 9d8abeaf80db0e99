import { z } from 'zod';
import { defineEvent, deviceUuid, timestamp } from '../../gateway/events/event.ts';
import { Conversation } from './schema.ts';
import type { TimelineKind } from './timeline-kinds.ts';

/** The trigger of migration 0202 announces these entries of the timeline. */
const CHANGES = [
  ...(['opened', 'taken_over', 'handed_off', 'given_back', 'assigned', 'unassigned', 'resolved'] as const),
  ...([
    'labelled',
    'automation_off',
    'automation_on',
    'merged',
    'unmerged',
    'snoozed',
    'snooze_ended',
  ] as const),
  ...(['number_changed', 'team_changed', 'fields_changed'] as const),
] as const satisfies readonly TimelineKind[];

const {
  id,
  person,
  owner_state,
  ownership_version,
  assignee,
  team,
  labels,
  fields,
  snoozed_until,
  automation_suppressed,
} = Conversation.shape;

export const CONVERSATION_RATED = defineEvent(
  'conversation.rated',
  {
    schema: 'ConversationRatedEvent',
    description:
      'A customer rated a conversation that staff resolved. Again with a changed score, or a comment that followed.',
    summary: 'Conversation rated',
    operationId: 'onConversationRated',
  },
  {
    device_uuid: deviceUuid.nullable(),
    timestamp,
    conversation_id: id,
    phone: person.shape.phone,
    score: z
      .int()
      .min(1)
      .max(5)
      .meta({ description: 'From 1 to 5, the best.', examples: [4] }),
    comment: z
      .string()
      .nullable()
      .meta({ description: 'The text of the customer.', examples: ['4 ramah sekali'] }),
    resolved_by: z.string().meta({ description: 'Who resolved the conversation.', examples: ['Ani'] }),
    asked_at: timestamp.meta({ description: 'When the customer was asked.' }),
  },
);

export const CONVERSATION_UPDATED = defineEvent(
  'conversation.updated',
  {
    schema: 'ConversationUpdatedEvent',
    description:
      'A conversation changed: its owner, assignee, team, labels, own fields, snooze, automation or customer.',
    summary: 'Conversation changed',
    operationId: 'onConversationUpdated',
  },
  {
    device_uuid: deviceUuid.nullable(),
    timestamp,
    conversation_id: id,
    phone: person.shape.phone,
    change: z
      .enum(CHANGES)
      .meta({ description: 'What happened, as in the timeline. More may be added.', examples: ['assigned'] }),
    actor: z.string().meta({
      description: '`customer`, `bot`, `phone`, `system`, `api`, or the name that a call gave.',
      examples: ['Ani'],
    }),
    owner_state,
    ownership_version,
    assignee,
    team,
    labels,
    fields,
    snoozed_until,
    automation_suppressed,
  },
);
