import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { invalidateSoon } from '../api/invalidate-soon.ts';
import type { LiveEvent } from '../live/events.ts';

/** Of the open conversations, by their flags. `followCounts` keeps it fresh. */
export const countsQuery = queryOptions({
  queryKey: ['conversation-counts'] as const,
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: () => call('GET /conversations/counts'),
});

/** The events that can change a count. */
const COUNTED: readonly string[] = ['conversation.changed', 'conversation.merged'];

export function followCounts(events: readonly LiveEvent[]): void {
  if (events.some(({ name }) => COUNTED.includes(name))) countSoon();
}

export const countSoon = () => invalidateSoon(countsQuery.queryKey);
