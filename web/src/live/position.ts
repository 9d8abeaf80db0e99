import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Where the stream was before this page read its lists: the stream begins there. A page without it goes on. */
export const positionQuery = queryOptions({
  queryKey: ['stream-position'],
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  queryFn: () =>
    call('GET /stream/position').then(
      ({ last_event_id }) => last_event_id,
      () => null,
    ),
});
