import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { joined, spansOf } from './messages/join.ts';
import { queryOf, type Span } from './span.ts';

type CostGroup = 'day' | 'category' | 'device' | 'broadcast' | 'automation';

/** Answers and waits, per day or person. */
export const figuresQuery = (span: Span, group: 'day' | 'person') =>
  queryOptions({
    queryKey: ['reports', 'figures', group, span],
    queryFn: () => call('GET /conversations/figures', { query: { ...queryOf(span), group } }),
  });

/** Messages per day or device. A call takes 31 days, so that 90 days are three calls, one after the other. */
export const messageFiguresQuery = ({ days, device }: Span, group: 'day' | 'device') =>
  queryOptions({
    queryKey: ['reports', 'messages', group, { days, device }],
    queryFn: async () => {
      const [first, ...others] = spansOf(days ?? 7, new Date());
      const read = (span: { from?: string; to?: string }) =>
        call('GET /messages/figures', { query: { ...span, group, device_uuid: device } });
      let figures = await read(first ?? {});
      for (const span of others) figures = joined(figures, await read(span));
      return figures;
    },
  });

/** Days are UTC. */
export const costsQuery = (span: Span, group_by: CostGroup) =>
  queryOptions({
    queryKey: ['reports', 'costs', group_by, span],
    queryFn: () => call('GET /costs', { query: { ...queryOf(span), group_by } }),
  });

export const capQuery = queryOptions({
  queryKey: ['reports', 'cap'],
  queryFn: () => call('GET /costs/cap'),
});

export const assistantReportQuery = (span: Span, mode: 'live' | 'shadow') =>
  queryOptions({
    queryKey: ['reports', 'assistant', mode, span],
    queryFn: () => call('GET /assistant/report', { query: { ...queryOf(span), mode } }),
  });
