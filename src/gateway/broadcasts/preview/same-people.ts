import type { Tx } from '../../../platform/lib/db/db.ts';
import { spellingsOf } from '../../../platform/lib/phone-spellings.ts';
import * as store from './same-people-store.ts';

/** Contacts of one person have the same key. */
export interface SharedContact {
  place: number;
  key: string;
}

/** `merged`: all phones of each merged person. Call it after `planEachTime`. */
export async function findSharedContacts(
  tx: Tx,
  accountId: number,
  merged: readonly (readonly string[])[],
): Promise<SharedContact[]> {
  const keys = new Map(merged.flatMap((phones, index) => phones.map((phone) => [phone, `person ${index}`])));
  const found = [
    ...(await store.findRespelled(tx, { accountId })),
    ...(await store.findContacts(tx, { accountId, phones: [...keys.keys()] })),
  ];
  const contacts = new Map(
    found.map(({ place, phone }) => [place, { place, key: keys.get(phone) ?? spellingsOf(phone)[0] }]),
  );
  return [...Map.groupBy(contacts.values(), ({ key }) => key).values()]
    .filter((group) => group.length > 1)
    .flat();
}
