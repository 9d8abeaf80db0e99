import { z } from 'zod';
import type { Context } from '../../context.ts';
import { onBehalfOf } from '../../platform/audit/audit.ts';
import type { FileStore } from '../../platform/lib/file-store/file-store.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { viewPage } from '../../platform/lib/page.ts';
import { publicUrlOf } from '../../public-url.ts';
import type { ClickCounter } from './clicks/click-counter.ts';
import { changeLink, createLink, deleteLink, getLink, listLinks } from './entry-point.ts';
import { figuresOf } from './figures.ts';
import { qrRoutes } from './qr/routes.ts';
import { reportRoutes } from './report/routes.ts';
import {
  ChangeEntryPoint,
  CreateEntryPoint,
  EntryPoint,
  EntryPointPage,
  EntryPointParams,
  EntryPointStats,
  ListEntryPoints,
} from './schema.ts';
import { viewLink } from './view.ts';

const tags = ['Entry points'];

/** An extension of the contract. */
export function entryPointRoutes(http: Http, ctx: Context, clicks: ClickCounter, files: FileStore): void {
  readRoutes(http, ctx);
  changeRoutes(http, ctx);
  deleteRoute(http, ctx);
  statsRoute(http, ctx, clicks);
  qrRoutes(http, ctx, files);
  reportRoutes(http, ctx, clicks);
}

function readRoutes(http: Http, ctx: Context): void {
  http.get('/v1/entry-points', {
    config: { lane: 'reads', staff: 'agent', errors: [] },
    schema: {
      tags,
      operationId: 'listEntryPoints',
      summary: 'List chat links',
      description:
        'Lists the chat links of the account, the oldest first. Continue with `next_cursor` until it is null.',
      querystring: ListEntryPoints,
      response: { 200: EntryPointPage.describe('One page.') },
    },
    handler: async (request) => {
      const base = publicUrlOf(request, ctx.config);
      const page = await listLinks(ctx, request.account, request.query);
      return viewPage(page, (row) => viewLink(row, base));
    },
  });

  http.get('/v1/entry-points/:id', {
    config: { lane: 'reads', staff: 'agent', errors: ['entry_point_not_found'] },
    schema: {
      tags,
      operationId: 'getEntryPoint',
      summary: 'Get a chat link',
      description: 'Shows a chat link with its address and its code.',
      params: EntryPointParams,
      response: { 200: EntryPoint.describe('The chat link.') },
    },
    handler: async (request) => {
      const link = await getLink(ctx, request.account, request.params.id);
      return viewLink(link, publicUrlOf(request, ctx.config));
    },
  });
}

function changeRoutes(http: Http, ctx: Context): void {
  http.post('/v1/entry-points', {
    config: { errors: ['entry_point_limit_reached', 'device_not_found'] },
    schema: {
      tags,
      operationId: 'createEntryPoint',
      summary: 'Create a chat link',
      description:
        'Makes an address that leads to a chat with the number of a device. The message in it carries a code, by ' +
        'which Kurir knows how the customer came.',
      body: CreateEntryPoint,
      response: { 201: EntryPoint.describe('The chat link.') },
    },
    handler: async (request, reply) => {
      const { account, body } = request;
      const made = await createLink(onBehalfOf(ctx, request), account, body);
      return reply.code(201).send(viewLink(made, publicUrlOf(request, ctx.config)));
    },
  });

  http.patch('/v1/entry-points/:id', {
    config: { errors: ['entry_point_not_found', 'device_not_found'] },
    schema: {
      tags,
      operationId: 'changeEntryPoint',
      summary: 'Change a chat link',
      description: 'Changes the fields in the request. Earlier addresses still lead to the link.',
      params: EntryPointParams,
      body: ChangeEntryPoint,
      response: { 200: EntryPoint.describe('The chat link.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const changed = await changeLink(onBehalfOf(ctx, request), account, params.id, body);
      return viewLink(changed, publicUrlOf(request, ctx.config));
    },
  });
}

function deleteRoute(http: Http, ctx: Context): void {
  http.delete('/v1/entry-points/:id', {
    config: { errors: ['entry_point_not_found'] },
    schema: {
      tags,
      operationId: 'deleteEntryPoint',
      summary: 'Delete a chat link',
      description:
        'Closes a chat link for ever. Conversations still show that their customers came through it. Its address ' +
        'and its code are never given again.',
      params: EntryPointParams,
      response: { 204: z.null().describe('The chat link is deleted.') },
    },
    handler: async (request, reply) => {
      const { account, params } = request;
      await deleteLink(onBehalfOf(ctx, request), account, params.id);
      return reply.code(204).send(null);
    },
  });
}

function statsRoute(http: Http, ctx: Context, clicks: ClickCounter): void {
  http.get('/v1/entry-points/:id/stats', {
    config: { lane: 'expensive', staff: 'agent', errors: ['entry_point_not_found'] },
    schema: {
      tags,
      operationId: 'getEntryPointStats',
      summary: 'Get the figures of a chat link',
      description: 'Counts how many visitors became chats, and what came of them.',
      params: EntryPointParams,
      response: { 200: EntryPointStats.describe('The figures.') },
    },
    handler: async ({ account, params }) => {
      const link = await getLink(ctx, account, params.id);
      const [figures] = await figuresOf(ctx, clicks, account, [link]);
      if (!figures) throw new Error('a link has no figures');
      return figures;
    },
  });
}
