import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { useOnce } from '../../ui/use-once.ts';
import { createBroadcast } from './create.ts';
import { changesOf, type Draft } from './draft.ts';

export interface Sending {
  draft: Draft;
  /** The broadcast that is changed. Missing: a new one. */
  changes?: number | undefined;
  onSent?: (() => void) | undefined;
}

/** Creates or changes the broadcast of the draft, and opens its page. */
export function useSend({ draft, changes, onSent }: Sending) {
  const navigate = useNavigate();
  return useOnce({
    mutationFn: async () => {
      if (changes === undefined) return createBroadcast(draft);
      await call('PATCH /broadcasts/{id}', { id: changes, body: changesOf(draft, changes) });
      return changes;
    },
    onSuccess: async (id) => {
      void queryClient.invalidateQueries({ queryKey: ['broadcast-preview'], refetchType: 'none' });
      await queryClient.invalidateQueries({ queryKey: ['broadcasts'] });
      await navigate({ to: '/broadcasts/$id', params: { id: String(id) }, ignoreBlocker: true });
      // After the composer has gone, so that it does not write the draft again.
      onSent?.();
    },
  });
}
