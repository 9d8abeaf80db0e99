import { z } from 'zod';
import { pageQuery } from '../../lib/paging.ts';
import { apiTime } from '../../lib/timestamp.ts';
import { cursor, inOrder, nextCursor } from '../cursor.ts';
import { DELIVERED_TYPES, DELIVERY_KINDS, DELIVERY_STATUSES, WebhookParams, webhookId } from '../schema.ts';

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
      .meta({ description: 'Only deliveries that were made for this reason.', examples: ['event'] }),
    since: apiTime().optional().meta({
      description: 'Only deliveries that were made at this time or later; UTC when it names no offset.',
    }),
    until: apiTime('2025-11-22T08:15:30.000Z')
      .optional()
      .meta({ description: 'Only deliveries that were made at this time or before.' }),
    per_page: pageQuery.per_page,
    cursor: cursor
      .optional()
      .meta({ description: 'The `next_cursor` of the page before; the first page needs none.' }),
  })
  .refine(...inOrder);
export type ListDeliveries = z.infer<typeof ListDeliveries>;

const startedAt = z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] });
const attemptFields = {
  number: z.int().meta({ description: 'From 1.', examples: [1] }),
  started_at: startedAt,
  duration_ms: z.int().meta({ description: 'Until the answer was there, or none came.', examples: [83] }),
  status_code: z
    .int()
    .nullable()
    .meta({ description: 'Of the answer; null when there was none.', examples: [500] }),
  error: z
    .string()
    .nullable()
    .meta({ description: 'Why there was no answer; null when there was one.', examples: [null] }),
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
    description: 'Of the event: the same in every delivery of it.',
    examples: ['0b0e1b7e-4f0c-4d6c-9a53-2f8f3f6f7a10'],
  }),
  event: z.enum(DELIVERED_TYPES).meta({ description: 'Its type.', examples: ['message.received'] }),
  kind: z.enum(DELIVERY_KINDS).meta({
    description:
      'Why there is this delivery: the event happened, a replay was asked for, or a test. Failures of `event` alone count towards disabling.',
    examples: ['event'],
  }),
  status: z.enum(DELIVERY_STATUSES).meta({
    description:
      '`pending`: waits for its next attempt, or is under way. `delivered`: answered 2xx. `failed`: out of retries. `held`: its webhook was disabled first.',
    examples: ['pending'],
  }),
  attempt_count: z
    .int()
    .min(0)
    .meta({ description: 'Attempts that have ended.', examples: [1] }),
  next_attempt_at: z
    .string()
    .nullable()
    .meta({
      format: 'date-time',
      description: 'When the next attempt is due; null while one is under way, and when none follows.',
      examples: ['2025-11-21T08:16:00.083Z'],
    }),
  created_at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
  settled_at: z
    .string()
    .nullable()
    .meta({
      format: 'date-time',
      description: 'When it was delivered or failed.',
      examples: [null],
    }),
};

export const DeliveryItem = z
  .object({
    ...deliveryFields,
    last_attempt: AttemptBrief.nullable().meta({ description: 'Null before the first has ended.' }),
  })
  .meta({ id: 'WebhookDelivery' });
export type DeliveryItem = z.infer<typeof DeliveryItem>;

export const DeliveryPage = z
  .object({
    data: z.array(DeliveryItem).meta({
      description: 'Newest first. A page may hold less than was asked for, or nothing, and not be the last.',
    }),
    next_cursor: nextCursor.meta({ description: 'For the next page; null on the last one.' }),
  })
  .meta({ id: 'WebhookDeliveryPage' });

export const DeliveryDetail = z
  .object({
    ...deliveryFields,
    attempts: z.array(Attempt).meta({ description: 'In their order.' }),
    body: z.string().meta({
      description: 'The body as it is sent, byte for byte.',
      examples: [
        '{"event":"message.received","event_id":"0b0e1b7e-4f0c-4d6c-9a53-2f8f3f6f7a10","device_uuid":"6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d","from":"6281234567890","type":"text","body":"Halo","wa_message_id":"3EB0C767D097B7C7C5A1","timestamp":"2025-11-21T08:15:30.000Z"}',
      ],
    }),
  })
  .meta({ id: 'WebhookDeliveryDetail' });
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;
