import { z } from 'zod';

const share = (description: string) => z.number().meta({ description, examples: [0.9] });

/** What a training found. */
export const ModelReport = z.object({
  faqs: z.int().meta({ description: 'FAQ pairs that it knows.', examples: [60] }),
  questions: z.int().meta({ description: 'Their questions.', examples: [240] }),
  passages: z.int().meta({ description: 'Passages of documents.', examples: [0] }),
  bands: z
    .object({ answer: z.number().meta({ examples: [0.8] }), clarify: z.number().meta({ examples: [0.4] }) })
    .meta({
      description: 'The score from which on it answers, and the confidence from which on it asks back.',
    }),
  expected: z
    .object({
      coverage: share('Share of the questions that get an answer or a choice.'),
      off_topic_recall: share('Share of the off-topic messages that go to staff.'),
      answered: share('Share of the questions that are answered without a choice.'),
      precision: share('Share of these answers that are right.'),
    })
    .nullable()
    .meta({ description: 'Measured on held-out questions. Null: too few questions to measure.' }),
  train_ms: z.int().meta({ description: 'Duration of the training.', examples: [800] }),
});
export type ModelReport = z.infer<typeof ModelReport>;

/** What GET /v1/assistant shows. */
export const ModelView = z.object({
  state: z.enum(['none', 'training', 'ready', 'failed']).meta({
    description:
      '`none`: there is no knowledge. `training`: a change is being learned, the earlier model answers. `failed`: ' +
      'it could not be learned, and is tried again.',
    examples: ['ready'],
  }),
  trained_at: z
    .string()
    .nullable()
    .meta({ format: 'date-time', examples: [null] }),
  report: ModelReport.nullable(),
});
export type ModelView = z.infer<typeof ModelView>;
