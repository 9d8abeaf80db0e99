import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SECOND } from '../clock.ts';
import type { GuardedClient } from '../guarded-fetch/client.ts';
import type { DownloadOutcome } from '../guarded-fetch/download.ts';
import { type OutboundError, OWN_ERRORS } from '../guarded-fetch/failure.ts';
import { type Announced, DOCUMENT_HEAD_BYTES, documentType, isPage, seenType } from './document-type.ts';
import { fileNameOf, givenName, safeFileName } from './file-name.ts';
import { type FileKind, type MediaType, mimetypeOf } from './formats.ts';
import { headOf } from './head.ts';
import type { Pictures } from './pictures.ts';
import {
  pageRefusal,
  type Refusal,
  refusalOf,
  refused,
  stickerRefusal,
  TEMPORARY_STATUSES,
  tooLarge,
  typeRefusal,
} from './refusal.ts';
import { downloadAddressOf } from './share-links.ts';
import { isAnimatedWebp, MAX_STICKER_BYTES } from './stickers.ts';
import { type UploadPlace, uploadIn } from './upload-url.ts';

/** Disposing deletes the file. */
export interface MediaFile extends AsyncDisposable {
  readonly path: string;
  readonly size: number;
  readonly mimetype: string;
  /** Never a path. */
  readonly fileName: string;
  /** Only of stickers. */
  readonly isAnimated?: boolean;
}

export type MediaOutcome = { outcome: 'fetched'; file: MediaFile } | Refusal | { outcome: 'aborted' };

export interface MediaFetcher {
  /** An uploaded file, without its bytes. Null: an address of the network, or a deleted file. */
  findUpload(url: string): Promise<FileIdentity | null>;
  /** Retries temporary errors. `fewFormats`: no WebP, few documents. Rejects only for disk errors. */
  fetch(
    url: string,
    type: FileKind,
    signal: AbortSignal,
    options?: { fewFormats?: boolean },
  ): Promise<MediaOutcome>;
}

/** Files with the same identity are the same for a customer. */
export interface FileIdentity {
  sha256: Buffer;
  fileName: string;
}

type Saved = Extract<DownloadOutcome, { outcome: 'saved' }>;

/** The uploaded files of accounts. */
export interface UploadSource {
  find(place: UploadPlace): Promise<FileIdentity | null>;
  /** Copies the file. Rejects for trouble of storage and disk, and after the signal. */
  read(
    place: UploadPlace,
    to: { file: string; maxBytes: number; signal: AbortSignal },
  ): Promise<Saved | { outcome: 'too_large' } | { outcome: 'gone' }>;
}

export interface MediaFetcherOptions {
  client: Pick<GuardedClient, 'get'>;
  pictures: Pick<Pictures, 'convert'>;
  folder: string;
  maxBytes: Readonly<Record<MediaType, number>>;
  timeoutMs: number;
  waitsMs?: readonly number[];
  /** Default: there are none. */
  uploads?: UploadSource;
}

const WAITS_MS: readonly number[] = [SECOND, 3 * SECOND];
/** No retry starts later. */
const RETRY_WITHIN_MS = 10 * SECOND;
const TEMPORARY_ERRORS: readonly OutboundError[] = [
  'dns_failed',
  ...OWN_ERRORS,
  'connect_failed',
  'connect_timeout',
  'connection_closed',
  'request_failed',
  'timeout',
];

export function createMediaFetcher(options: MediaFetcherOptions): MediaFetcher {
  const { client, pictures, folder, timeoutMs, waitsMs = WAITS_MS, uploads = NO_UPLOADS } = options;
  const maxBytes = { ...options.maxBytes, sticker: MAX_STICKER_BYTES.animated };

  async function download(url: string, type: FileKind, file: string, signal: AbortSignal) {
    const address = downloadAddressOf(url);
    const deadline = performance.now() + RETRY_WITHIN_MS;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await client.get(address, { file, maxBytes: maxBytes[type], timeoutMs, signal });
      const waitMs = waitsMs[attempt];
      const isLast = waitMs === undefined || performance.now() + waitMs > deadline;
      if (isLast || signal.aborted || !mayPass(outcome)) return outcome;
      await wait(waitMs, undefined, { signal }).catch(() => {});
    }
  }

  return {
    async findUpload(url) {
      const place = uploadIn(url);
      return place && uploads.find(place);
    },

    async fetch(url, type, signal, { fewFormats = false } = {}) {
      const file = path.join(folder, `media-${randomUUID()}`);
      const dispose = () => rm(file, { force: true });
      try {
        const upload = uploadIn(url);
        const outcome = upload
          ? await uploads.read(upload, { file, maxBytes: maxBytes[type], signal })
          : await download(url, type, file, signal);
        if (outcome.outcome === 'gone') return GONE;
        if (outcome.outcome !== 'saved')
          return signal.aborted ? { outcome: 'aborted' } : refusalOf(outcome, maxBytes[type], type);
        const found = await describe(type, file, outcome, !fewFormats);
        const isPicture = type === 'image' && 'mimetype' in found && found.mimetype === 'image/webp';
        const described = fewFormats && isPicture ? await converted(pictures, found) : found;
        if (!('code' in described))
          return { outcome: 'fetched', file: { ...described, [Symbol.asyncDispose]: dispose } };
        await dispose();
        return described;
      } catch (error) {
        await dispose();
        if (signal.aborted) return { outcome: 'aborted' };
        throw error;
      }
    },
  };
}

const NO_UPLOADS: UploadSource = { find: async () => null, read: async () => ({ outcome: 'gone' }) };
const GONE = refused('media_not_found', 'The uploaded file is deleted. Upload it again: POST /v1/media.');

type Described = Omit<MediaFile, keyof AsyncDisposable>;

/** Replaces the file. */
async function converted(pictures: Pick<Pictures, 'convert'>, file: Described): Promise<Described | Refusal> {
  const target = `${file.path}-converted`;
  const made = await pictures.convert({ source: file.path, target });
  if (!made) {
    return refused(
      'media_type_not_supported',
      'This number sends JPEG and PNG, and the WebP picture could not be converted. Send another format.',
    );
  }
  await rename(target, file.path);
  const name = file.fileName.replace(/\.webp$/i, '');
  return { ...file, ...made, fileName: safeFileName(name, 'picture', made.mimetype) };
}

async function describe(
  type: FileKind,
  file: string,
  { size, contentType, contentDisposition, url }: Saved,
  anyDocument: boolean,
): Promise<Described | Refusal> {
  if (size === 0) {
    return refused('media_empty', 'The media URL leads to an empty file. Upload the file to its host again.');
  }
  const head = await headOf(file, DOCUMENT_HEAD_BYTES);
  if (type === 'sticker') return stickerOf(head, { path: file, size });
  const fileName = givenName(contentDisposition, url);
  const known = type === 'document' ? null : mimetypeOf(type, head, contentType, fileName);
  const mimetype = known ?? (await documentOrRefusal(type, head, { contentType, fileName, anyDocument }));
  if (typeof mimetype !== 'string') return mimetype;
  return { path: file, size, mimetype, fileName: fileNameOf(contentDisposition, url, mimetype) };
}

/** The network limits stickers. */
function stickerOf(head: Buffer, file: Pick<MediaFile, 'path' | 'size'>): Described | Refusal {
  const mimetype = mimetypeOf('image', head, null);
  if (mimetype !== 'image/webp') return stickerRefusal();
  const isAnimated = isAnimatedWebp(head);
  if (!isAnimated && file.size > MAX_STICKER_BYTES.still) return tooLarge('sticker', MAX_STICKER_BYTES.still);
  return { ...file, mimetype, fileName: 'sticker.webp', isAnimated };
}

async function documentOrRefusal(
  type: MediaType,
  head: Buffer,
  given: Omit<Announced, 'seen'> & { anyDocument: boolean },
): Promise<string | Refusal> {
  const announced = { ...given, seen: await seenType(head) };
  if (isPage(head, announced)) return pageRefusal();
  return type === 'document'
    ? documentType(head, announced)
    : typeRefusal(type, announced.seen, given.anyDocument);
}

function mayPass(outcome: DownloadOutcome): boolean {
  if (outcome.outcome === 'status')
    return outcome.status >= 500 || TEMPORARY_STATUSES.includes(outcome.status);
  return outcome.outcome === 'failed' && TEMPORARY_ERRORS.includes(outcome.error);
}
