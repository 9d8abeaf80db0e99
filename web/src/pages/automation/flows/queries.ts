import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { Schema } from '../../../api/schemas.ts';
import { readAll } from '../../../queries/pages.ts';

export type Flow = Schema<'Flow'>;
export type FlowSummary = Schema<'FlowSummary'>;
export type FlowProblem = Schema<'FlowProblem'>;
export type Version = Schema<'FlowVersionSummary'>;
export type Transcript = Schema<'FlowTranscript'>;

const PAGE = 200;
export const FLOWS = ['flows'] as const;

/** All flows of the account: at most 300. */
export const allFlowsQuery = queryOptions({
  queryKey: [...FLOWS, 'all'],
  queryFn: () => readAll((cursor) => call('GET /flows', { query: { limit: PAGE, cursor } })),
});

export const flowQuery = (id: string) =>
  queryOptions({
    queryKey: [...FLOWS, 'one', id],
    // An editor begins with the present draft, not with one of an earlier visit.
    gcTime: 0,
    queryFn: () => call('GET /flows/{id}', { id }),
  });

/** The last 50, the newest first. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...FLOWS, 'one', id, 'versions'],
    queryFn: () => call('GET /flows/{id}/versions', { id, query: { limit: 50 } }),
  });

/** A version never changes. */
export const versionQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: [...FLOWS, 'one', id, 'versions', version],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => call('GET /flows/{id}/versions/{version}', { id, version }),
  });

const MOMENT_MS = 5_000;

/** Who published a version, from the audit. Null: the audit does not have it any more. */
export const publisherQuery = (id: string, { version, created_at }: Version) =>
  queryOptions({
    queryKey: [...FLOWS, 'one', id, 'versions', version, 'publisher'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const [since, until] = [-MOMENT_MS, MOMENT_MS].map((ms) =>
        new Date(new Date(created_at).getTime() + ms).toISOString(),
      );
      const { data } = await call('GET /audit', { query: { since, until } });
      return data.find(({ target, detail }) => target === id && detail.version === version)?.actor ?? null;
    },
  });

export const secretsQuery = queryOptions({
  queryKey: [...FLOWS, 'secrets'],
  queryFn: () => call('GET /flows/secrets'),
});

export const simulationsQuery = (id: string) =>
  queryOptions({
    queryKey: [...FLOWS, 'one', id, 'simulations'],
    queryFn: () => call('GET /flows/{id}/simulations', { id }),
  });
