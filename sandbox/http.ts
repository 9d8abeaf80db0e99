import type { IncomingHttpHeaders } from 'node:http';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Log } from '../src/platform/lib/log.ts';
import { isLoopbackHost } from '../src/platform/lib/loopback.ts';
import { isSameSecret } from '../src/platform/lib/same-secret.ts';
import { SandboxError, type SandboxErrorCode } from './errors.ts';

/** Clients of WhatsApp Web send this Origin, although they are no pages. */
const CLIENT_ORIGIN = 'https://web.whatsapp.com';
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
  http.addHook('onRequest', async (request) => {
    if (!hasControlToken(request, token)) throw new SandboxError('forbidden');
  });
}

export function hasControlToken({ headers }: FastifyRequest, token: string): boolean {
  const given = headers['x-sandbox-control'];
  return typeof given === 'string' && isSameSecret(given, token);
}

/** Web pages must not reach the sandbox. */
export function refusePages(http: FastifyInstance): void {
  http.addHook('onRequest', async ({ headers }) => {
    // After DNS rebinding a page sends GET without Origin, but its Host names another site.
    if (hasPageOrigin(headers) || !isLoopbackHost(headers.host ?? '')) {
      throw new SandboxError('forbidden', 'Web pages cannot use the sandbox.');
    }
  });
}

/** Programs send no Origin. Pages send one with every POST and web socket. */
export function hasPageOrigin({ origin }: IncomingHttpHeaders): boolean {
  return origin !== undefined && origin !== CLIENT_ORIGIN;
}

/** Sends a file as plain bytes, because browsers must not render files of strangers. */
export function sendUntrustedFile(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return reply.type('application/octet-stream').header('x-content-type-options', 'nosniff').send(bytes);
}

const notFound = (reply: FastifyReply) => reply.code(404).send(bodyOf(new SandboxError('not_found')));

const bodyOf = ({ code, message }: SandboxError) => ({ error: code, message });

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
