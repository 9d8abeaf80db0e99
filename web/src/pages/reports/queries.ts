import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { dayIn } from './days.ts';
import { callsOf, joined } from './messages/join.ts';
import { type Asked, queryOf } from './span.ts';

type CostGroup = 'day' | 'category' | 'device' | 'broadcast' | 'automation';

/** Answers and waits, per day, hour of the week or person. */
export const figuresQuery = (asked: Asked, group: 'day' | 'hour' | 'person') =>
  queryOptions({
    queryKey: ['reports', 'figures', group, asked],
    queryFn: () => call('GET /conversations/figures', { query: { ...queryOf(asked), group } }),
  });

/** Messages per day or device. A call takes 31 days, so that more of them are several calls, one after the other. */
export const messageFiguresQuery = (asked: Asked, group: 'day' | 'device') =>
  queryOptions({
    queryKey: ['reports', 'messages', group, asked],
    queryFn: async () => {
      const [first, ...others] = callsOf(asked, dayIn(new Date()));
      const read = (span: { from?: string; to?: string }) =>
        call('GET /messages/figures', { query: { ...span, group, device_uuid: asked.device } });
      let figures = await read(first ?? {});
      for (const span of others) figures = joined(figures, await read(span));
      return figures;
    },
  });

/** Days are UTC. */
export const costsQuery = (asked: Asked, group_by: CostGroup) =>
  queryOptions({
    queryKey: ['reports', 'costs', group_by, asked],
    queryFn: () => call('GET /costs', { query: { ...queryOf(asked), group_by } }),
  });

export const capQuery = queryOptions({
  queryKey: ['reports', 'cap'],
  queryFn: () => call('GET /costs/cap'),
});

export const assistantReportQuery = (asked: Asked, mode: 'live' | 'shadow') =>
  queryOptions({
    queryKey: ['reports', 'assistant', mode, asked],
    queryFn: () => call('GET /assistant/report', { query: { ...queryOf(asked), mode } }),
  });
