import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schema } from '../../api/schemas.ts';
import { pagesQuery } from '../../queries/pages.ts';
import type { AccountSearch } from './accounts/search.ts';

export type Account = Schema<'OperatorAccountDetail'>;
export type Health = Schema<'OperatorHealth'>;
export type Plan = Schema<'OperatorPlan'>;
export type Rate = Schema<'Rate'>;
export type BackupRun = Schema<'BackupRun'>;

const HEALTH_MS = 30_000;
const RUN_MS = 2_000;

/** Newest first. */
export const accountsQuery = ({ q, status, plan }: AccountSearch) => {
  const pages = pagesQuery(['operator', 'accounts', { q, status, plan }], (cursor) =>
    call('GET /operator/accounts', { query: { search: q, status, plan, cursor } }),
  );
  return { ...pages, placeholderData: keepPreviousData };
};

export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['operator', 'account', id],
    queryFn: () => call('GET /operator/accounts/{id}', { id }),
  });

/** Shows the answer of a change at once, and reads the list again. */
export function showAccount(account: Account): void {
  queryClient.setQueryData(accountQuery(String(account.id)).queryKey, account);
  void queryClient.invalidateQueries({ queryKey: ['operator', 'accounts'] });
}

export const plansQuery = queryOptions({
  queryKey: ['operator', 'plans'],
  queryFn: () => call('GET /operator/plans'),
});

export const ratesQuery = queryOptions({
  queryKey: ['operator', 'rates'],
  queryFn: () => call('GET /operator/rates'),
});

/** Of all machines. The call is expensive, so each tab of the page shares its answer. */
export const healthQuery = queryOptions({
  queryKey: ['operator', 'health'],
  queryFn: () => call('GET /operator/health'),
  staleTime: HEALTH_MS,
  refetchInterval: HEALTH_MS,
});

/** Follows a backup that is being made. */
export const backupsQuery = {
  ...pagesQuery(['operator', 'backups'], (cursor) => call('GET /operator/backups', { query: { cursor } })),
  refetchInterval: ({ state }: { state: { data?: { pages: { run: BackupRun | null }[] } | undefined } }) =>
    isRunning(state.data?.pages[0]?.run) && RUN_MS,
};

export const isRunning = (run: BackupRun | null | undefined) => run != null && run.state !== 'failed';
