import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Http } from '../../../lib/http/http.ts';
import { readerLanguage } from '../../../lib/http/reader-language.ts';
import type { InboundHook } from '../../../messages/inbound/inbound.ts';
import { VisitorFeed } from './feed.ts';
import { Intake } from './intake.ts';
import { MAX_BODY } from './limits.ts';
import { Reading } from './reading.ts';
import { ListMessages, NewVisitor, Post, Seen, WidgetParams } from './schema.ts';
import { admitVisitor, type ChatDoor, openChatDoor, requireOwnCall, type Visitor } from './visitor.ts';
import { VisitorLimits } from './visitor-limits.ts';

/** Public: each call proves its visitor by a token. */
const config = { staff: 'public', lane: 'outside', quiet: true } as const;

/** The live chat of widgets, for the page that visitors see. `hooks` store their messages. */
export function widgetVisitorRoutes(http: Http, ctx: Context, hooks: readonly InboundHook[]): void {
  const door = openChatDoor(ctx);
  const limits = new VisitorLimits(ctx);
  /** Counts the call before it costs a statement. */
  const admit = async (request: FastifyRequest, id: string, call: 'message' | 'other'): Promise<Visitor> => {
    limits.network(request.clientAddress, call);
    const visitor = await door.visitor(request, id);
    limits[call](visitor);
    return visitor;
  };
  void http.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply: FastifyReply) => {
      void reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    });
    const routes = scope as Http; // the same server, with a hook
    visitorRoute(routes, ctx, { door, limits });
    messageRoutes(routes, { admit, intake: new Intake(ctx, hooks), reading: new Reading(ctx) });
    eventRoute(routes, admit, new VisitorFeed(ctx, door));
  });
}

type Admit = (request: FastifyRequest, id: string, call: 'message' | 'other') => Promise<Visitor>;

function visitorRoute(
  http: Http,
  ctx: Context,
  { door, limits }: { door: ChatDoor; limits: VisitorLimits },
): void {
  http.post(
    '/w/:id/visitors',
    { config, bodyLimit: MAX_BODY, schema: { hide: true, params: WidgetParams, body: NewVisitor } },
    async (request, reply) => {
      limits.network(request.clientAddress, 'token');
      requireOwnCall(request, ctx);
      const widget = await door.widget(request.params.id);
      return reply.code(201).send(admitVisitor(ctx, widget, request.body.identity));
    },
  );
}

interface Parts {
  admit: Admit;
  intake: Intake;
  reading: Reading;
}

function messageRoutes(http: Http, { admit, intake, reading }: Parts): void {
  http.addHook('onClose', async () => {
    await Promise.all([intake.idle(), reading.idle()]);
  });
  http.post(
    '/w/:id/messages',
    { config, bodyLimit: MAX_BODY, schema: { hide: true, params: WidgetParams, body: Post } },
    async (request, reply) => {
      const { params, body: post, headers } = request;
      const visitor = await admit(request, params.id, 'message');
      const language = visitor.widget.language ?? readerLanguage(headers['accept-language']);
      const { message, isNew } = await intake.take({ visitor, post, language });
      return reply.code(isNew ? 201 : 200).send(message);
    },
  );
  http.get(
    '/w/:id/messages',
    { config, schema: { hide: true, params: WidgetParams, querystring: ListMessages } },
    async (request) => {
      const visitor = await admit(request, request.params.id, 'other');
      return reading.page({ visitor, before: request.query.before ?? null });
    },
  );
  http.post(
    '/w/:id/seen',
    {
      config,
      bodyLimit: MAX_BODY,
      schema: { hide: true, params: WidgetParams, body: Seen, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const visitor = await admit(request, request.params.id, 'other');
      await reading.note({ visitor, ...request.body });
      return reply.code(204).send(null);
    },
  );
}

function eventRoute(http: Http, admit: Admit, feed: VisitorFeed): void {
  http.addHook('preClose', () => feed.close());
  http.get(
    '/w/:id/events',
    // An answer without an end has no length to ask for.
    { exposeHeadRoute: false, config, schema: { hide: true, params: WidgetParams } },
    async (request, reply) => {
      const visitor = await admit(request, request.params.id, 'other');
      return reply
        .header('x-accel-buffering', 'no')
        .type('text/event-stream; charset=utf-8')
        .send(feed.open(visitor, request.clientAddress));
    },
  );
}
