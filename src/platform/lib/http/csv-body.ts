import { isUtf8 } from 'node:buffer';
import { ApiError, FieldErrors } from '../errors.ts';
import { readBody } from './body.ts';
import type { Http } from './server.ts';

const CSV = /^\s*text\/csv\s*(;|$)/i;

/** CSV as text, and nothing else. */
export function parseCsvBodies(scope: Http): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (request, payload, done) => {
    readBody(payload, request.routeOptions.bodyLimit, (bytes) => {
      if (bytes instanceof Error) return done(bytes);
      const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.raw.headers;
      if (!CSV.test(type)) return done(new ApiError('unsupported_media_type', 'Send the body as text/csv.'));
      if (encoding !== 'identity') {
        return done(new ApiError('unsupported_media_type', 'Compressed request bodies are not supported.'));
      }
      if (!isUtf8(bytes))
        return done(new FieldErrors({ body: ['must be UTF-8 text: save the sheet as "CSV UTF-8"'] }));
      done(null, bytes.toString('utf8'));
    });
  });
}
