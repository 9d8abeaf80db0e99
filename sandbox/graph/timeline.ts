import type { Clock } from '../../src/lib/clock.ts';

interface Task {
  dueAt: number;
  run: () => void;
  timer: NodeJS.Timeout | null;
}

/** Longer waits do not fit into a timer of the runtime; they are set again on the way. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The time of the sandbox's provider. It runs with the clock, can be moved forward (what falls due in between happens at once, in
 * order) and can be stopped, so that nothing happens by itself.
 */
export class Timeline {
  readonly #clock: Clock;
  #shiftMs: number;
  #stopped = false;
  #frozenAt: number | null = null;
  readonly #tasks = new Set<Task>();

  constructor(clock: Clock, shiftMs = 0) {
    this.#clock = clock;
    this.#shiftMs = shiftMs;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#frozenAt ?? this.#clock.now().getTime() + this.#shiftMs;
  }

  /** Unix seconds as the provider writes them: text. */
  stamp(): string {
    return String(Math.floor(this.now() / 1000));
  }

  get shiftMs(): number {
    return this.#shiftMs;
  }

  get isFrozen(): boolean {
    return this.#frozenAt !== null;
  }

  after(delayMs: number, run: () => void): void {
    if (this.#stopped) return;
    const task: Task = { dueAt: this.now() + delayMs, run, timer: null };
    this.#tasks.add(task);
    this.#arm(task);
  }

  /** Moves on by `ms` and does what has fallen due, earliest first. */
  advance(ms: number): void {
    this.#shiftMs += ms;
    if (this.#frozenAt !== null) this.#frozenAt += ms;
    const now = this.now();
    const due = [...this.#tasks].filter((task) => task.dueAt <= now).sort((a, b) => a.dueAt - b.dueAt);
    for (const task of due) this.#run(task);
    for (const task of this.#tasks) this.#arm(task);
  }

  freeze(): void {
    this.#frozenAt ??= this.now();
    this.#disarm();
  }

  /** Goes on from where it was stopped. */
  unfreeze(): void {
    if (this.#frozenAt === null) return;
    this.#shiftMs = this.#frozenAt - this.#clock.now().getTime();
    this.#frozenAt = null;
    for (const task of this.#tasks) this.#arm(task);
  }

  /** Forgets everything that was still to happen, and what is asked for from now on. */
  stop(): void {
    this.#stopped = true;
    this.#disarm();
    this.#tasks.clear();
  }

  #arm(task: Task): void {
    if (task.timer) clearTimeout(task.timer);
    task.timer = null;
    if (this.#frozenAt !== null) return;
    const waitMs = Math.max(0, task.dueAt - this.now());
    // The timer alone decides: a test's clock need not move with it.
    task.timer =
      waitMs > LONGEST_TIMER_MS
        ? setTimeout(() => this.#arm(task), LONGEST_TIMER_MS)
        : setTimeout(() => this.#run(task), waitMs);
    task.timer.unref();
  }

  #run(task: Task): void {
    if (!this.#tasks.delete(task)) return;
    if (task.timer) clearTimeout(task.timer);
    task.run();
  }

  #disarm(): void {
    for (const task of this.#tasks) {
      if (task.timer) clearTimeout(task.timer);
      task.timer = null;
    }
  }
}
