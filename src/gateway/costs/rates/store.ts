import { type NoParams, type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import type { Rate } from './schema.ts';

const COLUMNS = `market, category, to_char(valid_from, 'YYYY-MM-DD') as valid_from, currency, amount::text as amount`;

export const listRates = statement<NoParams, Rate>(
  'costs.list_rates',
  `select ${COLUMNS} from message_rates order by market, category, message_rates.valid_from`,
).all;

interface Keys {
  markets: readonly string[];
  categories: readonly string[];
  days: readonly string[];
}

const keysOf = (rates: readonly Omit<Rate, 'amount' | 'currency'>[]): Keys => ({
  markets: rates.map(({ market }) => market),
  categories: rates.map(({ category }) => category),
  days: rates.map(({ valid_from }) => valid_from),
});

const SAVE = statement<Keys & { currencies: readonly string[]; amounts: readonly string[] }>(
  'costs.save_rates',
  `insert into message_rates as kept (market, category, valid_from, currency, amount)
   select * from unnest(:markets::text[], :categories::text[], :days::date[], :currencies::text[], :amounts::numeric[])
   on conflict (market, category, valid_from) do update set currency = excluded.currency, amount = excluded.amount
   where (kept.currency, kept.amount) <> (excluded.currency, excluded.amount)`,
);

/** Returns the number of new and changed ones. */
export function saveRates(tx: Queryable, rates: readonly Rate[]): Promise<number> {
  return SAVE.run(tx, {
    ...keysOf(rates),
    currencies: rates.map(({ currency }) => currency),
    amounts: rates.map(({ amount }) => amount),
  });
}

const REMOVE = statement<Keys>(
  'costs.remove_rates',
  `delete from message_rates
   where (market, category, valid_from) in (
     select * from unnest(:markets::text[], :categories::text[], :days::date[])
   )`,
);

export function removeRates(tx: Queryable, rates: Parameters<typeof keysOf>[0]): Promise<number> {
  return REMOVE.run(tx, keysOf(rates));
}

const COUNT = statement<NoParams, { count: number }>(
  'costs.count_rates',
  'select count(*)::int as count from message_rates',
);

export async function countRates(tx: Queryable): Promise<number> {
  return (await COUNT.one(tx, {})).count;
}
