import { call } from '../../api/call.ts';
import { pagesQuery } from '../../queries/pages.ts';
import { fromLocalInput } from '../../texts/local-input.ts';
import type { AuditSearch } from './search.ts';

/** Newest first. Both days are days of the browser. */
export const auditQuery = ({ from, to, action, actor }: AuditSearch) =>
  pagesQuery(['audit', { from, to, action, actor }], (cursor) => {
    const since = from && (fromLocalInput(`${from}T00:00:00`) ?? from);
    const until = to && (fromLocalInput(`${to}T23:59:59.999`) ?? to);
    return call('GET /audit', { query: { since, until, action, actor, cursor } });
  });
