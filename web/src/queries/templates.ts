import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import type { Schema } from '../api/schemas.ts';

const MINUTE = 60_000;
const MAX_TEMPLATES = 200;

const templatesQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['devices', 'templates', 'sendable', uuid] as const,
    staleTime: MINUTE,
    queryFn: () => readTemplates(uuid, 'false'),
  });

/** Those that a message can use. */
export const sendableQuery = (uuid: string) => ({
  ...templatesQuery(uuid),
  select: ({ data }: { data: Schema<'Template'>[] }) => data.filter(({ sendable }) => sendable),
});

/** What the provider has now, in place of the copies of the gateway. A list that an event has read since is newer. */
export async function readTemplatesAgain(uuid: string): Promise<void> {
  await readTemplates(uuid, 'true');
  await queryClient.invalidateQueries({ queryKey: templatesQuery(uuid).queryKey });
}

function readTemplates(uuid: string, refresh: 'true' | 'false') {
  const query = { limit: MAX_TEMPLATES, status: 'approved', refresh } as const;
  return call('GET /devices/{uuid}/templates', { uuid, query });
}
