import { z } from 'zod';
import { deviceUuids } from '../../gateway/devices/device.ts';
import { changeOf } from '../../platform/lib/change-of.ts';
import { list } from '../../platform/lib/list.ts';
import { apiString, atMost, requiredString } from '../../platform/lib/text.ts';
import { LanguageModelField, LanguageModelView } from '../language-model/settings.ts';
import { LANGUAGES, perLanguage, TONES } from '../languages/language.ts';
import { textProblems } from '../texts.ts';
import { ModelView } from '../trial/model/schema.ts';

const SCHEDULES = ['always', 'open', 'closed'] as const;
export const MODES = ['live', 'shadow'] as const;
export type Mode = (typeof MODES)[number];

const MAX_SCOPE = 500;
const MAX_TEXT = 1_000;
const MAX_TOPICS = 50;
const MAX_TOPIC_NAME = 100;
const MAX_WORDS = 100;
const MAX_WORD = 100;
const MIN_ANSWER = 100;
const MAX_ANSWER = 4_000;
const MAX_ABSTENTIONS = 10;
const MAX_SYNONYMS = 500;
const MAX_START_WORDS = 20;

/** In a text for closed hours: the next opening, in words. */
export const OPENS_AT = '{{opens_at}}';

/** Variables of automations, and the next opening. */
const templated = (max: number) =>
  apiString()
    .refine(...atMost(max))
    .superRefine((text, issues) => {
      for (const problem of textProblems(text.replaceAll(OPENS_AT, ''))) {
        const message = problem.replace(': use ', ': use opens_at, ');
        issues.addIssue({ code: 'custom', message });
      }
    });

/** One text per language. Null: the text of Kurir. Empty: no text. */
const ownText = templated(MAX_TEXT).nullable();
const texts = z.object(perLanguage(ownText.default(null)));
/** A language that is missing stays. */
const changedTexts = z.object(perLanguage(ownText)).partial();

const words = () =>
  list(requiredString(MAX_WORD), { max: MAX_WORDS, empty: 'must have a word' }).meta({
    description: 'Words or phrases. Each counts as a whole word, in any case.',
    examples: [['pengacara', 'gugatan']],
  });

const Handoff = z.object({
  enabled: z.boolean().meta({
    description:
      'False: no automation of the account hands off to staff, for a number that no person reads. Customers get ' +
      '`off_texts` in place of a hand-off.',
    examples: [true],
  }),
  after_abstentions: z
    .int()
    .min(1)
    .max(MAX_ABSTENTIONS)
    .meta({ description: 'Questions without an answer until staff gets the conversation.', examples: [2] }),
  texts: texts.meta({
    description:
      'What the customer gets when staff takes over during business hours. Null: the default text.',
  }),
  closed_texts: texts.meta({
    description: `The same outside business hours. \`${OPENS_AT}\` becomes the next opening.`,
  }),
  off_texts: texts.meta({
    description: 'What the customer gets without an answer when `enabled` is false. Null: the default text.',
  }),
  complaint_words: list(requiredString(MAX_WORD), { max: MAX_WORDS })
    .nullable()
    .meta({
      description:
        'A message with one of these words goes to staff, unless an answer is sure. Null: the default list.',
      examples: [null],
    }),
});

const Topic = z.object({
  name: requiredString(MAX_TOPIC_NAME).meta({ description: 'For staff.', examples: ['hukum'] }),
  words: words(),
});

const score = z.number().min(0).max(1);
const Bands = z
  .object({
    answer: score.meta({ description: 'Answers from this confidence on.', examples: [0.8] }),
    clarify: score.meta({ description: 'Asks back from this confidence on.', examples: [0.4] }),
  })
  .refine(({ answer, clarify }) => clarify <= answer, {
    path: ['clarify'],
    error: 'must not be higher than answer',
  });

const Synonym = z.object({
  word: requiredString(MAX_WORD).meta({ examples: ['ongkos'] }),
  means: requiredString(MAX_WORD).meta({ examples: ['ongkir'] }),
});

/** What the API takes and shows, without the language model. */
const FIELDS = {
  enabled: z.boolean().meta({ description: 'Whether the assistant reads messages.', examples: [true] }),
  mode: z.enum(MODES).meta({
    description: '`shadow`: decides and stores what it would have answered, and sends nothing.',
    examples: ['live'],
  }),
  schedule: z.enum(SCHEDULES).meta({
    description: 'When it reads messages: `always`, or while the business hours are `open` or `closed`.',
    examples: ['always'],
  }),
  start_words: list(requiredString(MAX_WORD), {
    max: MAX_START_WORDS,
    empty: 'must have a word; null: always',
  })
    .nullable()
    .meta({
      description:
        'It begins with a message that starts with one of these words, and goes on until the conversation is closed ' +
        'or handed off. Null: it begins by itself.',
      examples: [null, ['tanya', 'ask']],
    }),
  device_uuids: deviceUuids('Only on these devices.'),
  languages: list(z.enum(LANGUAGES), { max: LANGUAGES.length, empty: 'must have a language' })
    .refine((all) => new Set(all).size === all.length, 'must have each language once')
    .meta({
      description:
        'Languages of its texts. The first one is for messages whose language is unclear. ' +
        'At first that of the country code of the account: Portuguese, Spanish, or Indonesian and English.',
      examples: [['id', 'en']],
    }),
  scope: requiredString(MAX_SCOPE)
    .nullable()
    .meta({
      description: 'What it helps with. Customers read it when it has no answer. A language model needs it.',
      examples: ['pesanan, pengiriman dan pembayaran Toko Maju'],
    }),
  tone: z.enum(TONES).meta({ description: 'Of the texts of Kurir.', examples: ['friendly'] }),
  introduce: z.boolean().meta({
    description: 'Whether its first answer of a conversation says that it is an automated assistant.',
    examples: [true],
  }),
  bands: Bands.nullable().meta({
    description:
      '`answer`: from which score of the best FAQ pair it answers. `clarify`: from which confidence it asks back. ' +
      'Null: as the training found. A question in nearly the words of a FAQ pair has the score 1.',
    examples: [null],
  }),
  handoff: Handoff,
  forbidden_topics: list(Topic, { max: MAX_TOPICS }).meta({
    description: 'A message about one of these topics goes to staff.',
    examples: [[]],
  }),
  synonyms: list(Synonym, { max: MAX_SYNONYMS }).meta({
    description: 'Own words of the business and its customers.',
    examples: [[]],
  }),
  max_answer_length: z
    .int()
    .min(MIN_ANSWER)
    .max(MAX_ANSWER)
    .meta({ description: 'In characters. Longer answers from documents are shortened.', examples: [1_000] }),
};

export const AssistantSettings = z.object(FIELDS);
export type AssistantSettings = z.infer<typeof AssistantSettings>;

const { handoff, ...OTHERS } = FIELDS;

export const ChangeAssistant = changeOf(
  {
    ...OTHERS,
    handoff: Handoff.extend({
      texts: changedTexts,
      closed_texts: changedTexts,
      off_texts: changedTexts,
    }).partial(),
    language_model: LanguageModelField,
  },
  'enabled',
).meta({ id: 'ChangeAssistant' });
export type ChangeAssistant = z.infer<typeof ChangeAssistant>;

export const AssistantView = z
  .object({
    ...FIELDS,
    language_model: LanguageModelView,
    model: ModelView.meta({ description: 'What it has learned.' }),
    updated_at: z
      .string()
      .nullable()
      .meta({ format: 'date-time', description: 'Null: never changed.', examples: [null] }),
  })
  .meta({ id: 'Assistant' });
export type AssistantView = z.infer<typeof AssistantView>;

export const DEFAULTS: AssistantSettings = {
  enabled: false,
  mode: 'live',
  schedule: 'always',
  start_words: null,
  device_uuids: null,
  languages: ['id', 'en'],
  scope: null,
  tone: 'friendly',
  introduce: true,
  bands: null,
  handoff: {
    enabled: true,
    after_abstentions: 2,
    texts: perLanguage(null),
    closed_texts: perLanguage(null),
    off_texts: perLanguage(null),
    complaint_words: null,
  },
  forbidden_topics: [],
  synonyms: [],
  max_answer_length: 1_000,
};
