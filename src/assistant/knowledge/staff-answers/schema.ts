import { z } from 'zod';
import { answer, Faq, question } from '../faqs/schema.ts';

const EXAMPLE_UUID = '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20';

/** Braces of a message are no variables. */
export const writtenAnswer = answer;

export const LearnParams = z.object({
  id: z.string().meta({
    format: 'uuid',
    description: 'The `id` of the conversation.',
    examples: ['5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11'],
  }),
  message_id: z.string().meta({ description: 'The `id` of the answer.', examples: ['1042'] }),
});

export const LearnAnswer = z
  .object({
    question: question.optional().meta({
      description: 'What it answers. Default: what the customer wrote before it.',
      examples: ['Berapa ongkir ke Bandung?'],
    }),
    faq_id: z
      .uuid()
      .optional()
      .meta({
        description:
          'Adds the question to this pair, whose answer stays. Default: the pair with this answer, or a new one.',
        examples: [EXAMPLE_UUID],
      }),
  })
  .meta({ id: 'LearnAnswer' });
export type LearnAnswer = z.infer<typeof LearnAnswer>;

export const LearnedAnswer = z
  .object({
    faq: Faq,
    question: z.string().meta({
      description: 'The question that was added.',
      examples: ['Berapa ongkir ke Bandung?'],
    }),
  })
  .meta({ id: 'LearnedAnswer' });
