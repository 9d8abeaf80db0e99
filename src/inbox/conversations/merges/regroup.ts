import { listSpans } from '../../../gateway/devices/channels/channel.ts';
import { type HistoryRange, listReceived } from '../../../gateway/messages/history/history.ts';
import { moveAnswers, supersede } from '../../../gateway/messages/queue/queue.ts';
import { phonesOf } from '../../../gateway/people/identity.ts';
import type { Family, Relative, Sides } from '../../../gateway/people/merge.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { moveTexts } from '../search/move-texts.ts';
import { followTouches } from '../touches/touch.ts';
import { join, NOTHING, type Part, type PartState, type Received, settle } from './parts.ts';
import * as store from './store.ts';

/** Two sides are shown as one from now on, or no longer. */
export interface Regrouping {
  accountId: number;
  sides: Sides;
  isMerged: boolean;
  now: Date;
}

/** People with their conversations. The first one shows all of them. */
interface Group {
  people: Family;
  parts: readonly [Part, ...Part[]];
  joined: PartState;
  id: number;
  version: number;
}

type RangesOf = (people: readonly Relative[]) => HistoryRange[];

const MAX_SPANS = 1_000;
/** Per number. Older messages are never unread. */
const MAX_RECEIVED = 1_000;

/** Settles the conversations of both sides, then groups them by the new sides. Returns the shown ones that changed. */
export async function regroup(tx: Tx, change: Regrouping) {
  const people = change.sides.flat().map(({ id }) => id);
  const rows = await store.readConversations(tx, await store.lockConversations(tx, people));
  const groups: Group[] = [];
  for (const found of Map.groupBy(rows, ({ channel_id }) => channel_id).values()) {
    groups.push(...(await regroupChannel(tx, change, found)));
  }
  return groups
    .map(({ id, joined: { episode } }) => ({ id, account_id: change.accountId, episode }))
    .toSorted((one, other) => one.id - other.id);
}

/** `found`: all their conversations with one number of the account. */
async function regroupChannel(tx: Tx, change: Regrouping, found: readonly store.Row[]): Promise<Group[]> {
  const { sides, isMerged, now } = change;
  const all: Family = [...sides[0], ...sides[1]];
  const shown = found.find(isShown);
  if (!shown) return [];
  const rangesOf = await rangesIn(tx, shown.channel_id);
  const rows = isMerged ? found : [...found, ...(await openMissing(tx, change, { found, shown, rangesOf }))];
  const received = await listAllReceived(tx, rows, change, rangesOf);
  const parts = (isMerged ? sides : [all]).flatMap((people) => settleShown(ofPeople(people, rows), received));
  const groups = (isMerged ? [all] : sides).flatMap((people) => groupOf(people, parts, rows));
  const isChanged = ofPeople(sides[1], rows).length > 0;
  // Parts of earlier merges stay.
  if (!isChanged && (isMerged ? shown.stored : sides[0].length > 1)) return [];

  if (isChanged) await save(tx, change.accountId, { rows, groups, now });
  const kept = groups.filter(({ people }) => people.length > 1);
  const partsOf = ({ parts: own, version }: Group) =>
    own.map((part) => ({ ...part, version: version + (isChanged ? 1 : 0) }));
  await store.replaceParts(tx, rows, kept.flatMap(partsOf));
  if (!isMerged) await moveWords(tx, shown.conversation_id, groups, rangesOf);
  return isChanged ? groups : [];
}

/** Messages of the time of the merge are searched in the own conversation of their people. */
async function moveWords(tx: Tx, from: number, groups: readonly Group[], rangesOf: RangesOf): Promise<void> {
  for (const { people, id: to } of groups) {
    if (to !== from) await moveTexts(tx, rangesOf(people), { from, to });
  }
}

async function rangesIn(tx: Tx, channelId: number): Promise<RangesOf> {
  const spans = (await listSpans(tx, [channelId], MAX_SPANS)).get(channelId) ?? [];
  return (people) => {
    const phones = phonesOfPeople(people);
    return spans.flatMap(({ device_id, from_message_id: from, until_message_id: until }) =>
      phones.map((phone) => ({ device_id, phone, from, until })),
    );
  };
}

/** For people who wrote during the merge, and have no conversation here by themselves. */
async function openMissing(
  tx: Tx,
  { accountId, sides, now }: Regrouping,
  { found, shown, rangesOf }: { found: readonly store.Row[]; shown: store.Row; rangesOf: RangesOf },
): Promise<store.Row[]> {
  const people = sides.find((side) => ofPeople(side, found).length === 0);
  if (!people) return [];
  const [latest] = (await listReceived(tx, [rangesOf(people)], 1)).get(0) ?? [];
  if (!latest || latest.created_at < (sides[1][0].merged_at ?? now)) return [];
  await store.returnToPeople(tx, { ids: found.map(rowIdOf) });
  const { id } = await store.insertConversation(tx, {
    accountId,
    personId: people[0].id,
    shownBy: shown.conversation_id,
    channelId: shown.channel_id,
    phone: latest.phone,
    at: latest.created_at,
    now,
  });
  return store.readConversations(tx, [id]);
}

/** By conversation. Numbers of people without one are those of the person into whom they were merged. */
async function listAllReceived(
  tx: Tx,
  rows: readonly store.Row[],
  { sides, now }: Regrouping,
  rangesOf: RangesOf,
): Promise<Map<number, Received[]>> {
  const people = new Map(
    sides.flatMap((side) => {
      const own = ofPeople(side, rows);
      const rowOf = (person: Relative | undefined): store.Row | undefined =>
        person && (ofPeople([person], own)[0] ?? rowOf(side.find(({ id }) => id === person.into_id)));
      return [...Map.groupBy(side, (person) => rowOf(person) ?? own[0])];
    }),
  );
  const ranges = rows.map((row) => rangesOf(people.get(row) ?? []));
  const found = await listReceived(tx, ranges, MAX_RECEIVED);
  return new Map(
    rows.map(({ conversation_id }, index) => [
      conversation_id,
      (found.get(index) ?? []).map(({ id, phone, created_at: at }) => ({
        id,
        phone,
        at: at < now ? at : now,
      })),
    ]),
  );
}

/** What each of these is by itself now. One of them shows the others. */
function settleShown(rows: readonly store.Row[], received: ReadonlyMap<number, readonly Received[]>): Part[] {
  const shown = rows.find(isShown);
  if (!shown) return [];
  const last_in_id = received.get(shown.conversation_id)?.[0]?.id ?? shown.stored?.last_in_id ?? null;
  if (rows.length === 1) return [{ ...shown, last_in_id }];
  const [own, ...others] = [shown, ...rows.filter((row) => row !== shown)].map(
    (row) => row.stored ?? { ...row, ...NOTHING },
  );
  const isSameOwner = shown.stored?.version === shown.ownership_version;
  return own ? settle([own, ...others], { ...shown, isSameOwner }, received) : [];
}

/** Shown by the first person's conversation, or by the one that showed them before. */
function groupOf(people: Family, all: readonly Part[], rows: readonly store.Row[]): Group[] {
  const parts = ofPeople(people, all);
  const own = ofPeople([people[0]], parts)[0] ?? parts[0];
  if (!own) return [];
  const ordered = [own, ...parts.filter((part) => part !== own)] as const;
  const { conversation_id: id } = own;
  const version = rows.find(({ conversation_id }) => conversation_id === id)?.ownership_version ?? 0;
  return [{ people, parts: ordered, joined: join(ordered), id, version }];
}

async function save(
  tx: Tx,
  accountId: number,
  { rows, groups, now }: { rows: readonly store.Row[]; groups: readonly Group[]; now: Date },
): Promise<void> {
  const ids = rows.map(rowIdOf);
  await store.returnToPeople(tx, { ids });
  for (const { people, parts, joined, id } of groups) {
    const [own, ...others] = parts;
    const shown = { ...own, ...joined, person_id: people[0].id };
    const hidden = others.map((part) => ({ ...part, snoozed_until: null }));
    await store.saveConversations(tx, [shown, ...hidden], { shown: id, now });
    await store.setLabels(tx, { accountId, id, labelIds: joined.label_ids });
  }
  const from = rows.map(({ conversation_id: id, ownership_version: version }) => ({ id, version }));
  await followTouches(tx, { ids });
  for (const { people, joined, id, version } of groups) {
    const to = { conversationId: id, version: version + 1, phones: phonesOfPeople(people) };
    await moveAnswers(tx, from, { ...to, since: joined.answering_from });
    if (joined.answering_since !== null) await store.noteUnsent(tx, { id });
  }
  // Messages of the automation end when staff answers, or on closing.
  const ended = groups.filter(({ joined: { owner_state } }) => /human_active|closed/.test(owner_state));
  await supersede(
    tx,
    ended.map(({ id }) => id),
    now,
  );
}

const ofPeople = <One extends { person_id: number }>(people: readonly Relative[], all: readonly One[]) =>
  all.filter(({ person_id }) => people.some(({ id }) => id === person_id));
const rowIdOf = ({ conversation_id }: store.Row) => conversation_id;
const isShown = ({ merged_into }: store.Row) => merged_into === null;
const phonesOfPeople = (people: readonly Relative[]) =>
  people.flatMap(({ identities }) => identities.flatMap(phonesOf));
