import { z } from 'zod';
import { digitsOf, isScopedUserId } from '../../../../platform/lib/phone.ts';
import { lenient, textOrNumber } from '../graph/lenient-values.ts';

export const Contact = z.object({
  wa_id: lenient(textOrNumber(64)),
  user_id: lenient(z.string().max(200)),
  profile: lenient(z.looseObject({})),
});
export type Contact = z.infer<typeof Contact>;

export interface Contacts {
  byId: ReadonlyMap<string, Contact>;
  /** With one contact: mostly the author. */
  only: Contact | undefined;
}

const Profile = z.object({ name: z.string() });

export const nameIn = (contact: Contact | undefined) => Profile.safeParse(contact?.profile).data?.name;

interface AuthorIds {
  from?: string | null | undefined;
  from_user_id?: string | null | undefined;
}

export function indexContacts(contacts: readonly Contact[]): Contacts {
  const byId = new Map<string, Contact>();
  for (const contact of contacts) {
    for (const id of [contact.wa_id, contact.user_id]) if (id && !byId.has(id)) byId.set(id, contact);
  }
  return { byId, only: contacts.length === 1 ? contacts[0] : undefined };
}

/** `from`: digits, or the user id of a hidden number. */
export function authorOf(
  ids: AuthorIds,
  contacts: Contacts,
): { from: string; contact: Contact | undefined } | null {
  const contact = contactOf(ids, contacts);
  const from = addressOf(ids.from) || addressOf(contact?.wa_id) || ids.from_user_id || contact?.user_id;
  return from ? { from, contact } : null;
}

function contactOf({ from, from_user_id }: AuthorIds, { byId, only }: Contacts): Contact | undefined {
  const named = byId.get(from ?? '') ?? byId.get(from_user_id ?? '');
  const isAnother = from_user_id && only?.user_id && only.user_id !== from_user_id;
  return named ?? (isAnother ? undefined : only);
}

/** A number of international length, or a user id. */
export const isCustomer = (address: string | null | undefined): address is string =>
  !!address && (/^\d{8,15}$/.test(address) || isScopedUserId(address));

/** Digits, or a user id. Empty without one. */
export function addressOf(number: string | null | undefined): string {
  if (!number) return '';
  return isScopedUserId(number) ? number : digitsOf(number);
}
