import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { SandboxError } from './errors.ts';

const MEDIA_LIMIT_BYTES = 100 * 1024 * 1024;
/** `/mms/<kind>/<hash of the encrypted file>` */
const MEDIA_PATH = /^\/mms\/([a-z-]{1,32})\/([\w-]{43})$/;

/** The encrypted files of the network, by path. Files are named after their hash, so a path never changes its content. */
export interface MediaStore {
  /** Host and port that clients upload to. */
  readonly host: string;
  /** Returns the address under which the file can be fetched. */
  save(mediaPath: string, bytes: Uint8Array): Promise<string>;
  find(mediaPath: string): Promise<Buffer | null>;
}

/** Keeps files in `folder`; `host` is asked late, because the port is known only once the server listens. */
export function openMediaStore(folder: string, host: () => string): MediaStore {
  const fileOf = (mediaPath: string) => {
    const [, kind, hash] = MEDIA_PATH.exec(mediaPath) ?? [];
    return kind && hash ? path.join(folder, `${kind}-${hash}`) : null;
  };

  return {
    get host() {
      return host();
    },

    async save(mediaPath, bytes) {
      const file = fileOf(mediaPath);
      if (!file) throw new SandboxError('not_found');
      await mkdir(folder, { recursive: true });
      await writeFile(`${file}.part`, bytes);
      await rename(`${file}.part`, file);
      return `http://${host()}${mediaPath}`;
    },

    async find(mediaPath) {
      const file = fileOf(mediaPath);
      if (!file) return null;
      return readFile(file).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
    },
  };
}

/** Where clients upload and download encrypted files, as on the real media servers. */
export async function mediaRoutes(http: FastifyInstance, media: MediaStore): Promise<void> {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MEDIA_LIMIT_BYTES },
    (_request, body, done) => done(null, body),
  );

  http.post<{ Params: { kind: string; hash: string }; Body: Buffer | undefined }>(
    '/mms/:kind/:hash',
    async (request) => {
      const { kind, hash } = request.params;
      const bytes = request.body ?? Buffer.alloc(0);
      if (createHash('sha256').update(bytes).digest('base64url') !== hash)
        throw new SandboxError('invalid_media');
      const direct_path = `/mms/${kind}/${hash}`;
      return { url: await media.save(direct_path, bytes), direct_path };
    },
  );

  http.get<{ Params: { kind: string; hash: string } }>('/mms/:kind/:hash', async (request, reply) => {
    const { kind, hash } = request.params;
    const bytes = await media.find(`/mms/${kind}/${hash}`);
    if (!bytes) throw new SandboxError('not_found');
    return reply.type('application/octet-stream').send(bytes);
  });
}
