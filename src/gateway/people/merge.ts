import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { isUuid } from '../../platform/lib/text.ts';
import { phonesOf } from './identity.ts';
import * as store from './merge-store.ts';

/** Histories are read number by number. */
const MAX_FAMILY = 50;

export type { ListedMatch, Relative } from './merge-store.ts';
export const { deleteMatch, listMatches } = store;

/** A person with all who were merged into it. */
export type Family = readonly [store.Relative, ...store.Relative[]];
/** The second one was merged into the first person of the first one. */
export type Sides = readonly [Family, Family];

export interface MergeRequest {
  /** The person that shows both. */
  uuid: string;
  other: string;
  actor: string;
}

/** The person first, then the merged ones in order. */
export async function listFamily(db: Db, rootId: number): Promise<Family> {
  const [root, ...others] = await store.listFamily(db, { id: rootId });
  if (!root) throw new Error('a person is missing');
  return [root, ...others];
}

/**
 * With all who were merged into `other`. Null: they are one already. Call it before any conversation lock. ApiError
 * person_not_found, merge_limit_reached.
 */
export async function showAsOne(
  tx: Tx,
  accountId: number,
  { uuid, other, actor }: MergeRequest,
  now: Date,
): Promise<Sides | null> {
  const [one, two] = await lockTwo(tx, accountId, [uuid, other]);
  if (one.root === two.root) return null;
  const [kept, added] = [await listFamily(tx, one.root), await listFamily(tx, two.root)];
  if (kept.length + added.length > MAX_FAMILY) throw new ApiError('merge_limit_reached');
  const merge = { accountId, intoId: kept[0].id, personId: added[0].id, ids: added.map(({ id }) => id) };
  await store.merge(tx, { ...merge, actor, now });
  return [kept, added];
}

/** With those who were merged into `other`. The same lock. ApiError person_not_found, not_merged. */
export async function showApart(
  tx: Tx,
  accountId: number,
  { uuid, other, actor }: MergeRequest,
  now: Date,
): Promise<Sides> {
  const [one, two] = await lockTwo(tx, accountId, [uuid, other]);
  const [root, ...others] = await listFamily(tx, two.root);
  const person = others.find(({ id }) => id === two.id);
  if (one.root !== two.root || !person) throw new ApiError('not_merged');
  const branch: [store.Relative, ...store.Relative[]] = [person];
  // It grows meanwhile.
  for (const { id } of branch) branch.push(...others.filter(({ into_id }) => into_id === id));
  await store.undoMerge(tx, { personId: person.id, ids: branch.map(({ id }) => id), actor, now });
  return [[root, ...others.filter((each) => !branch.includes(each))], branch];
}

/** By themselves, and as shown. */
async function lockTwo(tx: Tx, accountId: number, uuids: readonly [string, string]) {
  await store.lockAccount(tx, { accountId });
  const find = async (uuid: string) => {
    const found = isUuid(uuid) ? await store.findRoot(tx, { accountId, uuid }) : undefined;
    if (!found) throw new ApiError('person_not_found');
    return found;
  };
  return [await find(uuids[0]), await find(uuids[1])] as const;
}

/** Each `messages.phone`. After `planEachTime`. */
export async function listMergedPhones(db: Db, accountId: number): Promise<string[][]> {
  const found = await store.listMergedIdentities(db, { accountId });
  return [...Map.groupBy(found, ({ root }) => root).values()].map((identities) =>
    identities.flatMap(phonesOf),
  );
}
