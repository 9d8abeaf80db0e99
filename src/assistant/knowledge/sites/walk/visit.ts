import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SECOND } from '../../../../platform/lib/clock.ts';
import type { GuardedClient } from '../../../../platform/lib/guarded-fetch/client.ts';
import type { DownloadOutcome } from '../../../../platform/lib/guarded-fetch/download.ts';
import type { OutboundError } from '../../../../platform/lib/guarded-fetch/failure.ts';
import { headOf } from '../../../../platform/lib/media/head.ts';
import { TEMPORARY_STATUSES } from '../../../../platform/lib/media/refusal.ts';
import { cut, toStorable } from '../../../../platform/lib/text.ts';
import { VERSION } from '../../../../platform/lib/version.ts';
import { type ReaderLimits, type Reading, readDocument } from '../../documents/reading/document-reader.ts';
import { type Format, formatOfAnswer, mayBeDocument } from '../../documents/reading/format.ts';
import { MAX_FILE, MAX_TITLE } from '../../documents/schema.ts';
import type { PageProblem } from '../schema.ts';
import { isAllowed, NO_RULES, type Robots } from './robots.ts';
import type { ClaimedPage, ClaimedSite } from './store.ts';
import { isSameHost, nameOfUrl, normalUrl } from './urls.ts';

/** Says who asks. */
export const AGENT = { 'user-agent': `Kurir/${VERSION} (reads pages for its owner; robots.txt: Kurir)` };
export const TIMEOUT_MS = 20 * SECOND;
/** Of what a server may want back in the next request. */
const MAX_VALIDATOR = 200;
export const GONE: readonly number[] = [404, 410];
/** They are invisible, or turn the text after them around. */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

export interface Visiting {
  client: Pick<GuardedClient, 'get'>;
  /** For the file in work. */
  folder: string;
  limits: ReaderLimits;
  /** Runs few readings at a time: each is a process. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** For tests. Default: readDocument. */
  read?: typeof readDocument;
  signal: AbortSignal;
}

export interface PageText {
  reading: Reading;
  format: Format;
  size: number;
  title: string;
  /** The address that the page says is its own, or the one after redirects. */
  url: string;
  /** Links of the page begin here. */
  base: string;
  hash: Buffer;
  etag: string | null;
  lastModified: string | null;
}

/** What a visit finds. Bytes count against the walk. */
export type Found = { bytes: number; status: number | null } & (
  | { kind: 'text'; text: PageText }
  /** As at the last visit. */
  | { kind: 'unchanged' }
  /** Must not be kept; its links may lead on. */
  | { kind: 'hidden'; text: PageText }
  /** A later visit may find more. */
  | { kind: 'temporary'; problem: PageProblem }
  | { kind: 'refused'; problem: PageProblem }
  | { kind: 'moved'; url: string }
);

/** Asks for a page and reads it. Rejects when the visit is given up on our side. */
export async function visit(visiting: Visiting, site: ClaimedSite, page: ClaimedPage): Promise<Found> {
  const path = join(visiting.folder, randomUUID());
  try {
    const met: { barrier: Barrier | null } = { barrier: null };
    const robots = site.robots ?? NO_RULES;
    const outcome = await visiting.client.get(page.url, {
      file: path,
      maxBytes: MAX_FILE,
      timeoutMs: TIMEOUT_MS,
      accepts: mayBeDocument,
      signal: visiting.signal,
      headers: { ...AGENT, ...conditionsOf(page) },
      keeps: ['etag', 'last-modified', 'x-robots-tag'],
      mayVisit(url) {
        const problem = barrierAt(url, site.origin, robots);
        if (problem) met.barrier = { url, problem };
        return problem === null;
      },
    });
    visiting.signal.throwIfAborted();
    if (outcome.outcome === 'saved') return await read(visiting, { path, page }, outcome);
    return withoutText(outcome, met.barrier, { site, page });
  } finally {
    await rm(path, { force: true });
  }
}

/** An address that must not be visited, in redirects too. */
interface Barrier {
  url: URL;
  problem: PageProblem;
}

/** Why an address of a walk must not be visited. */
export function barrierAt(url: URL, origin: string, robots: Robots): PageProblem | null {
  if (url.origin !== origin) return 'other_site';
  return isAllowed(robots, url) ? null : 'robots';
}

/** Only for a page whose text is kept. */
function conditionsOf({ document_id, etag, last_modified }: ClaimedPage): Record<string, string> {
  if (document_id === null) return {};
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(last_modified !== null && { 'if-modified-since': last_modified }),
  };
}

async function read(
  { limits, signal, inTurn, read: readFile = readDocument }: Visiting,
  { path, page }: { path: string; page: ClaimedPage },
  answer: Extract<DownloadOutcome, { outcome: 'saved' }>,
): Promise<Found> {
  const { size, url, contentType, kept = {} } = answer;
  const facts = { bytes: size, status: 200 };
  const format = formatOfAnswer(await headOf(path), url, contentType);
  if (size === 0) return { ...facts, kind: 'refused', problem: 'no_text' };
  if (format === null) return { ...facts, kind: 'refused', problem: 'wrong_type' };
  const reading = await inTurn(() => readFile(path, format, { signal, limits }));
  signal.throwIfAborted();
  const own = normalUrl(url.href) ?? page.url;
  const text = textOf(reading, { format, size, url: new URL(own), kept });
  if (reading.links.isHidden || /\b(noindex|none)\b/i.test(kept['x-robots-tag'] ?? ''))
    return { ...facts, kind: 'hidden', text };
  if (reading.passages.length > 0) return { ...facts, kind: 'text', text };
  const problem = reading.problem ?? 'no_text';
  if (problem !== 'too_complex') return { ...facts, kind: 'refused', problem };
  // The machine may be busy. Few pages that take all their time end a walk, as few large ones do.
  return { ...facts, bytes: MAX_FILE, kind: 'temporary', problem };
}

function textOf(
  reading: Reading,
  {
    format,
    size,
    url,
    kept,
  }: { format: Format; size: number; url: URL; kept: Readonly<Record<string, string>> },
): PageText {
  const { links, passages } = reading;
  const canonical = links.canonical === null ? null : normalUrl(links.canonical, url.href);
  const isOfSite = canonical !== null && new URL(canonical).origin === url.origin;
  const title = toStorable(reading.title ?? nameOfUrl(url.href))
    .replace(CONTROLS, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return {
    reading,
    format,
    size,
    title: cut(title, MAX_TITLE).trim() || url.hostname,
    url: isOfSite ? canonical : url.href,
    base: (links.base === null ? null : URL.parse(links.base, url.href)?.href) ?? url.href,
    hash: createHash('sha256').update(JSON.stringify(passages)).digest(),
    etag: validatorIn(kept.etag),
    lastModified: validatorIn(kept['last-modified']),
  };
}

function validatorIn(value: string | undefined): string | null {
  return value !== undefined && value.length <= MAX_VALIDATOR && /^[\x20-\x7e]+$/.test(value) ? value : null;
}

function withoutText(
  outcome: Exclude<DownloadOutcome, { outcome: 'saved' }>,
  barrier: Barrier | null,
  { site, page }: { site: ClaimedSite; page: ClaimedPage },
): Found {
  const facts = { bytes: 0, status: null };
  if (barrier?.problem === 'other_site' && page.depth === 0) {
    const url = normalUrl(barrier.url.href);
    // A site that was read does not become another one: its server may be in maintenance, or sold.
    const mayMove = page.document_id === null || isSameHost(barrier.url.href, site.origin);
    if (url !== null && mayMove) return { ...facts, kind: 'moved', url };
  }
  if (barrier) return { ...facts, kind: 'refused', problem: barrier.problem };
  switch (outcome.outcome) {
    case 'status':
      if (outcome.status === 304) return { ...facts, status: 304, kind: 'unchanged' };
      return {
        ...facts,
        status: outcome.status,
        problem: 'http_status',
        kind: mayPass(outcome.status) ? 'temporary' : 'refused',
      };
    case 'too_large':
      return { bytes: MAX_FILE, status: null, kind: 'refused', problem: 'too_large' };
    case 'not_accepted':
      return { ...facts, kind: 'refused', problem: 'wrong_type' };
    case 'failed':
      return { ...facts, ...byError(outcome.error) };
    default:
      return outcome satisfies never;
  }
}

/** A page that forbids itself for a while is no page that has gone. */
export const mayPass = (status: number): boolean =>
  !GONE.includes(status) && (status >= 500 || TEMPORARY_STATUSES.includes(status));

export function byError(error: OutboundError): { kind: 'temporary' | 'refused'; problem: PageProblem } {
  switch (error) {
    case 'blocked_address':
    case 'blocked_port':
    case 'invalid_url':
      return { kind: 'refused', problem: 'blocked' };
    case 'too_many_redirects':
      return { kind: 'refused', problem: 'too_many_redirects' };
    case 'timeout':
    case 'connect_timeout':
      return { kind: 'temporary', problem: 'timeout' };
    default:
      return { kind: 'temporary', problem: 'unreachable' };
  }
}
