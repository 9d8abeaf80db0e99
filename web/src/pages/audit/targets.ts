import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { nameOf } from '../../people/name.ts';
import { useNames } from '../../queries/names.ts';

interface Kind {
  name: (id: string) => Promise<string | undefined>;
  /** Its page. Some have none. */
  link?: (id: string) => LinkProps;
}

/** What an action of this noun was done to. */
const KINDS: Record<string, Kind> = {
  conversation: {
    name: async (id) => nameOf(await call('GET /conversations/{id}', { id })),
    link: (id) => ({ to: '/inbox/$conversationId', params: { conversationId: id } }),
  },
  flow: {
    name: async (id) => (await call('GET /flows/{id}', { id })).name,
    link: (id) => ({ to: '/automation/flows/$flowId', params: { flowId: id } }),
  },
  document: {
    name: async (id) => (await call('GET /knowledge/documents/{id}', { id })).title,
    link: (id) => ({ to: '/automation/assistant/documents/$documentId', params: { documentId: id } }),
  },
  site: {
    name: async (id) => (await call('GET /knowledge/sites/{id}', { id })).url,
    link: (id) => ({ to: '/automation/assistant/sites/$siteId', params: { siteId: id } }),
  },
  table: {
    name: async (id) => (await call('GET /knowledge/tables/{id}', { id })).name,
    link: (id) => ({ to: '/automation/assistant/tables/$tableId', params: { tableId: id } }),
  },
  faq: { name: async (id) => (await call('GET /knowledge/faqs/{id}', { id })).questions[0] },
  widget: {
    name: async (id) => (await call('GET /widgets/{id}', { id })).name,
    link: (id) => ({ to: '/entry-points/widgets/$widgetId', params: { widgetId: id } }),
  },
  entry_point: { name: async (id) => (await call('GET /entry-points/{id}', { id })).name },
  auto_reply: { name: async (id) => (await call('GET /auto-replies/{id}', { id })).name },
  broadcast: {
    name: async (id) => (await call('GET /broadcasts/{id}', { id })).name,
    link: (id) => ({ to: '/broadcasts/$id', params: { id } }),
  },
};

/** The name of what an entry was done to, and its page. Without a name: it is deleted, or it has none. */
export function useTarget(action: string, id: string): { name: string | undefined; link?: LinkProps } {
  const known = useNames()(id);
  const kind = KINDS[action.split('.')[0] ?? ''];
  const { data } = useQuery({
    queryKey: ['audit', 'target', action.split('.')[0], id],
    queryFn: async () => (await kind?.name(id)) ?? null,
    enabled: kind !== undefined && known === undefined,
    staleTime: 5 * 60_000,
    retry: false,
  });
  if (!kind?.link || data === undefined) return { name: known ?? data ?? undefined };
  return { name: data ?? undefined, link: kind.link(id) };
}
