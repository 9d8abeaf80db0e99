import { SandboxError } from '../../errors.ts';
import type { Cloud } from '../cloud.ts';
import { GROUP_ID, USER_ID, userIdOf } from '../ids.ts';
import { Person } from '../records.ts';
import type { CloudMessageRow } from '../store.ts';

export type PersonChange = Pick<Person, 'wa_id'> & {
  [Field in 'user_id' | 'name' | 'username' | 'hidden' | 'aliases']?: Person[Field] | undefined;
};

/** Creates or updates a person. Missing fields keep their value. */
export function savePerson(cloud: Cloud, change: PersonChange): Person {
  const { wa_id } = change;
  const before = findPerson(cloud, wa_id);
  const person: Person = {
    wa_id,
    user_id: change.user_id ?? before?.user_id ?? userIdOf(wa_id),
    name: change.name ?? before?.name ?? `Person ${wa_id.slice(-4)}`,
    username: change.username ?? before?.username ?? null,
    hidden: change.hidden ?? before?.hidden ?? false,
    aliases: change.aliases ?? before?.aliases ?? [],
  };
  cloud.store.db.write(() => cloud.store.savePerson(wa_id, person.user_id, JSON.stringify(person)));
  for (const alias of person.aliases) cloud.aliases.set(alias, wa_id);
  cloud.pairs.clear();
  return person;
}

/** Finds a person by number, alias or business-scoped id. */
export function findPerson(cloud: Cloud, address: string): Person | null {
  const json = USER_ID.test(address)
    ? cloud.store.findPersonByUserId(address)
    : cloud.store.findPerson(cloud.aliases.get(address) ?? address);
  return json === undefined ? null : Person.parse(JSON.parse(json));
}

/** Finds a person, or creates one for a new number. Throws person_not_found. */
export function getPerson(cloud: Cloud, address: string): Person {
  const known = findPerson(cloud, address);
  if (known) return known;
  if (USER_ID.test(address)) throw new SandboxError('person_not_found');
  return savePerson(cloud, { wa_id: address });
}

/** Who wrote a message to a number. */
export const authorOf = (
  cloud: Cloud,
  { peer, payload }: Pick<CloudMessageRow, 'peer' | 'payload'>,
): Person => {
  const { from_user_id: member }: { from_user_id?: string } = GROUP_ID.test(peer) ? JSON.parse(payload) : {};
  return getPerson(cloud, member ?? peer);
};

/** Maps aliases to wa_ids. */
export function loadAliases(people: readonly string[]): Map<string, string> {
  const aliases = new Map<string, string>();
  for (const json of people) {
    const person = Person.parse(JSON.parse(json));
    for (const alias of person.aliases) aliases.set(alias, person.wa_id);
  }
  return aliases;
}

/** A person as callbacks name them. */
export const contactOf = (person: Person) => ({
  profile: { name: person.name, ...(person.username !== null && { username: person.username }) },
  ...(!person.hidden && { wa_id: person.wa_id }),
  user_id: person.user_id,
});
