import type { Agent, Dispatcher, FormData } from 'undici';
import { type GraphReply, type Headers, readReply } from './reply.ts';

export interface HttpRequest {
  origin: string;
  path: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string | FormData | null;
}

const MAX_BODY_BYTES = 1024 * 1024;

/** One HTTP request and its reply. Never rejects; the timeout covers the whole exchange. */
export function exchange(
  agent: Agent,
  request: HttpRequest,
  limits: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<GraphReply> {
  return new Promise((resolve) => {
    const handler = new ExchangeHandler(limits, resolve);
    if (limits.signal?.aborted) handler.giveUp();
    else agent.dispatch(request, handler);
  });
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #resolve: (reply: GraphReply) => void;
  readonly #signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort = () => this.giveUp();
  /** Set when a connection takes the request. From then on the outcome may be unknown. */
  #abortRequest: (() => void) | null = null;
  #isSettled = false;
  #status = 0;
  #headers: Headers = {};
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(
    { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
    resolve: (reply: GraphReply) => void,
  ) {
    this.#resolve = resolve;
    this.#signal = signal;
    this.#timer = setTimeout(this.#onAbort, timeoutMs);
    signal?.addEventListener('abort', this.#onAbort);
  }

  giveUp(): void {
    this.#settleWithoutReply();
    this.#abortRequest?.();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isSettled) controller.abort(new Error('settled'));
    else this.#abortRequest = () => controller.abort(new Error('given up'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > MAX_BODY_BYTES) this.giveUp();
  }

  onResponseEnd(): void {
    this.#settle(readReply(this.#status, this.#headers, Buffer.concat(this.#chunks)));
  }

  onResponseError(): void {
    this.#settleWithoutReply();
  }

  #settleWithoutReply(): void {
    this.#settle({ outcome: this.#abortRequest ? 'unknown' : 'not_written' });
  }

  #settle(reply: GraphReply): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#resolve(reply);
  }
}
