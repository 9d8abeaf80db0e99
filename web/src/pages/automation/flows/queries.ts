import { queryOptions } from '@tanstack/react-query';
import { api, ok } from '../../../api/client.ts';
import type { Schema } from '../../../api/schemas.ts';

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
  queryFn: async () => {
    const flows: FlowSummary[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
      const page = await ok(api.GET('/app/api/flows', { params: { query } }));
      flows.push(...page.data);
      cursor = page.next_cursor;
    }
    return flows;
  },
});

export const flowQuery = (id: string) =>
  queryOptions({
    queryKey: [...FLOWS, 'one', id],
    // An editor begins with the present draft, not with one of an earlier visit.
    gcTime: 0,
    queryFn: () => ok(api.GET('/app/api/flows/{id}', { params: { path: { id } } })),
  });

/** The last 50, the newest first. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...FLOWS, 'one', id, 'versions'],
    queryFn: () =>
      ok(api.GET('/app/api/flows/{id}/versions', { params: { path: { id }, query: { limit: 50 } } })),
  });

/** A version never changes. */
export const versionQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: [...FLOWS, 'one', id, 'versions', version],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () =>
      ok(api.GET('/app/api/flows/{id}/versions/{version}', { params: { path: { id, version } } })),
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
      const query = { ...(since && { since }), ...(until && { until }) };
      const { data } = await ok(api.GET('/app/api/audit', { params: { query } }));
      return data.find(({ target, detail }) => target === id && detail.version === version)?.actor ?? null;
    },
  });

export const secretsQuery = queryOptions({
  queryKey: [...FLOWS, 'secrets'],
  queryFn: () => ok(api.GET('/app/api/flows/secrets')),
});

export const simulationsQuery = (id: string) =>
  queryOptions({
    queryKey: [...FLOWS, 'one', id, 'simulations'],
    queryFn: () => ok(api.GET('/app/api/flows/{id}/simulations', { params: { path: { id } } })),
  });
