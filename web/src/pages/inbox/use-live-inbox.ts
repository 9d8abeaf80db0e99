import { useEffect } from 'react';
import { invalidateSoon } from '../../api/invalidate-soon.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schema } from '../../api/schemas.ts';
import type { LiveEvent } from '../../live/events.ts';
import { useLiveEvents } from '../../live/live.ts';
import { countSoon } from '../../queries/conversation-counts.ts';
import type { ListQuery } from '../../queries/list-query.ts';
import { applyChanges, type LoadedList, withoutLeft } from './live-list.ts';
import {
  conversationQuery,
  historyQuery,
  mentionsQuery,
  refreshHistory,
  type Timeline,
  timelineQuery,
} from './queries.ts';
import { remember } from './recent.ts';
import { CHANGES, type History, type StatusChange, withStatuses } from './thread/history.ts';
import { setViewers } from './viewers.ts';

type Conversation = Schema<'Conversation'>;
type Entry = Schema<'TimelineEntry'>;

/** One redraw for all events of this time. */
const BATCH_MS = 120;
let waiting: LiveEvent[] = [];
let timer: ReturnType<typeof setTimeout> | null = null;

/** Keeps the loaded lists and threads as the events of the stream say, while the inbox is shown. */
export function useLiveInbox(): void {
  useLiveEvents(collect);
  useEffect(
    () => () => {
      // Without events, everything is read again by the next visit.
      queryClient.removeQueries({ queryKey: ['inbox'], type: 'inactive' });
      void queryClient.invalidateQueries({ queryKey: ['inbox'], refetchType: 'none' });
    },
    [],
  );
}

function collect(events: readonly LiveEvent[]): void {
  waiting.push(...events);
  if (timer === null) timer = setTimeout(flush, BATCH_MS);
}

function flush(): void {
  const events = waiting;
  waiting = [];
  timer = null;
  const batch = sort(events);
  remember(batch);
  changeLists(batch);
  for (const [id, conversation] of batch.conversations) changeConversation(id, conversation);
  for (const id of batch.gone)
    void queryClient.invalidateQueries({ queryKey: conversationQuery(id).queryKey });
  changeThreads(batch);
  const entries = [...batch.entries.values()].flat();
  if (entries.some(({ kind }) => kind === 'note' || kind === 'assigned'))
    invalidateSoon(mentionsQuery.queryKey);
}

interface Batch {
  conversations: Map<string, Conversation>;
  statuses: Map<number, string>;
  changes: Map<number, StatusChange>;
  gone: Set<string>;
  entries: Map<string, Entry[]>;
}

/** The event names are of docs/streams.md. */
function sort(events: readonly LiveEvent[]): Batch {
  const batch: Batch = {
    conversations: new Map(),
    statuses: new Map(),
    changes: new Map(),
    gone: new Set(),
    entries: new Map(),
  };
  for (const { name, data } of events) {
    if (name === 'conversation.changed') {
      const conversation = data as Conversation;
      batch.conversations.delete(conversation.id);
      batch.conversations.set(conversation.id, conversation);
      batch.gone.delete(conversation.id);
    } else if (name === 'message.status' || name === 'visitor.status') {
      const { message_id, status, error } = data as Schema<'MessageStatusEvent'>;
      batch.statuses.set(message_id, status);
      batch.changes.set(message_id, { status, error });
    } else if (name === 'conversation.event') {
      const { conversation_id, ...entry } = data as { conversation_id: string } & Entry;
      batch.entries.set(conversation_id, [entry, ...(batch.entries.get(conversation_id) ?? [])]);
    } else if (name === 'conversation.merged') {
      const { id } = data as { id: string; into: string };
      batch.gone.add(id);
      batch.conversations.delete(id);
    } else if (name === 'conversation.viewers') {
      const { conversation_id, viewers } = data as {
        conversation_id: string;
        viewers: Schema<'ConversationViewer'>[];
      };
      setViewers(conversation_id, viewers);
    }
  }
  return batch;
}

function changeLists(batch: Batch): void {
  if (batch.conversations.size + batch.statuses.size + batch.gone.size === 0) return;
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ['inbox', 'list'] })) {
    // A list that is not shown is read again.
    if (query.getObserversCount() === 0) {
      queryClient.removeQueries({ queryKey: query.queryKey, exact: true });
      continue;
    }
    const filters = query.queryKey[2] as ListQuery;
    queryClient.setQueryData<LoadedList>(
      query.queryKey,
      (list) => list && applyChanges(list, filters, batch, openId),
    );
  }
}

let openId: string | null = null;

/** The conversation stays in the lists that have it until the user leaves it. */
export function useOpenChat(id: string): void {
  useEffect(() => {
    openId = id;
    return () => {
      openId = null;
      for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: ['inbox', 'list'] }))
        queryClient.setQueryData<LoadedList>(
          queryKey,
          (list) => list && withoutLeft(list, queryKey[2] as ListQuery, id),
        );
    };
  }, [id]);
}

/** The answer of an act is as new as its event. */
function changeConversation(id: string, conversation: Conversation): void {
  const { queryKey } = conversationQuery(id);
  if (queryClient.getQueryData(queryKey)) queryClient.setQueryData(queryKey, conversation);
}

/** Shows the answer of an act everywhere at once. */
export function showConversation(conversation: Conversation): void {
  const batch = sort([{ name: 'conversation.changed', data: conversation }]);
  remember(batch);
  changeLists(batch);
  changeConversation(conversation.id, conversation);
  countSoon();
}

/** The message of a reaction, an edit or a deletion shows it once it is sent. */
const hasChanges = (history: History | undefined, changes: Batch['changes']) =>
  history?.messages.some(({ id, type }) => CHANGES.includes(type) && id !== null && changes.has(id)) === true;

const refreshing = new Map<string, 'running' | 'again'>();

function changeThreads(batch: Batch): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: ['inbox', 'history'] })) {
    const id = query.queryKey[2] as string;
    if (query.getObserversCount() === 0) {
      if (batch.conversations.has(id)) queryClient.removeQueries({ queryKey: query.queryKey, exact: true });
      continue;
    }
    const history = queryClient.setQueryData<History>(query.queryKey, (known) =>
      withStatuses(known, batch.changes),
    );
    if (batch.conversations.has(id) || hasChanges(history, batch.changes)) void refresh(id);
  }
  for (const [id, added] of batch.entries)
    queryClient.setQueryData<Timeline>(timelineQuery(id).queryKey, (timeline) => {
      if (!timeline) return timeline;
      const known = new Set(timeline.entries.map((entry) => entry.id));
      return {
        ...timeline,
        entries: [...added.filter((entry) => !known.has(entry.id)), ...timeline.entries],
      };
    });
}

/** One call at a time for each thread: the event has the last message alone, and shortened. */
export async function refresh(id: string): Promise<void> {
  if (refreshing.has(id)) {
    refreshing.set(id, 'again');
    return;
  }
  refreshing.set(id, 'running');
  try {
    do {
      refreshing.set(id, 'running');
      await refreshHistory(id);
      void queryClient.invalidateQueries({ queryKey: ['inbox', 'decisions', id] });
    } while (refreshing.get(id) === 'again');
  } catch {
    // The next event, or the next visit, reads it again.
    void queryClient.invalidateQueries({ queryKey: historyQuery(id).queryKey, refetchType: 'none' });
  } finally {
    refreshing.delete(id);
  }
}
