import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { retryConflicts } from '../../platform/lib/db/write-errors.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { isUuid } from '../../platform/lib/text.ts';
import { addressOf, type Identity, identityOf, phonesOf } from './identity.ts';
import { insertMatches } from './merge-store.ts';
import type { AccountIdentity } from './store.ts';
import * as store from './store.ts';

export type { PersonRow } from './store.ts';

/** The first identity decides which person it is. */
export interface Named {
  account_id: number;
  identities: readonly [Identity, ...Identity[]];
  name?: string | null;
}

/**
 * Finds or makes people; ids in the given order. Pairs are noted for `mergeMatches`. Call it before any conversation
 * lock.
 */
export async function ensurePeople(tx: Tx, given: readonly Named[], now: Date): Promise<number[]> {
  const identities = given.flatMap((one) => one.identities.map((each) => ofAccount(one, each)));
  await store.lockIdentities(tx, identities);
  const plan = new Plan(await store.findPeople(tx, identities));
  const people = given.map((one) => plan.add(one));

  const added = plan.added;
  const newIds = added.length > 0 ? await store.insertPeople(tx, added, now) : [];
  const idOf = (person: Person) => ('id' in person ? person.id : newIds[person.index]);
  const learned = plan.learned.map(({ person, ...identity }) => ({ ...identity, person_id: idOf(person) }));
  if (learned.length > 0) await store.insertIdentities(tx, learned.filter(hasPerson));
  const matches = plan.matches.flatMap(({ account_id, person, other }) => {
    const [person_id, other_id] = [idOf(person), idOf(other)];
    return person_id === undefined || other_id === undefined ? [] : [{ account_id, person_id, other_id }];
  });
  if (matches.length > 0) await insertMatches(tx, matches, now);
  return people.map((person) => {
    const id = idOf(person);
    if (id === undefined) throw new Error('a person is missing although it was made');
    return id;
  });
}

/** Known and learned addresses (`messages.phone`). */
export interface Learned {
  account_id: number;
  known: readonly string[];
  others: readonly string[];
}

type Place = Pick<Context, 'db' | 'now'>;

/** A later message under another id finds recipients. */
export async function learnRecipients(ctx: Place, recipients: readonly Learned[]): Promise<void> {
  await ensureNamed(ctx, recipients);
}

/**
 * Gives known customers further addresses, and returns the people of those. Two people who turn out to be one are noted
 * for `mergeMatches`. Without a known customer, no transaction begins.
 */
export async function learnAddresses(ctx: Place, learned: readonly Learned[]): Promise<number[]> {
  const known = learned.map(({ account_id, known }) =>
    known.flatMap((each) => identityOf(each) ?? []).map((identity) => ({ account_id, ...identity })),
  );
  const stored = new Set((await store.findPeople(ctx.db, known.flat())).map(keyOf));
  return ensureNamed(
    ctx,
    learned.filter((_, index) => known[index]?.some((identity) => stored.has(keyOf(identity)))),
  );
}

async function ensureNamed({ db, now }: Place, learned: readonly Learned[]): Promise<number[]> {
  const named = learned.flatMap((each) => namedBy(each) ?? []);
  if (named.length === 0) return [];
  return retryConflicts(() => db.transaction((tx) => ensurePeople(tx, named, now())));
}

/** The number decides who stays. Null: no address fits an index. */
function namedBy({ account_id, known, others }: Learned): Named | null {
  const identities = [...known, ...others].flatMap((each) => identityOf(each) ?? []);
  const [first, ...rest] = identities.toSorted((one, other) => rankOf(one) - rankOf(other));
  return first ? { account_id, identities: [first, ...rest] } : null;
}

const rankOf = ({ kind }: Identity) => (kind === 'phone' ? 0 : 1);

/** By a caller's number, or an event's sender. */
export async function findPersonId(
  ctx: Pick<Context, 'db'>,
  account: { id: number; country_code: string },
  phone: string,
): Promise<number | undefined> {
  const identity = identityOf(addressOf(account, phone));
  if (!identity) return undefined;
  const [found] = await store.findPeople(ctx.db, [{ account_id: account.id, ...identity }]);
  return found?.person_id;
}

/** ApiError person_not_found. */
export async function getPerson(
  ctx: Pick<Context, 'db'>,
  account: { id: number },
  uuid: string,
): Promise<store.PersonRow> {
  const person = isUuid(uuid) ? await store.findPerson(ctx.db, { accountId: account.id, uuid }) : undefined;
  if (!person) throw new ApiError('person_not_found');
  return person;
}

/** With those of merged people. */
export async function listIdentities(db: Db, ids: readonly number[]): Promise<Map<number, Identity[]>> {
  const found = await store.listIdentities(db, { ids: [...new Set(ids)] });
  return Map.groupBy(found, ({ person_id }) => person_id);
}

/** Every `messages.phone` that the person of an address may have. */
export async function listPhones(
  db: Db,
  addresses: readonly { account_id: number; phone: string }[],
): Promise<string[][]> {
  const given = addresses.map(({ account_id, phone }) => ({ account_id, ...identityOf(phone) }));
  const identities = given.filter(isIdentity);
  const people = new Map(
    (await store.findPeople(db, identities)).map((one) => [keyOf(one), one.person_id] as const),
  );
  const byPerson = await listIdentities(db, [...people.values()]);
  return addresses.map(({ phone }, index) => {
    const identity = given[index];
    const person = identity && isIdentity(identity) ? people.get(keyOf(identity)) : undefined;
    const known = person === undefined ? [] : (byPerson.get(person) ?? []);
    return [...new Set([phone, ...known.flatMap(phonesOf)])];
  });
}

/** Other addresses and spellings, in the order of phones. */
export async function findOtherPhones(
  db: Db,
  given: readonly { account_id: number; phone: string }[],
): Promise<string[][]> {
  const known = given.flatMap(({ account_id, phone }, index) => {
    const identity = identityOf(phone);
    return identity ? [{ index, identity: { account_id, ...identity } }] : [];
  });
  const identities = known.map(({ identity }) => identity);
  const related = identities.length > 0 ? await store.findRelated(db, identities) : [];
  const others = given.map(() => new Set<string>());
  const add = (index: number | undefined, identity: Identity) => {
    for (const phone of phonesOf(identity)) others[index ?? -1]?.add(phone);
  };
  for (const { index, identity } of known) add(index, identity);
  for (const { index, ...identity } of related) add(known[index]?.index, identity);
  return others.map((phones, index) => [...phones].filter((phone) => phone !== given[index]?.phone));
}

type Person = { id: number } | { index: number };

class Plan {
  readonly added: { account_id: number; name: string | null }[] = [];
  readonly learned: (AccountIdentity & { person: Person })[] = [];
  readonly matches: { account_id: number; person: Person; other: Person }[] = [];
  readonly #byIdentity: Map<string, Person>;
  readonly #stored = new Map<number, Person>();

  constructor(found: readonly (AccountIdentity & { person_id: number })[]) {
    this.#byIdentity = new Map(found.map((each) => [keyOf(each), this.#personOf(each.person_id)]));
  }

  add(one: Named): Person {
    const { account_id, identities } = one;
    const keys = identities.map((each) => keyOf(ofAccount(one, each)));
    const known = keys.map((key) => this.#byIdentity.get(key)).filter(isDefined);
    const person = known[0] ?? { index: this.added.push({ account_id, name: one.name ?? null }) - 1 };
    for (const [index, identity] of identities.entries()) {
      const key = keys[index] ?? '';
      const holder = this.#byIdentity.get(key);
      if (holder && holder !== person) this.matches.push({ account_id, person, other: holder });
      if (holder) continue;
      this.#byIdentity.set(key, person);
      this.learned.push({ ...ofAccount(one, identity), person });
    }
    return person;
  }

  /** One object per person, for comparison. */
  #personOf(id: number): Person {
    const person = this.#stored.get(id) ?? { id };
    this.#stored.set(id, person);
    return person;
  }
}

const ofAccount = ({ account_id }: Named, { kind, value }: Identity) => ({ account_id, kind, value });
const keyOf = ({ account_id, kind, value }: AccountIdentity) => `${account_id} ${kind} ${value}`;
const isIdentity = (one: { account_id: number } & Partial<Identity>): one is AccountIdentity =>
  one.kind !== undefined;
const isDefined = <T>(value: T | undefined): value is T => value !== undefined;
const hasPerson = (
  row: AccountIdentity & { person_id: number | undefined },
): row is AccountIdentity & { person_id: number } => row.person_id !== undefined;
