import type { Clock } from '../../src/platform/lib/clock.ts';

interface Task {
  dueAt: number;
  run: () => void;
  timer: NodeJS.Timeout | null;
}

/** Node limits timers to this delay. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The clock of the provider. It can move forward, which runs due timers in order, stop, and return. */
export class VirtualClock {
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

  /** Unix seconds as text. */
  unixSeconds(): string {
    return String(Math.floor(this.now() / 1000));
  }

  get shiftMs(): number {
    return this.#shiftMs;
  }

  get isFrozen(): boolean {
    return this.#frozenAt !== null;
  }

  setTimer(delayMs: number, run: () => void): void {
    if (this.#stopped) return;
    const task: Task = { dueAt: this.now() + delayMs, run, timer: null };
    this.#tasks.add(task);
    this.#arm(task);
  }

  /** Moves the clock and runs due timers, earliest first. */
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

  /** Continues from the stopped time. */
  unfreeze(): void {
    if (this.#frozenAt === null) return;
    this.#shiftMs = this.#frozenAt - this.#clock.now().getTime();
    this.#frozenAt = null;
    for (const task of this.#tasks) this.#arm(task);
  }

  /** Returns to the real time. Timers keep the time that is left. */
  reset(): void {
    const before = this.now();
    this.#shiftMs = 0;
    this.#frozenAt = null;
    const movedMs = this.now() - before;
    for (const task of this.#tasks) {
      task.dueAt += movedMs;
      this.#arm(task);
    }
  }

  /** Drops all timers. */
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
    // The clock of a test can be frozen.
    task.timer =
      waitMs > MAX_TIMER_MS
        ? setTimeout(() => this.#arm(task), MAX_TIMER_MS)
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
