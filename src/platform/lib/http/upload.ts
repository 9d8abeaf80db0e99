import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { isDiskFull } from '../db/unavailable.ts';
import { ApiError, FieldErrors } from '../errors.ts';
import { once } from '../once.ts';
import { openTempFolder } from '../temp-folder.ts';
import { toStorable } from '../text.ts';
import { readBody } from './body.ts';
import type { Http } from './server.ts';
import { watchStall } from './slow-body.ts';

const LIMITS = { files: 1, fields: 5, parts: 6, fieldSize: 4_096, headerPairs: 50 };
const MAX_FRAME = 64 * 1024;

export interface ReceivedFile {
  name: string;
  contentType: string | null;
  size: number;
  sha256: Buffer;
  texts: Readonly<Record<string, unknown>>;
}

/** Only these routes parse multipart bodies. `takesRaw`: the file may be the whole body. */
export function uploadRoutes(
  http: Http,
  routes: (scope: Http) => void,
  { takesRaw = false }: { takesRaw?: boolean } = {},
): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.addContentTypeParser('*', (_request, payload, done) => {
      if (takesRaw) return done(null);
      readBody(payload, 0, () => done(new ApiError('unsupported_media_type', 'Send multipart/form-data.')));
    });
    routes(scope);
  });
}

/** The file at the path is temporary. */
export type WithFile = <T>(work: (path: string) => Promise<T>) => Promise<T>;

/** `name`: a folder that no other part uses. */
export function openUploads(http: Http, dataDir: string, name: string): WithFile {
  let opened: Awaited<ReturnType<typeof openTempFolder>> | null = null;
  http.addHook('onClose', async () => opened?.remove());
  const folder = once(async () => {
    opened = await openTempFolder(dataDir, name);
    return opened;
  });
  return async (work) => {
    const path = join((await folder()).path, randomUUID());
    try {
      return await work(path);
    } finally {
      await rm(path, { force: true });
    }
  };
}

/** As `receiveFile`, of a body that is the file. */
export async function receiveRaw(
  request: FastifyRequest,
  path: string,
  maxBytes: number,
): Promise<Omit<ReceivedFile, 'name' | 'texts'>> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new ApiError('payload_too_large');
  if (request.raw.destroyed) throw incomplete();
  const stop = watchStall(request);
  try {
    const saved = await saveFile(request.raw, path, maxBytes);
    if (saved.size === 0) throw wrongFile('is empty');
    return { contentType: request.headers['content-type'] ?? null, ...saved };
  } catch (error) {
    throw problemOf(error);
  } finally {
    stop();
  }
}

/**
 * Writes the file to `path`. FieldErrors for other parts and an empty file; ApiError payload_too_large,
 * unsupported_media_type, storage_low.
 */
export async function receiveFile(
  request: FastifyRequest,
  path: string,
  maxBytes: number,
): Promise<ReceivedFile> {
  if (!request.isMultipart()) {
    throw new ApiError('unsupported_media_type', 'Send the file as multipart/form-data.');
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + MAX_FRAME) {
    throw new ApiError('payload_too_large');
  }
  const received = await receiveParts(request, path, maxBytes);
  if (received.size === 0) throw wrongFile('is empty');
  return received;
}

async function receiveParts(request: FastifyRequest, path: string, fileSize: number): Promise<ReceivedFile> {
  // The parser would wait for ever.
  if (request.raw.destroyed) throw incomplete();
  let file: Omit<ReceivedFile, 'texts'> | null = null;
  const texts: Record<string, unknown> = {};
  const stop = watchStall(request);
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize } })) {
      if (part.type === 'file') file = { ...nameOf(part), ...(await savePart(part, path, fileSize)) };
      else texts[part.fieldname] = part.value;
    }
  } catch (error) {
    throw problemOf(error);
  } finally {
    stop();
  }
  if (file === null) throw wrongFile('is required');
  return { ...file, texts };
}

interface SavedFile {
  size: number;
  sha256: Buffer;
}

export interface Piece extends SavedFile {
  path: string;
}

/**
 * The body in files of at most `pieceBytes`, each before the next one arrives. What came before a break is a piece too.
 * ApiError payload_too_large, storage_low; FieldErrors for an incomplete body.
 */
export async function* receivePieces(
  request: FastifyRequest,
  path: string,
  { maxBytes, pieceBytes }: { maxBytes: number; pieceBytes: number },
): AsyncGenerator<Piece> {
  if (request.raw.destroyed) throw incomplete();
  const stop = watchStall(request);
  const body = new BodyReader(request.raw, maxBytes);
  try {
    for (let isFull = true; isFull; ) {
      const piece = await savePiece(body, path, pieceBytes);
      if (piece.size > 0) yield piece;
      isFull = piece.size === pieceBytes;
    }
  } catch (error) {
    throw problemOf(error);
  } finally {
    stop();
  }
  if (body.isBroken) throw incomplete();
}

class BodyReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #left: number;
  #rest: Buffer = Buffer.alloc(0);
  isBroken = false;

  constructor(source: Readable, maxBytes: number) {
    this.#chunks = source[Symbol.asyncIterator]();
    this.#left = maxBytes;
  }

  /** At most `max` bytes. Empty: the end, or a break. ApiError payload_too_large. */
  async next(max: number): Promise<Buffer> {
    if (this.#rest.length === 0) this.#rest = await this.#read();
    const taken = this.#rest.subarray(0, max);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  async #read(): Promise<Buffer> {
    const found = await this.#chunks.next().catch(() => null);
    this.isBroken ||= found === null;
    if (!found || found.done) return Buffer.alloc(0);
    this.#left -= found.value.length;
    if (this.#left < 0) throw new ApiError('payload_too_large', 'The body goes beyond the announced end.');
    return found.value;
  }
}

async function savePiece(body: BodyReader, path: string, maxBytes: number): Promise<Piece> {
  const file = await open(path, 'w', 0o600);
  const hash = createHash('sha256');
  let size = 0;
  try {
    for (let bytes = await body.next(maxBytes); bytes.length > 0; bytes = await body.next(maxBytes - size)) {
      hash.update(bytes);
      await file.appendFile(bytes);
      size += bytes.length;
    }
  } finally {
    await file.close();
  }
  return { path, size, sha256: hash.digest() };
}

async function savePart({ file }: MultipartFile, path: string, maxBytes: number): Promise<SavedFile> {
  const saved = await saveFile(file, path, maxBytes);
  if (file.truncated) throw new ApiError('payload_too_large');
  return saved;
}

/** Reads the body to its end, also after a failure: the client must see the answer. */
async function saveFile(source: Readable, path: string, maxBytes: number): Promise<SavedFile> {
  const file = await open(path, 'w', 0o600);
  const hash = createHash('sha256');
  let size = 0;
  let failure: unknown = null;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) failure ??= new ApiError('payload_too_large');
      if (failure !== null) continue;
      hash.update(chunk);
      await file.appendFile(chunk).catch((error: unknown) => {
        failure = error;
      });
    }
  } finally {
    await file.close();
  }
  if (failure !== null) throw failure;
  return { size, sha256: hash.digest() };
}

const nameOf = ({ filename, mimetype }: MultipartFile) => ({
  name: toStorable(filename ?? ''),
  contentType: mimetype ?? null,
});

function problemOf(error: unknown): unknown {
  if (error instanceof ApiError || error instanceof FieldErrors || !(error instanceof Error)) return error;
  if (isDiskFull(error)) return new ApiError('storage_low');
  const code = 'code' in error ? String(error.code) : '';
  if (/^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code)) return wrongFile('must be one file');
  if (code !== '' && !code.startsWith('FST_')) return error;
  return incomplete();
}

const incomplete = () => new FieldErrors({ body: ['must be complete multipart/form-data'] });

export const wrongFile = (problem: string) => new FieldErrors({ file: [problem] });
