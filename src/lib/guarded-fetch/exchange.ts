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

/** The caller decides by the error whether to try again. */
export type Exchange = Answer | (Failure & { cause: Error | null });

/**
 * Tells services that trust callers on their own machine that the request is made for a tenant.
 * The sandbox's control is such a service.
 */
export const VIA = '1.1 kurir';

/**
 * One POST, one answer. Never rejects. Redirects are answers.
 * A known status counts, even when the rest of the answer is cut off.
 */
export function exchange(dispatcher: Dispatcher, target: URL, request: PostRequest): Promise<Exchange> {
  return new Promise((resolve) => {
    const handler = new PostHandler(request, resolve);
    if (request.signal?.aborted) return handler.cut('aborted');
    const { origin, pathname, search } = target;
    const headers = { ...request.headers, via: VIA };
    try {
      dispatcher.dispatch(
        { origin, path: pathname + search, method: 'POST', headers, body: request.body },
        handler,
      );
    } catch (error) {
      handler.settle({ ...failure('request_failed'), cause: error instanceof Error ? error : null });
    }
  });
}

/** Collects the answer to one POST, within its limits of time and bytes. */
class PostHandler implements Dispatcher.DispatchHandler {
  readonly #request: PostRequest;
  readonly #resolve: (exchange: Exchange) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #body: Buffer[] = [];
  readonly #abort = () => this.cut('aborted');
  #size = 0;
  #controller: Dispatcher.DispatchController | null = null;
  #status: number | null = null;
  #settled = false;

  constructor(request: PostRequest, resolve: (exchange: Exchange) => void) {
    this.#request = request;
    this.#resolve = resolve;
    this.#timer = setTimeout(() => this.cut('timeout'), request.timeoutMs);
    request.signal?.addEventListener('abort', this.#abort);
  }

  /** Ends the exchange with its status, or with this outcome when there is none. The first call counts. */
  settle(outcome: Exchange): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener('abort', this.#abort);
    this.#resolve(this.#status === null ? outcome : { status: this.#status, excerpt: textOf(this.#body) });
  }

  cut(reason: 'timeout' | 'aborted' | 'request_failed'): void {
    this.settle({ ...failure(reason), cause: null });
    this.#controller?.abort(new Error(reason));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Settled while it waited for a connection: the request is not sent.
    if (this.#settled) controller.abort(new Error('settled'));
    else this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, code: number): void {
    if (code >= 200) this.#status = code;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    const { maxResponseBytes } = this.#request;
    this.#body.push(chunk.subarray(0, maxResponseBytes - this.#size));
    this.#size += chunk.length;
    if (this.#size > maxResponseBytes) this.cut('request_failed');
  }

  onResponseEnd(): void {
    this.settle({ ...failure('invalid_response'), cause: null });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.settle({ ...classify(error), cause: error });
  }
}

/** The valid UTF-8, without NUL, which PostgreSQL cannot store, and without a character cut in the middle. */
function textOf(chunks: Buffer[]): string {
  if (chunks.length === 0) return '';
  return new TextDecoder().decode(Buffer.concat(chunks), { stream: true }).replaceAll('\0', '');
}
