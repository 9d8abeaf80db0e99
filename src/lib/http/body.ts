import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { ApiError, FieldErrors } from '../errors.ts';
import { isTooDeep, MAX_DEPTH } from './depth.ts';
import { isJsonType } from './media-type.ts';
import type { Http } from './server.ts';

/** What is wrong with a body that cannot be read. */
type BodyError = ApiError | FieldErrors;

/**
 * Reads every body as a JSON object. An empty one is `{}` whatever its type; keys that would reach a prototype are dropped. What cannot be read
 * is refused, but on a route that judges bodies itself: it gets the BodyError in place of the body.
 */
export function parseJsonBodies(http: Http): void {
  const parseText = http.getDefaultJsonParser('remove', 'remove');

  function parse(request: FastifyRequest, bytes: Buffer): object | BodyError {
    if (bytes.length === 0) return {};
    const { headers } = request.raw;
    if (!isJsonType(headers['content-type'])) return new ApiError('unsupported_media_type');
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
      return new ApiError('unsupported_media_type', 'Compressed request bodies are not supported.');
    }
    if (!isUtf8(bytes)) return new ApiError('invalid_json', 'The request body is not valid UTF-8.');
    if (isTooDeep(bytes)) return new FieldErrors({ body: [`must not nest deeper than ${MAX_DEPTH} levels`] });
    let parsed: unknown;
    // The parser answers within the call.
    void parseText(request, bytes.toString('utf8'), (error, json) => {
      parsed = error ? new ApiError('invalid_json') : json;
    });
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
      return new FieldErrors({ body: ['must be a JSON object'] });
    }
    return parsed;
  }

  http.removeAllContentTypeParsers();
  http.addContentTypeParser('*', (request, payload, done) => {
    // Nobody will use the body; Node discards what still comes of it.
    if (request.is404) return done(null, {});
    readBody(payload, request.routeOptions.bodyLimit, (bytes) => {
      const body = bytes instanceof Error ? bytes : parse(request, bytes);
      if (isBodyError(body) && !request.routeOptions.config.judgesBody) done(body);
      else done(null, body);
    });
  });
}

/** Whether a route that judges bodies itself got one that could not be read. */
export function isBodyError(body: unknown): body is BodyError {
  return body instanceof ApiError || body instanceof FieldErrors;
}

/**
 * The whole body, at most `limit` bytes. A body that grows too large without having said so is read to its end and thrown away: a
 * client that is still writing would see a reset connection instead of the answer. The request timeout bounds how long that takes.
 */
function readBody(payload: IncomingMessage, limit: number, done: (result: Buffer | ApiError) => void): void {
  if (Number(payload.headers['content-length'] ?? 0) > limit) {
    done(new ApiError('payload_too_large'));
    return;
  }
  let chunks: Buffer[] = [];
  let size = 0;
  payload.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks = [];
  });
  payload.on('end', () => {
    if (size > limit) return done(new ApiError('payload_too_large'));
    // Most bodies come in one piece, which needs no copy.
    const [only, ...others] = chunks;
    done(only && others.length === 0 ? only : Buffer.concat(chunks, size));
  });
  payload.on('error', () => {
    done(new ApiError('invalid_json', 'The request ended before its body was complete.'));
  });
}
