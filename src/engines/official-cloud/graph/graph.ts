import { Agent, FormData } from 'undici';
import { SECOND } from '../../../lib/clock.ts';
import { exchange } from './exchange.ts';
import type { GraphReply } from './reply.ts';

export interface GraphCall {
  method: 'GET' | 'POST';
  /** Below the version, without a leading slash. */
  path: string;
  token: string;
  body?: object | FormData;
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

export interface Graph {
  /** Never rejects. */
  call(call: GraphCall): Promise<GraphReply>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 30 * SECOND;
const CONNECT_TIMEOUT_MS = 5 * SECOND;
/** Shorter than the provider's, so that a connection rarely closes during a call. */
const KEEP_ALIVE_MS = 4 * SECOND;
const CONNECTIONS = 256;

/** `url` has no version. Tokens appear in no error. */
export function createGraph(options: { url: string; version: string; connections?: number }): Graph {
  const base = new URL(options.url);
  const prefix = `${base.pathname.replace(/\/+$/, '')}/${options.version}/`;
  const agent = openAgent(options.connections ?? CONNECTIONS);

  return {
    call({ method, path, token, body, timeoutMs = TIMEOUT_MS, signal }) {
      const isJson = body !== undefined && !(body instanceof FormData);
      const headers = {
        authorization: `Bearer ${token}`,
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

function openAgent(connections: number): Agent {
  return new Agent({
    connections,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    // HTTP/2 puts all calls on one connection. When it breaks, the outcome of every call is unknown.
    allowH2: false,
    // `exchange` has one timeout for everything.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
