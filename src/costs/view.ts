import { type Cost, type CostGroup, type CostRow, MAX_ROWS } from './schema.ts';
import type { CountRow } from './store.ts';

/** The sums of all messages, and of each group. */
export function sumsOf(rows: readonly CountRow[]): { total: Cost; groups: Map<string, Cost> } {
  const total = none();
  const groups = new Map<string, Cost>();
  for (const row of rows) {
    add(total, row);
    if (row.bucket === null) continue;
    const group = groups.get(row.bucket) ?? none();
    groups.set(row.bucket, group);
    add(group, row);
  }
  return { total, groups };
}

/** Days in their order, also those without messages; of other groups the largest. */
export function viewGroups(
  group: CostGroup,
  groups: ReadonlyMap<string, Cost>,
  dates: readonly string[],
): CostRow[] {
  if (group === 'day') return dates.map((date) => ({ date, ...(groups.get(date) ?? none()) }));
  return [...groups]
    .toSorted(([a, one], [b, other]) => other.messages - one.messages || (a < b ? -1 : 1))
    .slice(0, MAX_ROWS)
    .map(([bucket, cost]) => ({ ...nameOf(group, bucket), ...cost }));
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

function add(cost: Cost, { billable, messages }: CountRow): void {
  cost.messages += messages;
  if (billable) cost.billable += messages;
}

const none = (): Cost => ({ messages: 0, billable: 0 });
