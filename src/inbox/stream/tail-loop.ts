import type { Context } from '../../context.ts';
import { WakeSignal } from '../../platform/lib/wake-signal.ts';

/** Not every change wakes other processes. */
const POLL_MS = 200;
/** Lets changes share statements. */
const GAP_MS = 40;
const FAILURE_MS = 500;

/** Repeats a step while streams are open: after events, and regularly. */
export class TailLoop {
  readonly #ctx: Pick<Context, 'bus'>;
  /** True: there was work. */
  readonly #step: () => Promise<boolean>;
  readonly #onFailure: (error: unknown) => void;
  /** Of the present run. */
  #signal: WakeSignal | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(
    ctx: Pick<Context, 'bus'>,
    on: { step: () => Promise<boolean>; failure: (error: unknown) => void },
  ) {
    this.#ctx = ctx;
    this.#step = on.step;
    this.#onFailure = on.failure;
  }

  start(): void {
    this.#signal?.wake();
    if (this.#signal) return;
    const signal = new WakeSignal();
    const unsubscribe = this.#ctx.bus.subscribe('events', () => signal.wake());
    this.#signal = signal;
    this.#running = this.#running.then(() => this.#run(signal)).finally(unsubscribe);
  }

  pause(): void {
    this.#signal?.close();
    this.#signal = null;
  }

  async stop(): Promise<void> {
    this.pause();
    await this.#running;
  }

  async #run(signal: WakeSignal): Promise<void> {
    while (signal === this.#signal) {
      try {
        const hasWorked = await this.#step();
        if (hasWorked) await signal.wait(GAP_MS, { onlyForClose: true });
        else await signal.wait(POLL_MS);
      } catch (error) {
        this.#onFailure(error);
        await signal.wait(FAILURE_MS, { onlyForClose: true });
      }
    }
  }
}
