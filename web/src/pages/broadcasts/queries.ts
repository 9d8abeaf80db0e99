import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schema } from '../../api/schemas.ts';
import type { LiveEvent } from '../../live/events.ts';
import { useLiveEvents } from '../../live/live.ts';
import { mediaQuery } from '../../queries/media.ts';

export type Broadcast = Schema<'Broadcast'>;
export type BroadcastItem = Schema<'BroadcastItem'>;
export type Media = Schema<'UploadedMedia'>;

/** Start, pause and end have no separate event. */
const POLL_MS = 15_000;
const START_POLL_MS = 2_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A runner adds the counts within a second after the event. */
const REFRESH_MS = [700, 2_500];

const isUnfinished = ({ status }: BroadcastItem) => status !== 'completed' && status !== 'cancelled';

/** In its first minute, a broadcast starts, and perhaps waits for the morning. */
const isStarting = ({ scheduled_at, created_at }: BroadcastItem) => {
  const age = Date.now() - Date.parse(scheduled_at ?? created_at);
  return age >= 0 && age < MINUTE;
};

export const broadcastsQuery = (page: number) =>
  queryOptions({
    queryKey: ['broadcasts', 'list', page],
    queryFn: () => call('GET /broadcasts', { query: { page, per_page: 25 } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.data.some(isUnfinished) && POLL_MS,
  });

export const broadcastQuery = (id: string) =>
  queryOptions({
    queryKey: ['broadcasts', 'one', id],
    queryFn: () => call('GET /broadcasts/{id}', { id }),
    refetchInterval: ({ state }) =>
      state.data && isUnfinished(state.data) && (isStarting(state.data) ? START_POLL_MS : POLL_MS),
  });

/** For a form that starts with it. */
export const broadcastWithFileQuery = (id: string) =>
  queryOptions({
    queryKey: ['broadcasts', 'with-file', id],
    queryFn: async () => {
      const broadcast = await call('GET /broadcasts/{id}', { id });
      return { broadcast, file: await queryClient.fetchQuery(mediaQuery(broadcast.media_id)) };
    },
  });

/** By poll, and at each new status: the counts read every message of the broadcast. */
export const funnelQuery = ({ id, status, started_at, completed_at }: BroadcastItem) =>
  queryOptions({
    queryKey: ['broadcast-funnel', id, status],
    queryFn: () => call('GET /broadcasts/{id}/funnel', { id }),
    placeholderData: keepPreviousData,
    enabled: started_at !== null,
    refetchInterval: () => (isRecent(completed_at) ? POLL_MS : POLL_MS * 4),
  });

/** Most receipts come soon after the end. */
const isRecent = (endedAt: string | null) => endedAt === null || Date.now() - Date.parse(endedAt) < HOUR;

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: () => call('GET /usage'),
});

/** Reads broadcasts again when messages change their status. Calls in between change nothing. */
export function useLiveBroadcasts(): void {
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  useLiveEvents(
    useCallback((events: readonly LiveEvent[]) => {
      if (!events.some(({ name }) => name === 'message.status')) return;
      for (const ms of REFRESH_MS) {
        if (timers.current.has(ms)) continue;
        const read = () => {
          timers.current.delete(ms);
          void queryClient.invalidateQueries({ queryKey: ['broadcasts'] });
        };
        timers.current.set(ms, setTimeout(read, ms));
      }
    }, []),
  );
}
