import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiErrorCode } from '../error-codes.ts';
import { ApiError } from '../errors.ts';
import type { AnswerLog } from './answer-log.ts';
import { type Problem, problemOf } from './problem.ts';
import { hasSlowBody } from './slow-body.ts';

const CODES: Record<string, ApiErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

const CLIENT_GONE = 'HPE_INVALID_EOF_STATE';

/** In the contract's shape. */
export function refuseBrokenHttp(error: NodeJS.ErrnoException, socket: Socket, answers: AnswerLog): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && hasSlowBody(socket)) return;
  // It would count as the first one's body.
  if (socket.writable && !isAnswering(socket)) {
    const requestId = randomUUID();
    const problem = problemOf(new ApiError(CODES[error.code ?? ''] ?? 'bad_request'));
    socket.write(rawAnswer(requestId, problem));
    if (error.code !== CLIENT_GONE) answers.refused({ request_id: requestId }, problem);
  }
  socket.destroySoon();
}

/** Missing in Node's types. */
const isAnswering = (socket: Socket & { _httpMessage?: ServerResponse | null }): boolean =>
  socket._httpMessage?.headersSent ?? false;

function rawAnswer(requestId: string, { status, body }: Problem): string {
  const text = JSON.stringify(body);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${requestId}`,
    '',
    text,
  ].join('\r\n');
}
