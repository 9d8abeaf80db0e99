import type { Dispatcher } from 'undici';
import { classify, type Failure, failure } from './failure.ts';

export interface PostRequest {
  headers: Record<string, string>;
  body: Uint8Array;
  /** From the call to the end of the answer. */
  timeoutMs: number;
  /** More of the answer's body is not read: the connection is cut there. */
  maxResponseBytes: number;
  signal?: AbortSignal | undefined;
}

export interface Answer {
  status: number;
  /** Beginning of the body as text; safe to store and show as text. */
  excerpt: string;
}

/** The error is kept beside the failure, for whoever decides about another try. */
export type Exchange = Answer | (Failure & { cause: Error | null });

/** Services that trust callers on their own machine can tell that we speak for somebody else; the sandbox's control is one of them. */
export const VIA = '1.1 kurir';

/**
 * One POST, one answer; never rejects. Redirects are answers. Once the status is known it counts, even when the rest of the answer is cut off.
 */
export function exchange(dispatcher: Dispatcher, target: URL, request: PostRequest): Promise<Exchange> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | null = null;
    let status: number | null = null;
    let settled = false;
    const body: Buffer[] = [];
    let size = 0;

    const settle = (trouble: Exchange) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', giveUp);
      resolve(status === null ? trouble : { status, excerpt: textOf(body) });
    };
    const cut = (reason: 'timeout' | 'aborted' | 'request_failed') => {
      settle({ ...failure(reason), cause: null });
      controller?.abort(new Error(reason));
    };
    const giveUp = () => cut('aborted');
    const timer = setTimeout(() => cut('timeout'), request.timeoutMs);
    request.signal?.addEventListener('abort', giveUp);
    if (request.signal?.aborted) return giveUp();

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        // Given up while it waited for a connection: nothing is sent any more.
        if (settled) started.abort(new Error('settled'));
        else controller = started;
      },
      onResponseStart(_, code) {
        if (code >= 200) status = code;
      },
      onResponseData(_, chunk) {
        body.push(chunk.subarray(0, request.maxResponseBytes - size));
        size += chunk.length;
        if (size > request.maxResponseBytes) cut('request_failed');
      },
      onResponseEnd() {
        settle({ ...failure('invalid_response'), cause: null });
      },
      onResponseError(_, error) {
        settle({ ...classify(error), cause: error });
      },
    };

    try {
      const { origin, pathname, search } = target;
      dispatcher.dispatch(
        {
          origin,
          path: pathname + search,
          method: 'POST',
          headers: { ...request.headers, via: VIA },
          body: request.body,
        },
        handler,
      );
    } catch (error) {
      settle({ ...failure('request_failed'), cause: error instanceof Error ? error : null });
    }
  });
}

/** UTF-8 as far as it is; a character cut in the middle and NUL, which PostgreSQL cannot store, are left out. */
function textOf(chunks: Buffer[]): string {
  if (chunks.length === 0) return '';
  return new TextDecoder().decode(Buffer.concat(chunks), { stream: true }).replaceAll('\0', '');
}
