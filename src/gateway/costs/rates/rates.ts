import type { Context } from '../../../context.ts';
import { record } from '../../../platform/audit/audit.ts';
import type { Db } from '../../../platform/lib/db/db.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import { marketNamed, marketsOf } from '../countries.ts';
import { amountText, millionthsOf } from '../money.ts';
import { type GivenRate, MAX_RATES, type Rate, type SavedRates } from './schema.ts';
import * as store from './store.ts';

/** Amounts without needless zeros. */
export async function listRates({ db }: Pick<Context, 'db'>): Promise<Rate[]> {
  const rates = await store.listRates(db, {});
  return rates.map((rate) => ({ ...rate, amount: amountText(millionthsOf(rate.amount)) }));
}

/** Of two rates of one day the last one counts. FieldErrors for too many. */
export async function saveRates(ctx: Context, given: readonly GivenRate[]): Promise<SavedRates> {
  const latest = new Map<string, GivenRate>();
  for (const rate of given) {
    // The schema knows the market.
    const market = marketNamed(rate.market) ?? rate.market;
    latest.set(`${market} ${rate.category} ${rate.valid_from}`, { ...rate, market });
  }
  const rates = [...latest.values()];
  const kept = rates.flatMap((rate) => (rate.amount === null ? [] : [{ ...rate, amount: rate.amount }]));
  return ctx.db.transaction(async (tx) => {
    const removed = await store.removeRates(
      tx,
      rates.filter(({ amount }) => amount === null),
    );
    const saved = await store.saveRates(tx, kept);
    if ((await store.countRates(tx)) > MAX_RATES)
      throw new FieldErrors({ rates: [`must have at most ${MAX_RATES} rates in all`] });
    if (saved + removed > 0) {
      const detail = { saved, removed };
      await record(tx, ctx, [{ action: 'rates.changed', accountId: null, target: 'rates', detail }]);
    }
    return { saved, removed };
  });
}

interface BookedRate {
  from: string;
  currency: string;
  millionths: bigint;
}

/** The rates of all days. */
export class RateBook {
  /** By market and category, the latest first. */
  readonly #rates = new Map<string, BookedRate[]>();

  constructor(rates: readonly Rate[]) {
    for (const { market, category, valid_from: from, currency, amount } of rates) {
      const key = `${market} ${category}`;
      const others = this.#rates.get(key) ?? [];
      this.#rates.set(key, [{ from, currency, millionths: millionthsOf(amount) }, ...others]);
    }
  }

  /** In their order. */
  currencies(): string[] {
    const all = [...this.#rates.values()].flat().map(({ currency }) => currency);
    return [...new Set(all)].toSorted();
  }

  /** The highest amount in this currency that a message of this day can cost. 0 without a rate. */
  highest(currency: string, day: string): bigint {
    const amounts = [...this.#rates.values()].flatMap((rates) => {
      const rate = rates.find(({ from }) => from <= day);
      return rate?.currency === currency ? [rate.millionths] : [];
    });
    return amounts.reduce((highest, each) => (each > highest ? each : highest), 0n);
  }

  /** Of one message on this day. A country without its own rate has the rate of its group. */
  find(callingCode: string, category: string, day: string): BookedRate | null {
    return this.priceOf(callingCode, category, day).rate;
  }

  /** The same with its market: without a rate the country, or the group of unknown ones. */
  priceOf(callingCode: string, category: string, day: string): { market: string; rate: BookedRate | null } {
    const markets = marketsOf(callingCode);
    for (const market of markets) {
      const rate = this.#rates.get(`${market} ${category}`)?.find(({ from }) => from <= day);
      if (rate) return { market, rate };
    }
    return { market: markets[0] ?? '', rate: null };
  }
}

export async function openRates(db: Db): Promise<RateBook> {
  return new RateBook(await store.listRates(db, {}));
}
