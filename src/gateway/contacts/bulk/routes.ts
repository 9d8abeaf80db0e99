import type { Context } from '../../../context.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { countBulk, getBulk, listBulks, startBulk, UNDO_MS, undoBulk } from './bulk.ts';
import { BULK_ITEMS, Bulk, BulkContacts, BulkCount, BulkParams, Bulks } from './schema.ts';
import type { BulkRow } from './store.ts';

const tags = ['Contacts'];

/** Changes of many contacts at once. Extensions of the contract. */
export function contactBulkRoutes(http: Http, ctx: Context): void {
  startRoute(http, ctx);
  readRoutes(http, ctx);

  http.post('/v1/contacts/bulk/:id/undo', {
    config: { errors: ['contact_bulk_not_found', 'contact_bulk_over'] },
    schema: {
      tags,
      summary: 'Undo a change of many contacts',
      description:
        'Takes the whole change back, within an hour of its end. A running change stops. Deleted contacts get their ' +
        'ids, tags and broadcasts back, except those whose number has a new contact. You can repeat the call.',
      operationId: 'undoContactBulk',
      params: BulkParams,
      response: { 202: Bulk.describe('The change. `status` says when it is `undone`.') },
    },
    handler: async ({ account, params }, reply) =>
      reply.code(202).send(viewBulk(await undoBulk(ctx, account, params.id))),
  });
}

function startRoute(http: Http, ctx: Context): void {
  http.post('/v1/contacts/bulk', {
    config: {
      lane: 'expensive',
      maxItems: BULK_ITEMS,
      errors: ['contact_bulk_limit_reached', 'contact_segment_not_found'],
    },
    schema: {
      tags,
      summary: 'Change many contacts',
      description:
        'Adds or removes tags, or deletes: contacts by their ids, or all that a filter finds now (a search: up to ' +
        '1,000). With `dry_run` it only counts them. A job changes them in pieces: see `status`.',
      operationId: 'changeManyContacts',
      body: BulkContacts,
      response: {
        200: BulkCount.describe('With `dry_run`: the count. Nothing is changed.'),
        202: Bulk.describe('The change has begun.'),
      },
    },
    handler: async ({ account, body }, reply) => {
      if (body.dry_run) return { matched: await countBulk(ctx, account, body) };
      return reply.code(202).send(viewBulk(await startBulk(ctx, account, body)));
    },
  });
}

function readRoutes(http: Http, ctx: Context): void {
  http.get('/v1/contacts/bulk', {
    config: { lane: 'reads', errors: [] },
    schema: {
      tags,
      summary: 'List changes of many contacts',
      description: 'Lists the changes of the last hour.',
      operationId: 'listContactBulks',
      response: { 200: Bulks.describe('The changes.') },
    },
    handler: async ({ account }) => ({ data: (await listBulks(ctx, account)).map(viewBulk) }),
  });

  http.get('/v1/contacts/bulk/:id', {
    config: { lane: 'reads', errors: ['contact_bulk_not_found'] },
    schema: {
      tags,
      summary: 'Show a change of many contacts',
      description: 'Shows how far a change is.',
      operationId: 'getContactBulk',
      params: BulkParams,
      response: { 200: Bulk.describe('The change.') },
    },
    handler: async ({ account, params }) => viewBulk(await getBulk(ctx, account, params.id)),
  });
}

function viewBulk({ finished_at, created_at, ...row }: BulkRow): Bulk {
  const { id, action, tags, status, matched, changed, restored } = row;
  return {
    id,
    action,
    tags,
    status,
    matched,
    changed,
    restored,
    created_at: created_at.toISOString(),
    undo_until: finished_at && new Date(finished_at.getTime() + UNDO_MS).toISOString(),
  };
}
