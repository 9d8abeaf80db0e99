import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../../context.ts';
import type { InboundHook } from '../../../../gateway/messages/inbound/inbound.ts';
import { openPublicFiles } from '../../../../gateway/messages/media/public-files.ts';
import type { FileStore } from '../../../../platform/lib/file-store/file-store.ts';
import type { Http } from '../../../../platform/lib/http/http.ts';
import { readerLanguage } from '../../../../platform/lib/http/reader-language.ts';
import type { ClickCounter } from '../../clicks/click-counter.ts';
import { type ComingAnswers, VisitorFeed } from './feed.ts';
import { Intake } from './intake.ts';
import { MAX_BODY } from './limits.ts';
import { getFile, Reading } from './reading.ts';
import { FileParams, ListMessages, NewVisitor, Post, Seen, WidgetParams } from './schema.ts';
import { admitVisitor, type ChatDoor, requireOwnCall, type Visitor } from './visitor.ts';
import { VisitorLimits } from './visitor-limits.ts';

/** Public: each call proves its visitor by a token. */
const config = { staff: 'public', lane: 'outside', quiet: true } as const;

/** `hooks` store the messages. */
export function widgetVisitorRoutes(
  http: Http,
  ctx: Context,
  {
    door,
    hooks,
    clicks,
    comingAnswers,
    files,
  }: {
    door: ChatDoor;
    hooks: readonly InboundHook[];
    clicks: ClickCounter;
    comingAnswers: ComingAnswers;
    files: FileStore;
  },
): void {
  const limits = new VisitorLimits(ctx);
  const admit: Admit = async (request, id, call) => {
    const visitor = await door.visitor(request, id);
    limits[call](visitor);
    return visitor;
  };
  void http.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply: FastifyReply) => {
      void reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    });
    const routes = scope as Http; // the same server, with a hook
    visitorRoute(routes, ctx, { door, limits, clicks });
    const reading = new Reading(ctx);
    messageRoute(routes, { admit, limits }, new Intake(ctx, hooks));
    readingRoutes(routes, { admit, limits }, reading);
    fileRoute(routes, ctx, { admit, limits }, files);
    eventRoute(routes, { admit, limits }, new VisitorFeed(ctx, door, comingAnswers));
  });
}

type Admit = (request: FastifyRequest, id: string, call: 'message' | 'other') => Promise<Visitor>;

interface Parts {
  admit: Admit;
  limits: VisitorLimits;
}

/** Before the body is read. */
const counts = (limits: VisitorLimits, call: Parameters<VisitorLimits['network']>[1]) => ({
  onRequest: async ({ clientAddress }: FastifyRequest) => limits.network(clientAddress, call),
});

function visitorRoute(
  http: Http,
  ctx: Context,
  { door, limits, clicks }: { door: ChatDoor; limits: VisitorLimits; clicks: ClickCounter },
): void {
  http.post('/w/:id/visitors', {
    ...counts(limits, 'token'),
    config,
    bodyLimit: MAX_BODY,
    schema: { hide: true, params: WidgetParams, body: NewVisitor },
    handler: async (request, reply) => {
      requireOwnCall(request, ctx);
      const widget = await door.widget(request.params.id);
      const admitted = admitVisitor(ctx, widget, request.body.identity);
      clicks.count(widget.entry_point_id);
      return reply.code(201).send(admitted);
    },
  });
}

function messageRoute(http: Http, { admit, limits }: Parts, intake: Intake): void {
  http.addHook('onClose', () => intake.idle());
  http.post('/w/:id/messages', {
    ...counts(limits, 'message'),
    config,
    bodyLimit: MAX_BODY,
    schema: { hide: true, params: WidgetParams, body: Post },
    handler: async (request, reply) => {
      const { params, body: post, headers } = request;
      const visitor = await admit(request, params.id, 'message');
      const language = visitor.widget.language ?? readerLanguage(headers['accept-language']);
      const { message, isNew } = await intake.take({ visitor, post, language });
      return reply.code(isNew ? 201 : 200).send(message);
    },
  });
}

function readingRoutes(http: Http, { admit, limits }: Parts, reading: Reading): void {
  http.addHook('onClose', () => reading.idle());
  http.get('/w/:id/messages', {
    ...counts(limits, 'other'),
    config,
    schema: { hide: true, params: WidgetParams, querystring: ListMessages },
    handler: async (request) => {
      const visitor = await admit(request, request.params.id, 'other');
      return reading.page({ visitor, before: request.query.before ?? null });
    },
  });
  http.post('/w/:id/seen', {
    ...counts(limits, 'other'),
    config,
    bodyLimit: MAX_BODY,
    schema: { hide: true, params: WidgetParams, body: Seen, response: { 204: z.null() } },
    handler: async (request, reply) => {
      const visitor = await admit(request, request.params.id, 'other');
      await reading.note({ visitor, ...request.body });
      return reply.code(204).send(null);
    },
  });
}

/** The page of the widget reads it with its token, so its address opens nothing. */
function fileRoute(http: Http, ctx: Context, { admit, limits }: Parts, files: FileStore): void {
  const send = openPublicFiles(ctx, files);
  http.get('/w/:id/files/:message', {
    ...counts(limits, 'other'),
    exposeHeadRoute: false,
    config,
    schema: { hide: true, params: FileParams },
    handler: async (request, reply) => {
      const visitor = await admit(request, request.params.id, 'other');
      const file = await getFile(ctx, visitor, request.params.message);
      const headers = { 'cross-origin-resource-policy': 'same-origin', 'cache-control': 'no-store' };
      return send(request, reply, { accountId: visitor.widget.account_id, file, headers });
    },
  });
}

function eventRoute(http: Http, { admit, limits }: Parts, feed: VisitorFeed): void {
  http.addHook('preClose', () => feed.close());
  http.get('/w/:id/events', {
    ...counts(limits, 'other'),
    exposeHeadRoute: false,
    config,
    schema: { hide: true, params: WidgetParams },
    handler: async (request, reply) => {
      const visitor = await admit(request, request.params.id, 'other');
      return reply
        .header('x-accel-buffering', 'no')
        .type('text/event-stream; charset=utf-8')
        .send(feed.open(visitor, request.clientAddress));
    },
  });
}
