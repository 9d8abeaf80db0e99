import type { Context } from '../../../context.ts';
import { record } from '../../../platform/audit/audit.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import type { Db } from '../../../platform/lib/db/db.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import { amountText, millionthsOf } from '../money.ts';
import { openRates, type RateBook } from '../rates/rates.ts';
import { type CostCapSetting, type SetCostCap, Spending, WARNING_PERCENT } from './schema.ts';
import type { CapColumns } from './store.ts';
import * as store from './store.ts';

export type { CapColumns } from './store.ts';
export const { CAP_COLUMNS, findCallingCodes, lockSpending } = store;

export const CapInTrouble = Spending;

type Account = { id: number };
type Reader = Pick<Context, 'db' | 'now'>;

/** Delivery is unlikely later. */
const UNREPORTED_MS = DAY;

export async function getCap(ctx: Reader, account: Account): Promise<CostCapSetting> {
  const columns = await store.findCap(ctx.db, { accountId: account.id });
  return viewSetting(ctx, account.id, columns);
}

/** FieldErrors for a currency without rates. */
export async function setCap(ctx: Context, account: Account, { cap }: SetCostCap): Promise<CostCapSetting> {
  const columns = {
    cost_cap: cap && amountText(millionthsOf(cap.amount)),
    cost_cap_currency: cap?.currency ?? null,
  };
  const known = (await openRates(ctx.db)).currencies();
  if (cap && !known.includes(cap.currency)) {
    const which = known.length === 0 ? 'the operator has entered no rates' : `use ${known.join(' or ')}`;
    throw new FieldErrors({ 'cap.currency': [`has no rates: ${which}`] });
  }
  await ctx.db.transaction(async (tx) => {
    const before = await store.lockCap(tx, { accountId: account.id });
    if (isSame(before, columns)) return;
    await store.setCap(tx, {
      accountId: account.id,
      amount: columns.cost_cap,
      currency: columns.cost_cap_currency,
      now: ctx.now(),
    });
    const detail = { amount: columns.cost_cap, currency: columns.cost_cap_currency };
    await record(tx, ctx, [
      { action: 'cost_cap.changed', accountId: account.id, target: account.id, detail },
    ]);
  });
  ctx.bus.publish('broadcasts');
  return viewSetting(ctx, account.id, columns);
}

const isSame = (one: CapColumns, other: CapColumns) =>
  one.cost_cap_currency === other.cost_cap_currency &&
  millionthsOf(one.cost_cap ?? '0') === millionthsOf(other.cost_cap ?? '0');

async function viewSetting(ctx: Reader, accountId: number, columns: CapColumns): Promise<CostCapSetting> {
  const [cap, rates] = [await readSpending(ctx, accountId, columns), await openRates(ctx.db)];
  return { cap, currencies: rates.currencies() };
}

/** Null: it has no cap. */
export async function findSpending(ctx: Reader, account: Account): Promise<Spending | null> {
  return readSpending(ctx, account.id, await store.findCap(ctx.db, { accountId: account.id }));
}

export async function exceedsCap(
  db: Db,
  accountId: number,
  { amounts, messages }: { amounts: readonly { currency: string; amount: string }[]; messages: number },
  at: Date,
): Promise<boolean> {
  const budget = await openBudget(db, accountId, await store.findCap(db, { accountId }), at, messages);
  if (!budget) return false;
  const { amount = '0' } = amounts.find(({ currency }) => currency === budget.currency) ?? {};
  return budget.isSpent || budget.spent + millionthsOf(amount) > budget.cap;
}

async function readSpending(ctx: Reader, accountId: number, columns: CapColumns): Promise<Spending | null> {
  const budget = await openBudget(ctx.db, accountId, columns, ctx.now());
  if (!budget) return null;
  const { cap, spent, isSpent, currency } = budget;
  const isNear = spent * 100n >= cap * BigInt(WARNING_PERCENT);
  const now = ctx.now();
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  return {
    amount: amountText(cap),
    currency,
    spent: amountText(spent),
    state: isSpent ? 'reached' : isNear ? 'near' : 'below',
    resumes_at: next.toISOString(),
  };
}

/** Of one month, in millionths. */
export class Budget {
  readonly cap: bigint;
  readonly currency: string;
  readonly #rates: RateBook;
  readonly #today: string;
  #spent: bigint;

  constructor(cap: bigint, currency: string, rates: RateBook, today: string) {
    this.cap = cap;
    this.currency = currency;
    this.#rates = rates;
    this.#today = today;
    this.#spent = 0n;
  }

  get spent(): bigint {
    return this.#spent;
  }

  get isSpent(): boolean {
    return this.#spent >= this.cap;
  }

  /** Without a rate, a message costs nothing. */
  spend(counts: readonly Partial<store.PricedCount>[]): void {
    for (const { calling_code = '', category = '', day = this.#today, messages = 1 } of counts) {
      const rate = this.#rates.find(calling_code, category, day);
      if (rate?.currency === this.currency) this.#spent += BigInt(messages) * rate.millionths;
    }
  }

  /** Whether this number could use up the rest. */
  mayBeSpentBy(messages: number): boolean {
    return this.#spent + BigInt(messages) * this.#rates.highest(this.currency, this.#today) >= this.cap;
  }
}

/** Null without a cap. Open broadcast messages count as charged; they are read only where they can decide. */
export async function openBudget(
  db: Db,
  accountId: number,
  { cost_cap, cost_cap_currency }: CapColumns,
  now: Date,
  adds = 0,
): Promise<Budget | null> {
  if (cost_cap === null || cost_cap_currency === null) return null;
  const today = now.toISOString().slice(0, 10);
  const budget = new Budget(millionthsOf(cost_cap), cost_cap_currency, await openRates(db), today);
  budget.spend(await store.readCharged(db, { accountId, month: `${today.slice(0, 7)}-01` }));
  if (budget.isSpent) return budget;
  const since = new Date(now.getTime() - UNREPORTED_MS);
  if (budget.mayBeSpentBy(adds + (await store.countClaimed(db, accountId, since))))
    budget.spend(await store.readUnreported(db, { accountId, since }));
  return budget;
}

/** Of these accounts, those that have spent their cap this month. */
export async function findSpentAccounts(
  db: Db,
  accounts: readonly ({ account_id: number } & CapColumns)[],
  now: Date,
): Promise<Set<number>> {
  const spent = new Set<number>();
  for (const [id, [account]] of Map.groupBy(accounts, ({ account_id }) => account_id)) {
    const budget = account && (await openBudget(db, id, account, now));
    if (budget?.isSpent) spent.add(id);
  }
  return spent;
}
