import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { Agent, type Dispatcher, FormData } from 'undici';
import { SECOND } from '../../../../platform/lib/clock.ts';
import { CALL_LIMIT_MS } from '../../engine.ts';
import { type GraphReply, type Headers, readReply } from './reply.ts';

export interface GraphCall {
  method: 'GET' | 'POST' | 'DELETE';
  /** Without version and leading slash. */
  path: string;
  token: string;
  /** Another name for the token, of uploads. */
  scheme?: 'OAuth';
  /** Beside those of every call. */
  headers?: Readonly<Record<string, string>>;
  body?: object | FormData | Readable;
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

export interface Graph {
  /** Never rejects. */
  call(call: GraphCall): Promise<GraphReply>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5 * SECOND;
/** Below the provider's: connections rarely close during a call. */
const KEEP_ALIVE_MS = 4 * SECOND;
const CONNECTIONS = 256;
const MAX_BODY_BYTES = 1024 * 1024;

/** `url` has no version. Tokens appear in no error. */
export function createGraph(options: {
  url: string;
  version: string;
  lookup: LookupFunction;
  connections?: number;
}): Graph {
  const base = new URL(options.url);
  const prefix = `${base.pathname.replace(/\/+$/, '')}/${options.version}/`;
  const agent = openAgent(options.lookup, options.connections ?? CONNECTIONS);

  return {
    call({
      method,
      path,
      token,
      scheme = 'Bearer',
      headers: given,
      body,
      timeoutMs = CALL_LIMIT_MS,
      signal,
    }) {
      const isJson = body !== undefined && !(body instanceof FormData) && !(body instanceof Readable);
      const headers = {
        ...given,
        authorization: `${scheme} ${token}`,
        accept: 'application/json',
        ...(isJson && { 'content-type': 'application/json' }),
      };
      const request = {
        origin: base.origin,
        path: prefix + path,
        method,
        headers,
        body: isJson ? JSON.stringify(body) : (body ?? null),
      };
      return exchange(agent, request, { timeoutMs, signal });
    },
    close: () => agent.destroy(),
  };
}

function openAgent(lookup: LookupFunction, connections: number): Agent {
  return new Agent({
    connections,
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup },
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    // A broken HTTP/2 connection would make all outcomes unknown.
    allowH2: false,
    // `exchange` has one timeout for everything.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

interface HttpRequest {
  origin: string;
  path: string;
  method: GraphCall['method'];
  headers: Record<string, string>;
  body: string | FormData | Readable | null;
}

/** Within the timeout. Never rejects. */
function exchange(
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
  /** A connection took the request: the outcome may be unknown. */
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
