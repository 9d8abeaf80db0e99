import { meaningOf } from '../meaning.ts';
import { aboutOf, announcedFile } from '../media/announced.ts';
import { referralOf } from '../referral.ts';
import type { Announced, StoredInbound } from './store.ts';

/**
 * What a receiver of `message.received` learns beside the fields of the contract. The id of a tapped choice is not
 * among them: the contract says so.
 */
export function announcedOf({ id, phone, type, details: json = null, file }: StoredInbound): Announced {
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
    media: file ? announcedFile('waiting', aboutOf(file), null) : null,
  };
}
