import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, ok } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schema } from '../../api/schemas.ts';
import type { AccountSearch } from './accounts/search.ts';

export type Account = Schema<'OperatorAccountDetail'>;
export type Health = Schema<'OperatorHealth'>;
export type Plan = Schema<'OperatorPlan'>;
export type Rate = Schema<'Rate'>;

const HEALTH_MS = 30_000;

/** Newest first. */
export const accountsQuery = ({ q, status, plan }: AccountSearch) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'accounts', { q, status, plan }],
    initialPageParam: '',
    queryFn: ({ pageParam }) => {
      const query = {
        ...(pageParam && { cursor: pageParam }),
        ...(q && { search: q }),
        ...(status && { status }),
        ...(plan && { plan }),
      };
      return ok(api.GET('/app/api/operator/accounts', { params: { query } }));
    },
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['operator', 'account', id],
    queryFn: () => ok(api.GET('/app/api/operator/accounts/{id}', { params: { path: { id } } })),
  });

/** Shows the answer of a change at once, and reads the list again. */
export function showAccount(account: Account): void {
  queryClient.setQueryData(accountQuery(String(account.id)).queryKey, account);
  void queryClient.invalidateQueries({ queryKey: ['operator', 'accounts'] });
}

export const plansQuery = queryOptions({
  queryKey: ['operator', 'plans'],
  queryFn: () => ok(api.GET('/app/api/operator/plans')),
});

export const ratesQuery = queryOptions({
  queryKey: ['operator', 'rates'],
  queryFn: () => ok(api.GET('/app/api/operator/rates')),
});

/** Of all machines. The call is expensive, so each tab of the page shares its answer. */
export const healthQuery = queryOptions({
  queryKey: ['operator', 'health'],
  queryFn: () => ok(api.GET('/app/api/operator/health')),
  staleTime: HEALTH_MS,
  refetchInterval: HEALTH_MS,
});

export const backupsQuery = infiniteQueryOptions({
  queryKey: ['operator', 'backups'],
  initialPageParam: '',
  queryFn: ({ pageParam }) =>
    ok(
      api.GET('/app/api/operator/backups', {
        params: { query: pageParam ? { cursor: pageParam } : {} },
      }),
    ),
  getNextPageParam: ({ next_cursor }) => next_cursor,
});
