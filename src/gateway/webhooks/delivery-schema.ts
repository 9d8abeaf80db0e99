import { z } from 'zod';
import { nextTimeCursor, timeQuery } from '../../platform/lib/page.ts';
import { apiTime, inOrder } from '../../platform/lib/timestamp.ts';
import {
  AUTOMATION_MARKS,
  DELIVERED_TYPES,
  DELIVERY_KINDS,
  DELIVERY_STATUSES,
  WebhookParams,
  webhookId,
} from './schema.ts';

const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';
export const DeliveryParams = WebhookParams.extend({
  delivery_id: z
    .string()
    .meta({ pattern: '^[0-9]+$', description: 'The `id` of the delivery.', examples: ['6172'] }),
});

export const ListDeliveries = z
  .object({
    status: z
      .enum(DELIVERY_STATUSES)
      .optional()
      .meta({ description: 'Only deliveries in this status.', examples: ['failed'] }),
    event: z
      .enum(DELIVERED_TYPES)
      .optional()
      .meta({ description: 'Only deliveries of events of this type.', examples: ['message.received'] }),
    kind: z
      .enum(DELIVERY_KINDS)
      .optional()
      .meta({ description: 'Only deliveries of this kind.', examples: ['event'] }),
    since: apiTime().optional().meta({
      description: 'Only deliveries created at this time or later. A time without an offset is UTC.',
    }),
    until: apiTime('2025-11-22T08:15:30.000Z')
      .optional()
      .meta({ description: 'Only deliveries created at this time or earlier.' }),
    ...timeQuery,
  })
  .refine(...inOrder);
export type ListDeliveries = z.infer<typeof ListDeliveries>;

const startedAt = z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] });
const attemptFields = {
  number: z.int().meta({ description: 'Number of the attempt, from 1.', examples: [1] }),
  started_at: startedAt,
  duration_ms: z.int().meta({ description: 'Duration until the answer or the failure.', examples: [83] }),
  status_code: z
    .int()
    .nullable()
    .meta({ description: 'Status of the answer; null without an answer.', examples: [500] }),
  error: z
    .string()
    .nullable()
    .meta({ description: 'Why there was no answer; null with an answer.', examples: [null] }),
  automation: z
    .enum(AUTOMATION_MARKS)
    .nullable()
    .meta({
      description: 'The header `X-Kurir-Automation` of this attempt; null without it.',
      examples: ['pending'],
    }),
};

const AttemptBrief = z.object(attemptFields).meta({ id: 'WebhookAttemptBrief' });

const Attempt = z
  .object({
    ...attemptFields,
    response: z
      .string()
      .nullable()
      .meta({ description: 'The first KiB of the answer.', examples: ['Internal Server Error'] }),
  })
  .meta({ id: 'WebhookAttempt' });

const deliveryFields = {
  id: z.int().meta({ description: 'Identifier of the delivery.', examples: [6172] }),
  webhook_id: webhookId,
  event_id: z.uuid().meta({
    description: 'Identifier of the event, the same in each of its deliveries.',
    examples: ['0b0e1b7e-4f0c-4d6c-9a53-2f8f3f6f7a10'],
  }),
  event: z.enum(DELIVERED_TYPES).meta({ description: 'Type of the event.', examples: ['message.received'] }),
  kind: z.enum(DELIVERY_KINDS).meta({
    description:
      '`event`: the event happened. `replay`: a replay was requested. `test`: a test was requested. ' +
      'Only failures of `event` count towards disabling.',
    examples: ['event'],
  }),
  status: z.enum(DELIVERY_STATUSES).meta({
    description:
      '`pending`: waits for its next attempt, or is in flight. `delivered`: answered with 2xx. ' +
      '`failed`: the last retry failed. `held`: the webhook was disabled first; it waits until the webhook is enabled.',
    examples: ['pending'],
  }),
  attempt_count: z
    .int()
    .min(0)
    .meta({ description: 'Number of finished attempts.', examples: [1] }),
  next_attempt_at: z
    .string()
    .nullable()
    .meta({
      format: 'date-time',
      description: 'Time of the next attempt; null while an attempt is in flight, and if none follows.',
      examples: ['2025-11-21T08:16:00.083Z'],
    }),
  created_at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
  settled_at: z
    .string()
    .nullable()
    .meta({
      format: 'date-time',
      description: 'When the delivery was delivered or failed.',
      examples: [null],
    }),
};

export const DeliveryItem = z
  .object({
    ...deliveryFields,
    last_attempt: AttemptBrief.nullable().meta({
      description: 'The last finished attempt; null before the first one.',
    }),
  })
  .meta({ id: 'WebhookDelivery' });
export type DeliveryItem = z.infer<typeof DeliveryItem>;

export const DeliveryPage = z
  .object({
    data: z.array(DeliveryItem).meta({
      description:
        'Newest first. A page can have fewer deliveries than requested, or none, and still not be the last.',
    }),
    next_cursor: nextTimeCursor,
  })
  .meta({ id: 'WebhookDeliveryPage' });

export const DeliveryDetail = z
  .object({
    ...deliveryFields,
    attempts: z.array(Attempt).meta({ description: 'All attempts, oldest first.' }),
    body: z.string().meta({
      description: 'The exact body of the request.',
      examples: [
        '{"event":"message.received","event_id":"0b0e1b7e-4f0c-4d6c-9a53-2f8f3f6f7a10",' +
          '"device_uuid":"6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d","from":"6281234567890","type":"text",' +
          '"body":"Halo","wa_message_id":"3EB0C767D097B7C7C5A1","timestamp":"2025-11-21T08:15:30.000Z"}',
      ],
    }),
  })
  .meta({ id: 'WebhookDeliveryDetail' });
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;
