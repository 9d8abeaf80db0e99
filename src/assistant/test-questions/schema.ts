import { z } from 'zod';
import { BadRows } from '../../platform/lib/csv.ts';
import { pageBody, pageQuery } from '../../platform/lib/page.ts';
import { requiredString } from '../../platform/lib/text.ts';

/** Of an account. */
export const MAX_TEST_QUESTIONS = 2_000;
export const MAX_QUESTION = 500;

export const TEST_OUTCOMES = ['right', 'clarified', 'handed_off', 'wrong'] as const;
export type TestOutcome = (typeof TEST_OUTCOMES)[number];

const EXAMPLE_UUID = '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20';
const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';
const outcome = (description: string) =>
  z
    .enum(TEST_OUTCOMES)
    .nullable()
    .meta({ description, examples: ['right'] });

export const TestQuestionParams = z.object({
  id: z
    .string()
    .meta({ format: 'uuid', description: 'The `id` of the test question.', examples: [EXAMPLE_UUID] }),
});

export const ListTestQuestions = z.object(pageQuery);

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
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    question: z.string().meta({ examples: ['ongkir bdg brp'] }),
    faq_id: z
      .string()
      .nullable()
      .meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    outcome: outcome('Of the last run. Null: not asked yet.'),
    earlier_outcome: outcome('Of the run before it.'),
    checked_at: z
      .string()
      .nullable()
      .meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
    created_at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
  })
  .meta({ id: 'TestQuestion' });
export type TestQuestion = z.infer<typeof TestQuestion>;

export const TestQuestionPage = pageBody('TestQuestionPage', TestQuestion);

export const ImportedTestQuestions = z
  .object({
    rows: z.int().meta({ examples: [40] }),
    saved: z.int().meta({ description: 'New questions, and questions with another pair.', examples: [38] }),
    ...BadRows,
  })
  .meta({ id: 'ImportedTestQuestions' });
export type ImportedTestQuestions = z.infer<typeof ImportedTestQuestions>;
