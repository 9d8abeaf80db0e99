import type { EventDefinition } from '../../gateway/events/event.ts';
import { exampleOf } from './example.ts';
import type { Operation, Parameter, PathItem, Schema, Schemas } from './open-api.ts';

/** `schemas` has the bodies by id. */
export function describeEvents(
  events: readonly EventDefinition[],
  schemas: Schemas,
): Record<string, PathItem> {
  return Object.fromEntries(
    events.map(({ type, summary, operationId, body }) => {
      const schema = { $ref: `#/components/schemas/${body.meta()?.id}` };
      const post: Operation = {
        tags: ['Events'],
        operationId,
        summary,
        security: [],
        parameters: [...HEADERS, ...(OWN_HEADERS[type] ?? [])],
        requestBody: {
          required: true,
          content: { 'application/json': { schema, example: exampleOf(schema, schemas) } },
        },
        responses: {
          '2XX': {
            description:
              'Received. After another status, or without an answer within 10 seconds, Kurir retries.',
          },
        },
      };
      return [type, { post }];
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
    '`sha256=` and the lowercase hexadecimal HMAC-SHA256 of the raw body. The key is the secret of ' +
      'the webhook; during a rotation, the oldest active secret. Compare first, in constant time.',
    { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
    'sha256=5d41402abc4b2a76b9719d911017c5925d41402abc4b2a76b9719d911017c592',
  ),
  header(
    'webhook-id',
    'The `event_id`, for Standard Webhooks.',
    { type: 'string', format: 'uuid' },
    '0b0e1b7e-4f0c-4d6c-9a53-2f8f3f6f7a10',
  ),
  header(
    'webhook-timestamp',
    'Time of this attempt, in seconds since 1970.',
    { type: 'string', pattern: '^[0-9]+$' },
    '1763712930',
  ),
  header(
    'webhook-signature',
    'Signature of Standard Webhooks over id, timestamp and body. During a rotation: several ' +
      'signatures with a space between.',
    { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$' },
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

/** By event. */
const OWN_HEADERS: Readonly<Record<string, Parameter[]>> = {
  'message.received': [
    header(
      'X-Kurir-Automation',
      'What the automation has done with the message at the time of this attempt: `pending` (it has not decided), ' +
        '`answered`, `handed_off` (staff has the conversation) or `none` (it leaves the message to you).',
      { type: 'string', enum: ['pending', 'answered', 'handed_off', 'none'] },
      'pending',
    ),
  ],
};
