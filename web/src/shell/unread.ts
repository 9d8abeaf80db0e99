import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import type { Schema } from '../api/schemas.ts';
import type { LiveEvent } from '../live/events.ts';
import { useLiveEvents } from '../live/live.ts';
import { useMe } from '../session/session.ts';
import { setTitleCount } from '../ui/title.ts';

type Conversation = Schema<'Conversation'>;

/** More are not counted. */
export const MAX_UNREAD = 99;

const unreadQuery = queryOptions({
  queryKey: ['unread'] as const,
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async (): Promise<readonly Conversation[]> => {
    const query = { unread: 'true', open: 'true', snoozed: 'false', limit: 2 * MAX_UNREAD } as const;
    const { data } = await call('GET /conversations', { query });
    return data;
  },
});

/** Conversations with unread messages for this user: own ones, and those without an assignee. */
export function useUnread(): number {
  const { name } = useMe();
  const unread = useQuery(unreadQuery).data ?? [];
  const count = unread.filter((conversation) => isFor(conversation, name)).length;
  useLiveEvents(follow);
  useEffect(() => setTitleCount(Math.min(count, MAX_UNREAD)), [count]);
  return count;
}

/** The automation needs no reader, and groups are muted. */
export const isFor = ({ owner_state, assignee, chat }: Conversation, me: string): boolean =>
  owner_state !== 'bot' && chat !== 'group' && (assignee === null || assignee === me);

function follow(events: readonly LiveEvent[]): void {
  const changed = new Map(
    events
      .filter(({ name }) => name === 'conversation.changed')
      .map(({ data }) => [(data as Conversation).id, data as Conversation]),
  );
  if (changed.size === 0) return;
  queryClient.setQueryData(unreadQuery.queryKey, (known) => {
    if (!known) return known;
    const unread = [...changed.values()].filter(
      (one) => one.unread > 0 && one.owner_state !== 'closed' && one.snoozed_until === null,
    );
    return [...known.filter(({ id }) => !changed.has(id)), ...unread];
  });
}
