import { z } from 'zod';
import { requiredString } from '../../../platform/lib/text.ts';
import { problemsOf, VARIABLES } from '../canned-replies/variables.ts';

const MAX_DELAY_MINUTES = 1_440;
const MAX_PAUSE_DAYS = 365;
/** Of a list message of the official provider. */
const MAX_QUESTION = 1_000;
const MAX_LANGUAGES = 10;

const texts = (description: string, example: object) =>
  z
    .record(
      z.string().regex(/^[a-z]{2}$/, 'must be a code such as id'),
      requiredString(MAX_QUESTION).superRefine((text, { addIssue }) => {
        for (const message of problemsOf(text, VARIABLES)) addIssue({ code: 'custom', message });
      }),
    )
    .refine((given) => Object.keys(given).length <= MAX_LANGUAGES, `must have at most ${MAX_LANGUAGES}`)
    .default({})
    .meta({ description, examples: [example] });

export const RatingRequest = z.object({
  delay_minutes: z
    .int()
    .min(1)
    .max(MAX_DELAY_MINUTES)
    .default(5)
    .meta({
      description:
        'The question leaves this time after the end. A conversation that is opened again before is not asked.',
      examples: [5],
    }),
  pause_days: z
    .int()
    .min(0)
    .max(MAX_PAUSE_DAYS)
    .default(30)
    .meta({ description: 'A person is not asked again within these days.', examples: [30] }),
  texts: texts(
    'The question by language, such as `id`. Other languages have the text of Kurir. Variables are those of canned ' +
      'replies; `agent.name` is who resolved.',
    { id: 'Halo {{customer.first_name|Kak}}, seberapa puas Anda? Balas dengan angka 1 sampai 5.' },
  ),
  says_thanks: z
    .boolean()
    .default(true)
    .meta({ description: 'Whether a rating gets one message of thanks.', examples: [true] }),
  thanks_texts: texts('The thanks by language.', { id: 'Terima kasih atas penilaian Anda.' }),
});
export type RatingRequest = z.infer<typeof RatingRequest>;
