import { CALLING_CODES } from '../../platform/lib/phone.ts';
import { ISLANDS } from './countries.ts';

/** Within +1 and +7, more digits tell the country. PostgreSQL takes the longest match. */
const CODE = `^(?:1(?:${[...ISLANDS.keys()].map((code) => code.slice(1)).join('|')})|7[67]|${CALLING_CODES})`;

/** SQL: the calling code of a recipient, or the country of a user id; empty when unknown. */
export const callingCodeOf = (phone: string) =>
  `coalesce(substring(${phone} from '${CODE}'), substring(${phone} from '^([A-Z]{2})\\.'), '')`;

/**
 * SQL: counts `charged` (account_id, charged_at, device_id, pricing, calling_code, broadcast_id, automation) in
 * `message_costs`. Statements lock the rows of messages first, and these in one order.
 */
export const countCharges = (charged: string) => `
  insert into message_costs as counted (account_id, day, device_id, category, pricing_type, billable, calling_code,
    broadcast_id, automation, messages)
  select account_id, (charged_at at time zone 'UTC')::date, device_id, pricing ->> 'category',
    coalesce(pricing ->> 'type', ''), (pricing ->> 'billable')::boolean, calling_code, coalesce(broadcast_id, 0),
    coalesce(concat_ws(' ', automation ->> 'kind', coalesce(automation ->> 'rule_id', automation ->> 'flow_id')), ''),
    count(*)
  from (${charged}) charged
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by 1, 2, 3, 4, 5, 6, 7, 8, 9
  on conflict (account_id, day, device_id, category, pricing_type, billable, calling_code, broadcast_id, automation)
    do update set messages = counted.messages + excluded.messages`;
