import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import { chargesSql } from '../../engines/kinds.ts';
import { callingCodeOf } from '../charge.ts';

/** As an account has it; both are null without a cap. */
export interface CapColumns {
  cost_cap: string | null;
  cost_cap_currency: string | null;
}

export const CAP_COLUMNS = 'cost_cap::text as cost_cap, cost_cap_currency';

export const findCap = statement<{ accountId: number }, CapColumns>(
  'costs.find_cap',
  `select ${CAP_COLUMNS} from accounts where id = :accountId`,
).one;

export const lockCap = statement<{ accountId: number }, CapColumns>(
  'costs.lock_cap',
  `select ${CAP_COLUMNS} from accounts where id = :accountId for no key update`,
).one;

export const setCap = statement<{
  accountId: number;
  amount: string | null;
  currency: string | null;
  now: Date;
}>(
  'costs.set_cap',
  `update accounts set cost_cap = :amount::numeric, cost_cap_currency = :currency,
     cost_cap_set_at = :now::timestamptz
   where id = :accountId`,
).run;

/** Messages of one price. */
export interface PricedCount {
  day: string;
  category: string;
  calling_code: string;
  messages: number;
}

/** The account, and the first day of its month. */
interface MonthOf {
  accountId: number;
  month: string;
}

/** What the provider has charged. */
export const readCharged = statement<MonthOf, PricedCount>(
  'costs.read_charged',
  `select to_char(day, 'YYYY-MM-DD') as day, category, calling_code, sum(messages)::bigint as messages
   from message_costs where account_id = :accountId and day >= :month::date and billable group by 1, 2, 3`,
).all;

const COUNT_CLAIMED = statement<{ accountId: number; since: Date }, { messages: number }>(
  'costs.count_claimed',
  `select coalesce(sum(claimed - failed_count), 0)::bigint as messages
   from (select claimed, failed_count, next_at from broadcasts where account_id = :accountId offset 0) b
   where claimed > failed_count and next_at > :since`,
);

/** Messages of broadcasts that have sent since then, also those from before: more than are unreported. */
export async function countClaimed(db: Queryable, accountId: number, since: Date): Promise<number> {
  return (await COUNT_CLAIMED.one(db, { accountId, since })).messages;
}

/** Messages of broadcasts that left since then, or leave now, and are neither charged nor failed. */
export const readUnreported = statement<{ accountId: number; since: Date }, Omit<PricedCount, 'day'>>(
  'costs.read_unreported',
  `select coalesce(pricing ->> 'category', approved ->> 'category',
       case when approved is null then 'service' else 'marketing' end) as category,
     calling_code, sum(messages)::bigint as messages
   from (
     select m.broadcast_id, m.pricing, ${callingCodeOf('m.phone')} as calling_code, count(*) as messages
     from (select id from devices where account_id = :accountId and ${chargesSql('engine')} offset 0) d
     cross join lateral (
       select broadcast_id, pricing, phone from messages
       where device_id = d.id and broadcast_id is not null and body is not null
         and greatest(created_at, not_before) > :since
         and status in ('queued', 'sent') and not held and charged_at is null
         and coalesce((pricing ->> 'billable')::boolean, true)
       offset 0
     ) m
     group by 1, 2, 3
   ) counted
   cross join lateral (select approved from broadcasts where id = counted.broadcast_id limit 1) b
   group by 1, 2`,
).all;

const LOCK_SPENDING = statement<{ accountId: number }, { locked: boolean }>(
  'costs.lock_spending',
  `select pg_try_advisory_xact_lock(hashtextextended('spending of an account', :accountId)) as locked`,
);

/** Until the transaction ends; false if another one holds it. */
export async function lockSpending(tx: Queryable, accountId: number): Promise<boolean> {
  return (await LOCK_SPENDING.one(tx, { accountId })).locked;
}

const CALLING_CODES = statement<{ phones: readonly string[] }, { phone: string; calling_code: string }>(
  'costs.find_calling_codes',
  `select phone, ${callingCodeOf('phone')} as calling_code from unnest(:phones::text[]) phone`,
);

export async function findCallingCodes(
  db: Queryable,
  phones: readonly string[],
): Promise<Map<string, string>> {
  const rows = await CALLING_CODES.all(db, { phones });
  return new Map(rows.map(({ phone, calling_code }) => [phone, calling_code]));
}
