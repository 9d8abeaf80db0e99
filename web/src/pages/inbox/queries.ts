import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schema } from '../../api/schemas.ts';
import type { ListQuery } from '../../queries/list-query.ts';
import { pagesQuery } from '../../queries/pages.ts';
import { applyChanges, type LoadedList } from './live-list.ts';
import { changesSince } from './recent.ts';
import { type History, withAround, withNewer, withNewest, withOlder } from './thread/history.ts';

const LIST_PAGE = 50;
const HISTORY_PAGE = 50;
const TIMELINE_PAGE = 100;
const MAX_PAGE = 200;
const MAX_FOUND = 50;
const MINUTE = 60_000;

const base = {
  /** Events keep it fresh while the inbox is open. Comparing long lists deeply costs more than a redraw. */
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
} as const;

export const listQuery = (query: ListQuery) =>
  queryOptions({
    ...base,
    queryKey: ['inbox', 'list', query] as const,
    queryFn: async ({ signal }): Promise<LoadedList> => {
      const since = Date.now();
      const page = await readList(query, '', signal);
      const list = { items: page.data, cursor: page.next_cursor };
      // Events that came meanwhile are newer than the page.
      return applyChanges(list, query, changesSince(since));
    },
  });

/** Loads the next page of a list. */
export async function loadMore(query: ListQuery): Promise<void> {
  const { queryKey } = listQuery(query);
  const cursor = queryClient.getQueryData<LoadedList>(queryKey)?.cursor;
  if (!cursor) return;
  const since = Date.now();
  const page = await readList(query, cursor, null);
  queryClient.setQueryData<LoadedList>(queryKey, (list) => {
    if (list?.cursor !== cursor) return list;
    const known = new Set(list.items.map(({ id }) => id));
    const items = [...list.items, ...page.data.filter(({ id }) => !known.has(id))];
    return applyChanges({ items, cursor: page.next_cursor }, query, changesSince(since));
  });
}

function readList(query: ListQuery, cursor: string, signal: AbortSignal | null) {
  const all = { ...query, limit: LIST_PAGE, cursor };
  return call('GET /conversations', { query: all, signal });
}

export const conversationQuery = (id: string) =>
  queryOptions({
    ...base,
    queryKey: ['inbox', 'conversation', id] as const,
    queryFn: () => call('GET /conversations/{id}', { id }),
  });

export const historyQuery = (id: string) =>
  queryOptions({
    ...base,
    queryKey: ['inbox', 'history', id] as const,
    queryFn: async (): Promise<History> => withNewest(undefined, await readHistory(id, '')),
  });

/** Reads the newest messages, and joins them to the loaded ones. */
export async function refreshHistory(id: string): Promise<void> {
  const { queryKey } = historyQuery(id);
  if (queryClient.getQueryData(queryKey) === undefined) return;
  const page = await readHistory(id, '');
  queryClient.setQueryData<History>(queryKey, (history) => withNewest(history, page));
}

export async function loadOlder(id: string): Promise<void> {
  const { queryKey } = historyQuery(id);
  const cursor = queryClient.getQueryData<History>(queryKey)?.cursor;
  if (!cursor) return;
  const page = await readHistory(id, cursor);
  queryClient.setQueryData<History>(queryKey, (history) =>
    history?.cursor === cursor ? withOlder(history, page) : history,
  );
}

export async function loadNewer(id: string): Promise<void> {
  const { queryKey } = historyQuery(id);
  const cursor = queryClient.getQueryData<History>(queryKey)?.newer?.cursor;
  if (!cursor) return;
  const page = await readHistory(id, cursor);
  queryClient.setQueryData<History>(queryKey, (history) =>
    history?.newer?.cursor === cursor ? withNewer(history, page) : history,
  );
}

/** Opens the history at a message, however far back. */
export async function loadAround(id: string, waMessageId: string): Promise<void> {
  const query = { limit: HISTORY_PAGE, around: waMessageId };
  const page = await call('GET /conversations/{id}/messages', { id, query });
  queryClient.setQueryData<History>(historyQuery(id).queryKey, (history) => withAround(history, page));
}

/** Back from there. */
export async function showNewest(id: string): Promise<void> {
  const page = await readHistory(id, '');
  queryClient.setQueryData<History>(historyQuery(id).queryKey, withNewest(undefined, page));
}

/** Messages of a chat with all words, newest first. */
export const foundQuery = (id: string, q: string) =>
  pagesQuery(['inbox', 'found', id, q], (cursor) =>
    call('GET /conversations/{id}/messages', { id, query: { q, limit: HISTORY_PAGE, cursor } }),
  );

function readHistory(id: string, cursor: string) {
  const query = { limit: HISTORY_PAGE, cursor };
  return call('GET /conversations/{id}/messages', { id, query });
}

export interface Timeline {
  /** Newest first. */
  entries: readonly Schema<'TimelineEntry'>[];
  cursor: string | null;
}

export const timelineQuery = (id: string) =>
  queryOptions({
    ...base,
    queryKey: ['inbox', 'timeline', id] as const,
    queryFn: async (): Promise<Timeline> => {
      const { data, next_cursor } = await readTimeline(id, '');
      return { entries: data, cursor: next_cursor };
    },
  });

export async function loadOlderEntries(id: string): Promise<void> {
  const { queryKey } = timelineQuery(id);
  const cursor = queryClient.getQueryData<Timeline>(queryKey)?.cursor;
  if (!cursor) return;
  const { data, next_cursor } = await readTimeline(id, cursor);
  queryClient.setQueryData<Timeline>(queryKey, (timeline) =>
    timeline?.cursor === cursor ? { entries: [...timeline.entries, ...data], cursor: next_cursor } : timeline,
  );
}

function readTimeline(id: string, cursor: string) {
  const query = { limit: TIMELINE_PAGE, cursor };
  return call('GET /conversations/{id}/timeline', { id, query });
}

/** Of automated answers: the newest ones. */
export const decisionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['inbox', 'decisions', id] as const,
    queryFn: () => call('GET /conversations/{id}/decisions', { id, query: { limit: MAX_PAGE } }),
  });

export const cannedQuery = (deviceUuid: string | null) =>
  queryOptions({
    queryKey: ['inbox', 'canned', deviceUuid] as const,
    staleTime: MINUTE,
    queryFn: () => call('GET /canned-replies', { query: { limit: MAX_PAGE, device_uuid: deviceUuid ?? '' } }),
  });

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['inbox', 'person', id] as const,
    queryFn: () => call('GET /people/{id}', { id }),
  });

/** The contact with the number of the customer. */
export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: ['inbox', 'contact', id] as const,
    staleTime: MINUTE,
    queryFn: () => call('GET /conversations/{id}/contact', { id }),
  });

/** The newest notes that mention the user, until they are read. */
export const mentionsQuery = queryOptions({
  queryKey: ['mentions'] as const,
  staleTime: 0,
  refetchInterval: MINUTE,
  queryFn: () => call('GET /mentions', { query: { limit: MAX_FOUND } }),
});
