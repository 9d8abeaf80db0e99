import type { Context } from '../../../context.ts';
import { ReconcileLoop } from '../sessions/reconcile-loop.ts';
import type { LeasedDevice } from '../sessions/session-listener.ts';
import { OPEN_MS } from './questions.ts';
import * as store from './store.ts';

export interface NumberAskerParts {
  devices(): readonly LeasedDevice[];
  /** Numbers without an answer are missing. Never rejects. */
  findRegistered(deviceId: number, phones: readonly string[]): Promise<ReadonlyMap<string, boolean>>;
}

/** Answers the API's questions for this process's devices. */
export class NumberAsker {
  readonly #ctx: Context;
  readonly #parts: NumberAskerParts;
  readonly #loop: ReconcileLoop;
  readonly #unsubscribe: () => void;
  /** One per device: a silent network delays no other. */
  readonly #asking = new Map<number, Promise<void>>();

  constructor(ctx: Context, parts: NumberAskerParts) {
    this.#ctx = ctx;
    this.#parts = parts;
    this.#loop = new ReconcileLoop(ctx.log, () => this.#look());
    this.#unsubscribe = ctx.bus.subscribe('numbers', () => this.#loop.schedule());
  }

  /** After the sessions: their questions then end too. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#loop.stop();
    await Promise.all(this.#asking.values());
  }

  async #look(): Promise<void> {
    const free = new Map(
      this.#parts.devices().flatMap((device) => (this.#asking.has(device.id) ? [] : [[device.id, device]])),
    );
    const since = new Date(this.#ctx.now().getTime() - OPEN_MS);
    const open = await store.findOpenChecks(this.#ctx.db, [...free.keys()], since);
    for (const [id, checks] of Map.groupBy(open, ({ device_id }) => device_id)) {
      const device = free.get(id);
      if (!device || this.#asking.has(id)) continue;
      const phones = checks.map(({ phone }) => phone);
      this.#asking.set(
        id,
        this.#ask(device, phones).finally(() => this.#asking.delete(id)),
      );
    }
  }

  async #ask(device: LeasedDevice, phones: readonly string[]): Promise<void> {
    const answers = await this.#parts.findRegistered(device.id, phones);
    const settled = new Map(phones.map((phone) => [phone, answers.get(phone) ?? null]));
    try {
      await store.settleChecks(this.#ctx.db, device, settled);
    } catch (error) {
      // The question ends by itself.
      this.#ctx.log.warn({ err: error, deviceUuid: device.device_uuid }, 'numbers.not_settled');
    }
    // Wakes waiting calls, and looks for new questions.
    this.#ctx.bus.publish('numbers');
  }
}
