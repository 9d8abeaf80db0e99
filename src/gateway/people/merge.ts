import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { isUuid } from '../../platform/lib/text.ts';
import { type Identity, phonesOf } from './identity.ts';
import * as store from './merge-store.ts';

/** Histories are read number by number. */
const MAX_FAMILY = 50;

export interface Relative extends store.Relative {
  identities: Identity[];
}

/** By themselves, and as shown. Call it before any conversation lock. ApiError person_not_found. */
export async function lockTwo(
  tx: Tx,
  accountId: number,
  [first, second]: readonly [string, string],
): Promise<[{ id: number; root: number }, { id: number; root: number }]> {
  await store.lockAccount(tx, accountId);
  return [await findRoot(tx, accountId, first), await findRoot(tx, accountId, second)];
}

async function findRoot(tx: Tx, accountId: number, uuid: string): Promise<{ id: number; root: number }> {
  const found = isUuid(uuid) ? await store.findRoot(tx, accountId, uuid) : undefined;
  if (!found) throw new ApiError('person_not_found');
  return found;
}

/** The person first, then the merged ones in order. */
export async function listFamily(db: Db, rootId: number): Promise<[Relative, ...Relative[]]> {
  const family = await store.listFamily(db, rootId);
  const identities = await store.listOwnIdentities(
    db,
    family.map(({ id }) => id),
  );
  const byPerson = Map.groupBy(identities, ({ person_id }) => person_id);
  const [root, ...others] = family.map((each) => ({ ...each, identities: byPerson.get(each.id) ?? [] }));
  if (!root) throw new Error('a person is missing');
  return [root, ...others];
}

/** With all who were merged into `other`. ApiError merge_limit_reached. */
export async function showAsOne(
  tx: Tx,
  accountId: number,
  { kept, other }: { kept: readonly [Relative, ...Relative[]]; other: readonly [Relative, ...Relative[]] },
  actor: string,
  now: Date,
): Promise<void> {
  if (kept.length + other.length > MAX_FAMILY) throw new ApiError('merge_limit_reached');
  const [{ id: intoId }] = kept;
  const [{ id: personId }] = other;
  await store.insertMerge(tx, { accountId, personId, intoId, actor, now });
  await store.showAs(tx, idsOf(other), intoId);
}

export function branchOf(family: readonly Relative[], personId: number): [Relative, ...Relative[]] {
  const person = family.find(({ id }) => id === personId);
  if (!person) throw new Error('a person is not of this family');
  const branch: [Relative, ...Relative[]] = [person];
  // It grows meanwhile.
  for (const { id } of branch) branch.push(...family.filter(({ into_id }) => into_id === id));
  return branch;
}

/** With those who were merged into it. */
export async function showApart(
  tx: Tx,
  branch: readonly [Relative, ...Relative[]],
  actor: string,
  now: Date,
): Promise<void> {
  const [{ id: personId }] = branch;
  await store.undoMerge(tx, { personId, actor, now });
  await store.showAs(tx, idsOf(branch), personId);
}

/** Each `messages.phone`. After `planEachTime`. */
export async function listMergedPhones(db: Db, accountId: number): Promise<string[][]> {
  const found = await store.listMergedIdentities(db, accountId);
  return [...Map.groupBy(found, ({ root }) => root).values()].map((identities) =>
    identities.flatMap(phonesOf),
  );
}

export type { ListedMatch } from './merge-store.ts';
export const { deleteMatch, listMatches } = store;

const idsOf = (people: readonly { id: number }[]) => people.map(({ id }) => id);
