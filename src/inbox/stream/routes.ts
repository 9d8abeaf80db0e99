import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import type { SeenUsers } from '../staff/presence/seen-users.ts';
import { LastEventId, OpenStream, readLastId, StreamPosition } from './schema.ts';
import { findPosition } from './store.ts';
import type { Streams } from './stream.ts';

const EXAMPLE = 'id: 42\nevent: resync\ndata: {}\n\n';

/** An extension of the contract. */
export function streamRoutes(http: Http, streams: Streams, seen: Pick<SeenUsers, 'note'>): void {
  http.addHook('preClose', () => streams.close());
  http.get('/v1/stream', {
    // A stream has no length.
    exposeHeadRoute: false,
    config: {
      lane: 'streams',
      errors: [],
      staff: 'agent',
      documentation: {
        requestHeaders: { 'Last-Event-ID': LastEventId },
        texts: { 200: { type: 'text/event-stream', example: EXAMPLE } },
      },
    },
    schema: {
      tags: ['Stream'],
      operationId: 'openStream',
      summary: 'Open a live stream',
      description:
        'Server-sent events: `message.received`, `message.status` and `device.status` with the bytes of the ' +
        'webhooks, `visitor.received` and `visitor.status` for live chats on web pages, `conversation.changed` ' +
        'with the conversation as GET /v1/conversations/{id} shows it, `conversation.merged`, and ' +
        '`conversation.event` with an entry of the timeline. Callers who see all devices get `template.changed` ' +
        'with a template as the list shows it, and `template.deleted` with its `id`. After `resync`, read your ' +
        'lists again. A client that reads lists first, and the stream from the position before them, misses nothing: ' +
        'GET /v1/stream/position. At most 10 streams of a key or user and 100 of an account can be open.',
      querystring: OpenStream,
      response: { 200: z.unknown().describe('Events until the stream or its key ends.') },
    },
    handler: async (request, reply) => {
      const { account, query, headers } = request;
      const lastId = readLastId(headers['last-event-id']?.toString(), query.last_event_id);
      const findCaller = async () => {
        const caller = await request.findCaller();
        if (caller && request.staff) seen.note(request.staff.id);
        return caller;
      };
      const stream = await streams.open({ account, name: nameOf(request), findCaller, lastId });
      return reply
        .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
        .type('text/event-stream; charset=utf-8')
        .send(stream);
    },
  });
}

/** An extension of the contract. */
export function positionRoute(http: Http, ctx: Context): void {
  http.get('/v1/stream/position', {
    config: { errors: [], staff: 'agent' },
    schema: {
      tags: ['Stream'],
      operationId: 'getStreamPosition',
      summary: 'Get the newest position',
      description: 'Read it before your lists, and open the stream with it as `last_event_id`.',
      response: { 200: StreamPosition.describe('The position of the newest change.') },
    },
    handler: async ({ account }) => {
      const row = await findPosition(ctx.db, { accountId: account.id });
      return { last_event_id: row ? String(row.last_position) : null };
    },
  });
}

const nameOf = ({ staff, callingKey }: FastifyRequest) =>
  staff ? `user ${staff.userUuid}` : `key ${callingKey?.id}`;
