import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { asProblem } from '../api/problem.ts';

/** An uploaded file. Null: none is named, or it is gone. */
export const mediaQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['media', id],
    queryFn: () => (id === null ? null : call('GET /media/{id}', { id }).catch(nullWithout)),
  });

function nullWithout(problem: unknown): null {
  if (asProblem(problem).code === 'media_not_found') return null;
  throw problem;
}
