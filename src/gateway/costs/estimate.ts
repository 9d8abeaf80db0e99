import { z } from 'zod';
import type { Db } from '../../platform/lib/db/db.ts';
import { amountText } from './money.ts';
import { openRates } from './rates/rates.ts';
import { Amounts } from './schema.ts';
import { amountsOf } from './view.ts';

const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });
const MESSAGES = 'Messages that the provider would deliver.';
const FREE =
  'Those of `messages` that are free: the recipient came from an advertisement in the last 72 hours.';

const MarketEstimate = z
  .object({
    market: z
      .string()
      .meta({ description: 'Of the rate; without one the country, or `Other`.', examples: ['Indonesia'] }),
    messages: count(MESSAGES, 140),
    free: count(FREE, 2),
    rate: z
      .object({
        currency: z.string().meta({ examples: ['IDR'] }),
        amount: z.string().meta({ examples: ['586.33'] }),
      })
      .nullable()
      .meta({ description: 'Of one message. Null: the operator has entered none.' }),
  })
  .meta({ id: 'MarketEstimate' });

export const CostEstimate = z
  .object({
    category: z
      .string()
      .meta({ description: 'Of the template; `service` for free text.', examples: ['marketing'] }),
    messages: count(MESSAGES, 140),
    free: count(FREE, 2),
    amounts: Amounts.meta({
      description:
        'What they cost if all of them are delivered, by the rates of the first day: one item per currency.',
    }),
    without_rate: count('Those of `messages` that are not free and have no rate: `amounts` lacks them.', 0),
    markets: z.array(MarketEstimate).meta({ description: 'The largest first.' }),
    exceeds_cap: z.boolean().meta({
      description: 'The broadcast would pause at the cost cap of this month.',
      examples: [false],
    }),
  })
  .meta({ id: 'CostEstimate' });
export type CostEstimate = z.infer<typeof CostEstimate>;

/** Messages to one calling code. */
export interface ExpectedMessages {
  calling_code: string;
  messages: number;
  free: number;
}

type MarketSum = z.infer<typeof MarketEstimate>;

/** What messages of one category cost that leave on this day. */
export async function estimateCosts(
  db: Db,
  { category, day }: { category: string; day: string },
  expected: readonly ExpectedMessages[],
): Promise<Omit<CostEstimate, 'exceeds_cap'>> {
  const rates = await openRates(db);
  const markets = new Map<string, MarketSum>();
  const money = new Map<string, bigint>();
  let withoutRate = 0;
  for (const { calling_code, messages, free } of expected) {
    const { market, rate } = rates.priceOf(calling_code, category, day);
    const sum = markets.get(market) ?? { market, messages: 0, free: 0, rate: null };
    const cost = rate && { currency: rate.currency, amount: amountText(rate.millionths) };
    markets.set(market, { market, messages: sum.messages + messages, free: sum.free + free, rate: cost });
    if (!rate) withoutRate += messages - free;
    else
      money.set(rate.currency, (money.get(rate.currency) ?? 0n) + BigInt(messages - free) * rate.millionths);
  }
  const all = [...markets.values()].toSorted((one, other) => other.messages - one.messages);
  const total = (key: 'messages' | 'free') => all.reduce((sum, each) => sum + each[key], 0);
  return {
    category,
    messages: total('messages'),
    free: total('free'),
    amounts: amountsOf(money),
    without_rate: withoutRate,
    markets: all,
  };
}
