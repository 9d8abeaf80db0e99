import { Worker } from 'node:worker_threads';
import { IDLE_MS, MAX_FILE_BYTES, type ThumbnailAnswer, TIME_LIMIT_MS } from './thumbnail-limits.ts';

export interface Thumbnailer {
  /**
   * Writes a small picture to `target`: JPEG of a JPEG, otherwise PNG. False when the picture cannot be read within
   * the limits of pixels and time. Never rejects.
   */
  make(picture: { source: string; target: string; size: number; mimetype: string }): Promise<boolean>;
  close(): Promise<void>;
}

const READABLE: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

export const thumbnailTypeOf = (mimetype: string) => (mimetype === 'image/jpeg' ? mimetype : 'image/png');

/** Decoders read files of strangers: in WebAssembly, on one thread that ends when it takes too long. */
export function openThumbnailer(timeLimitMs = TIME_LIMIT_MS): Thumbnailer {
  return new OpenThumbnailer(timeLimitMs);
}

class OpenThumbnailer implements Thumbnailer {
  readonly #timeLimitMs: number;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  /** One picture at a time. */
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(timeLimitMs: number) {
    this.#timeLimitMs = timeLimitMs;
  }

  make(picture: { source: string; target: string; size: number; mimetype: string }): Promise<boolean> {
    const { source, target, size, mimetype } = picture;
    if (!READABLE.includes(mimetype) || size > MAX_FILE_BYTES) return Promise.resolve(false);
    const request = { source, target, asJpeg: thumbnailTypeOf(mimetype) === 'image/jpeg' };
    const made = this.#last.then(() => this.#run(request));
    this.#last = made;
    return made;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
    await this.#last;
  }

  async #run(request: object): Promise<boolean> {
    if (this.#isClosed) return false;
    clearTimeout(this.#idle);
    this.#worker ??= new Worker(new URL('./thumbnail-worker.ts', import.meta.url), {
      stdout: true,
      stderr: true,
    });
    const worker = this.#worker;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const onMessage = ({ made }: ThumbnailAnswer) => resolve(made);
    const onEnd = () => {
      this.#worker = null;
      resolve(false);
    };
    worker.once('message', onMessage);
    worker.once('error', onEnd);
    worker.once('exit', onEnd);
    const timer = setTimeout(() => void this.#end(), this.#timeLimitMs);
    worker.postMessage(request);
    const made = await promise;
    clearTimeout(timer);
    for (const [event, listener] of [
      ['message', onMessage],
      ['error', onEnd],
      ['exit', onEnd],
    ] as const) {
      worker.off(event, listener);
    }
    // A failure may leave the decoder in any state.
    if (!made) await this.#end();
    if (this.#worker) this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
    return made;
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}
