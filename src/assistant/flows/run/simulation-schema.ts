import { z } from 'zod';
import { givenValue, MAX_FIELD_NAME, MAX_OWN_FIELDS } from '../../../gateway/contacts/fields/values.ts';
import { KIND_NAMES, MAX_TEXT } from '../../../gateway/engines/kinds.ts';
import { keyed } from '../../../platform/lib/keyed.ts';
import { list } from '../../../platform/lib/list.ts';
import { MEDIA_TYPES } from '../../../platform/lib/media/formats.ts';
import { apiString, atMost } from '../../../platform/lib/text.ts';
import { apiTime } from '../../../platform/lib/timestamp.ts';
import { MAX_FLOWS } from '../schema.ts';
import { TRACE_EVENTS } from './turn.ts';

const MAX_MESSAGES = 50;
const MAX_ADVANCE_SECONDS = 31 * 86_400;
const MAX_RESPONSES = 50;
/** Events of an earlier transcript. */
const MAX_EXPECTED = 2_000;
const EXAMPLE_FLOW = '5b7f4a3e-91c2-4d0a-8f6e-2c1b7d9e0a43';

const text = () => apiString().refine(...atMost(MAX_TEXT));
const seconds = () => z.int().min(0).max(MAX_ADVANCE_SECONDS);
const nodeKey = z.string().max(40);

const SimulatedMessage = z.object({
  text: text()
    .nullish()
    .meta({ description: 'What the customer writes, or the caption, or the title of a tapped choice.' }),
  type: z.enum(['text', ...MEDIA_TYPES]).default('text'),
  choice_id: apiString()
    .refine(...atMost(256))
    .nullish()
    .meta({
      description: 'The id of a tapped choice, as the transcript shows it.',
      examples: ['ask_size/m'],
    }),
  after_seconds: seconds().default(0).meta({ description: 'Time since the message before.' }),
});

const Response = z.object({
  status: z.int().min(100).max(599).default(200),
  body: z.unknown().optional().meta({ description: 'JSON of the answer.' }),
});

const byNode = <Item extends z.ZodType>(item: Item) => keyed(nodeKey, item, { max: MAX_RESPONSES });

export const Expected = z
  .object({
    entries: list(z.object({ event: z.string(), details: z.record(z.string(), z.unknown()) }), {
      max: MAX_EXPECTED,
    }),
    state: z.string(),
    variables: z.record(z.string(), z.unknown()),
  })
  .meta({
    description:
      'An earlier answer of this call: `differences` says what changed since. Nodes and times do not count.',
  });

export type Expected = z.infer<typeof Expected>;

export const SimulateFlow = z.object({
  expected: Expected.optional(),
  messages: list(z.union([text(), SimulatedMessage]), {
    max: MAX_MESSAGES,
    empty: 'must have a message',
  }).meta({
    description: 'Messages of the customer, or only their texts. The first one starts the flow.',
    examples: [['ukuran', { text: '2', after_seconds: 30 }]],
  }),
  advance_seconds: seconds().default(0).meta({
    description: 'Time after the last message, so that waits and time-outs end.',
  }),
  at: apiTime().optional().meta({ description: 'When it begins. Default: now.' }),
  device_uuid: z.uuid().nullish().meta({ description: 'Its business hours and its engine count.' }),
  engine: z.enum(KIND_NAMES).optional().meta({ description: 'Default: that of the device, or economy.' }),
  customer: z
    .object({
      name: apiString()
        .refine(...atMost(255))
        .nullish(),
      phone: z.string().max(20).nullish(),
      email: apiString()
        .refine(...atMost(255))
        .nullish(),
      fields: keyed(z.string().max(MAX_FIELD_NAME), givenValue, { max: MAX_OWN_FIELDS })
        .nullish()
        .meta({ description: 'Own fields by their names.', examples: [{ level: 'emas', poin: 120 }] }),
    })
    .optional()
    .meta({ description: 'The customer and their contact. The address book is not read.' }),
  entry_point: z
    .object({ id: z.string().max(100), name: z.string().max(200), ad_id: z.string().max(200).nullable() })
    .partial()
    .transform(({ id = '', name = '', ad_id = null }) => ({ id, name, ad_id }))
    .nullish()
    .meta({
      description: 'Through which the customer comes.',
      examples: [{ name: 'Poster toko' }],
    }),
  http_responses: byNode(Response)
    .default({})
    .meta({
      description: 'Answers to requests, by node. Without one, the request succeeds with an empty object.',
      examples: [{ check_order: { status: 200, body: { state: 'dikirim' } } }],
    }),
  assistant_answers: byNode(text().nullable()).default({}).meta({
    description: 'Answers of the assistant, by node. Without one, it does not know.',
  }),
});
export type SimulateFlow = z.infer<typeof SimulateFlow>;

const time = z.string().meta({ format: 'date-time', examples: ['2025-11-21T08:15:30.000Z'] });
const flowId = z
  .string()
  .nullable()
  .meta({ format: 'uuid', examples: [EXAMPLE_FLOW] });
const nodeId = z
  .string()
  .nullable()
  .meta({ examples: ['ask_size'] });

const EVENTS = [...TRACE_EVENTS, 'customer', 'not_taken', 'woken', 'end'] as const;

export const Difference = z.object({
  place: z.int().meta({ description: 'Of the event, from 0. Nodes do not count.', examples: [3] }),
  expected: z.unknown().optional().meta({ description: 'Missing: the recorded simulation ended before.' }),
  actual: z.unknown().optional().meta({ description: 'Missing: this simulation ended before.' }),
});

export const DependsOn = z
  .object({
    business_hours: z.boolean().meta({
      description: 'The run asked whether you are open. Other hours can change its result.',
      examples: [false],
    }),
    flows: list(z.object({ id: z.uuid().meta({ examples: [EXAMPLE_FLOW] }), version: z.int().min(1) }), {
      max: MAX_FLOWS,
    }).meta({
      description: 'Published versions of other flows that ran. Another version can change the result.',
      examples: [[{ id: EXAMPLE_FLOW, version: 2 }]],
    }),
  })
  .meta({
    description:
      'What the run used beside the flow and the request. Time, requests and the assistant are part of the request.',
  });
export type DependsOn = z.infer<typeof DependsOn>;

export const FlowTranscript = z
  .object({
    entries: z.array(
      z.object({
        at: time,
        event: z.enum(EVENTS).meta({
          description:
            'What happened: `customer` wrote, a `node` ran, a message would be `sent`. `not_taken`: no flow takes ' +
            'this message. `end` says how the flow ended.',
          examples: ['sent'],
        }),
        flow_id: flowId,
        node_id: nodeId,
        details: z
          .record(z.string(), z.unknown())
          .meta({ examples: [{ type: 'text', body: 'Ukuran apa, Kak?' }] }),
      }),
    ),
    state: z
      .enum(['waiting', 'ended', 'closed', 'expired', 'handed_off'])
      .meta({ description: 'At the end.', examples: ['waiting'] }),
    flow_id: flowId,
    node_id: nodeId.meta({ description: 'Where the flow waits or ended.', examples: ['ask_size'] }),
    waits_until: time.nullable().meta({ description: 'When it goes on without a message. Null: it ended.' }),
    variables: z.record(z.string(), z.unknown()).meta({ examples: [{ size: 'M' }] }),
    depends_on: DependsOn,
    differences: z
      .array(Difference)
      .nullable()
      .meta({
        description:
          'From `expected`, at most 50: of events, then of the end. Empty: none. Null: nothing was expected.',
        examples: [null],
      }),
  })
  .meta({ id: 'FlowTranscript' });
export type FlowTranscript = z.infer<typeof FlowTranscript>;
