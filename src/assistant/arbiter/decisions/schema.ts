import { z } from 'zod';
import { pageBody, pageQuery } from '../../../platform/lib/page.ts';
import { apiString, MAX_ID } from '../../../platform/lib/text.ts';

const EXAMPLE_UUID = '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20';
const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';

const word = (description: string, example: string) =>
  z
    .string()
    .nullable()
    .meta({ description, examples: [example] });
const uuid = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ description, examples: [null, EXAMPLE_UUID] });

export const DecisionParams = z.object({
  id: z
    .string()
    .meta({ format: 'uuid', description: 'The `id` of the conversation.', examples: [EXAMPLE_UUID] }),
});

export const ListDecisions = z.object({
  message: z.coerce
    .number()
    .refine(Number.isSafeInteger, 'must be an integer')
    .optional()
    .meta({
      type: 'integer',
      description: 'Only the decision on the message with this `id`.',
      examples: [512],
    }),
  wa_message_id: apiString()
    .max(MAX_ID)
    .optional()
    .meta({
      description: 'Only the decision on the message with this `wa_message_id`, as in `message.received`.',
      examples: ['3EB0C767D097B7C7C5A1'],
    }),
  ...pageQuery,
});
export type ListDecisions = z.infer<typeof ListDecisions>;

const Candidate = z.object({
  faq_id: z.string().meta({ description: 'A FAQ pair.', examples: [EXAMPLE_UUID] }),
  question: z.string().meta({ description: 'Its question.', examples: ['Jam buka toko?'] }),
  score: z.number().meta({ description: 'From 0 to 1.', examples: [0.42] }),
});

const DecisionSource = z.object({
  kind: z
    .string()
    .meta({ description: '`faq`, `document` or `table`. More may be added.', examples: ['table'] }),
  id: z.string().meta({ examples: [EXAMPLE_UUID] }),
  title: z
    .string()
    .nullable()
    .meta({ examples: ['Daftar harga: Kemeja Flanel L'] }),
  row_key: z
    .string()
    .optional()
    .meta({ description: 'Of a table: the key of the row.', examples: ['Kemeja Flanel L'] }),
});

export const Decision = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    message_id: z
      .int()
      .nullable()
      .meta({
        description: 'The message of the customer. Null: a flow went on by itself.',
        examples: [512],
      }),
    state: z.enum(['waiting', 'decided']).meta({
      description: '`waiting`: not decided yet. The assistant waits for more messages of the customer.',
      examples: ['decided'],
    }),
    automation: z.enum(['pending', 'answered', 'handed_off', 'none']).meta({
      description: 'The same in short, as in the header `X-Kurir-Automation` of `message.received`.',
      examples: ['answered'],
    }),
    stage: word(
      'What decided: `gate`, `opt_out`, `person` (a word for a person), `owner`, `queue`, `flow`, `rule`, ' +
        '`assistant`, `away`, or `none`: nothing answers. More may be added.',
      'rule',
    ),
    outcome: word(
      '`answered`, `clarified`, `handed_off`, `declined` (nothing answers, and hand-offs are off), `ended`, ' +
        '`tagged`, `noticed` (the customer still waits), `silent`, or `joined`: another decision answers this ' +
        'message too. More may be added.',
      'answered',
    ),
    reason: word('Why, as a code or in plain words. The guide Automation explains the codes.', 'word: harga'),
    rule_id: uuid('The auto-reply rule.'),
    flow_id: uuid('The flow.'),
    node_id: z
      .string()
      .nullable()
      .meta({ description: 'The node of the flow.', examples: [null, 'n1'] }),
    faq_id: uuid('The FAQ pair.'),
    score: z
      .number()
      .nullable()
      .meta({ description: 'How sure the assistant was, from 0 to 1.', examples: [null, 0.91] }),
    candidates: z
      .array(Candidate)
      .meta({ description: 'What else the assistant considered.', examples: [[]] }),
    sources: z.array(DecisionSource).meta({ description: 'What the answer of the assistant is taken from.' }),
    shadow: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'In shadow mode, what the assistant would have done.', examples: [null] }),
    joined_id: uuid('The decision that answers this message too.'),
    message_ids: z.array(z.int()).meta({ description: 'The messages that were sent.', examples: [[513]] }),
    ms: z
      .int()
      .nullable()
      .meta({ description: 'Milliseconds that the decision took.', examples: [4] }),
    created_at: z
      .string()
      .meta({ format: 'date-time', description: 'When it began.', examples: [EXAMPLE_TIME] }),
    decided_at: z
      .string()
      .nullable()
      .meta({ format: 'date-time', description: 'When it was made.', examples: [EXAMPLE_TIME] }),
  })
  .meta({ id: 'AutomationDecision' });
export type Decision = z.infer<typeof Decision>;

export const DecisionPage = pageBody('AutomationDecisionPage', Decision);
