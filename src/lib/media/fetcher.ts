import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SECOND } from '../clock.ts';
import type { GuardedClient } from '../guarded-fetch/client.ts';
import type { DownloadOutcome } from '../guarded-fetch/download.ts';
import type { OutboundError } from '../guarded-fetch/failure.ts';
import { fileNameOf } from './file-name.ts';
import { HEAD_BYTES, isPlausible, type MediaType, mimetypeOf } from './formats.ts';

/** A file of a tenant's URL on our disk; gone when it is disposed of. */
export interface MediaFile extends AsyncDisposable {
  readonly path: string;
  readonly size: number;
  readonly mimetype: string;
  /** For people to see; never a path. */
  readonly fileName: string;
}

/** Why a URL gives no file that can be sent. */
export type MediaCode =
  | 'media_unreachable'
  | 'media_blocked'
  | 'media_not_found'
  | 'media_too_large'
  | 'media_type_not_supported'
  | 'media_empty'
  | 'media_timeout';

/** `refused` is the last word: what might have passed was tried again. The message says nothing of our network and nothing of the answer's body. */
export type MediaOutcome =
  | { outcome: 'fetched'; file: MediaFile }
  | { outcome: 'refused'; code: MediaCode; message: string }
  | { outcome: 'aborted' };

type Refused = Extract<MediaOutcome, { outcome: 'refused' }>;

/** Fetches the files of media messages. */
export interface MediaFetcher {
  /** Rejects only when the disk fails us. */
  fetch(url: string, type: MediaType, signal: AbortSignal): Promise<MediaOutcome>;
}

export interface MediaFetcherOptions {
  client: Pick<GuardedClient, 'get'>;
  /** Where files lie while they are in use; must exist. */
  folder: string;
  maxBytes: Readonly<Record<MediaType, number>>;
  /** One whole download. */
  timeoutMs: number;
  /** Before the second, third, ... try. */
  waitsMs?: readonly number[];
}

const WAITS_MS: readonly number[] = [SECOND, 3 * SECOND];
/** No further try begins later than this after the first. */
const TRYING_MS = 10 * SECOND;
/** Statuses that may be others in a moment. */
const PASSING_STATUSES: readonly number[] = [408, 425, 429];
const PASSING_ERRORS: readonly OutboundError[] = [
  'dns_failed',
  'connect_failed',
  'connect_timeout',
  'connection_closed',
  'request_failed',
  'timeout',
];
const MEBIBYTE = 1024 * 1024;

/** The one way from a `media_url` to a file. */
export function createMediaFetcher(options: MediaFetcherOptions): MediaFetcher {
  const { client, folder, maxBytes, timeoutMs, waitsMs = WAITS_MS } = options;

  async function download(url: string, type: MediaType, file: string, signal: AbortSignal) {
    const until = performance.now() + TRYING_MS;
    for (let turn = 0; ; turn += 1) {
      const accepts = (contentType: string | null) => isPlausible(type, contentType);
      const outcome = await client.get(url, { file, maxBytes: maxBytes[type], timeoutMs, accepts, signal });
      const waitMs = waitsMs[turn];
      const isLast = waitMs === undefined || performance.now() + waitMs > until;
      if (isLast || signal.aborted || !mayPass(outcome)) return outcome;
      await wait(waitMs, undefined, { signal }).catch(() => {});
    }
  }

  return {
    async fetch(url, type, signal) {
      const file = path.join(folder, `media-${randomUUID()}`);
      const dispose = () => rm(file, { force: true });
      const outcome = await download(url, type, file, signal);
      if (outcome.outcome !== 'saved') {
        return signal.aborted ? { outcome: 'aborted' } : refusalOf(outcome, maxBytes[type], type);
      }
      try {
        const about = await look(type, file, outcome);
        if (!('code' in about))
          return { outcome: 'fetched', file: { ...about, [Symbol.asyncDispose]: dispose } };
        await dispose();
        return about;
      } catch (error) {
        await dispose();
        throw error;
      }
    },
  };
}

/** What there is to know of a file that has come, or why it cannot be sent. */
async function look(
  type: MediaType,
  file: string,
  { size, contentType, contentDisposition, url }: Extract<DownloadOutcome, { outcome: 'saved' }>,
): Promise<Omit<MediaFile, keyof AsyncDisposable> | Refused> {
  if (size === 0) return refused('media_empty', 'The media URL leads to an empty file.');
  const mimetype = mimetypeOf(type, await headOf(file), contentType);
  if (mimetype === null) return wrongType(type);
  return { path: file, size, mimetype, fileName: fileNameOf(contentDisposition, url, mimetype) };
}

function mayPass(outcome: DownloadOutcome): boolean {
  if (outcome.outcome === 'status') return outcome.status >= 500 || PASSING_STATUSES.includes(outcome.status);
  return outcome.outcome === 'failed' && PASSING_ERRORS.includes(outcome.error);
}

function refusalOf(
  outcome: Exclude<DownloadOutcome, { outcome: 'saved' }>,
  maxBytes: number,
  type: MediaType,
): Refused {
  switch (outcome.outcome) {
    case 'status':
      return byStatus(outcome.status);
    case 'too_large':
      return refused(
        'media_too_large',
        `The file is larger than the ${Math.floor(maxBytes / MEBIBYTE)} MiB allowed for ${type} messages.`,
      );
    case 'not_accepted':
      return wrongType(type);
    case 'failed':
      return byFailure(outcome);
    default:
      return outcome satisfies never;
  }
}

function byStatus(status: number): Refused {
  const isTheirs = status >= 400 && status < 500 && !PASSING_STATUSES.includes(status);
  return refused(
    isTheirs ? 'media_not_found' : 'media_unreachable',
    `The media URL answered with status ${status}.`,
  );
}

function byFailure({ error, message }: { error: OutboundError; message: string }): Refused {
  if (error === 'blocked_address' || error === 'blocked_port') return refused('media_blocked', message);
  if (error === 'timeout') return refused('media_timeout', 'The file did not arrive in time.');
  return refused('media_unreachable', message);
}

const SUPPORTED: Readonly<Record<MediaType, string>> = {
  image: 'JPEG, PNG or WebP',
  video: 'MP4 or 3GPP',
  audio: 'Ogg with Opus, MP3, AAC, M4A or AMR',
  document: 'any',
};

function wrongType(type: MediaType): Refused {
  return refused(
    'media_type_not_supported',
    `The media URL does not lead to a file of a supported ${type} format (${SUPPORTED[type]}).`,
  );
}

const refused = (code: MediaCode, message: string): Refused => ({ outcome: 'refused', code, message });

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
