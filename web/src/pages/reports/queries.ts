import { queryOptions } from '@tanstack/react-query';
import { api, ok } from '../../api/client.ts';
import { queryOf, type Span } from './span.ts';

/** Answers and waits, per day or person. */
export const figuresQuery = (span: Span, group: 'day' | 'person') =>
  queryOptions({
    queryKey: ['reports', 'figures', group, span],
    queryFn: () =>
      ok(api.GET('/app/api/conversations/figures', { params: { query: { ...queryOf(span), group } } })),
  });

export const assistantReportQuery = (span: Span, mode: 'live' | 'shadow') =>
  queryOptions({
    queryKey: ['reports', 'assistant', mode, span],
    queryFn: () =>
      ok(api.GET('/app/api/assistant/report', { params: { query: { ...queryOf(span), mode } } })),
  });
