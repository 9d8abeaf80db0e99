import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import type { LiveEvent } from '../live/events.ts';

/** Of the open conversations, by their flags. `followCounts` keeps it fresh. */
export const countsQuery = queryOptions({
  queryKey: ['conversation-counts'] as const,
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: () => call('GET /conversations/counts'),
});

const COUNT_MS = 1_000;
let timer: ReturnType<typeof setTimeout> | null = null;

/** One call for all changes of this time. */
export function followCounts(events: readonly LiveEvent[]): void {
  if (timer !== null || !events.some(({ name }) => name.startsWith('conversation.'))) return;
  timer = setTimeout(() => {
    timer = null;
    void queryClient.invalidateQueries({ queryKey: countsQuery.queryKey });
  }, COUNT_MS);
}
