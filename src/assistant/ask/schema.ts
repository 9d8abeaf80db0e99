import { z } from 'zod';
import { requiredString } from '../../platform/lib/text.ts';
import { ANSWER_REASONS, MODEL_USES } from '../answering/answer.ts';
import { LANGUAGES } from '../languages/language.ts';
import { MAX_QUESTION } from './unanswered.ts';

const EXAMPLE_UUID = '5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11';

export const AskAssistant = z
  .object({
    question: requiredString(MAX_QUESTION).meta({
      description: 'As a customer writes it.',
      examples: ['berapa ongkir ke bandung?'],
    }),
    device_uuid: z
      .uuid()
      .optional()
      .meta({
        description: 'Answers as on this device. Default: with the knowledge of all devices.',
        examples: [EXAMPLE_UUID],
      }),
  })
  .meta({ id: 'AskAssistant' });
export type AskAssistant = z.infer<typeof AskAssistant>;

const confidence = z.number().min(0).max(1);

const Sources = z
  .array(
    z.object({
      kind: z.enum(['faq', 'document', 'table']).meta({ examples: ['faq'] }),
      id: z.string().meta({ examples: [EXAMPLE_UUID] }),
      title: z
        .string()
        .nullable()
        .meta({ examples: ['Berapa ongkir?'] }),
      url: z
        .string()
        .nullable()
        .meta({ examples: [null] }),
      row_key: z
        .string()
        .optional()
        .meta({ description: 'Of a table: the key of the row.', examples: ['Kemeja Flanel L'] }),
    }),
  )
  .meta({ description: 'What the answer is taken from.' });

const ModelUse = z
  .enum(MODEL_USES)
  .nullable()
  .meta({
    description: 'Whether the language model was used, or why it was not. Null: it was not asked.',
    examples: [null],
  });

export const AssistantAnswerView = z
  .object({
    action: z.enum(['answer', 'clarify', 'handoff']).meta({
      description:
        '`clarify`: the customer chooses by number. `handoff`: no answer. A customer is asked for other words first, ' +
        'as often as `handoff.after_abstentions` allows.',
      examples: ['answer'],
    }),
    reason: z.enum(ANSWER_REASONS).meta({
      description:
        'Why. `no_knowledge`: nothing is learned yet. `language_model`: its words. `forbidden_topic`: of the settings.',
      examples: ['faq'],
    }),
    text: z.string().meta({
      description: 'What the customer reads. Empty: nothing, because the account wants it.',
      examples: ['Ongkir ke Bandung Rp15.000.'],
    }),
    language: z.enum(LANGUAGES).meta({ examples: ['id'] }),
    confidence: confidence.meta({
      description: 'How sure it is that the question is about its knowledge.',
      examples: [0.93],
    }),
    candidates: z
      .array(
        z.object({
          faq_id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
          question: z.string().meta({ examples: ['Berapa ongkir?'] }),
          score: confidence.meta({
            description: 'How sure it is that the FAQ pair answers the question.',
            examples: [0.81],
          }),
        }),
      )
      .meta({ description: 'FAQ pairs that could answer, the best first.' }),
    sources: Sources,
    language_model: ModelUse,
    is_current: z.boolean().meta({
      description: 'False: a change of the knowledge is still being learned. Ask again in some seconds.',
      examples: [true],
    }),
  })
  .meta({ id: 'AssistantAnswer' });
export type AssistantAnswerView = z.infer<typeof AssistantAnswerView>;

export const SuggestionParams = z.object({
  id: z
    .string()
    .meta({ format: 'uuid', description: 'The `id` of the conversation.', examples: [EXAMPLE_UUID] }),
});

const SuggestedReply = z.object({
  text: z
    .string()
    .meta({ description: 'With its variables filled.', examples: ['Ongkir ke Bandung Rp15.000.'] }),
  sources: Sources,
});
export type SuggestedReply = z.infer<typeof SuggestedReply>;

export const SuggestionsView = z
  .object({
    question: z.string().meta({
      description: 'What the customer wrote without an answer, one line each. Empty: no words.',
      examples: ['berapa ongkir ke bandung?'],
    }),
    reason: z.enum([...ANSWER_REASONS, 'no_question']).meta({
      description: 'Where the suggestion comes from, or why there is none.',
      examples: ['faq'],
    }),
    language_model: ModelUse,
    suggestions: z.array(SuggestedReply).meta({
      description:
        'One answer. Up to three when several FAQ pairs fit alike, the best first. Empty: nothing fits.',
    }),
  })
  .meta({ id: 'ReplySuggestions' });
export type SuggestionsView = z.infer<typeof SuggestionsView>;
