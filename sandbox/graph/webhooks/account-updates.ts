import type { Cloud } from '../cloud.ts';
import type { Json } from '../json.ts';
import type { CloudNumber, NumberData } from '../records.ts';
import { notifyValue } from './notify.ts';

const DAY_SECONDS = 86_400;

/** Sends the webhooks of a changed state or quality. */
export function notifyAccountChange(cloud: Cloud, number: CloudNumber, before: NumberData): void {
  const { data, digits } = number;
  const update = data.state === before.state ? null : accountUpdate(cloud, number, before);
  if (update) notifyValue(cloud, number, 'account_update', { phone_number: digits, ...update });
  if (data.quality_rating !== before.quality_rating) {
    const event = data.quality_rating === 'RED' ? 'FLAGGED' : 'UNFLAGGED';
    notifyValue(cloud, number, 'phone_number_quality_update', {
      display_phone_number: digits,
      event,
      current_limit: 'TIER_10K',
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
