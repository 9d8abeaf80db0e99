import type { Dispatcher } from 'undici';
import { USER_AGENT } from '../version.ts';
import { classify, type Failure, failure } from './failure.ts';

export interface PostRequest {
  /** Default: POST. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers: Record<string, string>;
  /** Null: none. */
  body: Uint8Array | null;
  /** For the whole exchange. */
  timeoutMs: number;
  maxResponseBytes: number;
  signal?: AbortSignal | undefined;
}

export interface Answer {
  status: number;
  /** Safe to store and show. */
  excerpt: string;
  isCut?: true;
}

export type Exchange = Answer | (Failure & { cause: Error | null });

/** Services that trust local callers refuse it. */
export const VIA = '1.1 kurir';

/** Never rejects. A known status counts, even without the whole body. */
export function exchange(dispatcher: Dispatcher, target: URL, request: PostRequest): Promise<Exchange> {
  return new Promise((resolve) => {
    const handler = new PostHandler(request, resolve);
    if (request.signal?.aborted) return handler.cut('aborted');
    const { origin, pathname, search } = target;
    const headers = { 'user-agent': USER_AGENT, ...request.headers, via: VIA };
    const { method = 'POST', body } = request;
    try {
      dispatcher.dispatch({ origin, path: pathname + search, method, headers, body }, handler);
    } catch (error) {
      handler.settle({ ...failure('request_failed'), cause: error instanceof Error ? error : null });
    }
  });
}

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
  #ended = false;

  constructor(request: PostRequest, resolve: (exchange: Exchange) => void) {
    this.#request = request;
    this.#resolve = resolve;
    this.#timer = setTimeout(() => this.cut('timeout'), request.timeoutMs);
    request.signal?.addEventListener('abort', this.#abort);
  }

  /** A known status wins. */
  settle(outcome: Exchange): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener('abort', this.#abort);
    this.#resolve(this.#status === null ? outcome : this.#answer(this.#status));
  }

  #answer(status: number): Answer {
    return { status, excerpt: textOf(this.#body), ...(!this.#ended && { isCut: true }) };
  }

  cut(reason: 'timeout' | 'aborted' | 'request_failed'): void {
    this.settle({ ...failure(reason), cause: null });
    this.#controller?.abort(new Error(reason));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // It was settled while it waited for a connection: send nothing.
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
    this.#ended = true;
    this.settle({ ...failure('invalid_response'), cause: null });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.settle({ ...classify(error), cause: error });
  }
}

/** Without NUL and half characters. */
function textOf(chunks: Buffer[]): string {
  if (chunks.length === 0) return '';
  return new TextDecoder().decode(Buffer.concat(chunks), { stream: true }).replaceAll('\0', '');
}
