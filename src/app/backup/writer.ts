import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FILES } from './format.ts';

/** Writes a backup below a draft folder. A rename shows all of it, or nothing. */
export class BackupWriter {
  readonly #draft: string;
  readonly #sums: FileHandle;
  readonly #folders = new Set<string>();
  files = 0;
  bytes = 0;

  private constructor(draft: string, sums: FileHandle) {
    this.#draft = draft;
    this.#sums = sums;
  }

  static async open(draft: string): Promise<BackupWriter> {
    await mkdir(draft, { mode: 0o700 });
    return new BackupWriter(draft, await open(join(draft, FILES.sums), 'wx', 0o600));
  }

  /** `path`: below the backup. On the disk when it resolves. */
  async add(path: string, source: Readable, ...through: Transform[]): Promise<void> {
    const file = join(this.#draft, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    this.#folders.add(dirname(file));
    const hash = createHash('sha256');
    const counted = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk);
        this.bytes += chunk.length;
        done(null, chunk);
      },
    });
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline([source, ...through, counted, target]);
    await this.#sums.write(`${hash.digest('hex')}  ${path}\n`);
    this.files += 1;
  }

  async finish(folder: string): Promise<void> {
    await this.#sums.sync();
    await this.#sums.close();
    for (const each of [...this.#folders, this.#draft]) await syncFolder(each);
    await rename(this.#draft, folder);
    await syncFolder(dirname(folder));
  }

  /** After a failure. */
  async close(): Promise<void> {
    await this.#sums.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
