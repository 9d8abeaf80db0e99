import type { Context } from '../../context.ts';
import type { Http } from '../lib/http/http.ts';
import { encodeCursor } from '../lib/page.ts';
import { listEntries } from './audit.ts';
import { AuditPage, ListAudit } from './schema.ts';
import { viewEntry } from './view.ts';

/** An extension of the contract. */
export function auditRoutes(http: Http, ctx: Context): void {
  http.get('/v1/audit', {
    config: { errors: [], requiresFull: true },
    schema: {
      tags: ['Audit'],
      operationId: 'listAuditEntries',
      summary: 'List the audit log',
      description:
        'Lists who changed the keys, devices, webhooks and settings of the account, when and from ' +
        'where, newest first. Entries cannot be changed. Continue with `next_cursor` until it is ' +
        'null. The key needs the scope `full`, because entries name other keys and their addresses.',
      querystring: ListAudit,
      response: { 200: AuditPage.describe('One page.') },
    },
    handler: async (request) => {
      const { entries, next } = await listEntries(ctx, request.account.id, request.query);
      return { data: entries.map(viewEntry), next_cursor: next && encodeCursor(next) };
    },
  });
}
