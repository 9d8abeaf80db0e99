import type { Db } from '../../../platform/lib/db/db.ts';
import { isScopedUserId } from '../../../platform/lib/phone.ts';
import { spellingsOf } from '../../../platform/lib/phone-spellings.ts';
import { identityOf, isNumber } from '../../people/identity.ts';
import { listPhones } from '../../people/person.ts';
import type { InboundRow } from '../inbound/inbound.ts';

/**
 * Replaces a user id by its known number. With several numbers the id stays: another customer may have an earlier
 * number now, and would get the answers.
 */
export async function withKnownNumbers(db: Db, rows: readonly InboundRow[]): Promise<InboundRow[]> {
  const hidden = rows.filter(({ phone }) => isScopedUserId(phone));
  if (hidden.length === 0) return [...rows];
  const phones = await listPhones(db, hidden);
  const numbers = new Map(hidden.map((row, index) => [row, onlyNumber(phones[index] ?? [])]));
  return rows.map((row) => {
    const [number, identity] = [numbers.get(row), identityOf(row.phone)];
    if (number === undefined || !identity) return row;
    return { ...row, phone: number, identities: [identity, ...(row.identities ?? [])] };
  });
}

/** Undefined for none and for several. */
function onlyNumber(phones: readonly string[]): string | undefined {
  const numbers = new Set(phones.filter(isNumber).map((phone) => spellingsOf(phone)[0]));
  return numbers.size === 1 ? [...numbers][0] : undefined;
}
