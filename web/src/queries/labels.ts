import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../api/call.ts';
import type { Schema } from '../api/schemas.ts';

/** Also the limit of an account. */
const MAX_PAGE = 200;
const MINUTE = 60_000;

/** Labels of conversations. */
export const labelsQuery = queryOptions({
  queryKey: ['labels'] as const,
  staleTime: MINUTE,
  queryFn: () => call('GET /labels', { query: { limit: MAX_PAGE } }),
});

/** The colour of a label by its name. A deleted one is grey until its conversations lose it. */
export function useLabelColors(): (name: string) => Schema<'Label'>['color'] {
  const labels = useQuery(labelsQuery).data?.data;
  return useMemo(() => {
    const colors = new Map(labels?.map(({ name, color }) => [name, color]));
    return (name) => colors.get(name) ?? 'gray';
  }, [labels]);
}
