import { z } from 'zod';
import { dayRange, ofDevice } from '../../gateway/hours/day-range.ts';
import { ANSWER_REASONS } from '../answering/answer.ts';
import { AGREEMENTS } from '../judgements/agreement.ts';
import { ACTIONS } from '../judgements/store.ts';
import { MODES } from '../settings/schema.ts';
import { Share } from './share.ts';

export const MAX_DAYS = 92;
/** Of a report: the newest ones. */
export const MAX_JUDGEMENTS = 100_000;
/** Of each kind. */
export const MAX_EXAMPLES = 5;
/** Of the texts of an example, in characters. */
export const MAX_EXAMPLE_TEXT = 500;

const EXAMPLE_UUID = '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20';
const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';
const count = (description: string, example: number) => z.int().meta({ description, examples: [example] });
const text = (description: string, example: string) =>
  z
    .string()
    .nullable()
    .meta({ description, examples: [example] });

export const ReadReport = z.object({
  mode: z
    .enum(MODES)
    .optional()
    .meta({
      description:
        '`shadow`: what it would have done. `live`: what it did. Default: the mode of the settings.',
      examples: ['shadow'],
    }),
  ...dayRange(MAX_DAYS, 'local'),
  device_uuid: ofDevice('Only messages to this device.'),
});
export type ReadReport = z.infer<typeof ReadReport>;

const FIGURES = {
  judged: count('Messages that it judged. Messages that follow each other are one.', 120),
  answered: Share.meta({ description: 'Judged messages that it answers, small talk too.' }),
  small_talk: count('Of the answered ones: greetings and thanks.', 9),
  clarified: Share.meta({ description: 'Judged messages on which it asks "did you mean".' }),
  handed_off: Share.meta({ description: 'Judged messages that go to staff, or have no answer.' }),
  agrees: count('In shadow mode: answers that staff gave too, by their words, prices and times.', 30),
  differs: count('In shadow mode: staff said something else.', 2),
  unclear: count('In shadow mode: the two answers cannot be compared.', 4),
  marked_right: count('Decisions that staff marked as right.', 3),
  marked_wrong: count('Decisions that staff marked as wrong.', 1),
  right: Share.meta({
    description: 'Right ones of the answers that were marked, or where staff plainly agrees or differs.',
  }),
  picked: Share.meta({ description: 'In live mode: questions back on which the customer chose.' }),
  taken_over: Share.meta({ description: 'In live mode: answers after which staff wrote within an hour.' }),
};
export const Totals = z.object(FIGURES).meta({ id: 'AssistantTotals' });
export type Totals = z.infer<typeof Totals>;

export const Example = z
  .object({
    decision_id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    conversation_id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    message_id: z
      .int()
      .nullable()
      .meta({ description: 'The last message of the question.', examples: [512] }),
    at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
    kind: z.enum(['right', 'wrong', 'unclear', 'not_compared', 'clarified', 'handed_off']).meta({
      description: '`not_compared`: an answer that staff neither gave nor marked.',
      examples: ['right'],
    }),
    action: z.enum(ACTIONS).meta({ examples: ['answer'] }),
    reason: z.enum(ANSWER_REASONS).meta({ examples: ['faq'] }),
    faq_id: z
      .string()
      .nullable()
      .meta({ description: 'The FAQ pair.', examples: [EXAMPLE_UUID] }),
    confidence: z
      .number()
      .nullable()
      .meta({ examples: [0.93] }),
    question: z.string().meta({ description: 'What the customer wrote.', examples: ['ongkir bdg brp'] }),
    answer: text('What it says. Null: nothing.', 'Ongkir ke Bandung Rp15.000.'),
    staff_answer: text('What staff wrote next. Null: nothing within a day.', '15rb kak'),
    agreement: z
      .enum(AGREEMENTS)
      .nullable()
      .meta({ examples: ['agrees'] }),
    feedback: z
      .enum(['right', 'wrong'])
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: 'AssistantExample' });
export type Example = z.infer<typeof Example>;

const Day = z
  .object({ date: z.string().meta({ format: 'date', examples: ['2026-11-20'] }), ...FIGURES })
  .meta({ id: 'AssistantDay' });
const Device = z
  .object({
    device_uuid: z
      .string()
      .nullable()
      .meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    ...FIGURES,
  })
  .meta({ id: 'AssistantDevice' });

export const Report = z
  .object({
    mode: z.enum(MODES).meta({ examples: ['shadow'] }),
    timezone: z.string().meta({ description: 'Days begin at its midnight.', examples: ['Asia/Jakarta'] }),
    from: z.string().meta({ format: 'date', examples: ['2026-11-14'] }),
    to: z.string().meta({ format: 'date', examples: ['2026-11-20'] }),
    is_cut: z.boolean().meta({
      description: `True: only the newest ${MAX_JUDGEMENTS} messages count.`,
      examples: [false],
    }),
    total: Totals,
    days: z.array(Day),
    devices: z.array(Device).meta({ description: 'Those with messages.' }),
    examples: z
      .array(Example)
      .meta({ description: `At most ${MAX_EXAMPLES} of each kind, the newest first. Long texts are cut.` }),
  })
  .meta({ id: 'AssistantReport' });
export type Report = z.infer<typeof Report>;

export const FeedbackParams = z.object({
  id: z.string().meta({ format: 'uuid', description: 'The `id` of the decision.', examples: [EXAMPLE_UUID] }),
});

export const GiveFeedback = z
  .object({
    verdict: z.enum(['right', 'wrong']).meta({
      description: 'Whether the answer is right. A later verdict replaces it.',
      examples: ['wrong'],
    }),
    faq_id: z
      .uuid()
      .optional()
      .meta({
        description: 'The FAQ pair that answers it. The question becomes a test question.',
        examples: [EXAMPLE_UUID],
      }),
  })
  .meta({ id: 'GiveFeedback' });
export type GiveFeedback = z.infer<typeof GiveFeedback>;

export const Feedback = z
  .object({
    decision_id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    verdict: z.enum(['right', 'wrong']).meta({ examples: ['wrong'] }),
    test_question_id: z
      .string()
      .nullable()
      .meta({ description: 'The test question, with `faq_id`.', examples: [null] }),
  })
  .meta({ id: 'DecisionFeedback' });
