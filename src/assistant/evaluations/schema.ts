import { z } from 'zod';
import { pageBody, pageQuery } from '../../platform/lib/page.ts';
import { Share } from '../report/share.ts';
import { TEST_OUTCOMES } from '../test-questions/schema.ts';

export const MAX_DAYS = 90;
export const MAX_MESSAGES = 5_000;
/** Of a report. */
export const MAX_GROUPS_SHOWN = 20;
export const MAX_EXAMPLES = 5;
export const MAX_WORSE = 100;
/** Of texts in a report, in characters. */
export const MAX_SHOWN_TEXT = 300;
/** Ended runs of an account. */
export const KEPT_RUNS = 20;

export const KINDS = ['history', 'test_questions'] as const;
export type EvaluationKind = (typeof KINDS)[number];
export const STATES = ['waiting', 'running', 'done', 'failed'] as const;
export type EvaluationState = (typeof STATES)[number];

const EXAMPLE_UUID = '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20';
const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';
const count = (description: string, example: number) => z.int().meta({ description, examples: [example] });
const time = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ format: 'date-time', description, examples: [EXAMPLE_TIME] });

export const StartEvaluation = z
  .object({
    kind: z
      .enum(KINDS)
      .default('history')
      .meta({
        description:
          '`history`: messages of customers of the last days. `test_questions`: the test questions.',
        examples: ['history'],
      }),
    days: z
      .int()
      .min(1)
      .max(MAX_DAYS)
      .default(30)
      .meta({ description: 'Of `history`: how many days back.', examples: [30] }),
    max_messages: z
      .int()
      .min(1)
      .max(MAX_MESSAGES)
      .default(MAX_MESSAGES)
      .meta({ description: 'Of `history`: the newest messages.', examples: [MAX_MESSAGES] }),
  })
  .meta({ id: 'StartEvaluation' });
export type StartEvaluation = z.infer<typeof StartEvaluation>;

export const EvaluationParams = z.object({
  id: z
    .string()
    .meta({ format: 'uuid', description: 'The `id` of the evaluation.', examples: [EXAMPLE_UUID] }),
});
export const ListEvaluations = z.object(pageQuery);

/** Null: the message is gone. */
const PLACE = {
  conversation_id: z
    .string()
    .nullable()
    .meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
  message_id: z
    .int()
    .nullable()
    .meta({ examples: [512] }),
};

const Example = z.object({
  kind: z.enum(['agrees', 'differs', 'unclear', 'clarified', 'handed_off']).meta({ examples: ['differs'] }),
  ...PLACE,
  question: z.string().meta({ examples: ['ongkir bdg brp'] }),
  answer: z.string().meta({ description: 'What the assistant would say.', examples: ['Rp15.000.'] }),
  faq_id: z
    .string()
    .nullable()
    .meta({ examples: [EXAMPLE_UUID] }),
  confidence: z.number().meta({ examples: [0.93] }),
  staff_answer: z
    .string()
    .nullable()
    .meta({ description: 'What staff wrote next.', examples: ['15rb kak'] }),
});
export type EvaluationExample = z.infer<typeof Example>;

const Group = z.object({
  question: z.string().meta({ description: 'One of the similar questions.', examples: ['bisa COD?'] }),
  count: count('How often it was asked.', 12),
  ...PLACE,
});

export const HistoryReport = z
  .object({
    judged: count('Messages with a text that were judged, each by itself.', 1_840),
    others: count(
      'Messages that never come to the assistant: words to opt out or for a person, answers to flows, and what ' +
        'auto-replies answer.',
      120,
    ),
    answered: Share,
    small_talk: count('Of the answered ones: greetings and thanks.', 210),
    clarified: Share,
    handed_off: Share,
    agrees: count('Answers that staff gave too, by their words, prices and times.', 320),
    differs: count('Staff said something else.', 21),
    unclear: count('The two answers cannot be compared.', 60),
    right: Share.meta({ description: 'Of the answers where staff plainly agrees or differs.' }),
    unanswered: z
      .array(Group)
      .meta({ description: `The most frequent questions without an answer: at most ${MAX_GROUPS_SHOWN}.` }),
    examples: z.array(Example).meta({
      description: `At most ${MAX_EXAMPLES} of each kind. Messages that their authors deleted are left out.`,
    }),
  })
  .meta({ id: 'HistoryEvaluation' });
export type HistoryReport = z.infer<typeof HistoryReport>;

export const TestReport = z
  .object({
    questions: count('Test questions that were asked.', 40),
    right: Share.meta({ description: 'Answered by the expected FAQ pair, or left to staff as expected.' }),
    clarified: Share,
    handed_off: Share,
    wrong: Share.meta({ description: 'Answered by another pair, or answered although staff was expected.' }),
    better: count('Questions with a better outcome than in the run before.', 2),
    worse: z
      .array(
        z.object({
          test_question_id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
          question: z.string().meta({ examples: ['ongkir bdg brp'] }),
          outcome: z.enum(TEST_OUTCOMES).meta({ examples: ['wrong'] }),
          earlier_outcome: z.enum(TEST_OUTCOMES).meta({ examples: ['right'] }),
        }),
      )
      .meta({ description: `Questions with a worse outcome than in the run before: at most ${MAX_WORSE}.` }),
  })
  .meta({ id: 'TestEvaluation' });
export type TestReport = z.infer<typeof TestReport>;

const FIELDS = {
  id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
  kind: z.enum(KINDS).meta({ examples: ['history'] }),
  state: z.enum(STATES).meta({ examples: ['done'] }),
  looked_at: count('Messages or test questions that it has looked at.', 2_000),
  max_messages: count('How many it looks at, at most.', MAX_MESSAGES),
  from: time('Messages from this time on.'),
  created_at: time('When it was started.'),
  finished_at: time('Null: not yet.'),
};

export const EvaluationListed = z.object(FIELDS).meta({ id: 'AssistantEvaluationListed' });
export type EvaluationListed = z.infer<typeof EvaluationListed>;
export const EvaluationPage = pageBody('AssistantEvaluationPage', EvaluationListed);

export const Evaluation = z
  .object({
    ...FIELDS,
    history: HistoryReport.nullable().meta({ description: 'Of kind `history`, when it is done.' }),
    test: TestReport.nullable().meta({ description: 'Of kind `test_questions`, when it is done.' }),
  })
  .meta({ id: 'AssistantEvaluation' });
export type Evaluation = z.infer<typeof Evaluation>;
