import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { dispositionOf } from '../media/content-disposition.ts';
import { safeFileName } from '../media/file-name.ts';
import { UNKNOWN_TYPE } from '../media/formats.ts';
import { thumbnailTypeOf } from '../media/pictures.ts';
import { rangeIn } from './byte-range.ts';
import type { ByteRange, FileStore } from './file-store.ts';
import { thumbnailName } from './names.ts';

/** No page of the API may run a file of a customer. */
const HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-site',
  'cache-control': 'private, no-cache',
};
const LOST = 'The storage has lost the file. Check KURIR_MEDIA_DIR or the bucket.';

type Headers = Record<string, string | number>;

export interface KeptFile {
  file_id: string;
  /** Names a file without a name. */
  kind: string;
  file_name: string | null;
  mimetype: string | null;
  size: number | null;
  sha256: Buffer | null;
  has_thumbnail: boolean;
}

interface Exchange {
  files: FileStore;
  request: FastifyRequest;
  reply: FastifyReply;
  headers?: Headers;
}

/** ApiError range_not_satisfiable, media_unavailable. Rejects with StoreUnavailable. */
export async function answerFile(exchange: Exchange, media: KeptFile): Promise<FastifyReply> {
  const { request, reply } = exchange;
  const { kind, file_name, mimetype, size, sha256 } = media;
  const type = mimetype ?? UNKNOWN_TYPE;
  const length = size ?? 0;
  const etag = `"${sha256?.toString('base64url')}"`;
  if (hasCopy(request, etag)) return reply.code(304).header('etag', etag).send();
  const range = rangeOf(request, etag, length);
  if (range === null) {
    void reply.header('content-range', `bytes */${length}`);
    throw new ApiError('range_not_satisfiable');
  }
  const disposition = dispositionOf(
    isShown(type) ? 'inline' : 'attachment',
    safeFileName(file_name, kind, type),
  );
  const headers = {
    etag,
    'content-type': type,
    'content-disposition': disposition,
    'accept-ranges': 'bytes',
    'content-length': length,
  };
  if (range === 'whole') return sendBytes(exchange, media.file_id, { range: null, size: length, headers });
  const { start, end } = range;
  void reply.code(206);
  return sendBytes(exchange, media.file_id, {
    range,
    size: length,
    headers: {
      ...headers,
      'content-length': end - start + 1,
      'content-range': `bytes ${start}-${end}/${length}`,
    },
  });
}

/** ApiError media_not_found without a thumbnail; media_unavailable. Rejects with StoreUnavailable. */
export async function answerThumbnail(exchange: Exchange, media: KeptFile): Promise<FastifyReply> {
  if (!media.has_thumbnail) throw new ApiError('media_not_found', 'This file has no thumbnail.');
  const type = thumbnailTypeOf(media.mimetype ?? '');
  const etag = `"${media.sha256?.toString('base64url')}-thumbnail"`;
  if (hasCopy(exchange.request, etag)) return exchange.reply.code(304).header('etag', etag).send();
  const disposition = dispositionOf('inline', safeFileName(null, 'thumbnail', type));
  const headers = { etag, 'content-type': type, 'content-disposition': disposition };
  return sendBytes(exchange, thumbnailName(media.file_id), { range: null, headers });
}

/** Headers follow the open file: an error has its own. */
async function sendBytes(
  { files, request, reply, headers: own }: Exchange,
  name: string,
  { range, size, headers }: { range: ByteRange | null; size?: number; headers: Headers },
): Promise<FastifyReply> {
  // A HEAD would read the whole file for nothing.
  if (request.method === 'HEAD')
    return reply.headers({ ...HEADERS, ...headers, ...own }).send(Readable.from([]));
  const bytes = await files.open(name, range, size);
  if (!bytes) {
    void reply.code(200);
    throw new ApiError('media_unavailable', LOST);
  }
  return reply.headers({ ...HEADERS, ...headers, ...own }).send(bytes);
}

function isShown(mimetype: string): boolean {
  return /^(image\/(jpeg|png|webp)|audio\/[\w.-]+(; codecs=opus)?|video\/(mp4|3gpp))$/.test(mimetype);
}

function hasCopy({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match'];
  return known !== undefined && (known.trim() === '*' || known.split(',').some((each) => isSame(each, etag)));
}

const isSame = (known: string, etag: string) => known.trim().replace(/^W\//, '') === etag;

/** A range of a changed file is useless. */
function rangeOf({ headers }: FastifyRequest, etag: string, length: number): ByteRange | 'whole' | null {
  const ifRange = headers['if-range'];
  if (ifRange !== undefined && ifRange !== etag) return 'whole';
  return rangeIn(headers.range, length);
}
