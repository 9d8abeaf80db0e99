import type { Context } from '../../../context.ts';
import { branchOf, listFamily, lockTwo, showApart, showAsOne } from '../../../gateway/people/merge.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { recordAct } from '../acting.ts';
import { moveTexts } from '../search/move-texts.ts';
import type { Conversation, Family, Group } from './groups.ts';
import * as groups from './groups.ts';
import type { Part } from './parts.ts';
import { saveGroups } from './save-groups.ts';
import * as store from './store.ts';

export interface MergeRequest {
  /** The person that shows both. */
  uuid: string;
  other: string;
  actor: string;
}

/**
 * Shows two people, and their conversations per channel, as one; `unmergePeople` restores both.
 * Safe to repeat. ApiError person_not_found, merge_limit_reached. FieldErrors for a person and
 * itself.
 */
export async function mergePeople(
  ctx: Context,
  account: { id: number },
  { uuid, other, actor }: MergeRequest,
): Promise<void> {
  const { id: accountId } = account;
  if (uuid.toLowerCase() === other.toLowerCase()) {
    throw new FieldErrors({ person_id: ['must be another person than the one in the path'] });
  }
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const [one, two] = await lockTwo(tx, accountId, [uuid, other]);
    if (one.root === two.root) return;
    const kept = await listFamily(tx, one.root);
    const added = await listFamily(tx, two.root);
    await showAsOne(tx, accountId, { kept, other: added }, actor, now);
    const joined = await joinChannels(tx, kept, added, now);
    const shown = await saveGroups(tx, accountId, joined, now);
    const people = { person_id: added[0].person_uuid, merged_into: kept[0].person_uuid };
    await store.noteMerge(tx, shown, { kind: 'merged', actor, people }, now);
    await recordAct(tx, ctx, account, {
      action: 'person.merged',
      target: uuid,
      detail: { person_id: other },
    });
  });
  ctx.bus.publish('events');
}

async function joinChannels(tx: Tx, kept: Family, added: Family, now: Date): Promise<Group[]> {
  const people: Family = [...kept, ...added];
  const joined: Group[] = [];
  for (const { channelId, conversations } of await groups.openChannels(tx, people)) {
    const sides = [kept, added].map((family) => ({
      family,
      conversations: conversations.filter((one) => isOf(family, groups.ownerOf(one))),
    }));
    const settled: Part[][] = [];
    for (const side of sides) settled.push(await settleSide(tx, channelId, side, now));
    const [ofKept = [], ofAdded = []] = settled;
    if (ofAdded.length > 0) {
      joined.push({ channel_id: channelId, people, parts: [...ofKept, ...ofAdded] });
    } else {
      await keepParts(tx, conversations, ofKept);
    }
  }
  return joined;
}

async function settleSide(
  tx: Tx,
  channelId: number,
  { family, conversations }: { family: Family; conversations: readonly Conversation[] },
  now: Date,
): Promise<Part[]> {
  const shown = conversations.find(isShown);
  if (!shown) return [];
  const group = { channel_id: channelId, people: family, parts: conversations.map(groups.partOf) };
  return [...(await groups.settleParts(tx, shown, [group], now)).values()];
}

/** What the person has alone. Parts of earlier merges stay. */
async function keepParts(
  tx: Tx,
  conversations: readonly Conversation[],
  settled: readonly Part[],
): Promise<void> {
  const [{ row, stored } = {}] = conversations.filter(isShown);
  if (!row || stored) return;
  const parts = settled.map((part) => ({ ...part, version: row.ownership_version }));
  await store.replaceParts(tx, [row.conversation_id], parts);
}

/**
 * Restores a person with those merged before, and its conversations. Later events belong to the
 * number's person. ApiError person_not_found, not_merged.
 */
export async function unmergePeople(
  ctx: Context,
  account: { id: number },
  { uuid, other, actor }: MergeRequest,
): Promise<void> {
  const { id: accountId } = account;
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const [one, two] = await lockTwo(tx, accountId, [uuid, other]);
    if (one.root !== two.root || two.id === two.root) throw new ApiError('not_merged');
    const family = await listFamily(tx, two.root);
    const branch = branchOf(family, two.id);
    const [root, ...others] = family;
    const rest: Family = [root, ...others.filter(({ id }) => !isOf(branch, id))];
    await showApart(tx, branch, actor, now);
    const parted = await partChannels(tx, accountId, { rest, branch }, now);
    const shown = await saveGroups(
      tx,
      accountId,
      parted.flatMap((each) => each.groups),
      now,
    );
    const people = { person_id: branch[0].person_uuid, merged_into: root.person_uuid };
    await store.noteMerge(tx, shown, { kind: 'unmerged', actor, people }, now);
    await recordAct(tx, ctx, account, {
      action: 'person.unmerged',
      target: uuid,
      detail: { person_id: other },
    });
    for (const { shownBefore, groups: sides } of parted) {
      for (const side of sides) await moveWords(tx, side, { shownBefore, shown });
    }
  });
  ctx.bus.publish('events');
}

/** With a conversation of the branch, or its messages since the merge. */
async function partChannels(
  tx: Tx,
  accountId: number,
  { rest, branch }: { rest: Family; branch: Family },
  now: Date,
): Promise<{ shownBefore: number; groups: Group[] }[]> {
  const parted: { shownBefore: number; groups: Group[] }[] = [];
  const since = branch[0].merged_at ?? now;
  for (const { channelId, conversations } of await groups.openChannels(tx, [...rest, ...branch])) {
    const shown = conversations.find(isShown);
    if (!shown) continue;
    const sides: Group[] = [];
    for (const people of [rest, branch]) {
      const own = conversations.filter((each) => isOf(people, groups.ownerOf(each)));
      const side = { channel_id: channelId, people, parts: own.map(groups.partOf) };
      const opened = () =>
        openSide(tx, accountId, side, { held: conversations.map(groups.partOf), since, now });
      sides.push(side.parts.length > 0 ? side : await opened());
    }
    if (sides.some(({ people, parts }) => people === branch && parts.length > 0)) {
      const settled = await groups.settleParts(tx, shown, sides, now);
      const settledSides = sides.map((side) => ({
        ...side,
        parts: side.parts.map((part) => settled.get(part.conversation_id) ?? part),
      }));
      parted.push({ shownBefore: shown.row.conversation_id, groups: settledSides });
    } else if (rest.length === 1) {
      await store.replaceParts(tx, [shown.row.conversation_id], []);
    }
  }
  return parted;
}

/** For people who wrote meanwhile. None without a message. */
async function openSide(
  tx: Tx,
  accountId: number,
  side: Group,
  { held, since, now }: { held: readonly Part[]; since: Date; now: Date },
): Promise<Group> {
  const received = await groups.listTimes(tx, side);
  const [latest] = received;
  if (!latest || latest.at < since) return side;
  const ids = { channelId: side.channel_id, personId: side.people[0].id, phone: latest.phone };
  await store.returnToPeople(tx, held);
  const conversation_id = await store.insertConversation(tx, { accountId, ...ids, now });
  const part = groups.emptyPart(
    { conversation_id, person_id: ids.personId, phone: latest.phone },
    { owner_since: now, last_at: latest.at },
  );
  const last_in_id = received.find(({ at }) => at < since)?.id ?? null;
  return { ...side, parts: [{ ...part, last_in_id }] };
}

/** Messages of the time of the merge are searched in the own conversation of their people. */
async function moveWords(
  tx: Tx,
  { channel_id, people, parts }: Group,
  { shownBefore, shown }: { shownBefore: number; shown: readonly number[] },
): Promise<void> {
  const own = parts.find(({ conversation_id }) => shown.includes(conversation_id))?.conversation_id;
  if (own === undefined || own === shownBefore) return;
  const [ranges = []] = await groups.rangesOf(tx, channel_id, [groups.phonesOfPeople(people)]);
  await moveTexts(tx, ranges, { from: shownBefore, to: own });
}

const isOf = (people: readonly { id: number }[], personId: number) =>
  people.some(({ id }) => id === personId);
const isShown = ({ row }: Conversation) => row.merged_into === null;
