import { z } from 'zod';
import { list } from '../../../platform/lib/list.ts';
import { numberedFields, numberedQuery } from '../../../platform/lib/page.ts';
import { phoneField } from '../../../platform/lib/phone-field.ts';
import { apiString, atMost, isLonger } from '../../../platform/lib/text.ts';
import { MAX_KEYWORD, MAX_KEYWORDS, normalizeKeyword } from './keywords.ts';

const PHONE_EXAMPLE = '6281234567890';

const OPT_OUT_REASONS = ['keyword', 'account', 'preference', 'refusal'] as const;

/** Of a call. */
export const MAX_CONSENT_CHANGES = 50;

export const AddOptOut = z
  .object({
    phone: phoneField(),
  })
  .meta({ id: 'AddOptOut' });

export const OptOut = z
  .object({
    phone: z.string().meta({
      description:
        "Digits only, in international form; or the provider's id of a customer who hides the number.",
      examples: [PHONE_EXAMPLE],
    }),
    word: z
      .string()
      .nullable()
      .meta({
        description: 'The keyword that the customer wrote; null without one.',
        examples: ['STOP'],
      }),
    reason: z.enum(OPT_OUT_REASONS).meta({
      description:
        '`keyword`: the customer wrote it. `account`: the account added the number. `preference`: the customer ' +
        'stopped advertising in WhatsApp. `refusal`: WhatsApp refused a message for this reason.',
      examples: ['keyword'],
    }),
    created_at: z.string().meta({ format: 'date-time', examples: ['2025-11-21T09:00:00.000Z'] }),
  })
  .meta({ id: 'OptOut' });
export type OptOut = z.infer<typeof OptOut>;

const ConsentChange = z
  .object({
    phone: OptOut.shape.phone,
    change: z.enum(['opted_out', 'opted_in']).meta({ examples: ['opted_out'] }),
    reason: z.enum(OPT_OUT_REASONS).meta({
      description:
        '`keyword`: the customer wrote it. `account`: the account changed the list. `preference`: the customer ' +
        'stopped or resumed advertising in WhatsApp. `refusal`: WhatsApp refused a message for this reason.',
      examples: ['keyword'],
    }),
    word: OptOut.shape.word,
    at: z.string().meta({ format: 'date-time', examples: ['2025-11-21T09:00:00.000Z'] }),
  })
  .meta({ id: 'ConsentChange' });
export type ConsentChange = z.infer<typeof ConsentChange>;

export const Consent = z
  .object({
    opted_out: z.boolean().meta({
      description: 'Broadcasts leave the customer out, because of any number or id of the person.',
      examples: [true],
    }),
    opt_outs: z.array(OptOut).meta({ description: 'On the list now, newest first.' }),
    changes: z.array(ConsentChange).meta({
      description: `The last ${MAX_CONSENT_CHANGES}, newest first. Kurir keeps them since version 0.1.`,
    }),
  })
  .meta({ id: 'ContactConsent' });
export type Consent = z.infer<typeof Consent>;

export const ListOptOuts = z.object({
  phone: apiString()
    .optional()
    .meta({
      description: 'Only this number, in any format. Empty means all.',
      examples: [PHONE_EXAMPLE],
    }),
  ...numberedQuery,
});
export type ListOptOuts = z.infer<typeof ListOptOuts>;

export const OptOutPage = z
  .object({
    data: z.array(OptOut).meta({ description: 'Newest first; empty after the last page.' }),
    ...numberedFields,
  })
  .meta({ id: 'OptOutPage' });

export const OptOutParams = z.object({
  phone: apiString().meta({ description: 'The `phone` of the opt-out.', examples: [PHONE_EXAMPLE] }),
});

/** Normalizing a long text takes long. */
const isKeyword = (text: string) => isLonger(text, MAX_KEYWORD) || normalizeKeyword(text) !== '';

const keyword = apiString()
  .refine(...atMost(MAX_KEYWORD))
  .refine(isKeyword, 'must have more than punctuation and spaces')
  .transform(normalizeKeyword)
  .meta({ minLength: 1, maxLength: MAX_KEYWORD, pattern: '\\S' });

const keywords = (min: number) =>
  list(keyword, { max: MAX_KEYWORDS, ...(min > 0 && { empty: `must have at least ${min}` }) })
    .transform((words) => [...new Set(words)])
    .nullish();

/** An absent list stays as it is. */
export const SetKeywords = z
  .object({
    opt_out_words: keywords(1).meta({
      description: `1 to ${MAX_KEYWORDS} keywords of at most ${MAX_KEYWORD} characters that opt a customer out.`,
      examples: [['STOP', 'BERHENTI']],
    }),
    opt_in_words: keywords(0).meta({
      description: `At most ${MAX_KEYWORDS} keywords that end an opt-out. A keyword cannot be in both lists.`,
      examples: [['START', 'MULAI']],
    }),
  })
  .refine(({ opt_out_words, opt_in_words }) => (opt_out_words ?? opt_in_words) != null, {
    path: ['opt_out_words'],
    error: 'is required, unless opt_in_words is given',
  })
  .meta({ id: 'SetOptOutWords', minProperties: 1 });
export type SetKeywords = z.infer<typeof SetKeywords>;

export const Keywords = z
  .object({
    opt_out_words: z.array(z.string()).meta({
      description: 'Keywords that opt a customer out, in upper case.',
      examples: [['STOP', 'BERHENTI']],
    }),
    opt_in_words: z.array(z.string()).meta({
      description: 'Keywords that end an opt-out, in upper case.',
      examples: [['START', 'MULAI']],
    }),
  })
  .meta({ id: 'OptOutWords' });
