import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { viewPage } from '../../../platform/lib/page.ts';
import { publicUrlOf } from '../../../public-url.ts';
import type { ClickCounter } from '../clicks/click-counter.ts';
import { figuresOf } from '../figures.ts';
import { EntryPointStats } from '../schema.ts';
import {
  ChangeWidget,
  CreateWidget,
  ListWidgets,
  Widget,
  WidgetCreated,
  WidgetPage,
  WidgetParams,
  WidgetSecret,
  WidgetSnippet,
} from './schema.ts';
import { viewSnippet, viewWidget } from './view.ts';
import {
  changeWidget,
  createWidget,
  deleteWidget,
  getWidget,
  listWidgets,
  rotateIdentitySecret,
} from './widget.ts';

const tags = ['Entry points'];

/** An extension of the contract. */
export function widgetRoutes(http: Http, ctx: Context, clicks: ClickCounter): void {
  readRoutes(http, ctx);
  snippetRoute(http, ctx);
  changeRoutes(http, ctx);
  deleteRoute(http, ctx);
  secretRoute(http, ctx);
  statsRoute(http, ctx, clicks);
}

function readRoutes(http: Http, ctx: Context): void {
  http.get('/v1/widgets', {
    config: { lane: 'reads', staff: 'agent', errors: [] },
    schema: {
      tags,
      operationId: 'listWidgets',
      summary: 'List widgets',
      description:
        'Lists the widgets of the account, the oldest first. Continue with `next_cursor` until it is null.',
      querystring: ListWidgets,
      response: { 200: WidgetPage.describe('One page.') },
    },
    handler: async (request) => {
      const base = publicUrlOf(request, ctx.config);
      const page = await listWidgets(ctx, request.account, request.query);
      return viewPage(page, (row) => viewWidget(row, base));
    },
  });

  http.get('/v1/widgets/:id', {
    config: { lane: 'reads', staff: 'agent', errors: ['widget_not_found'] },
    schema: {
      tags,
      operationId: 'getWidget',
      summary: 'Get a widget',
      description: 'Shows a widget, without its secret.',
      params: WidgetParams,
      response: { 200: Widget.describe('The widget.') },
    },
    handler: async (request) => {
      const widget = await getWidget(ctx, request.account, request.params.id);
      return viewWidget(widget, publicUrlOf(request, ctx.config));
    },
  });
}

function snippetRoute(http: Http, ctx: Context): void {
  http.get('/v1/widgets/:id/snippet', {
    config: { lane: 'reads', staff: 'agent', errors: ['widget_not_found'] },
    schema: {
      tags,
      operationId: 'getWidgetSnippet',
      summary: 'Get the HTML of a widget',
      description:
        'Answers what a web site puts on its pages, and what it adds to its Content-Security-Policy. The address ' +
        'is KURIR_PUBLIC_URL, otherwise that of this call.',
      params: WidgetParams,
      response: { 200: WidgetSnippet.describe('The HTML and the policy.') },
    },
    handler: async (request) => {
      const widget = await getWidget(ctx, request.account, request.params.id);
      return viewSnippet(widget, publicUrlOf(request, ctx.config));
    },
  });
}

function changeRoutes(http: Http, ctx: Context): void {
  http.post('/v1/widgets', {
    config: { errors: ['widget_limit_reached', 'device_not_found'] },
    schema: {
      tags,
      operationId: 'createWidget',
      summary: 'Create a widget',
      description:
        'Makes a button or a live chat for web sites. Only the sites in `allowed_origins` can show it. The answer ' +
        'alone has `identity_secret`.',
      body: CreateWidget,
      response: { 201: WidgetCreated.describe('The widget with its secret.') },
    },
    handler: async (request, reply) => {
      const { account, body } = request;
      const { widget, secret } = await createWidget(onBehalfOf(ctx, request), account, body);
      const view = viewWidget(widget, publicUrlOf(request, ctx.config));
      return reply.code(201).send({ ...view, identity_secret: secret });
    },
  });

  http.patch('/v1/widgets/:id', {
    config: { errors: ['widget_not_found', 'device_not_found'] },
    schema: {
      tags,
      operationId: 'changeWidget',
      summary: 'Change a widget',
      description:
        'Changes the fields in the request. Pages that are open show most of it after they are loaded again.',
      params: WidgetParams,
      body: ChangeWidget,
      response: { 200: Widget.describe('The widget.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const changed = await changeWidget(onBehalfOf(ctx, request), account, params.id, body);
      return viewWidget(changed, publicUrlOf(request, ctx.config));
    },
  });
}

function deleteRoute(http: Http, ctx: Context): void {
  http.delete('/v1/widgets/:id', {
    config: { errors: ['widget_not_found'] },
    schema: {
      tags,
      operationId: 'deleteWidget',
      summary: 'Delete a widget',
      description:
        'Closes a widget for ever. Its conversations stay readable, and show that their customers came through it. ' +
        'Answers that are not sent yet fail.',
      params: WidgetParams,
      response: { 204: z.null().describe('The widget is deleted.') },
    },
    handler: async (request, reply) => {
      const { account, params } = request;
      await deleteWidget(onBehalfOf(ctx, request), account, params.id);
      return reply.code(204).send(null);
    },
  });
}

function secretRoute(http: Http, ctx: Context): void {
  http.post('/v1/widgets/:id/rotate-secret', {
    config: { errors: ['widget_not_found'] },
    schema: {
      tags,
      operationId: 'rotateWidgetSecret',
      summary: 'Replace the secret of a widget',
      description:
        'Makes a new `identity_secret`. What the old one signed is refused from now on, and visitors whom it has ' +
        'identified need a new signature. Do this when another person may know the secret.',
      params: WidgetParams,
      response: { 200: WidgetSecret.describe('The new secret.') },
    },
    handler: (request) => rotateIdentitySecret(onBehalfOf(ctx, request), request.account, request.params.id),
  });
}

function statsRoute(http: Http, ctx: Context, clicks: ClickCounter): void {
  http.get('/v1/widgets/:id/stats', {
    config: { lane: 'expensive', staff: 'agent', errors: ['widget_not_found'] },
    schema: {
      tags,
      operationId: 'getWidgetStats',
      summary: 'Get the figures of a widget',
      description: 'Counts how many visitors became chats, and what came of them.',
      params: WidgetParams,
      response: { 200: EntryPointStats.describe('The figures.') },
    },
    handler: async ({ account, params }) => {
      const widget = await getWidget(ctx, account, params.id);
      const [figures] = await figuresOf(ctx, clicks, account, [widget]);
      if (!figures) throw new Error('a widget has no figures');
      return figures;
    },
  });
}
