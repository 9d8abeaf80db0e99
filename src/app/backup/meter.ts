import { Transform } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { SECOND } from '../../platform/lib/clock.ts';

const REPORT_MS = 5 * SECOND;

export interface Progress {
  doneBytes: number;
  totalBytes: number;
  secondsLeft: number;
}

interface MeterOptions {
  /** About. */
  totalBytes: number;
  bytesPerSecond: number;
  /** Called every five seconds. */
  report(progress: Progress): void;
}

/** What all streams of one copy have in common: a pace, and progress. */
export class Meter {
  readonly #startedAt = performance.now();
  readonly #options: MeterOptions;
  #reportedAt = this.#startedAt;
  #doneBytes = 0;

  constructor(options: MeterOptions) {
    this.#options = options;
  }

  /** Passes bytes on, no faster than the pace. */
  stream(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.#wait(chunk.length).then(() => done(null, chunk), done);
      },
    });
  }

  async #wait(bytes: number): Promise<void> {
    this.#doneBytes += bytes;
    const now = performance.now();
    if (now - this.#reportedAt > REPORT_MS) this.#report(now);
    const aheadMs = (this.#doneBytes / this.#options.bytesPerSecond) * SECOND - (now - this.#startedAt);
    if (aheadMs > 1) await delay(aheadMs);
  }

  #report(now: number): void {
    this.#reportedAt = now;
    const { totalBytes, report } = this.#options;
    const [doneBytes, seconds] = [this.#doneBytes, (now - this.#startedAt) / SECOND];
    const leftBytes = Math.max(0, totalBytes - doneBytes);
    report({ doneBytes, totalBytes, secondsLeft: Math.ceil((leftBytes / doneBytes) * seconds) });
  }
}
