import { gatewayPath } from '../place.ts';
import { refusalOf, sessionHeaders } from './client.ts';
import { Problem } from './problem.ts';
import type { Schema } from './schemas.ts';

interface Options {
  /** Without it, the bytes decide. */
  type: Schema<'UploadedMedia'>['type'] | null;
  signal: AbortSignal;
  /** Of the whole, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** Stores a file at the gateway. Only XMLHttpRequest tells how much of a body has left. */
export function uploadFile(
  file: File,
  { type, signal, onProgress }: Options,
): Promise<Schema<'UploadedMedia'>> {
  const query = new URLSearchParams({ file_name: file.name, ...(type && { type }) });
  const request = new XMLHttpRequest();
  const answer = new Promise<Response>((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onload = () => {
      const retryAfter = request.getResponseHeader('retry-after');
      const headers = new Headers(retryAfter === null ? {} : { 'retry-after': retryAfter });
      resolve(new Response(request.responseText, { status: request.status, headers }));
    };
    request.onerror = () => reject(new Problem(0, 'unreachable', 'The file did not arrive.'));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
  });
  signal.throwIfAborted();
  request.open('POST', gatewayPath(`/app/api/media?${query}`));
  for (const [name, value] of Object.entries(sessionHeaders())) request.setRequestHeader(name, value);
  // A form or JSON by its type is a file here too.
  request.setRequestHeader('content-type', file.type || 'application/octet-stream');
  request.send(file);
  return answer.then(async (response) => {
    if (!response.ok) throw await refusalOf(response);
    return response.json();
  });
}
