import { z } from 'zod';
import { MAX_TEXT } from '../../gateway/engines/kinds.ts';
import { apiString, requiredString } from '../../platform/lib/text.ts';
import { apiTime } from '../../platform/lib/timestamp.ts';
import { OUTCOMES, STAGES } from '../arbiter/verdict.ts';
import { DEFAULT_PRIORITY } from '../bounds.ts';
import { RULE_KINDS } from './definition.ts';
import { OBSTACLES } from './rule.ts';
import { EXAMPLE_DEVICE, EXAMPLE_UUID, ReplyView } from './schema.ts';

export const TestAutoReplies = z
  .object({
    text: apiString()
      .max(MAX_TEXT)
      .meta({
        description: 'What the customer writes, or the title of the tapped choice.',
        examples: ['harga kopi?'],
      }),
    device_uuid: z
      .string()
      .optional()
      .meta({
        format: 'uuid',
        description: 'The device that receives it. Without it: rules for all devices, hours of the account.',
        examples: [EXAMPLE_DEVICE],
      }),
    at: apiTime().optional().meta({ description: 'When it arrives. Default: now.' }),
    phone: requiredString(255)
      .optional()
      .meta({
        description: 'The customer, for cool-downs of the conversation. Needs `device_uuid`.',
        examples: ['6281234567890'],
      }),
    first: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether it is the first message of the conversation.', examples: [true] }),
    entry_point_id: z
      .uuid()
      .toLowerCase()
      .optional()
      .meta({
        description: 'The entry point through which the message comes.',
        examples: ['7f3d1f4e-93c4-4f3b-9d20-2d3f5b7f4a55'],
      }),
    ad_id: requiredString(200)
      .optional()
      .meta({
        description: 'The advertisement from which the message comes: the id of the provider.',
        examples: ['120209876543210'],
      }),
    during_flow: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether a flow waits for the answer.', examples: [false] }),
  })
  .meta({ id: 'TestAutoReplies' });
export type TestAutoReplies = z.infer<typeof TestAutoReplies>;

const Tested = z.object({
  id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
  name: z.string().meta({ examples: ['Harga'] }),
  priority: z.int().meta({ examples: [DEFAULT_PRIORITY] }),
});

const firedPattern = z
  .string()
  .nullable()
  .meta({ description: 'The pattern that matches. Null: none is needed.', examples: ['harga'] });

const Fired = Tested.extend({
  pattern: firedPattern,
  replies: z.array(ReplyView).meta({ description: 'The messages, as this device sends them.' }),
}).meta({ id: 'FiredAutoReply' });

export const AutoReplyTest = z
  .object({
    decision: z
      .object({
        stage: z.enum(STAGES).meta({ examples: ['rule'] }),
        outcome: z.enum(OUTCOMES).meta({ examples: ['answered'] }),
        reason: z.string().meta({ examples: ['word: harga'] }),
      })
      .meta({
        id: 'TestedDecision',
        description: 'As the conversation would store it, without the assistant.',
      }),
    greeting: Fired.nullable().meta({ description: 'What is sent before the answer. Null: nothing.' }),
    rule: Fired.nullable().meta({ description: 'The rule that answers. Null: none.' }),
    flow: Tested.extend({ pattern: firedPattern })
      .meta({ id: 'FiredTrigger' })
      .nullable()
      .meta({ description: 'The flow that begins by its triggers. Null: none.', examples: [null] }),
    away: Fired.nullable().meta({
      description: 'The away text, when neither a rule nor the assistant answers. Null: none.',
    }),
    hand_off_text: z
      .string()
      .nullable()
      .meta({
        description: 'What the customer reads when staff takes over, or in place of that. Null: nothing.',
        examples: [null],
      }),
    others: z
      .array(
        Tested.extend({
          kind: z.enum([...RULE_KINDS, 'flow']).meta({
            description: '`flow`: a trigger of this flow.',
            examples: ['keyword'],
          }),
          pattern: z
            .string()
            .nullable()
            .meta({ examples: ['har'] }),
          why: z.enum(OBSTACLES).meta({
            description:
              '`shadowed`: another rule comes first. `disabled`. `other_device`. ' +
              '`other_hours`: it needs open or closed hours. `other_time`: by its schedule. `cooling_down`. ' +
              '`flow_waits`: it does not interrupt flows. `not_first`: only the first message is greeted. ' +
              '`other_customer`, `other_language`: by its conditions. `other_answer`: a rule or a flow answers, so ' +
              'no greeting and no away text. `staff_wrote`: less than five minutes ago. `reserved_word`: a word ' +
              'for a person or an opt-out comes first, or the flow that waits.',
            examples: ['shadowed'],
          }),
          shadowed_by: z
            .string()
            .nullable()
            .meta({
              format: 'uuid',
              description: 'The rule, or the flow, that comes first.',
              examples: [EXAMPLE_UUID],
            }),
        }).meta({ id: 'SilentAutoReply' }),
      )
      .meta({ description: 'Rules that match but do not answer, in their order; at most 50.' }),
  })
  .meta({ id: 'AutoReplyTest' });
export type AutoReplyTest = z.infer<typeof AutoReplyTest>;
