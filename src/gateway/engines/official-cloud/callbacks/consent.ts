import { z } from 'zod';
import { type Consent, MARKETING_STOPPED } from '../../callbacks.ts';
import { errorCode, lenient, textOrNumber } from '../graph/lenient-values.ts';
import { addressOf, isCustomer } from './author.ts';

/** Field: customers stop and resume advertising. */
export const PREFERENCES = 'user_preferences';

const Preference = z.object({
  wa_id: lenient(textOrNumber(64)),
  user_id: lenient(z.string().max(200)),
  category: lenient(z.string()),
  value: z.string(),
});

/** Null: not about advertising. */
export function consentOf(item: unknown): Consent | null {
  const { wa_id, user_id, category, value } = Preference.safeParse(item).data ?? {};
  const phone = [addressOf(wa_id), user_id].find(isCustomer);
  const marketing = value?.toLowerCase();
  if (!phone || (marketing !== 'stop' && marketing !== 'resume')) return null;
  return (category ?? 'marketing_messages') === 'marketing_messages'
    ? { phone, marketing, reason: 'preference' }
    : null;
}

const Refused = z.object({
  recipient_id: lenient(textOrNumber(64)),
  recipient_user_id: lenient(z.string().max(200)),
  errors: z.array(lenient(z.object({ code: errorCode }))),
});

/** Null: another report. */
export function refusedConsent(status: unknown): Consent | null {
  const { recipient_id, recipient_user_id, errors = [] } = Refused.safeParse(status).data ?? {};
  const phone = [addressOf(recipient_id), recipient_user_id].find(isCustomer);
  const isRefusal = errors.some((error) => String(error?.code) === MARKETING_STOPPED);
  return phone && isRefusal ? { phone, marketing: 'stop', reason: 'refusal' } : null;
}
