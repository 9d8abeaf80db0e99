import { z } from 'zod';
import { list } from '../../../platform/lib/list.ts';
import { pageBody, pageQuery } from '../../../platform/lib/page.ts';
import { LANGUAGES } from '../../languages/language.ts';
import { answer, Faq, MAX_VARIANTS, question } from '../faqs/schema.ts';

/** Of an account. The rarest and oldest go. */
export const MAX_GAPS = 500;
/** Of a gap: the newest ones. */
export const MAX_EXAMPLES = 20;
/** In a list. */
export const MAX_LISTED_EXAMPLES = 3;

/** A settled gap opens again after this number of further customers. */
export const REOPEN_AFTER = 3;

export const STATUSES = ['open', 'answered', 'dismissed'] as const;
export type GapStatus = (typeof STATUSES)[number];
const SORTS = ['count', 'last_asked'] as const;
export type Sort = (typeof SORTS)[number];

const EXAMPLE_UUID = '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20';
const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';
const time = (description: string) =>
  z.string().meta({ format: 'date-time', description, examples: [EXAMPLE_TIME] });

export const ListGaps = z.object({
  status: z
    .enum(STATUSES)
    .optional()
    .meta({ description: 'Only gaps with this status.', examples: ['open'] }),
  sort: z
    .enum(SORTS)
    .default('count')
    .meta({
      description: '`count`: the most asked first. `last_asked`: the newest first.',
      examples: ['count'],
    }),
  ...pageQuery,
});
export type ListGaps = z.infer<typeof ListGaps>;

export const GapParams = z.object({
  id: z.string().meta({ format: 'uuid', description: 'The `id` of the gap.', examples: [EXAMPLE_UUID] }),
});

const Example = z.object({
  question: z.string().meta({ description: 'What the customer wrote.', examples: ['bisa kirim ke Papua?'] }),
  conversation_id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
  message_id: z
    .int()
    .nullable()
    .meta({ description: 'The last message of the question.', examples: [1042] }),
  asked_at: time('When it was asked.'),
});

export const Gap = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    status: z.enum(STATUSES).meta({
      description: `An answered or dismissed gap is \`open\` again after ${REOPEN_AFTER} more customers asked.`,
      examples: ['open'],
    }),
    count: z.int().meta({ description: 'How often it was asked.', examples: [7] }),
    asked_again: z.int().meta({ description: 'Since it was answered or dismissed.', examples: [0] }),
    examples: z.array(Example).meta({
      description:
        `The newest ones: up to ${MAX_EXAMPLES}, in a list up to ${MAX_LISTED_EXAMPLES}. Messages that their authors ` +
        'deleted are left out.',
    }),
    candidate: z
      .object({
        faq_id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
        question: z.string().meta({ examples: ['Berapa ongkir ke Bandung?'] }),
        score: z.number().meta({ description: 'From 0 to 1.', examples: [0.31] }),
      })
      .nullable()
      .meta({ description: 'The FAQ pair that came nearest.', examples: [null] }),
    faq_id: z
      .string()
      .nullable()
      .meta({ description: 'The FAQ pair that answers it. Null: not answered.', examples: [null] }),
    first_asked_at: time('When it was asked first.'),
    last_asked_at: time('When it was asked last.'),
    settled_at: z
      .string()
      .nullable()
      .meta({ format: 'date-time', description: 'When it was answered or dismissed.', examples: [null] }),
  })
  .meta({ id: 'KnowledgeGap' });
export type Gap = z.infer<typeof Gap>;

export const GapPage = pageBody('KnowledgeGapPage', Gap);

export const AnswerGap = z
  .object({
    answer: answer.optional(),
    faq_id: z
      .uuid()
      .optional()
      .meta({
        description: 'Adds the questions to this pair, whose answer stays.',
        examples: [EXAMPLE_UUID],
      }),
    questions: list(question, { max: MAX_VARIANTS, empty: 'must have a question' })
      .optional()
      .meta({
        description:
          'The questions to learn, such as without names and addresses. Default: the different questions of the gap.',
        examples: [['Bisa kirim ke Papua?']],
      }),
    language: z
      .enum(LANGUAGES)
      .nullish()
      .meta({ description: 'Of a new pair.', examples: ['id'] }),
  })
  .refine((given) => (given.answer === undefined) !== (given.faq_id === undefined), {
    path: ['answer'],
    error: 'is required, unless faq_id is given; not both',
  })
  .meta({ id: 'AnswerKnowledgeGap' });
export type AnswerGap = z.infer<typeof AnswerGap>;

export const AnsweredGap = z.object({ gap: Gap, faq: Faq }).meta({ id: 'AnsweredKnowledgeGap' });
