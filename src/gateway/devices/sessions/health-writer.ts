import type { Context } from '../../../context.ts';
import { touchHealth } from '../store.ts';

/** One statement for all devices. */
export class HealthWriter {
  readonly #ctx: Context;
  readonly #timer: NodeJS.Timeout;
  /** By device id. */
  #health = new Map<number, Date>();

  constructor(ctx: Context, intervalMs: number) {
    this.#ctx = ctx;
    this.#timer = setInterval(() => void this.#write(), intervalMs);
  }

  add(deviceId: number, at: Date): void {
    this.#health.set(deviceId, at);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#write();
  }

  /** The next write makes up for a lost one. */
  async #write(): Promise<void> {
    if (this.#health.size === 0) return;
    const health = this.#health;
    this.#health = new Map();
    await touchHealth(this.#ctx.db, health).catch((error) =>
      this.#ctx.log.debug({ err: error }, 'sessions.health_not_written'),
    );
  }
}
