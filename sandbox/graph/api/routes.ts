import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Cloud } from '../cloud.ts';
import type { Fault } from '../faults.ts';
import type { Json } from '../json.ts';
import { MAX_MEDIA_BYTES } from '../media/rules.ts';
import type { RequestEntry } from '../request-log.ts';
import { addressesOf } from '../sending/recipient.ts';
import { GraphError } from './graph-error.ts';
import { type GraphAnswer, perform } from './operations.ts';
import { type GraphRequest, readRequest } from './request.ts';

/** A file and the form around it. */
const BODY_LIMIT = MAX_MEDIA_BYTES + 1024 * 1024;

/** What was or would have been said to a call. */
interface Said {
  status: number;
  body: Json | Buffer | string;
  headers: Record<string, string>;
  code: number | null;
  messageId: string | null;
}

/** The Graph API, below `/graph`, under any version. */
export async function graphRoutes(http: FastifyInstance, cloud: Cloud): Promise<void> {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  );
  http.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) cloud.log.error({ err: error, method: request.method }, 'cloud.request_failed');
    const refusal = new GraphError(status >= 500 ? 1 : 100, { status, details: error.message });
    return reply.code(status).send(refusal.body);
  });
  const handler = (request: FastifyRequest, reply: FastifyReply) => answer(cloud, request, reply);
  http.route({ method: ['GET', 'POST', 'DELETE'], url: '/graph', handler });
  http.route({ method: ['GET', 'POST', 'DELETE'], url: '/graph/*', handler });
}

async function answer(cloud: Cloud, incoming: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const request = readRequest(cloud, incoming);
  const recipient = request.call === 'messages' && request.body ? addressesOf(cloud, request.body) : [];
  const entry = log(cloud, request, incoming.url, recipient[0] ?? null);
  const rule = cloud.faults.take({
    call: request.call,
    phoneNumberId: entry.phone_number_id ?? undefined,
    recipient,
    type: typeof request.body?.type === 'string' ? request.body.type : undefined,
  });
  const fault = rule?.fault ?? null;
  entry.fault_id = rule?.id ?? null;

  const isAnswerTrouble = fault !== null && fault.by_webhook === undefined;
  const done =
    isAnswerTrouble && isInPlace(fault) && !fault.accepted ? null : await attempt(cloud, request, fault);
  entry.message_id = done?.messageId ?? null;
  if (fault?.delay_ms !== undefined) await wait(cloud, fault.delay_ms);
  if (isAnswerTrouble && cut(fault, entry, reply)) return reply;

  const said = isAnswerTrouble ? (replaced(fault) ?? done) : done;
  if (!said) throw new Error('a call without fault has an answer');
  entry.outcome = 'answered';
  entry.status = said.status;
  entry.code = said.code;
  return reply.code(said.status).headers(said.headers).send(said.body);
}

async function attempt(cloud: Cloud, request: GraphRequest, fault: Fault | null): Promise<Said> {
  try {
    return fine(await perform(cloud, request, fault));
  } catch (error) {
    if (error instanceof GraphError) return refused(error);
    throw error;
  }
}

/** Whether something else happens in place of the answer. */
function isInPlace({ hang, drop, reset, code, http_status }: Fault): boolean {
  return [hang, drop, reset, code, http_status].some((effect) => effect !== undefined);
}

/** Ends the call without an answer, if that is the fault. */
function cut(fault: Fault, entry: RequestEntry, reply: FastifyReply): boolean {
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

function replaced(fault: Fault): Said | null {
  const { code, http_status, raw_body } = fault;
  if (raw_body !== undefined) {
    const headers = { 'content-type': raw_body.startsWith('{') ? 'application/json' : 'text/html' };
    return { status: http_status ?? 502, body: raw_body, headers, code: null, messageId: null };
  }
  if (code === undefined && http_status === undefined) return null;
  return refused(
    new GraphError(code ?? ((http_status ?? 0) >= 500 ? 2 : 1), {
      status: http_status,
      subcode: fault.subcode,
      message: fault.message,
      details: fault.details,
      retryAfterSeconds: fault.retry_after_seconds,
    }),
  );
}

function fine({ body, contentType, messageId }: GraphAnswer): Said {
  const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType };
  return { status: 200, body, headers, code: null, messageId: messageId ?? null };
}

function refused({ status, body, headers, code }: GraphError): Said {
  return { status, body: { ...body }, headers, code, messageId: null };
}

function wait(cloud: Cloud, delayMs: number): Promise<void> {
  return new Promise((resolve) => cloud.timeline.after(delayMs, resolve));
}

function log(cloud: Cloud, request: GraphRequest, url: string, to: string | null): RequestEntry {
  const callbackData = request.body?.biz_opaque_callback_data;
  return cloud.requests.add({
    at: new Date(cloud.timeline.now()).toISOString(),
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
