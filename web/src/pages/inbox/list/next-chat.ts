import { useNavigate, useSearch } from '@tanstack/react-router';
import { queryClient } from '../../../api/query-client.ts';
import { useMe } from '../../../session/session.ts';
import { listQuery } from '../queries.ts';
import { toListQuery } from '../search.ts';
import { useView } from '../use-view.ts';

/** Opens the chat below this one in the list, or above the last one. Alone in the list, it stays open. */
export function useOpenNext(id: string): () => void {
  const me = useMe();
  const search = useSearch({ from: '/app/inbox' });
  const view = useView(search);
  const navigate = useNavigate();
  return () => {
    const { queryKey } = listQuery(toListQuery({ ...search, ...(view && { view }) }, me.name));
    const items = queryClient.getQueryData(queryKey)?.items ?? [];
    const index = items.findIndex((item) => item.id === id);
    const next = index === -1 ? undefined : (items[index + 1] ?? items[index - 1]);
    if (next) void navigate({ to: '/inbox/$conversationId', params: { conversationId: next.id }, search });
  };
}
