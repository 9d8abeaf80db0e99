import { Agent, FormData } from 'undici';
import { z } from 'zod';
import { DAY, MINUTE, SECOND } from '../../lib/clock.ts';
import { NO_REASON, type ProviderError } from './error-codes.ts';
import { errorCode, maybe } from './nodes.ts';

/** One call of the Graph API. */
export interface GraphCall {
  method: 'GET' | 'POST';
  /** Below the version, without a leading slash. */
  path: string;
  token: string;
  /** JSON, or a form with a file. */
  body?: object | FormData;
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

/**
 * - ok: a success, with its body.
 * - error: the provider said no, in its own form.
 * - not_written: the call was certainly not handed over.
 * - unknown: it was, or may have been, and nobody can tell what became of it.
 */
export type GraphReply =
  | { outcome: 'ok'; body: unknown }
  | { outcome: 'error'; status: number; error: ProviderError; retryAfterMs: number | null }
  | { outcome: 'not_written' }
  | { outcome: 'unknown' };

/** The provider's API over a pool of kept connections. Tokens travel in a header and stay out of every error. */
export interface Graph {
  /** Never rejects. */
  call(call: GraphCall): Promise<GraphReply>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 30 * SECOND;
const CONNECT_TIMEOUT_MS = 5 * SECOND;
/** Shorter than what the provider allows, so that a kept connection is rarely closed under our feet. */
const IDLE_MS = 4 * SECOND;
const CONNECTIONS = 256;
const MAX_ANSWER_BYTES = 1024 * 1024;
const LONGEST_TEXT = 500;
/** Nothing waits longer for a provider. */
const LONGEST_WAIT_MS = DAY;

const Answer = z.record(z.string(), z.unknown());
/** The code says it all: a no is a no, whatever stands beside it. */
const Refusal = z.object({
  error: z.object({
    code: errorCode,
    error_subcode: maybe(z.number()),
    message: maybe(z.string()),
    error_data: maybe(z.object({ details: maybe(z.string()) })),
  }),
});

/** By business, in minutes; it comes with throttled calls, mostly instead of a Retry-After. */
const BusinessUsage = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: maybe(z.number()) })),
);

/** `url` without version; `https:` everywhere but on one machine. */
export function createGraph(options: { url: string; version: string; connections?: number }): Graph {
  const base = new URL(options.url);
  const prefix = `${base.pathname.replace(/\/+$/, '')}/${options.version}/`;
  const agent = new Agent({
    connections: options.connections ?? CONNECTIONS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    // By HTTP/2 all calls would share one connection and wait for its handshake, and nobody could tell what of them was written when it breaks.
    allowH2: false,
    // Ours is the deadline over everything.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    call({ method, path, token, body, timeoutMs = TIMEOUT_MS, signal }) {
      const isJson = body !== undefined && !(body instanceof FormData);
      return exchange(agent, {
        origin: base.origin,
        path: prefix + path,
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(isJson && { 'content-type': 'application/json' }),
        },
        // A form is read from the disk while it is written.
        body: isJson ? JSON.stringify(body) : (body ?? null),
        timeoutMs,
        signal,
      });
    },
    close: () => agent.destroy(),
  };
}

type Headers = Record<string, string | string[] | undefined>;

interface Exchange {
  origin: string;
  path: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string | FormData | null;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

function exchange(agent: Agent, request: Exchange): Promise<GraphReply> {
  const { timeoutMs, signal, ...options } = request;
  return new Promise((resolve) => {
    let abort: (() => void) | null = null;
    let status = 0;
    let headers: Headers = {};
    let size = 0;
    let settled = false;
    const chunks: Buffer[] = [];

    const settle = (reply: GraphReply) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      resolve(reply);
    };
    // From the moment a connection takes the request on, some of it may have arrived.
    const giveUp = () => {
      settle(abort ? { outcome: 'unknown' } : { outcome: 'not_written' });
      abort?.();
    };
    const timer = setTimeout(giveUp, timeoutMs);
    signal?.addEventListener('abort', giveUp);
    if (signal?.aborted) return giveUp();

    agent.dispatch(options, {
      onRequestStart(controller) {
        if (settled) controller.abort(new Error('settled'));
        else abort = () => controller.abort(new Error('given up'));
      },
      onResponseStart(_controller, code, received) {
        if (code < 200) return;
        status = code;
        headers = received;
      },
      onResponseData(_controller, chunk) {
        chunks.push(chunk);
        size += chunk.length;
        if (size > MAX_ANSWER_BYTES) giveUp();
      },
      onResponseEnd() {
        settle(readAnswer(status, headers, Buffer.concat(chunks)));
      },
      onResponseError() {
        settle(abort ? { outcome: 'unknown' } : { outcome: 'not_written' });
      },
    });
  });
}

/** How long the provider wants to be left alone, in ms; null when it does not say. */
function waitIn(headers: Headers): number | null {
  const seconds = Number(headers['retry-after']);
  if (seconds > 0) return Math.min(seconds * SECOND, LONGEST_WAIT_MS);
  const usage = BusinessUsage.safeParse(parse(String(headers['x-business-use-case-usage'])));
  const minutes = Object.values(usage.data ?? {})
    .flat()
    .map(({ estimated_time_to_regain_access }) => estimated_time_to_regain_access ?? 0);
  const longest = Math.max(0, ...minutes);
  return longest > 0 ? Math.min(longest * MINUTE, LONGEST_WAIT_MS) : null;
}

function readAnswer(status: number, headers: Headers, bytes: Buffer): GraphReply {
  const json = parse(bytes);
  // Nearly all answers are successes, and a check that fails costs more than all the rest.
  const refusal =
    typeof json === 'object' && json !== null && 'error' in json ? Refusal.safeParse(json) : null;
  if (refusal?.success) {
    const { code, error_subcode: subcode = null, message, error_data } = refusal.data.error;
    const title = (message || NO_REASON).slice(0, LONGEST_TEXT);
    const details = error_data?.details?.slice(0, LONGEST_TEXT) || null;
    const error = { code, subcode, title, details };
    return { outcome: 'error', status, error, retryAfterMs: waitIn(headers) };
  }
  if (status >= 200 && status < 300 && Answer.safeParse(json).success) return { outcome: 'ok', body: json };
  // Something in between has answered: what it did with the request, nobody can tell.
  return { outcome: 'unknown' };
}

function parse(bytes: Buffer | string): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}
