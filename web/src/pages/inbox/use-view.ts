import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { countsQuery } from '../../queries/conversation-counts.ts';
import { countOf } from '../../queries/list-query.ts';
import { useMe } from '../../session/session.ts';
import { type InboxSearch, toListQuery } from './search.ts';
import { VIEWS, type ViewName } from './views.ts';

/** How many conversations each view has. Those of resolved ones are not counted. */
export function useCounts(): (view: ViewName) => number {
  const me = useMe();
  const counts = useQuery(countsQuery).data?.data ?? [];
  return (view) => countOf(counts, toListQuery({ view }, me.name));
}

const keptIn = (userId: string) => `kurir.inbox.view.${userId}`;

/**
 * The view that is shown; null during a search. Without one in the address, it is the last one of the user in this
 * browser. While that is empty and a customer waits, it is what needs an answer.
 */
export function useView({ view: chosen, q }: InboxSearch): ViewName | null {
  const me = useMe();
  const count = useCounts();
  useEffect(() => {
    if (chosen !== undefined && chosen !== 'resolved') localStorage.setItem(keptIn(me.id), chosen);
  }, [chosen, me.id]);
  if (q !== undefined) return null;
  if (chosen !== undefined) return chosen;
  const kept = localStorage.getItem(keptIn(me.id));
  const last = VIEWS.find((name) => name === kept) ?? 'needs';
  return count(last) === 0 && count('needs') > 0 ? 'needs' : last;
}
