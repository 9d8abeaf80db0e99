import type { Dispatcher } from 'undici';
import { openNames, type Resolve } from '../names/names.ts';
import { addressRules } from './addresses.ts';
import { openConnections } from './connections.ts';
import { guardedConnector, sharedResolve } from './connector.ts';
import { type DownloadOutcome, type DownloadRequest, download } from './download.ts';
import { type Answer, type Exchange, exchange, type PostRequest } from './exchange.ts';
import { type Failure, failure } from './failure.ts';
import { portOf } from './ports.ts';

export type Outcome = (Answer | Failure) & { durationMs: number };

/** The only way to request a URL of a customer. */
export interface GuardedClient {
  post(url: string, request: Partial<PostRequest> & Pick<PostRequest, 'headers' | 'body'>): Promise<Outcome>;
  /** Rejects only when it cannot write the file. */
  get(url: string, request: DownloadRequest): Promise<DownloadOutcome>;
  close(): Promise<void>;
}

export interface GuardedClientOptions {
  allowNetworks: readonly string[];
  /** On public addresses. */
  ports?: readonly number[];
  /** DNS, TCP and TLS. */
  connectTimeoutMs?: number;
  totalTimeoutMs?: number;
  maxResponseBytes?: number;
  /** Waiting counts as part of the request. */
  connectionsPerOrigin?: number;
  /** How long a connection waits for the next request. */
  idleMs?: number;
  /** Limits the reuse, so that DNS is asked again. */
  lifeMs?: number;
  /** `address:port`. Default: the system's. */
  nameServers?: readonly string[];
  /** Replaces the hosts file and DNS. */
  resolve?: Resolve;
  /** Replaces the public certificates, PEM. */
  ca?: string;
}

/** Below common servers, so that we close first. */
const IDLE_MS = 1_500;
const LIFE_MS = 60_000;

/** Ignores proxy settings. Throws on bad `allowNetworks`. */
export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  const { connectTimeoutMs = 5_000, totalTimeoutMs = 10_000, maxResponseBytes = 16 * 1024 } = options;
  const rules = addressRules(options.allowNetworks, options.ports);
  const names = openNames({ servers: options.nameServers });
  const resolve = sharedResolve(options.resolve ?? names.resolve);
  const staleErrors = new WeakSet<Error>();
  const connections = openConnections({
    connect: (origin) =>
      guardedConnector(rules, resolve, {
        port: portOf(new URL(origin)),
        timeoutMs: connectTimeoutMs,
        ca: options.ca,
        onError: (error, socket) => void (socket.bytesRead > 0 && staleErrors.add(error)),
      }),
    perOrigin: options.connectionsPerOrigin ?? 256,
    idleMs: options.idleMs ?? IDLE_MS,
    lifeMs: options.lifeMs ?? LIFE_MS,
  });

  return {
    async post(url, { timeoutMs = totalTimeoutMs, ...request }) {
      const startedAt = performance.now();
      const spentMs = () => performance.now() - startedAt;
      const target = targetOf(url);
      if (!target) return { ...failure('invalid_url'), durationMs: 0 };

      const send = (dispatcher: Dispatcher) =>
        exchange(dispatcher, target, {
          maxResponseBytes,
          ...request,
          timeoutMs: Math.max(1, timeoutMs - spentMs()),
        });
      const first = await connections.shared(target.origin, send);
      const result = wentStale(first, staleErrors) ? await connections.own(target.origin, send) : first;
      const durationMs = Math.round(spentMs());
      if ('status' in result) return { ...result, durationMs };
      return { error: result.error, message: result.message, durationMs };
    },

    get: (url, request) => download(connections, targetOf, url, request),

    async close() {
      names.close();
      await connections.close();
    },
  };
}

function targetOf(url: string): URL | null {
  const target = URL.parse(url);
  if (!target || !/^https?:$/.test(target.protocol)) return null;
  return target.username === '' && target.password === '' ? target : null;
}

/**
 * The other side closed a kept connection while we wrote, which is no failure of the receiver. A kept connection has
 * received bytes after its TLS handshake.
 */
function wentStale(result: Exchange, staleErrors: WeakSet<Error>): boolean {
  if (!('cause' in result) || result.error !== 'connection_closed' || result.cause === null) return false;
  const { cause } = result;
  return staleErrors.has(cause) || ('socket' in cause && hasRead(cause.socket));
}

function hasRead(socket: unknown): boolean {
  return (
    typeof socket === 'object' && socket !== null && 'bytesRead' in socket && Number(socket.bytesRead) > 0
  );
}
