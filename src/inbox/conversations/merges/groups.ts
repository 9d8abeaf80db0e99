import { listSpans } from '../../../gateway/devices/channels/channel.ts';
import { type HistoryRange, listReceived } from '../../../gateway/messages/history/history.ts';
import { phonesOf } from '../../../gateway/people/identity.ts';
import type { Relative } from '../../../gateway/people/merge.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { type Part, type PartState, type Received, settle } from './parts.ts';
import * as store from './store.ts';

/** Shown as the first person, with the channel's conversations, the shown one first. */
export interface Group {
  channel_id: number;
  people: readonly [Relative, ...Relative[]];
  parts: Part[];
}

export type Family = readonly [Relative, ...Relative[]];

const MAX_SPANS = 1_000;
/** Per number. Older messages are never unread. */
const MAX_RECEIVED = 1_000;

/** By channel, locked. */
export async function openChannels(tx: Tx, people: readonly Relative[]) {
  const { rows, parts } = await store.lockConversations(
    tx,
    people.map(({ id }) => id),
  );
  return [...Map.groupBy(rows, ({ channel_id }) => channel_id)].map(([channelId, conversations]) => ({
    channelId,
    conversations: conversations.map((row) => ({ row, stored: parts.get(row.conversation_id) })),
  }));
}

export type Conversation = Awaited<ReturnType<typeof openChannels>>[number]['conversations'][number];

/** Whose conversation it is without any merge. */
export const ownerOf = ({ row, stored }: Conversation): number => stored?.person_id ?? row.person_id;

/** A conversation that was made while its person had the identities of several people has nothing by itself. */
export function partOf({ row, stored }: Conversation): Part {
  if (stored) return stored;
  const { conversation_id, person_id, phone, owner_since, last_at } = row;
  return emptyPart({ conversation_id, person_id, phone }, { owner_since, last_at });
}

export function emptyPart(
  ids: { conversation_id: number; person_id: number; phone: string },
  { owner_since, last_at }: { owner_since: Date; last_at: Date },
): Part {
  const state: PartState = {
    ...{ phone: ids.phone, owner_state: 'closed', owner_since, owner_reason: null, assignee: null },
    ...{ bot_context_from: null, episode: 0, unread: 0, waiting_since: null, answering_since: null },
    ...{ answering_from: null, last_customer_at: null },
    ...{ last_human_at: null, last_at, snoozed_until: null, automation_suppressed: false, label_ids: [] },
  };
  return { ...state, ...ids, last_in_id: null };
}

/** The parts after everything that happened, the shown one first. */
export async function settleParts(
  tx: Tx,
  { row: shown }: Conversation,
  groups: readonly Group[],
  now: Date,
): Promise<Map<number, Part>> {
  const [own, ...others] = groups
    .flatMap(({ parts }) => parts)
    .toSorted((a, b) => rankOf(a, shown) - rankOf(b, shown) || a.conversation_id - b.conversation_id);
  if (!own) throw new Error('a conversation has no part');
  const parts = [own, ...others] as const;
  const phones = new Map(groups.flatMap((group) => [...phonesByPart(group)]));
  const ranges = await rangesOf(
    tx,
    shown.channel_id,
    parts.map((part) => phones.get(part.conversation_id) ?? []),
  );
  const found = await listReceived(tx, ranges, MAX_RECEIVED);
  const received = new Map<number, Received[]>(
    parts.map(({ conversation_id }, index) => [
      conversation_id,
      (found.get(index) ?? []).map(({ id, phone, created_at: at }) => ({
        id,
        phone,
        at: at < now ? at : now,
      })),
    ]),
  );
  const isSameOwner = 'version' in own && own.version === shown.ownership_version;
  const settled = settle(parts, { ...stateOf(shown), isSameOwner }, received);
  return new Map(settled.map((part) => [part.conversation_id, part]));
}

const rankOf = ({ conversation_id }: Part, shown: store.Row) =>
  conversation_id === shown.conversation_id ? 0 : 1;

function stateOf({
  conversation_id: _id,
  channel_id: _channel,
  person_id: _person,
  merged_into: _root,
  ownership_version: _version,
  ...state
}: store.Row): PartState {
  return state;
}

/** People without a conversation belong to the merge's. */
function phonesByPart({ people, parts }: Group): Map<number, string[]> {
  const byId = new Map(people.map((person) => [person.id, person]));
  const byPerson = new Map(parts.map((part) => [part.person_id, part]));
  const partFor = (person: Relative | undefined): Part | undefined =>
    person && (byPerson.get(person.id) ?? partFor(byId.get(person.into_id ?? 0)));
  const phones = new Map<number, string[]>();
  for (const person of people) {
    const part = partFor(person) ?? parts[0];
    if (!part) continue;
    const known = phones.get(part.conversation_id) ?? [];
    phones.set(part.conversation_id, [...known, ...person.identities.flatMap(phonesOf)]);
  }
  return phones;
}

export const phonesOfPeople = (people: readonly Relative[]): string[] =>
  people.flatMap(({ identities }) => identities.flatMap(phonesOf));

export async function rangesOf(
  tx: Tx,
  channelId: number,
  lists: readonly (readonly string[])[],
): Promise<HistoryRange[][]> {
  const spans = (await listSpans(tx, [channelId], MAX_SPANS)).get(channelId) ?? [];
  return lists.map((phones) =>
    spans.flatMap(({ device_id, from_message_id: from, until_message_id: until }) =>
      phones.map((phone) => ({ device_id, phone, from, until })),
    ),
  );
}

/** Newest first. */
export async function listTimes(tx: Tx, { channel_id, people }: Group): Promise<Received[]> {
  const ranges = await rangesOf(tx, channel_id, [phonesOfPeople(people)]);
  const rows = (await listReceived(tx, ranges, MAX_RECEIVED)).get(0) ?? [];
  return rows.map(({ id, phone, created_at: at }) => ({ id, phone, at }));
}
