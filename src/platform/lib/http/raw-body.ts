import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { readBody } from './body.ts';
import { Lane, newCall } from './lane.ts';
import type { Http } from './server.ts';
import { watchStall } from './slow-body.ts';

const TYPE = 'application/octet-stream';
const IS_TYPE = /^\s*application\/octet-stream\s*(;|$)/i;
/** In memory at once, of all accounts. */
export const MAX_BODIES = 4;

/** Bytes in memory, for what must not reach the disk. Accounts take turns, until their answers have left. */
export function parseRawBodies(scope: Http, sharerOf: (request: FastifyRequest) => number): void {
  const bodies = new Lane({ working: 1, total: MAX_BODIES });
  scope.addHook('preParsing', (request, reply, _payload, done) => {
    // No event would end its turn.
    if (reply.raw.destroyed || request.raw.socket.destroyed) return;
    const call = newCall(bodies, sharerOf(request), done);
    reply.raw.once('close', () => bodies.left(call));
    bodies.enter(call);
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (request, payload, done) => {
    const stop = watchStall(request);
    readBody(payload, request.routeOptions.bodyLimit, (bytes) => {
      stop();
      if (bytes instanceof Error) return done(bytes);
      const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.raw.headers;
      if (!IS_TYPE.test(type) || encoding !== 'identity')
        return done(new ApiError('unsupported_media_type', `Send the body as ${TYPE}, not compressed.`));
      done(null, bytes);
    });
  });
}
