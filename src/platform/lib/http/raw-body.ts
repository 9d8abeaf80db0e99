import { ApiError } from '../errors.ts';
import { readBody } from './body.ts';
import type { Http } from './server.ts';
import { watchStall } from './slow-body.ts';

const TYPE = 'application/octet-stream';
const IS_TYPE = /^\s*application\/octet-stream\s*(;|$)/i;

/** Bytes in memory, for what must not reach the disk. */
export function parseRawBodies(scope: Http): void {
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
