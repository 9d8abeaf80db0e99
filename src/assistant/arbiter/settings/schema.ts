import { z } from 'zod';
import { changeOf } from '../../../platform/lib/change-of.ts';
import { list } from '../../../platform/lib/list.ts';
import { requiredString } from '../../../platform/lib/text.ts';
import { phrasesIn } from '../../languages/words.ts';

export const DEFAULT_DEVICE_BUDGET = 120;
const MAX_WORDS = 100;
const MAX_WORD = 40;
const MAX_IGNORED = 1_000;
/** With blanks and punctuation. */
const MAX_PHONE_TEXT = 40;
const MAX_TEXT = 1_000;
const MAX_DELAY_SECONDS = 10;

const seconds = (min: number, max: number) => z.int().min(min).max(max);
const words = () => list(requiredString(MAX_WORD), { max: MAX_WORDS });

const count = (max: number, description: string, example: number) =>
  z
    .int()
    .min(1)
    .max(max)
    .meta({ description, examples: [example] });

const Breakers = z
  .object({
    per_minute: count(100, 'More answers to one customer in a minute open the breaker.', 5),
    per_hour: count(50, 'More answers to one customer in an hour open it.', 20),
    same_text: count(
      50,
      'The same text, answered this often within ten minutes, opens it when it comes again.',
      3,
    ),
    fast_replies: count(
      50,
      'Replies of the customer in a row, each within 1.5 s of an answer, that open it.',
      4,
    ),
    open_minutes: count(1_440, 'Until then, the automation does not answer this customer.', 60),
  })
  .meta({ id: 'AutomationBreakers' });

const delay = (description: string, example: number) =>
  z
    .number()
    .min(0)
    .max(MAX_DELAY_SECONDS)
    .meta({ description, examples: [example] });

const ReplyDelay = z
  .object({
    min_seconds: delay('Of a short answer. 0: none.', 1),
    max_seconds: delay('Of a long answer. 0: no delay at all.', 3),
  })
  .meta({ id: 'AutomationReplyDelay' });

const text = (description: string, example: string) =>
  requiredString(MAX_TEXT)
    .nullable()
    .meta({ description, examples: [null, example] });

const MEDIA_ACTIONS = ['hand_off', 'reply', 'ignore'] as const;

const Media = z
  .object({
    action: z.enum(MEDIA_ACTIONS).meta({
      description:
        'What follows a photo, voice note, document or location without words that nothing answers: `hand_off` to ' +
        'staff, `reply` with `text`, or `ignore`.',
      examples: ['hand_off'],
    }),
    sticker_action: z
      .enum(MEDIA_ACTIONS)
      .meta({ description: 'The same for stickers.', examples: ['ignore'] }),
    text: text('Of `reply`.', 'Maaf, saya hanya bisa membaca teks. Boleh ditulis, Kak?'),
  })
  .meta({ id: 'AutomationMedia' });

export const AutomationSettings = z
  .object({
    debounce_seconds: seconds(0, 10).meta({
      description:
        'The assistant waits this long after the last message, and at most three times as long, and reads the ' +
        'messages together.',
      examples: [2],
    }),
    reply_delay: ReplyDelay.meta({
      description: 'An answer is sent after the time in which a person types it, within these bounds.',
    }),
    typing: z.boolean().meta({
      description:
        'While an answer waits, the customer sees that the number types. An official number shows the message as ' +
        'read, too.',
      examples: [true],
    }),
    one_text: z.boolean().meta({
      description:
        'Texts of one answer are sent as one text, with a blank line between, on official numbers: their provider ' +
        'charges each message.',
      examples: [false],
    }),
    max_age_seconds: seconds(30, 86_400).meta({
      description: 'Staff answers messages that are older when their turn comes.',
      examples: [180],
    }),
    person_words: words().meta({
      description:
        'A message of such a word, or a short request with one, asks for a person. Case and punctuation do not ' +
        'matter.',
      examples: [['admin', 'cs', 'operator']],
    }),
    exit_words: words().meta({
      description:
        'A message of such a word ends a running flow. An auto-reply or a flow for the word answers, else a text of ' +
        'Kurir.',
      examples: [['batal', 'keluar']],
    }),
    ignored_phones: list(requiredString(MAX_PHONE_TEXT), { max: MAX_IGNORED }).meta({
      description:
        'No automation answers these numbers, such as suppliers and staff: their messages wait for staff. Any ' +
        'format; a leading 0 stands for the country code of the account.',
      examples: [['6281234567890']],
    }),
    queue_text: text(
      'A customer who waits for staff gets this text once. Null: none.',
      'Mohon tunggu, Kak. Admin segera membalas.',
    ),
    queue_return_text: text(
      'A customer for whom staff has not come within `queue_return_minutes` gets this text once, and the automation ' +
        'answers again. Null: none.',
      'Mohon maaf masih menunggu, Kak. Sementara itu saya coba bantu: ada pertanyaan apa?',
    ),
    media: Media,
    breakers: Breakers,
    device_budget_per_minute: z
      .int()
      .min(1)
      .max(1_000)
      .nullable()
      .meta({
        description: 'Answers of automations that one device sends in a minute. Null: no limit.',
        examples: [DEFAULT_DEVICE_BUDGET],
      }),
  })
  .meta({ id: 'AutomationSettings' });
export type AutomationSettings = z.infer<typeof AutomationSettings>;

const orStandard = (list: typeof AutomationSettings.shape.person_words) =>
  list
    .nullable()
    .meta({ description: `${list.description} Null: the standard words.`, examples: list.meta()?.examples });

export const ChangeAutomationSettings = changeOf(
  {
    ...AutomationSettings.shape,
    person_words: orStandard(AutomationSettings.shape.person_words),
    exit_words: orStandard(AutomationSettings.shape.exit_words),
    breakers: Breakers.partial(),
    reply_delay: ReplyDelay.partial(),
    media: Media.partial(),
  },
  'debounce_seconds',
).meta({ id: 'ChangeAutomationSettings' });
export type ChangeAutomationSettings = z.infer<typeof ChangeAutomationSettings>;

export const DEFAULTS: AutomationSettings = {
  debounce_seconds: 2,
  reply_delay: { min_seconds: 1, max_seconds: 3 },
  typing: true,
  one_text: false,
  max_age_seconds: 180,
  person_words: phrasesIn(({ handOff }) => handOff.person),
  exit_words: phrasesIn(({ handOff }) => handOff.exit),
  ignored_phones: [],
  queue_text: null,
  queue_return_text: null,
  media: { action: 'hand_off', sticker_action: 'ignore', text: null },
  breakers: { per_minute: 5, per_hour: 20, same_text: 3, fast_replies: 4, open_minutes: 60 },
  device_budget_per_minute: DEFAULT_DEVICE_BUDGET,
};
