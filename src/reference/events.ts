import { EVENT_BODIES } from '../webhooks/event-bodies.ts';
import { exampleOf } from './example.ts';
import type { Operation, Parameter, PathItem, Schema, Schemas } from './open-api.ts';

const SUMMARIES: Record<keyof typeof EVENT_BODIES, [summary: string, operationId: string]> = {
  'message.received': ['A message came in', 'onMessageReceived'],
  'message.status': ['A message has moved on', 'onMessageStatus'],
  'device.status': ['A device has changed its status', 'onDeviceStatus'],
  'webhook.test': ['Somebody tries out the webhook', 'onWebhookTest'],
};

/**
 * The events as the `webhooks` of OpenAPI 3.1: what Kurir posts, with the headers that prove where it comes from. `schemas` has the
 * bodies under their ids.
 */
export function describeEvents(schemas: Schemas): Record<string, PathItem> {
  return Object.fromEntries(
    Object.entries(EVENT_BODIES).map(([event, body]) => {
      const schema = { $ref: `#/components/schemas/${body.meta()?.id}` };
      const [summary, operationId] = SUMMARIES[event as keyof typeof EVENT_BODIES]; // its own keys
      const post: Operation = {
        tags: ['Events'],
        operationId,
        summary,
        security: [],
        parameters: HEADERS,
        requestBody: {
          required: true,
          content: { 'application/json': { schema, example: exampleOf(schema, schemas) } },
        },
        responses: {
          '2XX': { description: 'Received. Anything else, or no answer within 10 seconds, is tried again.' },
        },
      };
      return [event, { post }];
    }),
  );
}

const header = (name: string, description: string, schema: Schema, example: string): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
  example,
});

const HEADERS: Parameter[] = [
  header(
    'X-Service-Signature',
    "`sha256=` and the lowercase hexadecimal HMAC-SHA256 of the raw body, with the webhook's secret; during a rotation with the one before. Compare in constant time, before anything else.",
    { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
    'sha256=5d41402abc4b2a76b9719d911017c5925d41402abc4b2a76b9719d911017c592',
  ),
  header(
    'webhook-id',
    'The `event_id`, as Standard Webhooks wants it.',
    { type: 'string', format: 'uuid' },
    '0b0e1b7e-4f0c-4d6c-9a53-2f8f3f6f7a10',
  ),
  header(
    'webhook-timestamp',
    'When this attempt was made, in seconds since 1970.',
    { type: 'string', pattern: '^[0-9]+$' },
    '1763712930',
  ),
  header(
    'webhook-signature',
    'The signature of Standard Webhooks: over id, timestamp and body. Two with a blank between during a rotation.',
    { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$' },
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];
