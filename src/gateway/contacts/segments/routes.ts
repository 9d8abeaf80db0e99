import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { getSegment } from './find-segment.ts';
import { ChangeSegment, CreateSegment, Segment, SegmentParams, Segments } from './schema.ts';
import { changeSegment, createSegment, deleteSegment, listSegments } from './segment.ts';
import { viewSegment } from './view.ts';

const tags = ['Contacts'];

/** Filters of contacts with a name. Extensions of the contract. */
export function contactSegmentRoutes(http: Http, ctx: Context): void {
  readRoutes(http, ctx);
  changeRoutes(http, ctx);
}

function readRoutes(http: Http, ctx: Context): void {
  http.get('/v1/contacts/segments', {
    config: { lane: 'reads', errors: [] },
    schema: {
      tags,
      operationId: 'listContactSegments',
      summary: 'List segments',
      description:
        'Lists the filters of contacts that the account has given a name. `GET /v1/contacts?segment=` and ' +
        'broadcasts take their ids.',
      response: { 200: Segments.describe('All segments.') },
    },
    handler: async ({ account }) => ({ data: (await listSegments(ctx, account)).map(viewSegment) }),
  });

  http.get('/v1/contacts/segments/:id', {
    config: { lane: 'reads', errors: ['contact_segment_not_found'] },
    schema: {
      tags,
      operationId: 'getContactSegment',
      summary: 'Show a segment',
      description: 'Shows one segment.',
      params: SegmentParams,
      response: { 200: Segment.describe('The segment.') },
    },
    handler: async ({ account, params }) => viewSegment(await getSegment(ctx, account, params.id)),
  });
}

function changeRoutes(http: Http, ctx: Context): void {
  http.post('/v1/contacts/segments', {
    config: { errors: ['contact_segment_limit_reached'] },
    schema: {
      tags,
      operationId: 'createContactSegment',
      summary: 'Create a segment',
      description:
        'Gives a filter of contacts a name. Its contacts are those that meet the filter when it is used.',
      body: CreateSegment,
      response: { 201: Segment.describe('The segment.') },
    },
    handler: async (request, reply) => {
      const made = await createSegment(onBehalfOf(ctx, request), request.account, request.body);
      return reply.code(201).send(viewSegment(made));
    },
  });

  http.patch('/v1/contacts/segments/:id', {
    config: { errors: ['contact_segment_not_found'] },
    schema: {
      tags,
      operationId: 'changeContactSegment',
      summary: 'Change a segment',
      description: 'Renames a segment, or replaces its filter. Broadcasts keep their recipients.',
      params: SegmentParams,
      body: ChangeSegment,
      response: { 200: Segment.describe('The segment.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      return viewSegment(await changeSegment(onBehalfOf(ctx, request), account, params.id, body));
    },
  });

  http.delete('/v1/contacts/segments/:id', {
    config: { errors: ['contact_segment_not_found'] },
    schema: {
      tags,
      operationId: 'deleteContactSegment',
      summary: 'Delete a segment',
      description:
        'Deletes the name and the filter. Its contacts stay, and broadcasts keep their recipients.',
      params: SegmentParams,
      response: { 204: z.null().describe('The segment is deleted.') },
    },
    handler: async (request, reply) => {
      await deleteSegment(onBehalfOf(ctx, request), request.account, request.params.id);
      return reply.code(204).send(null);
    },
  });
}
