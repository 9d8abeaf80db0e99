import { z } from 'zod';
import { DECIMALS } from '../money.ts';

const AMOUNT = new RegExp(`^\\d{1,12}(\\.\\d{1,${DECIMALS}})?$`);
const NUMBER = `must be a number above 0 with a point and at most ${DECIMALS} decimals`;
const CURRENCY = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be three letters of ISO 4217')
  .meta({ description: 'ISO 4217: one that has rates.', examples: ['IDR'] });
const money = (description: string, example: string) => z.string().meta({ description, examples: [example] });

const Cap = z
  .object({
    amount: z
      .string()
      .regex(AMOUNT, NUMBER)
      .refine((amount) => /[1-9]/.test(amount), NUMBER)
      .meta({ description: 'Of one month.', examples: ['2000000.00'] }),
    currency: CURRENCY,
  })
  .meta({ id: 'CostCap' });
export type Cap = z.infer<typeof Cap>;

export const SetCostCap = z
  .object({ cap: Cap.nullable().meta({ description: 'Null: no cap.' }) })
  .meta({ id: 'SetCostCap' });
export type SetCostCap = z.infer<typeof SetCostCap>;

/** From this share of the cap on, people are warned. */
export const WARNING_PERCENT = 80;

const SPENDING_STATES = ['below', 'near', 'reached'] as const;

export const Spending = z
  .object({
    amount: money('The cap.', '2000000.00'),
    currency: z.string().meta({ examples: ['IDR'] }),
    spent: money(
      'Charged messages since the first day of the month (UTC), by their rates. Near the cap also messages of ' +
        'broadcasts that have left in the last day and are neither delivered nor failed.',
      '1650000.00',
    ),
    state: z.enum(SPENDING_STATES).meta({
      description:
        `\`near\`: at least ${WARNING_PERCENT} % are spent. \`reached\`: broadcasts are paused and automation hands ` +
        'conversations to people, on official numbers.',
      examples: ['near'],
    }),
    resumes_at: z.string().meta({
      format: 'date-time',
      description: 'The first moment of the next month (UTC).',
      examples: ['2026-12-01T00:00:00.000Z'],
    }),
  })
  .meta({ id: 'Spending' });
export type Spending = z.infer<typeof Spending>;

export const CostCapSetting = z
  .object({
    cap: Spending.nullable().meta({ description: 'Null: no cap.' }),
    currencies: z
      .array(z.string())
      .meta({ description: 'Those that have rates: a cap has one of them.', examples: [['IDR']] }),
  })
  .meta({ id: 'CostCapSetting' });
export type CostCapSetting = z.infer<typeof CostCapSetting>;
