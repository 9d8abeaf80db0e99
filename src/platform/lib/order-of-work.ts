import type { Uptime } from './clock.ts';

/**
 * The order of work when there is too much of it. What comes later in the list waits while what comes earlier is late:
 * docs/decisions/0244.
 */
export const ORDER = [
  /** Requests of clients and messages of networks, until they are stored. */
  'accept',
  /** What was accepted, until the provider has it, and its receipts. */
  'in_flight',
  /** Events, until the attempts of webhooks begin. */
  'events',
  /** Turns of the automation. */
  'answers',
  /** Search index and figures. */
  'upkeep',
] as const;

export type WorkClass = (typeof ORDER)[number];

/** Longer than on a machine with time to spare. */
export const LATE_MS = 100;
/** A measurement counts until then. */
const FRESH_MS = 300;

interface Measured {
  ms: number;
  at: number;
}

/** What this process, and the processes that report to it, know about late work. */
export class OrderOfWork {
  readonly #uptimeMs: () => number;
  readonly #worst = new Map<WorkClass, Measured>();
  #listener: ((kind: WorkClass, ms: number) => void) | null = null;

  constructor({ uptimeMs }: Uptime) {
    this.#uptimeMs = uptimeMs;
  }

  /** How long work of this class took from its arrival, in ms, with its waits for processor and database. */
  note(kind: WorkClass, ms: number): void {
    const at = this.#uptimeMs();
    const known = this.#worst.get(kind);
    if (!known || ms >= known.ms || at - known.at > FRESH_MS) {
      this.#worst.set(kind, { ms, at });
      if (ms > LATE_MS) this.#listener?.(kind, ms);
    }
  }

  /** Is notified of late work, for the process that decides what waits. */
  onLate(listener: (kind: WorkClass, ms: number) => void): void {
    this.#listener = listener;
  }

  /** Something before this class in the order is late. */
  isBehind(kind: WorkClass): boolean {
    const now = this.#uptimeMs();
    return ORDER.slice(0, ORDER.indexOf(kind)).some((earlier) => {
      const known = this.#worst.get(earlier);
      return known !== undefined && known.ms > LATE_MS && now - known.at <= FRESH_MS;
    });
  }
}

const PERIOD_MS = 100;

/**
 * How many pieces of a class may begin. While earlier classes are late, half as many in each period, down to one: no
 * class starves. Then one more in each period, until nothing limits them.
 */
export class Pace {
  readonly #order: OrderOfWork;
  readonly #uptimeMs: () => number;
  readonly #kind: WorkClass;
  readonly #most: number;
  #allowed: number;
  #left: number;
  #periodEnds = 0;

  /** `most`: as many in one period need no limit. */
  constructor(order: OrderOfWork, { uptimeMs }: Uptime, { kind, most }: { kind: WorkClass; most: number }) {
    this.#order = order;
    this.#uptimeMs = uptimeMs;
    this.#kind = kind;
    this.#most = most;
    this.#allowed = most;
    this.#left = most;
  }

  room(): number {
    const now = this.#uptimeMs();
    if (now >= this.#periodEnds) this.#begin(now);
    return this.#allowed >= this.#most ? this.#most : this.#left;
  }

  spend(pieces: number): void {
    this.#left = Math.max(0, this.#left - pieces);
  }

  /** Until there is room, in ms. 0: there is some. */
  waitMs(): number {
    return this.room() > 0 ? 0 : this.#periodEnds - this.#uptimeMs();
  }

  #begin(now: number): void {
    const isBehind = this.#order.isBehind(this.#kind);
    const allowed = isBehind ? Math.floor(this.#allowed / 2) : this.#allowed + 1;
    this.#allowed = Math.min(this.#most, Math.max(1, allowed));
    this.#left = this.#allowed;
    this.#periodEnds = now + PERIOD_MS;
  }
}
