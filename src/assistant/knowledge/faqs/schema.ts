import { z } from 'zod';
import { deviceUuids, shownDeviceUuids } from '../../../gateway/devices/device.ts';
import { MAX_TEXT } from '../../../gateway/engines/kinds.ts';
import { changeOf } from '../../../platform/lib/change-of.ts';
import { BadRows } from '../../../platform/lib/csv.ts';
import { list } from '../../../platform/lib/list.ts';
import { pageBody, pageQuery } from '../../../platform/lib/page.ts';
import { requiredString } from '../../../platform/lib/text.ts';
import { LANGUAGES } from '../../languages/language.ts';
import { TEXT_VARIABLES, textProblems } from '../../texts.ts';

export const MAX_QUESTIONS = 20_000;
/** Of one answer. */
export const MAX_VARIANTS = 100;
export const MAX_QUESTION = 500;
export const MAX_ANSWER = MAX_TEXT;

const EXAMPLE_UUID = '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20';
const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';
const EXAMPLE_ANSWER = 'Ongkir ke Bandung Rp15.000, tiba dalam 2 hari.';
const EXAMPLE_QUESTIONS = ['Berapa ongkir ke Bandung?', 'Kirim ke Bandung berapa?'];

export const question = requiredString(MAX_QUESTION).overwrite((text) => text.trim());
export const answer = requiredString(MAX_ANSWER)
  .overwrite((text) => text.trim())
  .superRefine((text, issues) => {
    for (const message of textProblems(text)) issues.addIssue({ code: 'custom', message });
  })
  .meta({
    description:
      'The text that answers. It may have the variables ' +
      `${TEXT_VARIABLES.map((name) => `\`{{${name}}}\``).join(', ')}, ` +
      'each with a fallback for a missing value: `{{customer.name|Kak}}`.',
    examples: [EXAMPLE_ANSWER],
  });
const questions = list(question, { max: MAX_VARIANTS, empty: 'must have a question' }).meta({
  description: 'Ways to ask, at least one. Five or more make answers more certain. Repeated ones count once.',
  examples: [EXAMPLE_QUESTIONS],
});
const language = z
  .enum(LANGUAGES)
  .nullish()
  .meta({ description: 'The language of the pair. Null: not said.', examples: ['id'] });
const device_uuids = deviceUuids('Answers for these devices only.').optional();
const enabled = z
  .boolean()
  .optional()
  .meta({ description: '`false`: kept, but not used for answers.', examples: [true] });

export const CreateFaq = z
  .object({
    answer,
    question: question.optional().meta({ description: 'A single way to ask.', examples: ['Jam buka?'] }),
    questions: questions.optional(),
    language,
    device_uuids,
    enabled,
  })
  .refine((given) => given.question !== undefined || given.questions !== undefined, {
    path: ['questions'],
    error: 'is required, unless `question` is given',
  })
  .meta({ id: 'CreateFaq' });
export type CreateFaq = z.infer<typeof CreateFaq>;

export const ChangeFaq = changeOf({ answer, questions, language, device_uuids, enabled }, 'answer').meta({
  id: 'ChangeFaq',
});
export type ChangeFaq = z.infer<typeof ChangeFaq>;

export const ListFaqs = z.object({
  q: requiredString(200)
    .optional()
    .meta({ description: 'Only pairs with this text in the answer or in a question.', examples: ['ongkir'] }),
  ...pageQuery,
});
export type ListFaqs = z.infer<typeof ListFaqs>;

export const FaqParams = z.object({
  id: z.string().meta({ format: 'uuid', description: 'The `id` of the FAQ pair.', examples: [EXAMPLE_UUID] }),
});

const VIEW = {
  id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
  answer: z.string().meta({ examples: [EXAMPLE_ANSWER] }),
  questions: z.array(z.string()).meta({ examples: [EXAMPLE_QUESTIONS] }),
  language: z
    .enum(LANGUAGES)
    .nullable()
    .meta({ examples: ['id'] }),
  device_uuids: shownDeviceUuids,
  enabled: z.boolean().meta({ examples: [true] }),
  created_at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
  updated_at: z.string().meta({ format: 'date-time', examples: [EXAMPLE_TIME] }),
};

export const Faq = z.object(VIEW).meta({ id: 'Faq' });
export type Faq = z.infer<typeof Faq>;

/** Of an answer. */
export const MAX_WARNINGS = 20;

const Warning = z
  .object({
    code: z.literal('question_answered').meta({
      description:
        'Another pair answers the question in another way, so the customer is asked which one is meant.',
    }),
    message: z
      .string()
      .meta({ examples: ['Another pair answers "Jam buka?" in another way. Keep one of both.'] }),
    question: z.string().meta({ examples: ['Jam buka?'] }),
    faq_id: z.string().meta({ format: 'uuid', description: 'The other pair.', examples: [EXAMPLE_UUID] }),
  })
  .meta({ id: 'FaqWarning' });

export const SavedFaq = z
  .object({
    ...VIEW,
    warnings: z.array(Warning).meta({
      description: `Questions that other pairs have, ${MAX_WARNINGS} at most. The pair is saved anyway.`,
    }),
  })
  .meta({ id: 'SavedFaq' });
export type SavedFaq = z.infer<typeof SavedFaq>;

export const FaqPage = pageBody('FaqPage', Faq);

const MODES = ['add', 'replace'] as const;

export const ImportFaqs = z.object({
  mode: z
    .enum(MODES)
    .default('add')
    .meta({
      description:
        '`add`: keeps all present pairs. `replace`: deletes pairs and questions that the file does not have.',
      examples: ['add'],
    }),
  language: z
    .enum(LANGUAGES)
    .optional()
    .meta({ description: 'The language of new pairs.', examples: ['id'] }),
  dry_run: z
    .enum(['true', 'false'])
    .default('false')
    .meta({
      description: '`true`: reports what the import would do, and changes nothing.',
      examples: ['true'],
    }),
});
export type ImportFaqs = z.infer<typeof ImportFaqs>;

export const ImportReport = z
  .object({
    rows: z.int().meta({ description: 'Rows with text, without the header.', examples: [3] }),
    added_faqs: z.int().meta({ description: 'New answers.', examples: [1] }),
    added_questions: z
      .int()
      .meta({ description: 'New questions, of new and present answers.', examples: [2] }),
    unchanged: z.int().meta({ description: 'Rows that were known already.', examples: [0] }),
    removed_faqs: z.int().meta({ description: 'Answers that the file does not have.', examples: [0] }),
    removed_questions: z.int().meta({ description: 'Their questions, and others.', examples: [0] }),
    ...BadRows,
  })
  .meta({ id: 'FaqImportReport' });
export type ImportReport = z.infer<typeof ImportReport>;
