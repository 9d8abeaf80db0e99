import { moveAnswers, supersede } from '../../../gateway/messages/queue/queue.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import type { OwnerState } from '../facets.ts';
import { followTouches } from '../touches/touch.ts';
import { type Group, phonesOfPeople } from './groups.ts';
import { join, type Part, type PartState, type Parts } from './parts.ts';
import * as store from './store.ts';

interface Shown {
  group: Group;
  shown: Part;
  joined: PartState;
}

/**
 * Saves each group as one conversation of its first person; others point to it. Returns the row ids
 * of shown ones.
 */
export async function saveGroups(
  tx: Tx,
  accountId: number,
  groups: readonly Group[],
  now: Date,
): Promise<number[]> {
  const shown = groups.flatMap((group) => showGroup(group) ?? []);
  if (shown.length === 0) return [];
  const parts = shown.flatMap(({ group }) => group.parts);
  await store.returnToPeople(tx, parts);
  const versions = await store.saveConversations(tx, shown.flatMap(rowsOf), now);
  await followTouches(tx, [...versions.keys()]);
  await store.replaceParts(
    tx,
    parts.map(({ conversation_id }) => conversation_id),
    shown.flatMap((each) => partsToKeep(each, versions)),
  );
  await store.setLabels(
    tx,
    accountId,
    shown.map(({ shown: { conversation_id }, joined: { label_ids } }) => ({ conversation_id, label_ids })),
  );
  await keepAnswers(tx, shown, versions, now);
  return shown.map(({ shown: { conversation_id } }) => conversation_id);
}

/** The first person's, or the one shown before. */
function showGroup(group: Group): Shown | null {
  const own = group.parts.find(({ person_id }) => person_id === group.people[0].id) ?? group.parts[0];
  if (!own) return null;
  const ordered: Parts = [own, ...group.parts.filter((part) => part !== own)];
  return { group, shown: own, joined: join(ordered) };
}

function rowsOf({ group, shown, joined }: Shown): store.Saved[] {
  return group.parts.map((part) =>
    part === shown
      ? {
          ...joined,
          conversation_id: part.conversation_id,
          person_id: group.people[0].id,
          merged_into: null,
        }
      : { ...part, merged_into: shown.conversation_id },
  );
}

/** A person alone has no parts. */
function partsToKeep({ group, shown }: Shown, versions: ReadonlyMap<number, number>): store.StoredPart[] {
  if (group.people.length === 1) return [];
  const version = versions.get(shown.conversation_id) ?? 0;
  return group.parts.map((part) => ({ ...part, version }));
}

/** Those of the automation end when staff answers, or on closing. */
async function keepAnswers(
  tx: Tx,
  groups: readonly Shown[],
  versions: ReadonlyMap<number, number>,
  now: Date,
): Promise<void> {
  // Each version has risen by one.
  const before = [...versions].map(([id, version]) => ({ id, version: version - 1 }));
  for (const { group, shown, joined } of groups) {
    const conversationId = shown.conversation_id;
    const version = versions.get(conversationId) ?? 0;
    const phones = phonesOfPeople(group.people);
    const since = joined.answering_from;
    await moveAnswers(tx, before, { conversationId, version, phones, since });
  }
  const ofStaff = groups.filter(({ joined: { owner_state } }) => ENDS_MESSAGES.has(owner_state));
  await supersede(tx, ofStaff.map(idOf), now);
  const answering = groups.filter(({ joined }) => joined.answering_since !== null);
  await store.noteUnsent(tx, answering.map(idOf));
}

const ENDS_MESSAGES: ReadonlySet<OwnerState> = new Set(['human_active', 'closed']);
const idOf = ({ shown }: Shown) => shown.conversation_id;
