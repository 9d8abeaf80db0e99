import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { ApiError, FieldErrors } from '../errors.ts';
import { findShapeProblem, MAX_DEPTH, MAX_VALUES, type ShapeProblem } from './body-shape.ts';
import { isJsonType } from './media-type.ts';
import type { Http } from './server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Before keys that reach a prototype were dropped. */
    bodyAsWritten: object | null;
  }
}

type BodyError = ApiError | FieldErrors;

const BYTE_ORDER_MARK = /^\ufeff/;

/** An empty body is `{}`. Drops keys that reach a prototype. Routes with `judgesBody` get BodyErrors. */
export function parseJsonBodies(http: Http): void {
  const parseStrict = http.getDefaultJsonParser('error', 'error');
  const parseAndDrop = http.getDefaultJsonParser('remove', 'remove');
  http.decorateRequest('bodyAsWritten', null);

  function parse(request: FastifyRequest, bytes: Buffer): object | BodyError {
    const { maxItems = MAX_VALUES, maxParts = MAX_VALUES } = request.routeOptions.config;
    if (bytes.length === 0) return {};
    const { headers } = request.raw;
    if (!isJsonType(headers['content-type'])) return new ApiError('unsupported_media_type');
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
      return new ApiError('unsupported_media_type', 'Compressed request bodies are not supported.');
    }
    if (!isUtf8(bytes)) return new ApiError('invalid_json', 'The request body is not valid UTF-8.');
    const problem = findShapeProblem(bytes, { parts: maxParts, items: maxItems });
    if (problem !== null) return new FieldErrors({ body: [shapeText(problem, { maxItems, maxParts })] });
    const parsed = parseJson(request, bytes.toString('utf8'));
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
      return new FieldErrors({ body: ['must be a JSON object'] });
    }
    return parsed;
  }

  function parseJson(request: FastifyRequest, text: string): unknown {
    let parsed: unknown;
    // The parsers call back synchronously.
    void parseStrict(request, text, (problem, json) => {
      parsed = json;
      if (!problem) return;
      void parseAndDrop(request, text, (error, rest) => {
        parsed = error ? new ApiError('invalid_json') : rest;
        if (!error) request.bodyAsWritten = JSON.parse(text.replace(BYTE_ORDER_MARK, ''));
      });
    });
    return parsed;
  }

  http.removeAllContentTypeParsers();
  http.addContentTypeParser('*', (request, payload, done) => {
    // Node discards the body.
    if (request.is404) return done(null, {});
    // The getter makes an object each time.
    const { bodyLimit, config } = request.routeOptions;
    readBody(payload, bodyLimit, (bytes) => {
      const body = bytes instanceof Error ? bytes : parse(request, bytes);
      if (isBodyError(body) && !config.judgesBody) done(body);
      else done(null, body);
    });
  });
}

function shapeText(
  problem: ShapeProblem,
  { maxItems, maxParts }: { maxItems: number; maxParts: number },
): string {
  switch (problem) {
    case 'too_deep':
      return `must not nest deeper than ${MAX_DEPTH} levels`;
    case 'too_many_parts':
      return `must have at most ${maxParts} objects, lists and keys`;
    case 'too_many_items':
      return `must have at most ${maxItems} values`;
    default:
      return problem satisfies never;
  }
}

export function isBodyError(body: unknown): body is BodyError {
  return body instanceof ApiError || body instanceof FieldErrors;
}

/** A too large body is read and discarded, so that the client sees the answer. */
export function readBody(
  payload: IncomingMessage,
  limit: number,
  done: (result: Buffer | ApiError) => void,
): void {
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
    const [only, ...others] = chunks;
    done(only && others.length === 0 ? only : Buffer.concat(chunks, size));
  });
  payload.on('error', () => {
    done(new ApiError('invalid_json', 'The request ended before its body was complete.'));
  });
}
