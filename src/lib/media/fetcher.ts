import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SECOND } from '../clock.ts';
import type { GuardedClient } from '../guarded-fetch/client.ts';
import type { DownloadOutcome } from '../guarded-fetch/download.ts';
import type { OutboundError } from '../guarded-fetch/failure.ts';
import { fileNameOf } from './file-name.ts';
import { isPlausible, type MediaType, mimetypeOf } from './formats.ts';
import { headOf } from './head.ts';
import { type Refusal, refusalOf, refused, TEMPORARY_STATUSES, typeRefusal } from './refusal.ts';

/** Disposing deletes the file. */
export interface MediaFile extends AsyncDisposable {
  readonly path: string;
  readonly size: number;
  readonly mimetype: string;
  /** Never a path. */
  readonly fileName: string;
}

export type MediaOutcome = { outcome: 'fetched'; file: MediaFile } | Refusal | { outcome: 'aborted' };

export interface MediaFetcher {
  /** Retries temporary errors. Rejects only for an error of the disk. */
  fetch(url: string, type: MediaType, signal: AbortSignal): Promise<MediaOutcome>;
}

export interface MediaFetcherOptions {
  client: Pick<GuardedClient, 'get'>;
  folder: string;
  maxBytes: Readonly<Record<MediaType, number>>;
  timeoutMs: number;
  waitsMs?: readonly number[];
}

const WAITS_MS: readonly number[] = [SECOND, 3 * SECOND];
/** No retry starts later. */
const RETRY_WITHIN_MS = 10 * SECOND;
const TEMPORARY_ERRORS: readonly OutboundError[] = [
  'dns_failed',
  'connect_failed',
  'connect_timeout',
  'connection_closed',
  'request_failed',
  'timeout',
];

export function createMediaFetcher(options: MediaFetcherOptions): MediaFetcher {
  const { client, folder, maxBytes, timeoutMs, waitsMs = WAITS_MS } = options;

  async function download(url: string, type: MediaType, file: string, signal: AbortSignal) {
    const deadline = performance.now() + RETRY_WITHIN_MS;
    for (let attempt = 0; ; attempt += 1) {
      const accepts = (contentType: string | null) => isPlausible(type, contentType);
      const outcome = await client.get(url, { file, maxBytes: maxBytes[type], timeoutMs, accepts, signal });
      const waitMs = waitsMs[attempt];
      const isLast = waitMs === undefined || performance.now() + waitMs > deadline;
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
        const described = await describe(type, file, outcome);
        if (!('code' in described))
          return { outcome: 'fetched', file: { ...described, [Symbol.asyncDispose]: dispose } };
        await dispose();
        return described;
      } catch (error) {
        await dispose();
        throw error;
      }
    },
  };
}

async function describe(
  type: MediaType,
  file: string,
  { size, contentType, contentDisposition, url }: Extract<DownloadOutcome, { outcome: 'saved' }>,
): Promise<Omit<MediaFile, keyof AsyncDisposable> | Refusal> {
  if (size === 0) return refused('media_empty', 'The media URL leads to an empty file.');
  const mimetype = mimetypeOf(type, await headOf(file), contentType);
  if (mimetype === null) return typeRefusal(type);
  return { path: file, size, mimetype, fileName: fileNameOf(contentDisposition, url, mimetype) };
}

function mayPass(outcome: DownloadOutcome): boolean {
  if (outcome.outcome === 'status')
    return outcome.status >= 500 || TEMPORARY_STATUSES.includes(outcome.status);
  return outcome.outcome === 'failed' && TEMPORARY_ERRORS.includes(outcome.error);
}
