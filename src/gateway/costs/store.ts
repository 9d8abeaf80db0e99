import { type Queryable, statement } from '../../platform/lib/db/statement.ts';
import type { CostGroup } from './schema.ts';

/** What the costs are of. Days are `YYYY-MM-DD`. */
export interface Scope {
  accountId: number;
  /** Null: all devices. */
  deviceIds: readonly number[] | null;
  from: string;
  to: string;
}

export interface CountRow {
  /** Null: a message of no broadcast, or of no automation. */
  bucket: string | null;
  day: string;
  category: string;
  billable: boolean;
  calling_code: string;
  messages: number;
}

/** One statement per group, and not one with a choice, so that each reads only what it needs. */
const BUCKETS: Record<CostGroup, string> = {
  day: `to_char(c.day, 'YYYY-MM-DD')`,
  device: '(select device_uuid::text from devices where id = c.device_id)',
  category: 'c.category',
  broadcast: 'nullif(c.broadcast_id, 0)::text',
  automation: `nullif(c.automation, '')`,
};

const READ = Object.fromEntries(
  Object.entries(BUCKETS).map(([group, bucket]) => [
    group,
    statement<Scope, CountRow>(
      `costs.read_by_${group}`,
      `select ${bucket} as bucket, to_char(c.day, 'YYYY-MM-DD') as day, c.category, c.billable, c.calling_code,
         sum(c.messages)::bigint as messages
       from message_costs c
       where c.account_id = :accountId and c.day between :from::date and :to::date
         and (:deviceIds::bigint[] is null or c.device_id = any (:deviceIds::bigint[]))
       group by 1, 2, 3, 4, 5`,
    ),
  ]),
);

/** Counted messages. */
export function readCounts(db: Queryable, group: CostGroup, scope: Scope): Promise<CountRow[]> {
  const read = READ[group];
  if (!read) throw new Error(`No statement for ${group}.`);
  return read.all(db, scope);
}
