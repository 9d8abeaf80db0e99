import { open, rm } from 'node:fs/promises';
import { type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { USER_AGENT } from '../version.ts';
import type { Connections } from './connections.ts';
import { VIA } from './exchange.ts';
import { classify, type Failure, failure, OutboundFailure } from './failure.ts';

export interface DownloadRequest {
  file: string;
  /** Regardless of headers. */
  maxBytes: number;
  /** Includes the redirects. */
  timeoutMs: number;
  accepts?(contentType: string | null): boolean;
  /** For redirects too. Default: every URL. */
  mayVisit?(url: URL): boolean;
  /** Only for the origin of `url`: a redirect leaks no token. */
  headers?: Readonly<Record<string, string>>;
  /** Answer headers for the outcome, in small letters. */
  keeps?: readonly string[];
  signal: AbortSignal;
}

export type DownloadOutcome =
  | {
      outcome: 'saved';
      size: number;
      /** Raw headers, one character per byte. */
      contentType: string | null;
      contentDisposition: string | null;
      /** After all redirects. */
      url: URL;
      /** Raw headers of `keeps`, where the answer has them. */
      kept?: Readonly<Record<string, string>>;
    }
  | { outcome: 'status'; status: number }
  | { outcome: 'too_large' }
  | { outcome: 'not_accepted'; contentType: string | null }
  | ({ outcome: 'failed' } & Failure);

/** A short link, https, a share page, its content host, one more. */
const MAX_REDIRECTS = 5;
/** Each coding can multiply the bytes. */
const MAX_CODINGS = 2;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

type Answer = Dispatcher.ResponseData;

class Ended extends Error {
  override name = 'Ended';
  readonly outcome: DownloadOutcome;

  constructor(outcome: DownloadOutcome) {
    super(outcome.outcome);
    this.outcome = outcome;
  }
}

/** Sends no data of the caller but `headers`. */
export async function download(
  connections: Pick<Connections, 'own'>,
  targetOf: (url: string) => URL | null,
  url: string,
  request: DownloadRequest,
): Promise<DownloadOutcome> {
  const stop = new AbortController();
  const giveUp = () => stop.abort(new OutboundFailure('aborted'));
  const timer = setTimeout(() => stop.abort(new OutboundFailure('timeout')), request.timeoutMs);
  request.signal.addEventListener('abort', giveUp);
  if (request.signal.aborted) giveUp();
  try {
    return await follow(connections, targetOf, url, request, stop.signal);
  } catch (error) {
    if (error instanceof LocalTrouble) throw error.cause;
    if (error instanceof Ended) return error.outcome;
    const reason: unknown = stop.signal.aborted ? stop.signal.reason : error;
    return { outcome: 'failed', ...classify(reason instanceof Error ? reason : new Error('unknown')) };
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', giveUp);
  }
}

/** Each redirect is judged and gets a separate connection. */
async function follow(
  connections: Pick<Connections, 'own'>,
  targetOf: (url: string) => URL | null,
  url: string,
  request: DownloadRequest,
  signal: AbortSignal,
): Promise<DownloadOutcome> {
  let target = targetOf(url);
  const firstOrigin = target?.origin;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    if (!target) throw failed('invalid_url');
    if (request.mayVisit?.(target) === false) throw failed('blocked_address');
    signal.throwIfAborted();
    const asked = target;
    const found = await connections.own(asked.origin, async (dispatcher) => {
      const headers = asked.origin === firstOrigin ? request.headers : undefined;
      const answer = await ask(dispatcher, asked, headers, signal);
      const location = locationOf(answer);
      if (location === null) return save(answer, asked, request, signal);
      discard(answer);
      return location;
    });
    if (typeof found !== 'string') return found;
    target = targetOf(URL.parse(found, asked.href)?.href ?? '');
  }
  throw failed('too_many_redirects');
}

function ask(
  dispatcher: Dispatcher,
  { origin, pathname, search }: URL,
  headers: DownloadRequest['headers'],
  signal: AbortSignal,
): Promise<Answer> {
  return dispatcher.request({
    origin,
    path: pathname + search,
    method: 'GET',
    headers: { 'user-agent': USER_AGENT, ...headers, accept: '*/*', 'accept-encoding': 'identity', via: VIA },
    signal,
  });
}

function locationOf(answer: Answer): string | null {
  const location = headerOf(answer, 'location');
  if (!REDIRECTS.includes(answer.statusCode) || location === null) return null;
  return Buffer.from(location, 'latin1').toString();
}

async function save(
  answer: Answer,
  url: URL,
  request: DownloadRequest,
  signal: AbortSignal,
): Promise<DownloadOutcome> {
  const contentType = headerOf(answer, 'content-type');
  const early = refusal(answer, contentType, request);
  if (early) {
    discard(answer);
    return early;
  }
  const file = await open(request.file, 'wx', 0o600).catch((error: Error) => {
    discard(answer);
    throw new LocalTrouble(error);
  });
  let size = 0;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > request.maxBytes) return done(new Ended({ outcome: 'too_large' }));
      file.appendFile(chunk).then(
        () => done(),
        (error: Error) => done(new LocalTrouble(error)),
      );
    },
  });
  try {
    await pipeline([answer.body, ...decodersOf(answer), sink], { signal });
  } catch (error) {
    await rm(request.file, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  const contentDisposition = headerOf(answer, 'content-disposition');
  const kept = request.keeps && { kept: keptOf(answer, request.keeps) };
  return { outcome: 'saved', size, contentType, contentDisposition, url, ...kept };
}

function keptOf(answer: Answer, names: readonly string[]): Record<string, string> {
  const values = names.map((name) => [name, [answer.headers[name] ?? []].flat()] as const);
  // Repeated headers are one list (RFC 9110, 5.3).
  return Object.fromEntries(
    values.flatMap(([name, given]) => (given.length > 0 ? [[name, given.join(', ')]] : [])),
  );
}

function refusal(
  answer: Answer,
  contentType: string | null,
  request: DownloadRequest,
): DownloadOutcome | null {
  if (answer.statusCode !== 200) return { outcome: 'status', status: answer.statusCode };
  if (request.accepts?.(contentType) === false) return { outcome: 'not_accepted', contentType };
  const promised = Number(headerOf(answer, 'content-length') ?? 0);
  return promised > request.maxBytes ? { outcome: 'too_large' } : null;
}

const DECODERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
]);

/** The limit counts decompressed bytes. Unknown codings are names that storage services repeat (`aws-chunked`). */
function decodersOf(answer: Answer): Transform[] {
  const names = (headerOf(answer, 'content-encoding') ?? '').toLowerCase().split(',').slice(-MAX_CODINGS);
  // Last applied, first removed (RFC 9110, 8.4).
  return names.reverse().flatMap((name) => DECODERS.get(name.trim())?.() ?? []);
}

function headerOf({ headers }: Answer, name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

function discard({ body }: Answer): void {
  body.on('error', () => {});
  body.destroy();
}

const failed = (...reason: Parameters<typeof failure>) =>
  new Ended({ outcome: 'failed', ...failure(...reason) });

class LocalTrouble extends Error {
  override name = 'LocalTrouble';

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}
