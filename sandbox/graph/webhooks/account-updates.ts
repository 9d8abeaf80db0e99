import type { Cloud } from '../cloud.ts';
import type { Json } from '../json.ts';
import { numbersOfPortfolio } from '../numbers.ts';
import type { CloudNumber, NumberData } from '../records.ts';
import { notifyValue } from './notify.ts';

const DAY_SECONDS = 86_400;

/** Sends the webhooks of a changed state, quality or limit. */
export function notifyAccountChange(cloud: Cloud, number: CloudNumber, before: NumberData): void {
  const { data, digits } = number;
  const update = data.state === before.state ? null : accountUpdate(cloud, number, before);
  if (update) notifyValue(cloud, number, 'account_update', { phone_number: digits, ...update });
  if (data.quality_rating !== before.quality_rating) {
    const event = data.quality_rating === 'RED' ? 'FLAGGED' : 'UNFLAGGED';
    notifyValue(cloud, number, 'phone_number_quality_update', {
      display_phone_number: digits,
      event,
      current_limit: data.messaging_limit,
      max_daily_conversations_per_business: data.messaging_limit,
    });
  }
  if (data.messaging_limit !== before.messaging_limit) notifyLimit(cloud, number);
}

/** One webhook for each business account of the portfolio. */
function notifyLimit(cloud: Cloud, { data: { portfolio_id, messaging_limit } }: CloudNumber): void {
  const numbers = numbersOfPortfolio(cloud, portfolio_id);
  const accounts = new Map(numbers.map((each) => [each.data.waba_id, each]));
  for (const number of accounts.values()) {
    notifyValue(cloud, number, 'business_capability_update', {
      max_daily_conversations_per_business: messaging_limit,
      max_phone_numbers_per_waba: 25,
    });
  }
}

function accountUpdate(cloud: Cloud, { data }: CloudNumber, before: NumberData): Json | null {
  const now = Math.floor(cloud.clock.now() / 1000);
  switch (data.state) {
    case 'banned':
      return ban('DISABLE', now);
    case 'locked':
      return { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SPAM' } };
    case 'restricted':
      return {
        event: 'ACCOUNT_RESTRICTION',
        restriction_info: [
          { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: now + DAY_SECONDS },
        ],
      };
    case 'deleted':
      return { event: 'ACCOUNT_DELETED' };
    case 'active':
      return before.state === 'banned' ? ban('REINSTATE', now) : null;
    case 'unregistered':
      return null;
    default:
      return data.state satisfies never;
  }
}

const ban = (waba_ban_state: string, now: number) => ({
  event: 'DISABLED_UPDATE',
  ban_info: { waba_ban_state, waba_ban_date: String(now) },
});
