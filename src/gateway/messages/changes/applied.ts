import type { Db } from '../../../platform/lib/db/db.ts';
import type { Member } from '../received-rows.ts';
import * as store from './store.ts';

export type { QuotedMessage } from './store.ts';

export type Author = 'us' | 'them';

interface By {
  author: Author;
  /** In a group: which of them. */
  member?: Member;
}

/** Oldest first. */
export interface Applied {
  /** At most one of each author. */
  reactions: (By & { emoji: string; at: Date })[];
  /** Later texts; the last one is the present text. */
  edits: { body: string | null; at: Date }[];
  votes: (By & { at: Date })[];
  deleted_at: Date | null;
}

export interface Target {
  direction: 'in' | 'out';
  wa_message_id: string | null;
  /** Has the sender of a message in a group. */
  details?: object | null;
}

interface Place {
  device_id: number;
  phone: string;
}

const MAX_SHOWN_EDITS = 10;
/** For a number that was paired very often. */
const MAX_PLACES = 20;

/** Of one chat. `places`: devices with phones of the person, the latest first. */
export interface ChatMessages<Message extends Target> {
  places: readonly Place[];
  messages: readonly Message[];
}

/** Messages without changes are missing. */
export async function appliedTo<Message extends Target>(
  db: Db,
  chats: readonly ChatMessages<Message>[],
): Promise<Map<Message, Applied>> {
  const wanted = chats.map(({ places, messages }) => ({
    places: latest(places),
    ids: messages.flatMap(({ wa_message_id }) => wa_message_id ?? []),
  }));
  if (wanted.every(isEmpty)) return new Map();
  const changes = await store.listChanges(db, wanted);
  const byTarget = Map.groupBy(changes, ({ chat, target }) => `${chat} ${target}`);
  return new Map(
    chats.flatMap(({ messages }, chat) =>
      messages.flatMap((message) => {
        const own = byTarget.get(`${chat} ${message.wa_message_id ?? ''}`);
        return own ? [[message, applied(message, own)] as const] : [];
      }),
    ),
  );
}

/** Row ids of the copies of one message on these devices. Which are of the chat, the caller knows. */
export async function findCopies(
  db: Db,
  places: readonly Place[],
  waMessageId: string,
): Promise<readonly number[]> {
  return (await store.findQuoted(db, [{ places, ids: [waMessageId] }])).map(({ id }) => id);
}

/** Per chat, by the provider's id. */
export async function quotedIn(
  db: Db,
  chats: readonly store.ChatIds[],
): Promise<ReadonlyMap<string, store.QuotedMessage>[]> {
  const wanted = chats.map(({ places, ids }) => ({ places: latest(places), ids }));
  const found = wanted.every(isEmpty) ? [] : await store.findQuoted(db, wanted);
  const byChat = Map.groupBy(found, ({ chat }) => chat);
  return chats.map(({ places }, chat) => {
    const phones = new Set(places.map(({ phone }) => phone));
    const own = (byChat.get(chat) ?? []).filter(({ phone }) => phones.has(phone));
    return new Map(own.map((message) => [message.wa_message_id, message]));
  });
}

const isEmpty = ({ places, ids }: store.ChatIds) => places.length === 0 || ids.length === 0;

function latest(places: readonly Place[]): Place[] {
  const distinct = new Map(places.map((place) => [`${place.device_id} ${place.phone}`, place]));
  return [...distinct.values()].slice(0, MAX_PLACES);
}

/** Only its author edits or deletes a message. */
function applied({ direction, details }: Target, changes: readonly store.AppliedChange[]): Applied {
  // Of a quote, the sender is not known: nothing in a group applies to it.
  const { sender }: { sender?: Partial<Member> } = details ?? {};
  const isByAuthor = ({ from_me, author }: store.AppliedChange) =>
    from_me === (direction === 'out') && author === (from_me ? null : (sender?.phone ?? null));
  // Two devices of one number store the same change.
  const distinct = [...new Map(changes.map((change) => [change.wa_message_id, change])).values()];
  const ofKind = (kind: store.AppliedChange['kind']) => distinct.filter((change) => change.kind === kind);
  const deletion = ofKind('deletion').find(isByAuthor);
  return {
    reactions: latestOfEach(ofKind('reaction')).flatMap((change) =>
      change.body === null ? [] : [{ ...byOf(change), emoji: change.body, at: change.at }],
    ),
    edits: ofKind('edit')
      .filter(isByAuthor)
      .slice(-MAX_SHOWN_EDITS)
      .map(({ body, at }) => ({ body, at })),
    votes: latestOfEach(ofKind('vote')).map((change) => ({ ...byOf(change), at: change.at })),
    deleted_at: deletion?.at ?? null,
  };
}

function latestOfEach(changes: readonly store.AppliedChange[]): store.AppliedChange[] {
  return [...new Map(changes.map((change) => [`${change.from_me} ${change.author}`, change])).values()];
}

const byOf = ({ from_me, author, author_name: name }: store.AppliedChange): By => ({
  author: from_me ? 'us' : 'them',
  ...(author !== null && { member: { phone: author, name } }),
});
