import type { Context } from '../../../context.ts';
import { findFirstImported } from '../../../gateway/messages/imports/import.ts';
import type { Account } from '../../../platform/accounts/account.ts';
import { ofChats, ofChatsIn, ofRange } from './lexemes.ts';
import { Repeats } from './repeats.ts';
import type { ListFilter } from './store.ts';
import * as store from './store.ts';
import { type Hit, walkBack } from './walk.ts';

export type { ListFilter } from './store.ts';

/** By name: behind time and id. Then by words: before a message. */
export type Place = readonly [at: number, id: number] | readonly [before: number];

/** Of an earlier answer. */
export const placeOf = ([first = 0, id]: readonly number[]): Place =>
  id === undefined ? [first] : [first, id];

const isMessage = (place: Place | null): place is readonly [before: number] => place?.length === 1;

export interface SearchPage {
  /** By name or number first, by last message; then by words, newest first. */
  ids: number[];
  /** By conversation, the newest message with all words. Not for names. */
  hits: ReadonlyMap<number, number>;
  next: Place | null;
}

export interface SearchQuery extends ListFilter {
  q: string;
  cursor: Place | null;
  limit: number;
}

/** Then some people are not found. */
const MAX_PEOPLE = 2_000;
/** Most of them have no conversation. */
const MAX_CONTACTS = 5_000;
/** Minimum of a part of a name or number. */
const MIN_PART = 3;
/** Conversations of one statement. */
const JUDGED = 128;

/** May be short although more follows. */
export async function searchConversations(
  ctx: Context,
  account: Pick<Account, 'id'>,
  query: SearchQuery,
): Promise<SearchPage> {
  const { cursor, limit } = query;
  const parts = partsOf(query.q);
  const [named, { words, newest }, floor] = await Promise.all([
    isMessage(cursor) ? [] : findNamed(ctx, account.id, query, parts),
    store.readWords(ctx.db, { words: query.q }),
    findFirstImported(ctx.db, account.id),
  ]);
  const page = named.slice(0, limit);
  const last = page.at(-1);
  if (last && named.length > limit)
    return { ids: idsOf(page), hits: NO_HITS, next: [last.at.getTime(), last.id] };
  if (words === 0) return { ids: idsOf(page), hits: NO_HITS, next: null };
  const before = isMessage(cursor) ? cursor[0] : newest + 1;
  const found = await findByWords(ctx, account.id, {
    ...query,
    ...parts,
    before,
    floor,
    limit: limit - page.length,
  });
  return { ...found, ids: [...idsOf(page), ...found.ids] };
}

const NO_HITS: SearchPage['hits'] = new Map();

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

interface Parts {
  /** Patterns of `like`; null: too short. */
  name: string | null;
  number: string | null;
}

function partsOf(q: string): Parts {
  const text = q.trim();
  const digits = /^[\d\s+()./-]+$/.test(text) ? text.replace(/\D/g, '').replace(/^0+/, '') : '';
  return {
    name: text.length >= MIN_PART ? `%${text.replace(/[\\%_]/g, '\\$&')}%` : null,
    number: digits.length >= MIN_PART ? `%${digits}%` : null,
  };
}

function findNamed(
  ctx: Context,
  accountId: number,
  query: SearchQuery,
  parts: Parts,
): Promise<store.Named[]> {
  if (parts.name === null && parts.number === null) return Promise.resolve([]);
  const [at, id] = query.cursor ?? [];
  return store.findNamed(ctx.db, {
    ...filterOf(query),
    ...parts,
    accountId,
    maxPeople: MAX_PEOPLE,
    maxContacts: MAX_CONTACTS,
    at: at === undefined ? null : new Date(at),
    id: id ?? null,
    limit: query.limit + 1,
  });
}

const filterOf = ({ facets, channelIds, assignee, labelId, teamId }: ListFilter): ListFilter => ({
  facets,
  channelIds,
  assignee,
  labelId,
  teamId,
});

async function findByWords(
  ctx: Context,
  accountId: number,
  query: SearchQuery & Parts & { before: number; floor: number },
): Promise<SearchPage> {
  const { q: words, before, floor, limit, cursor, name, number } = query;
  const found = new Map<number, number>();
  const seen = new Set<number>();
  const repeats = new Repeats();
  const isLater = isMessage(cursor);
  const take = async (hits: readonly Hit[]): Promise<boolean> => {
    const newest = new Map<number, number>();
    repeats.add(hits);
    for (const { conversation_id: id, message_id } of hits) {
      if (!seen.has(id) && !newest.has(id)) newest.set(id, message_id);
    }
    const ids = [...newest.keys()];
    for (let start = 0; start < ids.length && found.size <= limit; start += JUDGED) {
      const chunk = ids.slice(start, start + JUDGED);
      const judged = await store.judgeHits(ctx.db, {
        ...filterOf(query),
        ids: chunk,
        accountId,
        words,
        name,
        number,
        before: isLater ? before : null,
      });
      for (const id of chunk) {
        seen.add(id);
        const root = judged.get(id);
        if (root !== undefined && !found.has(root)) found.set(root, newest.get(id) ?? 0);
      }
    }
    return found.size <= limit;
  };
  const rest = await walkBack(before, {
    floor,
    find: ({ level, range, ...rest }) =>
      store.findHits(ctx.db, {
        accountId,
        words,
        range: ofRange(accountId, { level, range }, repeats.most()),
        ...rest,
      }),
    take,
  });
  const page = [...found].slice(0, limit);
  const end = found.size > limit ? (page.at(-1)?.[1] ?? before) : rest;
  return { ids: page.map(([id]) => id), hits: new Map(page), next: end === null ? null : [end] };
}

/** Fewer hits of a chat are read at once; more of them in ranges. */
const MAX_WHOLE = 200;

export interface ChatSearch {
  q: string;
  /** Row id, where an earlier answer ended; null: the newest message. */
  before: number | null;
  limit: number;
}

/** Messages of one chat with all words, newest first. May be short although more follows. */
export async function searchChat(
  ctx: Context,
  account: Pick<Account, 'id'>,
  conversationId: number,
  { q, before, limit }: ChatSearch,
): Promise<{ ids: readonly number[]; next: number | null }> {
  const [{ words, newest }, floor, chats] = await Promise.all([
    store.readWords(ctx.db, { words: q }),
    findFirstImported(ctx.db, account.id),
    store.listChats(ctx.db, { id: conversationId }),
  ]);
  if (words === 0) return { ids: [], next: null };
  const all = [conversationId, ...chats.map(({ id }) => id)];
  const start = before ?? newest + 1;
  const find = (range: string, page: { before: number; limit: number }) =>
    store.findHits(ctx.db, { accountId: account.id, words: q, range, ...page });
  const few = await find(ofChats(all), { before: start, limit: MAX_WHOLE });
  const ids: number[] = [];
  const take = (hits: readonly Hit[]) => ids.push(...hits.map(({ message_id }) => message_id)) <= limit;
  let rest: number | null = null;
  if (few.length < MAX_WHOLE) take(few.toSorted((a, b) => b.message_id - a.message_id));
  else
    rest = await walkBack(start, {
      floor,
      find: ({ level, range, ...page }) => find(ofChatsIn(account.id, { level, range }, all), page),
      take: async (hits) => take(hits),
    });
  const page = ids.slice(0, limit);
  return { ids: page, next: ids.length > limit ? (page.at(-1) ?? null) : rest };
}
