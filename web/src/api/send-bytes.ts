import { gatewayPath } from '../place.ts';
import { refusalOf, sessionHeaders } from './client.ts';
import { Problem } from './problem.ts';

export interface SendOptions {
  signal: AbortSignal;
  /** Of the body, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** A lost network says nothing. */
const STALL_MS = 60_000;

interface Sent extends Partial<SendOptions> {
  headers: Readonly<Record<string, string>>;
  body?: Blob;
}

/** A good answer. Others throw a Problem. Only XMLHttpRequest tells how much of a body has left. */
export function sendBytes(
  method: 'POST' | 'PATCH',
  path: string,
  { headers, body, signal, onProgress }: Sent,
): Promise<Response> {
  const request = new XMLHttpRequest();
  const answer = new Promise<Response>((resolve, reject) => {
    const stall = () => setTimeout(() => request.abort(), STALL_MS);
    let timer = stall();
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(timer);
      timer = stall();
      onProgress?.(total === 0 ? 1 : loaded / total);
    };
    request.onloadend = () => clearTimeout(timer);
    const unreachable = () => reject(new Problem(0, 'unreachable', 'The file did not arrive.'));
    request.onload = () => {
      const retryAfter = request.getResponseHeader('retry-after');
      const { status, responseText } = request;
      const given = new Headers(retryAfter === null ? {} : { 'retry-after': retryAfter });
      resolve(new Response(status === 204 ? null : responseText, { status, headers: given }));
    };
    request.onerror = unreachable;
    request.onabort = () => (signal?.aborted ? reject(signal.reason) : unreachable());
    signal?.addEventListener('abort', () => request.abort(), { once: true });
  });
  signal?.throwIfAborted();
  request.open(method, gatewayPath(path));
  for (const [name, value] of Object.entries({ ...sessionHeaders(), ...headers }))
    request.setRequestHeader(name, value);
  request.send(body ?? null);
  return answer.then(async (response) => {
    if (!response.ok) throw await refusalOf(response);
    return response;
  });
}
