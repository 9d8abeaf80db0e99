import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { isSameSecret } from '../src/platform/lib/same-secret.ts';
import { SandboxError } from './errors.ts';
import { hasControlToken } from './http.ts';
import { MediaFaults, spoil } from './media-faults.ts';

/** The largest file of the gateway, encrypted. */
const MEDIA_LIMIT_BYTES = 2049 * 1024 * 1024;
const MEDIA_PATH = /^\/mms\/([a-z-]{1,32})\/([\w-]{43})$/;

/** Paths contain the hash of the file. */
export interface MediaStore {
  readonly host: string;
  /** The parameter `auth` of an upload. Clients get it after their login. */
  readonly uploadAuth: string;
  readonly faults: MediaFaults;
  save(mediaPath: string, bytes: Uint8Array): Promise<string>;
  /** Throws invalid_media when the hash in the path is wrong. */
  receive(mediaPath: string, bytes: Readable): Promise<string>;
  find(mediaPath: string): Promise<Buffer | null>;
  open(mediaPath: string): Promise<Readable | null>;
}

/** `host` is called late, because the port is unknown before listening. */
export function openMediaStore(folder: string, host: () => string, controlToken: string): MediaStore {
  const fileOf = (mediaPath: string) => {
    const [, kind, hash] = MEDIA_PATH.exec(mediaPath) ?? [];
    return kind && hash ? path.join(folder, `${kind}-${hash}`) : null;
  };

  const receive = async (mediaPath: string, bytes: Readable) => {
    const file = fileOf(mediaPath);
    if (!file) throw new SandboxError('not_found');
    await mkdir(folder, { recursive: true });
    const part = `${file}.${randomUUID()}.part`;
    const hash = createHash('sha256');
    let size = 0;
    const check = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > MEDIA_LIMIT_BYTES) throw new SandboxError('payload_too_large');
        hash.update(chunk);
        yield chunk;
      }
    };
    try {
      await pipeline(bytes, check, createWriteStream(part));
      if (!mediaPath.endsWith(`/${hash.digest('base64url')}`)) throw new SandboxError('invalid_media');
      await rename(part, file);
    } finally {
      await rm(part, { force: true });
    }
    return `http://${host()}${mediaPath}`;
  };

  return {
    get host() {
      return host();
    },
    faults: new MediaFaults(),
    uploadAuth: createHmac('sha256', controlToken).update('uploads').digest('base64url'),

    save: (mediaPath, bytes) => receive(mediaPath, Readable.from([bytes])),
    receive,

    async find(mediaPath) {
      const file = fileOf(mediaPath);
      return file ? readFile(file).catch(nullWhenMissing) : null;
    },

    async open(mediaPath) {
      const file = fileOf(mediaPath);
      return file && (await stat(file).catch(nullWhenMissing)) ? createReadStream(file) : null;
    },
  };
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Uploads and downloads of encrypted files. The hash in the path is the right to download. */
export async function mediaRoutes(
  http: FastifyInstance,
  media: MediaStore,
  controlToken: string,
): Promise<void> {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  http.post<{
    Params: { kind: string; hash: string };
    Querystring: { auth?: unknown };
    Body: Readable | undefined;
  }>(
    '/mms/:kind/:hash',
    {
      bodyLimit: MEDIA_LIMIT_BYTES,
      async onRequest(request) {
        const { auth } = request.query;
        if (typeof auth === 'string' && isSameSecret(auth, media.uploadAuth)) return;
        if (!hasControlToken(request, controlToken)) {
          throw new SandboxError('forbidden', 'The parameter auth of the upload is missing or wrong.');
        }
      },
    },
    async (request) => {
      const { kind, hash } = request.params;
      const direct_path = `/mms/${kind}/${hash}`;
      return { url: await media.receive(direct_path, request.body ?? Readable.from([])), direct_path };
    },
  );

  http.get<{ Params: { kind: string; hash: string } }>('/mms/:kind/:hash', async (request, reply) => {
    const { kind, hash } = request.params;
    const bytes = await media.open(`/mms/${kind}/${hash}`);
    const fault = media.faults.take();
    if (!bytes || fault?.fault === 'missing') throw new SandboxError('not_found');
    if (fault?.fault === 'error') return reply.code(503).send();
    return reply.type('application/octet-stream').send(fault ? await spoil(bytes, fault) : bytes);
  });
}
