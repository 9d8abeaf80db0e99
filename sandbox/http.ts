import { createHash, timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Log } from '../src/lib/log.ts';
import { SandboxError, type SandboxErrorCode } from './errors.ts';

const CODE_OF_STATUS: Record<number, SandboxErrorCode> = {
  400: 'invalid_json',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

/** Creates an HTTP server with JSON bodies and errors as `{error, message}`. */
export function createHttp(log: Log): FastifyInstance {
  const http = Fastify({
    forceCloseConnections: true,
    // Its type lacks the reply of other handlers.
    frameworkErrors: (_error, _request, reply) => notFound(reply as unknown as FastifyReply),
  });
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);

  http.removeAllContentTypeParsers();
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(String(body)));
    } catch {
      done(new SandboxError('invalid_json'));
    }
  });

  http.setNotFoundHandler((_request, reply) => notFound(reply));

  http.setErrorHandler((error: FastifyError | SandboxError, request, reply) => {
    const known = error instanceof SandboxError ? error : toSandboxError(error);
    if (known.status >= 500) {
      log.error(
        { err: error, method: request.method, route: request.routeOptions.url },
        'sandbox.request_failed',
      );
    }
    return reply.code(known.status).send(bodyOf(known));
  });
  return http;
}

/** Requires the control token. */
export function requireToken(http: FastifyInstance, token: string): void {
  const expected = digest(token);
  http.addHook('onRequest', async (request) => {
    const given = request.headers['x-sandbox-control'];
    const isRight = typeof given === 'string' && timingSafeEqual(digest(given), expected);
    if (!isRight) throw new SandboxError('forbidden');
  });
}

/** Sends a file as plain bytes, because browsers must not render files of strangers. */
export function sendUntrustedFile(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return reply.type('application/octet-stream').header('x-content-type-options', 'nosniff').send(bytes);
}

const notFound = (reply: FastifyReply) => reply.code(404).send(bodyOf(new SandboxError('not_found')));

const bodyOf = ({ code, message }: SandboxError) => ({ error: code, message });

const digest = (text: string) => createHash('sha256').update(text).digest();

function toSandboxError(error: FastifyError): SandboxError {
  if (error.validation) {
    const issues = error.validation.map((issue) => {
      const field = issue.instancePath.split('/').filter(Boolean).join('.');
      return field === '' ? (issue.message ?? '') : `${field}: ${issue.message ?? ''}`;
    });
    return new SandboxError('invalid_request', issues.join('; '));
  }
  const status = error.statusCode ?? 500;
  const code = CODE_OF_STATUS[status];
  return new SandboxError(code ?? (status < 500 ? 'invalid_request' : 'internal_error'));
}
