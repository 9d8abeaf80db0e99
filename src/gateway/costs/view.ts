import { amountText } from './money.ts';
import type { RateBook } from './rates/rates.ts';
import { type Cost, type CostGroup, type CostRow, MAX_ROWS } from './schema.ts';
import type { CountRow } from './store.ts';

/** Of one group, or of all messages. */
interface Sum extends Omit<Cost, 'amounts'> {
  /** Millionths by currency. */
  amounts: Map<string, bigint>;
}

/** The sums of all messages, and of each group. */
export function sumsOf(rows: readonly CountRow[], rates: RateBook): { total: Sum; groups: Map<string, Sum> } {
  const total = none();
  const groups = new Map<string, Sum>();
  for (const row of rows) {
    add(total, row, rates);
    if (row.bucket === null) continue;
    const group = groups.get(row.bucket) ?? none();
    groups.set(row.bucket, group);
    add(group, row, rates);
  }
  return { total, groups };
}

/** Days in their order, also those without messages; of other groups the largest. */
export function viewGroups(
  group: CostGroup,
  groups: ReadonlyMap<string, Sum>,
  dates: readonly string[],
): CostRow[] {
  if (group === 'day') return dates.map((date) => ({ date, ...viewSum(groups.get(date)) }));
  return [...groups]
    .toSorted(([a, one], [b, other]) => other.messages - one.messages || (a < b ? -1 : 1))
    .slice(0, MAX_ROWS)
    .map(([bucket, sum]) => ({ ...nameOf(group, bucket), ...viewSum(sum) }));
}

export function viewSum({ amounts, ...counts }: Sum = none()): Cost {
  return { ...counts, amounts: amountsOf(amounts) };
}

/** Of millionths by currency. */
export function amountsOf(money: ReadonlyMap<string, bigint>): Cost['amounts'] {
  const sorted = [...money].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([currency, millionths]) => ({ currency, amount: amountText(millionths) }));
}

function nameOf(group: Exclude<CostGroup, 'day'>, bucket: string): Partial<CostRow> {
  switch (group) {
    case 'device':
      return { device_uuid: bucket };
    case 'category':
      return { category: bucket };
    case 'broadcast':
      return { broadcast_id: Number(bucket) };
    case 'automation': {
      const [kind = '', id = null] = bucket.split(' ');
      return { automation: { kind, id } };
    }
    default:
      return group satisfies never;
  }
}

function add(sum: Sum, { billable, messages, calling_code, category, day }: CountRow, rates: RateBook): void {
  sum.messages += messages;
  if (!billable) return;
  sum.billable += messages;
  const rate = rates.find(calling_code, category, day);
  if (!rate) {
    sum.without_rate += messages;
    return;
  }
  const { currency, millionths } = rate;
  sum.amounts.set(currency, (sum.amounts.get(currency) ?? 0n) + BigInt(messages) * millionths);
}

const none = (): Sum => ({ messages: 0, billable: 0, without_rate: 0, amounts: new Map() });
