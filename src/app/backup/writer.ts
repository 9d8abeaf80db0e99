import { createHash } from 'node:crypto';
import { PassThrough, pipeline, type Readable, Transform } from 'node:stream';
import { FILES } from './format.ts';
import type { Draft } from './place.ts';

/** Hashes and counts what goes into a backup, and writes the list of its files. */
export class BackupWriter {
  readonly #draft: Draft;
  readonly #sums = new PassThrough();
  readonly #sumsKept: Promise<void>;
  files = 0;
  bytes = 0;

  constructor(draft: Draft) {
    this.#draft = draft;
    this.#sumsKept = draft.put(FILES.sums, this.#sums);
    // `finish` says so.
    this.#sumsKept.catch(() => {});
  }

  /** `path`: below the backup. Kept when it resolves. */
  async add(path: string, source: Readable, ...through: Transform[]): Promise<void> {
    const hash = createHash('sha256');
    const counted = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk);
        this.bytes += chunk.length;
        done(null, chunk);
      },
    });
    // An error of any stream reaches the last one.
    pipeline([source, ...through, counted], () => {});
    await this.#draft.put(path, counted);
    this.#note(path, hash.digest('hex'));
  }

  async finish(manifest: Buffer): Promise<void> {
    this.#note(FILES.manifest, createHash('sha256').update(manifest).digest('hex'));
    this.#sums.end();
    await this.#sumsKept;
    await this.#draft.finish(manifest);
  }

  /** After a failure. */
  close(): void {
    this.#sums.destroy(new Error('The backup failed'));
  }

  #note(path: string, sha256: string): void {
    this.#sums.write(`${sha256}  ${path}\n`);
    this.files += 1;
  }
}
