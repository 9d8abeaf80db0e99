import { z } from 'zod';
import { list } from '../../../platform/lib/list.ts';
import { apiDate } from '../../../platform/lib/timestamp.ts';
import { marketNamed } from '../countries.ts';
import { DECIMALS } from '../money.ts';

/** Of one call, and of one file. */
export const MAX_SAVED = 1_000;
/** Kept rates: those of three years, of all markets and categories. */
export const MAX_RATES = 5_000;

const AMOUNT = new RegExp(`^\\d{1,8}(\\.\\d{1,${DECIMALS}})?$`);

const market = z
  .string()
  .max(100)
  .refine((name) => marketNamed(name) !== null, 'is not known: use a country or a group of the rate card')
  .meta({
    description: 'A country, or a group such as `Rest of Africa`, as on the rate card of the provider.',
    examples: ['Indonesia'],
  });
const category = z
  .string()
  .regex(/^[a-z][a-z_]{0,39}$/, 'has the wrong format')
  .meta({ description: 'As in `pricing.category` of a message.', examples: ['marketing'] });
const valid_from = apiDate().meta({
  description: 'First day (UTC), until a later rate.',
  examples: ['2026-10-01'],
});

export const GivenRate = z
  .object({
    market,
    category,
    valid_from,
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be three letters of ISO 4217')
      .meta({ description: 'ISO 4217.', examples: ['IDR'] }),
    amount: z
      .string()
      .regex(AMOUNT, `must be a number with a point and at most ${DECIMALS} decimals`)
      .nullable()
      .meta({ description: 'Of one message. Null removes the rate.', examples: ['123.45'] }),
  })
  .meta({ id: 'GivenRate' });
export type GivenRate = z.infer<typeof GivenRate>;

export const SaveRates = z
  .object({ rates: list(GivenRate, { max: MAX_SAVED, empty: 'must have a rate' }) })
  .meta({ id: 'SaveRates' });

const Rate = z
  .object({ ...GivenRate.shape, amount: z.string().meta({ examples: ['123.45'] }) })
  .meta({ id: 'Rate' });
export type Rate = z.infer<typeof Rate>;

export const Rates = z
  .object({ data: z.array(Rate).meta({ description: `All rates, by market: at most ${MAX_RATES}.` }) })
  .meta({ id: 'Rates' });

export const SavedRates = z
  .object({
    saved: z.int().meta({ description: 'New and changed rates.', examples: [120] }),
    removed: z.int().meta({ description: 'Rates that are gone.', examples: [0] }),
  })
  .meta({ id: 'SavedRates' });
export type SavedRates = z.infer<typeof SavedRates>;
