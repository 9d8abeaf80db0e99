import type { Context } from '../../../context.ts';
import type { Topic } from '../../../platform/lib/bus.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';
import { ReconcileLoop } from '../sessions/reconcile-loop.ts';
import type { LeasedDevice } from '../sessions/session-listener.ts';

/** Then an untaken question is over. */
export const OPEN_MS = MINUTE;

/** Questions of the API that the network answers, in a table. */
export interface Asking<Question extends { device_id: number }> {
  topic: Topic;
  findOpen(deviceIds: readonly number[], since: Date): Promise<Question[]>;
  /** Asks the network, and stores its answers. */
  settle(device: LeasedDevice, questions: readonly Question[]): Promise<void>;
}

/** Answers the API's questions for this process's devices. */
export class DeviceAsker<Question extends { device_id: number }> {
  readonly #ctx: Context;
  readonly #devices: () => readonly LeasedDevice[];
  readonly #asking: Asking<Question>;
  readonly #loop: ReconcileLoop;
  readonly #unsubscribe: () => void;
  /** One per device: a silent network delays no other. */
  readonly #running = new Map<number, Promise<void>>();

  constructor(ctx: Context, devices: () => readonly LeasedDevice[], asking: Asking<Question>) {
    this.#ctx = ctx;
    this.#devices = devices;
    this.#asking = asking;
    this.#loop = new ReconcileLoop(ctx.log, () => this.#look());
    this.#unsubscribe = ctx.bus.subscribe(asking.topic, () => this.#loop.schedule());
  }

  /** After the sessions: their questions then end too. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#loop.stop();
    await Promise.all(this.#running.values());
  }

  async #look(): Promise<void> {
    const free = new Map(
      this.#devices().flatMap((device) => (this.#running.has(device.id) ? [] : [[device.id, device]])),
    );
    if (free.size === 0) return;
    const since = new Date(this.#ctx.now().getTime() - OPEN_MS);
    const open = await this.#asking.findOpen([...free.keys()], since);
    for (const [id, questions] of Map.groupBy(open, ({ device_id }) => device_id)) {
      const device = free.get(id);
      if (!device || this.#running.has(id)) continue;
      this.#running.set(
        id,
        this.#settle(device, questions).finally(() => this.#running.delete(id)),
      );
    }
  }

  async #settle(device: LeasedDevice, questions: readonly Question[]): Promise<void> {
    const { topic } = this.#asking;
    try {
      await this.#asking.settle(device, questions);
    } catch (error) {
      // The question ends by itself.
      this.#ctx.log.warn({ err: error, deviceUuid: device.device_uuid, topic }, 'asking.not_settled');
    }
    // Wakes waiting calls, and looks for new questions.
    this.#ctx.bus.publish(topic);
  }
}
