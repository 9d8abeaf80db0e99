import { hashKey, type QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

const SOON_MS = 1_000;
const waiting = new Set<string>();

/** One call for all changes of this time. A hidden page reads when it is seen again. */
export function invalidateSoon(queryKey: QueryKey): void {
  const hash = hashKey(queryKey);
  if (waiting.has(hash)) return;
  waiting.add(hash);
  setTimeout(() => {
    waiting.delete(hash);
    void queryClient.invalidateQueries({ queryKey, refetchType: document.hidden ? 'none' : 'active' });
  }, SOON_MS);
}
