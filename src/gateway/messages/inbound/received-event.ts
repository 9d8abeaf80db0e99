import { meaningOf } from '../meaning.ts';
import { aboutOf, announcedFile } from '../media/announced.ts';
import { referralOf } from '../referral.ts';
import type { Announced, StoredInbound } from './store.ts';

/** Beside the contract's fields. The contract excludes the id of a tapped choice. */
export function announcedOf({ id, phone, type, details: json = null, file }: StoredInbound): Announced {
  const details: unknown = json === null ? null : JSON.parse(json);
  const { kind = type, quote, sender = null, ...rest } = meaningOf({ phone, details });
  const referral = referralOf(details);
  return {
    id,
    kind,
    details: Object.keys(rest).length > 0 ? JSON.stringify(rest) : null,
    referral: referral && JSON.stringify(referral),
    // The writer claims the rest of a quote, and can invent it.
    quote: quote?.wa_message_id ?? null,
    sender: sender && JSON.stringify(sender),
    media: file ? announcedFile('waiting', aboutOf(file), null) : null,
  };
}
