import type { StoredValues } from './fields/values.ts';

export interface NamedContact {
  phone: string;
  name: string;
  email: string | null;
  fields: StoredValues;
}

/** What texts name of each contact, beside the own fields of the account. */
const VALUES: Record<string, (contact: NamedContact) => string> = {
  name: ({ name }) => name,
  first_name: ({ name }) => name.trim().split(/\s+/u, 1)[0] ?? '',
  phone: ({ phone }) => phone,
  email: ({ email }) => email ?? '',
};
export const OF_EACH_CONTACT: readonly string[] = Object.keys(VALUES);

/** The value of a field; empty without one. Numbers and dates are written as they are stored. */
export function contactValue(contact: NamedContact, field: string): string {
  // Only own values: a field may be named `constructor`.
  if (Object.hasOwn(VALUES, field)) return VALUES[field]?.(contact) ?? '';
  return Object.hasOwn(contact.fields, field) ? String(contact.fields[field]) : '';
}
