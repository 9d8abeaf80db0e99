import { isScopedUserId } from '../lib/phone.ts';
import { spellingsOf } from '../lib/phone-spellings.ts';
import { MAX_ID } from '../lib/text.ts';

/**
 * - phone: the first spelling of a number.
 * - lid: the id under which WhatsApp hides a number.
 * - scoped: the id of a customer for one business of the official provider.
 * - visitor: of a web page.
 */
export type IdentityKind = 'phone' | 'lid' | 'scoped' | 'visitor';

export interface Identity {
  kind: IdentityKind;
  value: string;
}

/** The identity of `messages.phone`. Null for a text that fits no index entry. */
export function identityOf(phone: string): Identity | null {
  if (phone === '' || phone.length > MAX_ID) return null;
  if (/^\d+$/.test(phone)) return { kind: 'phone', value: spellingsOf(phone)[0] };
  if (phone.endsWith('@lid')) return { kind: 'lid', value: phone.slice(0, -'@lid'.length) };
  return { kind: 'scoped', value: isScopedUserId(phone) ? phone.trim() : phone };
}

/** Every value of `messages.phone` that this identity may have. */
export function phonesOf({ kind, value }: Identity): readonly string[] {
  switch (kind) {
    case 'phone':
      return spellingsOf(value);
    case 'lid':
      return [`${value}@lid`];
    case 'scoped':
    case 'visitor':
      return [value];
    default:
      return kind satisfies never;
  }
}
