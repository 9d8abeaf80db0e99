import type { WorkerEvents } from 'graphile-worker';

/** Leaves places for jobs of other names. */
export class JobPlaces {
  readonly #slots: ReadonlyMap<string, number>;
  readonly #running = new Map<string, number>();
  #asking: Promise<void> = Promise.resolve();
  #answer = () => {};

  constructor(slots: ReadonlyMap<string, number>, events: WorkerEvents) {
    this.#slots = slots;
    events.on('job:start', ({ job }) => {
      this.#count(job.task_identifier, 1);
      this.#answer();
    });
    events.on('job:complete', ({ job }) => this.#count(job.task_identifier, -1));
    events.on('worker:getJob:empty', () => this.#answer());
    events.on('worker:getJob:error', () => this.#answer());
  }

  get isBusy(): boolean {
    return this.#running.size > 0;
  }

  /** Names without a free slot, before the library takes a job. One worker asks at a time, so that its job counts. */
  async full(): Promise<string[]> {
    const before = this.#asking;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#asking = promise;
    await before;
    this.#answer = resolve;
    return [...this.#slots].flatMap(([name, slots]) =>
      (this.#running.get(name) ?? 0) >= slots ? [name] : [],
    );
  }

  #count(name: string, change: 1 | -1): void {
    const running = (this.#running.get(name) ?? 0) + change;
    if (running > 0) this.#running.set(name, running);
    else this.#running.delete(name);
  }
}
