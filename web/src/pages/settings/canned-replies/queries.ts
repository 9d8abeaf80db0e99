import { call } from '../../../api/call.ts';
import { pagesQuery } from '../../../queries/pages.ts';

export const CANNED_REPLIES = ['canned-replies'];

export const cannedRepliesQuery = pagesQuery([...CANNED_REPLIES, 'pages'], (cursor) =>
  call('GET /canned-replies', { query: { limit: 100, cursor } }),
);
