import { Worker } from 'node:worker_threads';
import { SECOND } from '../clock.ts';

/** WebAssembly's memory never shrinks. */
const IDLE_MS = 30 * SECOND;

/** Decodes files of strangers in WebAssembly, on one thread with a time limit. Null: failure. */
export class PictureThread<Request extends object, Answer> {
  readonly #script: URL;
  readonly #timeLimitMs: number;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(script: URL, timeLimitMs: number) {
    this.#script = script;
    this.#timeLimitMs = timeLimitMs;
  }

  /** Null: failed, late or closed. Never rejects. */
  run(request: Request): Promise<Answer | null> {
    const answer = this.#last.then(() => this.#run(request));
    this.#last = answer;
    return answer;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
    await this.#last;
  }

  async #run(request: Request): Promise<Answer | null> {
    if (this.#isClosed) return null;
    clearTimeout(this.#idle);
    this.#worker ??= new Worker(this.#script, { stdout: true, stderr: true });
    const worker = this.#worker;
    const { promise, resolve } = Promise.withResolvers<Answer | null>();
    const onEnd = () => {
      this.#worker = null;
      resolve(null);
    };
    worker.once('message', resolve);
    worker.once('error', onEnd);
    worker.once('exit', onEnd);
    const timer = setTimeout(() => void this.#end(), this.#timeLimitMs);
    worker.postMessage(request);
    const answer = await promise;
    clearTimeout(timer);
    worker.off('message', resolve);
    worker.off('error', onEnd);
    worker.off('exit', onEnd);
    // A failure may break the decoder.
    if (answer === null) await this.#end();
    if (this.#worker) this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
    return answer;
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}
