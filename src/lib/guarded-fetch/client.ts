import type { Dispatcher } from 'undici';
import { addressRules } from './addresses.ts';
import { openConnections } from './connections.ts';
import { guardedConnector, type Resolve, sharedResolve } from './connector.ts';
import { type DownloadOutcome, type DownloadRequest, download } from './download.ts';
import { type Answer, type Exchange, exchange, type PostRequest } from './exchange.ts';
import { type Failure, failure } from './failure.ts';
import { openNames } from './names.ts';
import { portOf } from './ports.ts';

/** Expected outcomes are values: nothing here is thrown. */
export type Outcome = (Answer | Failure) & { durationMs: number };

/** The only way to a URL that a tenant has chosen. */
export interface GuardedClient {
  post(url: string, request: Partial<PostRequest> & Pick<PostRequest, 'headers' | 'body'>): Promise<Outcome>;
  /** Saves the file of the URL, over at most three redirects. Rejects only when the file cannot be written. */
  get(url: string, request: DownloadRequest): Promise<DownloadOutcome>;
  /** Cuts what is under way. */
  close(): Promise<void>;
}

export interface GuardedClientOptions {
  /** CIDRs that are open although private, on every port. */
  allowNetworks: readonly string[];
  /** Ports open on public addresses. */
  ports?: readonly number[];
  /** Name service, TCP and TLS together. */
  connectTimeoutMs?: number;
  /** One whole request, unless it says otherwise. */
  totalTimeoutMs?: number;
  maxResponseBytes?: number;
  /** Connections to one origin; requests beyond wait, on their own time. */
  connectionsPerOrigin?: number;
  /** How long a connection is kept for the next POST to its origin. */
  idleMs?: number;
  /** How old a kept connection may be that is used again: where the name leads now is asked that often. */
  lifeMs?: number;
  /** Name servers to ask (`address:port`). Unset: those of the system. */
  nameServers?: readonly string[];
  /** Instead of the hosts file and name servers. */
  resolve?: Resolve;
  /** Certificates to trust instead of the public ones, PEM. */
  ca?: string;
}

/** Shorter than what common servers allow, so that a kept connection is rarely closed under our feet. */
const IDLE_MS = 1_500;
/** As long as names that are about to move are commonly remembered. */
const LIFE_MS = 60_000;

/**
 * Reads no proxy settings, posts to no redirect, and keeps connections only to addresses it has judged.
 * Throws on bad `allowNetworks`.
 */
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

    // A new connection for each file costs little, and cannot be stale.
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
 * True when the other side closed a kept connection just as we wrote. That says nothing about the receiver,
 * so one attempt on a new connection follows. A connection counts as kept once it has received bytes.
 * The bytes of a TLS handshake do not count.
 */
function wentStale(result: Exchange, staleErrors: WeakSet<Error>): boolean {
  if (!('cause' in result) || result.error !== 'connection_closed' || result.cause === null) return false;
  const { cause } = result;
  return staleErrors.has(cause) || ('socket' in cause && hasRead(cause.socket));
}

/** undici describes the socket in its own errors. */
function hasRead(socket: unknown): boolean {
  return (
    typeof socket === 'object' && socket !== null && 'bytesRead' in socket && Number(socket.bytesRead) > 0
  );
}
