import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, ok } from '../../../api/client.ts';

export const CANNED_REPLIES = ['canned-replies'];

export const cannedRepliesQuery = infiniteQueryOptions({
  queryKey: [...CANNED_REPLIES, 'pages'],
  initialPageParam: '',
  queryFn: ({ pageParam }) =>
    ok(
      api.GET('/app/api/canned-replies', {
        params: { query: { limit: 100, ...(pageParam && { cursor: pageParam }) } },
      }),
    ),
  getNextPageParam: ({ next_cursor }) => next_cursor,
});
