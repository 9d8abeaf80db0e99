import { cut, MAX_ID } from '../../lib/text.ts';
import { meaningOf } from '../meaning.ts';
import { referralOf } from '../referral.ts';
import type { Announced, StoredInbound } from './store.ts';

/** What a receiver of `message.received` learns beside the fields of the contract. */
export function announcedOf({ id, phone, type, details: json = null }: StoredInbound): Announced {
  const details: unknown = json === null ? null : JSON.parse(json);
  const { kind = type, quote, ...rest } = meaningOf({ phone, details });
  const referral = referralOf(details);
  return {
    id,
    kind,
    details: Object.keys(rest).length > 0 ? JSON.stringify(rest) : null,
    referral: referral && JSON.stringify(referral),
    // The writer claims the rest of a quote, and can invent it.
    quote: quote?.wa_message_id ?? null,
    choice_id: choiceIn(details),
  };
}

function choiceIn(details: unknown): string | null {
  const id =
    typeof details === 'object' && details !== null && 'choice_id' in details ? details.choice_id : null;
  return typeof id === 'string' ? cut(id, MAX_ID) : null;
}
