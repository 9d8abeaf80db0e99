import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { listFields } from './fields/field.ts';
import type { StoredValues } from './fields/values.ts';

/** What texts name in `{{contact.NAME|fallback}}`, beside the own fields of the account. */
const OF_EACH_CONTACT = ['name', 'first_name', 'phone', 'email'] as const;

/** The name after `contact.` */
export const CONTACT_FIELD = '[a-z][a-z0-9_]{0,39}';
const PLACEHOLDER = new RegExp(`\\{\\{\\s*contact\\.(${CONTACT_FIELD})\\s*[|}]`, 'g');
const MAX_REPORTED = 3;

export interface NamedContact {
  phone: string;
  name: string;
  email: string | null;
  fields: StoredValues;
}

/** The value of a placeholder; empty without one. Numbers and dates are written as they are stored. */
export function contactValue(contact: NamedContact, name: string): string {
  const { phone, email, fields } = contact;
  switch (name) {
    case 'name':
      return contact.name;
    case 'first_name':
      return contact.name.trim().split(/\s+/u, 1)[0] ?? '';
    case 'phone':
      return phone;
    case 'email':
      return email ?? '';
    default:
      // Only own values: a field may be named `constructor`.
      return Object.hasOwn(fields, name) ? String(fields[name]) : '';
  }
}

/** Reads the fields of the account if a text names a contact. What is wrong with the names; null: nothing. */
export async function placeholderProblem(
  db: Db | Tx,
  account: { id: number },
  texts: readonly string[],
): Promise<string | null> {
  const named = texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name));
  const isKnown = (name: string) => OF_EACH_CONTACT.some((each) => each === name);
  const wanted = [...new Set(named)].filter((name) => !isKnown(name));
  if (wanted.length === 0) return null;
  const own = (await listFields({ db }, account)).map(({ name }) => name);
  const unknown = wanted.filter((name) => !own.includes(name)).slice(0, MAX_REPORTED);
  if (unknown.length === 0) return null;
  const known = [...OF_EACH_CONTACT, ...own].map((name) => `contact.${name}`).join(', ');
  return `has no variable "${unknown.map((name) => `contact.${name}`).join('", "')}": use ${known}`;
}
