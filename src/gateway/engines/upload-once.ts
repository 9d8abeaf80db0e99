import { createHash } from 'node:crypto';
import { localFile } from '../../platform/lib/file-store/local-file.ts';
import type { FileIdentity, MediaFetcher, MediaFile } from '../../platform/lib/media/fetcher.ts';
import type { FileKind } from '../../platform/lib/media/formats.ts';
import type { NetworkFiles, Preparation } from './engine.ts';

type Failure = Exclude<Preparation, { outcome: 'prepared' }>;

/** `file`: how messages name it, without what differs between them. */
export type Upload = { outcome: 'uploaded'; file: Uint8Array } | Failure;

export interface Sending {
  type: FileKind;
  url: string;
  signal: AbortSignal;
  fewFormats?: boolean;
  /** Whether the network has refused this one. */
  isRefused?: (file: Uint8Array) => boolean;
  upload(file: MediaFile): Promise<Upload>;
}

interface UploadOnceParts {
  media: MediaFetcher;
  files: NetworkFiles;
  /** Until messages with an upload need a new one. */
  usableMs: number;
  notConnected: Failure;
}

/** Of one number. Messages with the same file share one upload, also while it runs (decision 0171). */
export class UploadOnce {
  readonly #parts: UploadOnceParts;
  readonly #running = new Map<string, Promise<Upload>>();

  constructor(parts: UploadOnceParts) {
    this.#parts = parts;
  }

  /** Rejects for trouble of disk, storage and database. */
  async prepare(sending: Sending): Promise<Upload> {
    const known = await this.#parts.media.findUpload(sending.url);
    if (known) return this.#once(sending, known, () => this.#fetch(sending, (file) => sending.upload(file)));
    return this.#fetch(sending, async (file) => {
      const { sha256 } = await localFile(file.path);
      return this.#once(sending, { sha256, fileName: file.fileName }, () => sending.upload(file));
    });
  }

  async #fetch(
    { url, type, signal, fewFormats = false }: Sending,
    use: (file: MediaFile) => Promise<Upload>,
  ) {
    const { media, notConnected } = this.#parts;
    const fetched = await media.fetch(url, type, signal, { fewFormats });
    if (fetched.outcome === 'refused') return fetched;
    if (fetched.outcome === 'aborted') return notConnected;
    await using file = fetched.file;
    return await use(file);
  }

  #once(sending: Sending, identity: FileIdentity, upload: () => Promise<Upload>): Promise<Upload> {
    const content = contentOf(sending.type, identity);
    // After a refusal, an upload that runs for others may be the refused one.
    const key = `${content.toString('hex')} ${sending.isRefused !== undefined}`;
    const running = this.#running.get(key);
    if (running) return running;
    const work = this.#findOrUpload(content, sending, upload).finally(() => this.#running.delete(key));
    this.#running.set(key, work);
    return work;
  }

  async #findOrUpload(
    content: Buffer,
    { isRefused = () => false }: Sending,
    upload: () => Promise<Upload>,
  ): Promise<Upload> {
    const { files, usableMs } = this.#parts;
    const file = await files.find(content);
    if (file && !isRefused(file)) return { outcome: 'uploaded', file };
    const made = await upload();
    if (made.outcome === 'uploaded') await files.keep(content, made.file, usableMs);
    return made;
  }
}

/** Customers see the name, and the network treats each type in its own way. */
const contentOf = (type: FileKind, { sha256, fileName }: FileIdentity): Buffer =>
  createHash('sha256')
    .update(`${type} ${sha256.toString('hex')} ${fileName}`)
    .digest();
