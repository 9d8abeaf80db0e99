import { z } from 'zod';
import { dayRange, ofDevice, shownDays } from '../../gateway/hours/days.ts';
import { BadRows } from '../../platform/lib/csv.ts';
import { pageBody, pageQuery } from '../../platform/lib/page.ts';
import { requiredString } from '../../platform/lib/text.ts';
import { ANSWER_REASONS } from '../answering/answer.ts';
import { MODES } from '../settings/schema.ts';
import { Share } from './share.ts';

/** Of a report. */
export const MAX_REPORT_DAYS = 92;
/** Of a report: the newest ones. */
export const MAX_JUDGEMENTS = 100_000;
/** Of each kind. */
export const MAX_EXAMPLES = 5;
/** Of an evaluation. */
export const MAX_DAYS = 90;
export const MAX_MESSAGES = 5_000;
export const MAX_GROUPS_SHOWN = 20;
export const MAX_WORSE = 100;
/** Ended runs of an account. */
export const KEPT_RUNS = 20;
/** Of an account. */
export const MAX_TEST_QUESTIONS = 2_000;
export const MAX_QUESTION = 500;

export const ACTIONS = ['answer', 'clarify', 'handoff'] as const;
export type Action = (typeof ACTIONS)[number];
const AGREEMENTS = ['agrees', 'differs', 'unclear'] as const;
export type Agreement = (typeof AGREEMENTS)[number];
export const KINDS = ['history', 'test_questions'] as const;
export type EvaluationKind = (typeof KINDS)[number];
const STATES = ['waiting', 'running', 'done', 'failed'] as const;
export type EvaluationState = (typeof STATES)[number];
/** The best first. */
export const TEST_OUTCOMES = ['right', 'clarified', 'handed_off', 'wrong'] as const;
export type TestOutcome = (typeof TEST_OUTCOMES)[number];
const VERDICTS = ['right', 'wrong'] as const;

const EXAMPLE_UUID = '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20';
const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';
const count = (description: string, example: number) => z.int().meta({ description, examples: [example] });
const shareOf = (description: string) => Share.meta({ description });
const uuid = z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] });
const faqId = z.string().nullable();
const uuidOf = (noun: string) =>
  z.string().meta({ format: 'uuid', description: `The \`id\` of the ${noun}.`, examples: [EXAMPLE_UUID] });
const time = z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] });
const timeOrNull = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ format: 'date-time', description, examples: [EXAMPLE_TIME] });
const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });
const textOrNull = (description: string, example: string) =>
  z
    .string()
    .nullable()
    .meta({ description, examples: [example] });
const outcome = (example: TestOutcome) => z.enum(TEST_OUTCOMES).meta({ examples: [example] });
const outcomeOrNull = (description: string) =>
  z
    .enum(TEST_OUTCOMES)
    .nullable()
    .meta({ description, examples: ['right'] });

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

export const EvaluationParams = z.object({ id: uuidOf('evaluation') });
export const ListPage = z.object(pageQuery);

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

const EvaluationExample = z.object({
  kind: z.enum([...AGREEMENTS, 'clarified', 'handed_off']).meta({ examples: ['differs'] }),
  ...PLACE,
  question: z.string().meta({ examples: ['ongkir bdg brp'] }),
  answer: text('What the assistant would say.', 'Rp15.000.'),
  faq_id: faqId.meta({ examples: [EXAMPLE_UUID] }),
  confidence: z.number().meta({ examples: [0.93] }),
  staff_answer: textOrNull('What staff wrote next.', '15rb kak'),
});
export type EvaluationExample = z.infer<typeof EvaluationExample>;

const Group = z.object({
  question: text('One of the similar questions.', 'bisa COD?'),
  count: count('How often it was asked.', 12),
  ...PLACE,
});

const HistoryReport = z
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
    right: shareOf('Of the answers where staff plainly agrees or differs.'),
    unanswered: z
      .array(Group)
      .meta({ description: `The most frequent questions without an answer: at most ${MAX_GROUPS_SHOWN}.` }),
    examples: z.array(EvaluationExample).meta({
      description: `At most ${MAX_EXAMPLES} of each kind. Messages that their authors deleted are left out.`,
    }),
  })
  .meta({ id: 'HistoryEvaluation' });
export type HistoryReport = z.infer<typeof HistoryReport>;

const TestReport = z
  .object({
    questions: count('Test questions that were asked.', 40),
    right: shareOf('Answered by the expected FAQ pair, or left to staff as expected.'),
    clarified: Share,
    handed_off: Share,
    wrong: shareOf('Answered by another pair, or answered although staff was expected.'),
    better: count('Questions with a better outcome than in the run before.', 2),
    worse: z
      .array(
        z.object({
          test_question_id: uuid,
          question: z.string().meta({ examples: ['ongkir bdg brp'] }),
          outcome: outcome('wrong'),
          earlier_outcome: outcome('right'),
        }),
      )
      .meta({ description: `Questions with a worse outcome than in the run before: at most ${MAX_WORSE}.` }),
  })
  .meta({ id: 'TestEvaluation' });
export type TestReport = z.infer<typeof TestReport>;

export const EvaluationListed = z
  .object({
    id: uuid,
    kind: z.enum(KINDS).meta({ examples: ['history'] }),
    state: z.enum(STATES).meta({ examples: ['done'] }),
    looked_at: count('Messages or test questions that it has looked at.', 2_000),
    max_messages: count('How many it looks at, at most.', MAX_MESSAGES),
    from: timeOrNull('Messages from this time on.'),
    created_at: timeOrNull('When it was started.'),
    finished_at: timeOrNull('Null: not yet.'),
  })
  .meta({ id: 'AssistantEvaluationListed' });
export type EvaluationListed = z.infer<typeof EvaluationListed>;
export const EvaluationPage = pageBody('AssistantEvaluationPage', EvaluationListed);

export const Evaluation = z
  .object({
    ...EvaluationListed.shape,
    history: HistoryReport.nullable().meta({ description: 'Of kind `history`, when it is done.' }),
    test: TestReport.nullable().meta({ description: 'Of kind `test_questions`, when it is done.' }),
  })
  .meta({ id: 'AssistantEvaluation' });
export type Evaluation = z.infer<typeof Evaluation>;

export const ReadReport = z.object({
  mode: z
    .enum(MODES)
    .optional()
    .meta({
      description:
        '`shadow`: what it would have done. `live`: what it did. Default: the mode of the settings.',
      examples: ['shadow'],
    }),
  ...dayRange(MAX_REPORT_DAYS, 'local'),
  device_uuid: ofDevice('Only messages to this device.'),
});
export type ReadReport = z.infer<typeof ReadReport>;

const Totals = z
  .object({
    judged: count('Messages that it judged. Messages that follow each other are one.', 120),
    answered: shareOf('Judged messages that it answers, small talk too.'),
    small_talk: count('Of the answered ones: greetings and thanks.', 9),
    clarified: shareOf('Judged messages on which it asks "did you mean".'),
    handed_off: shareOf('Judged messages that go to staff, or have no answer.'),
    agrees: count('In shadow mode: answers that staff gave too, by their words, prices and times.', 30),
    differs: count('In shadow mode: staff said something else.', 2),
    unclear: count('In shadow mode: the two answers cannot be compared.', 4),
    marked_right: count('Decisions that staff marked as right.', 3),
    marked_wrong: count('Decisions that staff marked as wrong.', 1),
    right: shareOf('Right ones of the answers that were marked, or where staff plainly agrees or differs.'),
    picked: shareOf('In live mode: questions back on which the customer chose.'),
    taken_over: shareOf('In live mode: answers after which staff wrote within an hour.'),
  })
  .meta({ id: 'AssistantTotals' });
export type Totals = z.infer<typeof Totals>;

const ReportExample = z
  .object({
    decision_id: uuid,
    conversation_id: uuid,
    message_id: z
      .int()
      .nullable()
      .meta({ description: 'The last message of the question.', examples: [512] }),
    at: time,
    kind: z.enum(['right', 'wrong', 'unclear', 'not_compared', 'clarified', 'handed_off']).meta({
      description: '`not_compared`: an answer that staff neither gave nor marked.',
      examples: ['right'],
    }),
    action: z.enum(ACTIONS).meta({ examples: ['answer'] }),
    reason: z.enum(ANSWER_REASONS).meta({ examples: ['faq'] }),
    faq_id: textOrNull('The FAQ pair.', EXAMPLE_UUID),
    confidence: z
      .number()
      .nullable()
      .meta({ examples: [0.93] }),
    question: text('What the customer wrote.', 'ongkir bdg brp'),
    answer: textOrNull('What it says. Null: nothing.', 'Ongkir ke Bandung Rp15.000.'),
    staff_answer: textOrNull('What staff wrote next. Null: nothing within a day.', '15rb kak'),
    agreement: z
      .enum(AGREEMENTS)
      .nullable()
      .meta({ examples: ['agrees'] }),
    feedback: z
      .enum(VERDICTS)
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: 'AssistantExample' });
export type ReportExample = z.infer<typeof ReportExample>;

const Day = z
  .object({ date: z.string().meta({ format: 'date', examples: ['2026-11-20'] }), ...Totals.shape })
  .meta({ id: 'AssistantDay' });
const Device = z
  .object({ device_uuid: PLACE.conversation_id, ...Totals.shape })
  .meta({ id: 'AssistantDevice' });

export const Report = z
  .object({
    mode: z.enum(MODES).meta({ examples: ['shadow'] }),
    ...shownDays,
    is_cut: z.boolean().meta({
      description: `True: only the newest ${MAX_JUDGEMENTS} messages count.`,
      examples: [false],
    }),
    total: Totals,
    days: z.array(Day),
    devices: z.array(Device).meta({ description: 'Those with messages.' }),
    examples: z
      .array(ReportExample)
      .meta({ description: `At most ${MAX_EXAMPLES} of each kind, the newest first. Long texts are cut.` }),
  })
  .meta({ id: 'AssistantReport' });
export type Report = z.infer<typeof Report>;

export const FeedbackParams = z.object({ id: uuidOf('decision') });

export const GiveFeedback = z
  .object({
    verdict: z.enum(VERDICTS).meta({
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
    decision_id: uuid,
    verdict: z.enum(VERDICTS).meta({ examples: ['wrong'] }),
    test_question_id: z
      .string()
      .nullable()
      .meta({ description: 'The test question, with `faq_id`.', examples: [null] }),
  })
  .meta({ id: 'DecisionFeedback' });

export const TestQuestionParams = z.object({ id: uuidOf('test question') });

export const CreateTestQuestion = z
  .object({
    question: requiredString(MAX_QUESTION).meta({
      description: 'As a customer writes it.',
      examples: ['ongkir bdg brp'],
    }),
    faq_id: z
      .uuid()
      .nullable()
      .meta({
        description: 'The FAQ pair that must answer. Null: the assistant has to leave it to staff.',
        examples: [EXAMPLE_UUID],
      }),
  })
  .meta({ id: 'CreateTestQuestion' });
export type CreateTestQuestion = z.infer<typeof CreateTestQuestion>;

export const TestQuestion = z
  .object({
    id: uuid,
    question: z.string().meta({ examples: ['ongkir bdg brp'] }),
    faq_id: PLACE.conversation_id,
    outcome: outcomeOrNull('Of the last run. Null: not asked yet.'),
    earlier_outcome: outcomeOrNull('Of the run before it.'),
    checked_at: z
      .string()
      .nullable()
      .meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
    created_at: time,
  })
  .meta({ id: 'TestQuestion' });
export type TestQuestion = z.infer<typeof TestQuestion>;

export const TestQuestionPage = pageBody('TestQuestionPage', TestQuestion);

export const ImportedTestQuestions = z
  .object({
    rows: z.int().meta({ examples: [40] }),
    saved: count('New questions, and questions with another pair.', 38),
    ...BadRows,
  })
  .meta({ id: 'ImportedTestQuestions' });
export type ImportedTestQuestions = z.infer<typeof ImportedTestQuestions>;
