import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { pagesQuery } from '../../../queries/pages.ts';

export type Assistant = Schema<'Assistant'>;
export type Faq = Schema<'Faq'>;

export const PAGE = 50;
/** While the gateway works on something that the page shows. */
export const BUSY_MS = 2_500;

/** The settings, and what it has learned. Read again while it learns. */
export const assistantQuery = queryOptions({
  queryKey: ['assistant', 'settings'],
  queryFn: () => call('GET /assistant'),
  refetchInterval: ({ state }) => (state.data?.model.state === 'training' ? BUSY_MS : false),
});

/** What it did, or would have done, in the last days. Without a mode: in the mode of the settings. */
export const reportQuery = (days: number, mode?: 'live' | 'shadow') =>
  queryOptions({
    queryKey: ['assistant', 'report', days, mode],
    queryFn: () => call('GET /assistant/report', { query: { mode, from: dayBefore(days - 1) } }),
  });

/** FAQ pairs, the oldest first. */
export const faqsQuery = (q: string) =>
  pagesQuery(['assistant', 'faqs', q], (cursor) =>
    call('GET /knowledge/faqs', { query: { limit: PAGE, q, cursor } }),
  );

export const faqQuery = (id: string) =>
  queryOptions({
    queryKey: ['assistant', 'faq', id],
    queryFn: () => call('GET /knowledge/faqs/{id}', { id }),
  });

/** The most asked questions without an answer. */
export const topGapsQuery = queryOptions({
  queryKey: ['assistant', 'top-gaps'],
  queryFn: () => call('GET /knowledge/gaps', { query: { status: 'open', sort: 'count', limit: 3 } }),
});

/** Web chats count as devices of the assistant. An account has at most 100. */
export const widgetsQuery = queryOptions({
  queryKey: ['assistant', 'widgets'],
  queryFn: () => call('GET /widgets', { query: { limit: 100 } }),
});

/** After a change of what the assistant knows: it learns, and its lists are old. */
export const knowledgeChanged = () => queryClient.invalidateQueries({ queryKey: ['assistant'] });

function dayBefore(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() - days);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
