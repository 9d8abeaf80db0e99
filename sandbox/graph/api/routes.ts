import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SandboxError } from '../../errors.ts';
import type { Cloud } from '../cloud.ts';
import type { Fault } from '../faults.ts';
import type { Json } from '../json.ts';
import { MAX_MEDIA_BYTES } from '../media/rules.ts';
import type { RequestEntry } from '../request-log.ts';
import { addressesOf } from '../sending/recipient.ts';
import { GraphError } from './graph-error.ts';
import { perform } from './operations.ts';
import { type GraphAnswer, type GraphRequest, parseRequest } from './request.ts';

/** Largest file plus its form. */
const BODY_LIMIT = MAX_MEDIA_BYTES + 1024 * 1024;

interface CallResponse {
  status: number;
  body: Json | Buffer | string;
  headers: Record<string, string>;
  code: number | null;
  messageId: string | null;
}

/** Mounts the Graph API below `/graph`, with any version. */
export async function graphRoutes(http: FastifyInstance, cloud: Cloud): Promise<void> {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  );
  http.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    // The provider knows no such error, so it is not in its form.
    if (error instanceof SandboxError) throw error;
    const status = error.statusCode ?? 500;
    if (status >= 500) cloud.log.error({ err: error, method: request.method }, 'cloud.request_failed');
    const refusal = new GraphError(status >= 500 ? 1 : 100, { status, details: error.message });
    return reply.code(status).send(refusal.body);
  });
  const handler = (request: FastifyRequest, reply: FastifyReply) => handleCall(cloud, request, reply);
  http.route({ method: ['GET', 'POST', 'DELETE'], url: '/graph', handler });
  http.route({ method: ['GET', 'POST', 'DELETE'], url: '/graph/*', handler });
}

async function handleCall(
  cloud: Cloud,
  incoming: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const request = parseRequest(cloud, incoming);
  const recipient = request.call === 'messages' && request.body ? addressesOf(cloud, request.body) : [];
  const entry = logRequest(cloud, request, incoming.url, recipient[0] ?? null);
  const rule = cloud.faults.match({
    call: request.call,
    phoneNumberId: entry.phone_number_id ?? undefined,
    recipient,
    type: typeof request.body?.type === 'string' ? request.body.type : undefined,
  });
  const fault = rule?.fault ?? null;
  entry.fault_id = rule?.id ?? null;

  const changesAnswer = fault !== null && fault.by_webhook === undefined;
  const result =
    changesAnswer && replacesAnswer(fault) && !fault.accepted ? null : await runCall(cloud, request, fault);
  entry.message_id = result?.messageId ?? null;
  if (fault?.delay_ms !== undefined) await wait(cloud, fault.delay_ms);
  if (changesAnswer && breakConnection(fault, entry, reply)) return reply;

  const response = changesAnswer ? (faultResponse(fault) ?? result) : result;
  if (!response) throw new Error('a call without fault has an answer');
  entry.outcome = 'answered';
  entry.status = response.status;
  entry.code = response.code;
  return reply.code(response.status).headers(response.headers).send(response.body);
}

async function runCall(cloud: Cloud, request: GraphRequest, fault: Fault | null): Promise<CallResponse> {
  try {
    return successResponse(await perform(cloud, request, fault));
  } catch (error) {
    if (error instanceof GraphError) return errorResponse(error);
    throw error;
  }
}

function replacesAnswer({ hang, drop, reset, code, http_status }: Fault): boolean {
  return [hang, drop, reset, code, http_status].some((effect) => effect !== undefined);
}

function breakConnection(fault: Fault, entry: RequestEntry, reply: FastifyReply): boolean {
  if (!fault.hang && !fault.drop && !fault.reset) return false;
  reply.hijack();
  const { socket } = reply.raw;
  if (fault.hang) entry.outcome = 'hung';
  else if (fault.reset) {
    entry.outcome = 'reset';
    socket?.resetAndDestroy();
  } else {
    entry.outcome = 'dropped';
    socket?.destroy();
  }
  return true;
}

function faultResponse(fault: Fault): CallResponse | null {
  const { code, http_status, raw_body } = fault;
  if (raw_body !== undefined) {
    const headers = { 'content-type': raw_body.startsWith('{') ? 'application/json' : 'text/html' };
    return { status: http_status ?? 502, body: raw_body, headers, code: null, messageId: null };
  }
  if (code === undefined && http_status === undefined) return null;
  return errorResponse(
    new GraphError(code ?? ((http_status ?? 0) >= 500 ? 2 : 1), {
      status: http_status,
      subcode: fault.subcode,
      message: fault.message,
      details: fault.details,
      retryAfterSeconds: fault.retry_after_seconds,
    }),
  );
}

function successResponse({ status = 200, body, contentType, messageId }: GraphAnswer): CallResponse {
  const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType };
  return { status, body, headers, code: null, messageId: messageId ?? null };
}

function errorResponse({ status, body, headers, code }: GraphError): CallResponse {
  return { status, body: { ...body }, headers, code, messageId: null };
}

function wait(cloud: Cloud, delayMs: number): Promise<void> {
  return new Promise((resolve) => cloud.clock.setTimer(delayMs, resolve));
}

function logRequest(cloud: Cloud, request: GraphRequest, url: string, to: string | null): RequestEntry {
  const callbackData = request.body?.biz_opaque_callback_data;
  return cloud.requests.add({
    at: new Date(cloud.clock.now()).toISOString(),
    method: request.method,
    path: url.replace(/((?:access|input)_token=)[^&]*/g, '$1...'),
    call: request.call,
    phone_number_id: cloud.numbers.has(request.id) ? request.id : null,
    token_ending: request.accessToken?.slice(-4) ?? null,
    to,
    biz_opaque_callback_data: typeof callbackData === 'string' ? callbackData : null,
    body: request.body,
    status: null,
    code: null,
    outcome: 'open',
    message_id: null,
    fault_id: null,
  });
}
