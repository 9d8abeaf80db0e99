import { call } from '../../../api/call.ts';
import { pagesQuery } from '../../../queries/pages.ts';
import type { RequestSearch } from './search.ts';

const CALM_MS = 15_000;

/** Newest first. The open row is no part of the question. */
export const requestsQuery = ({ outcome, key, method, path, code, id, since, until }: RequestSearch) => {
  const query = { outcome, key_id: key, method, path, code, request_id: id, since, until };
  const pages = pagesQuery(['requests', query], (cursor) =>
    call('GET /requests', { query: { ...query, cursor } }),
  );
  return { ...pages, refetchInterval: CALM_MS };
};
