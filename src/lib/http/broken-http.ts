import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, type ApiErrorCode } from '../errors.ts';
import { problemOf } from './problem.ts';

const CODES: Record<string, ApiErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Keeps the shape of the contract. */
export function refuseBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(rawAnswer(new ApiError(CODES[error.code ?? ''] ?? 'bad_request')));
  socket.destroySoon();
}

function rawAnswer(error: ApiError): string {
  const { status, body } = problemOf(error);
  const text = JSON.stringify(body);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    '',
    text,
  ].join('\r\n');
}
