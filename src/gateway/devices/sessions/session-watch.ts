import type { Context } from '../../../context.ts';
import type { Topic } from '../../../platform/lib/bus.ts';
import { isDatabaseUnavailable } from '../../../platform/lib/db/unavailable.ts';
import type { EngineSession } from '../../engines/engine.ts';
import type { LeasedDevice, ReadReceipts } from './session-listener.ts';

/** Looks share one statement for all devices. */
const GAP_MS = 200;

export interface Watched {
  lease: LeasedDevice;
  session: EngineSession;
  /** When the customer sees that messages are read. */
  readReceipts(): ReadReceipts;
  /** As the engine has it. */
  typingMarksRead: boolean;
}

/** The connected sessions of this process, by device. */
export type WatchedSessions = ReadonlyMap<number, Watched>;

interface WatchOptions {
  topic: Topic;
  look(sessions: WatchedSessions): Promise<void>;
  /** The line of the log. */
  failed: string;
}

/** Looks for what to show, soon after its topic. */
export class SessionWatch {
  readonly #ctx: Context;
  readonly #options: WatchOptions;
  readonly #sessions = new Map<number, Watched>();
  readonly #unsubscribe: () => void;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();

  constructor(ctx: Context, options: WatchOptions) {
    this.#ctx = ctx;
    this.#options = options;
    this.#unsubscribe = ctx.bus.subscribe(options.topic, () => this.lookSoon());
  }

  connected(watched: Watched): void {
    this.#sessions.set(watched.lease.id, watched);
    this.lookSoon();
  }

  disconnected(lease: LeasedDevice): void {
    if (this.#sessions.get(lease.id)?.lease === lease) this.#sessions.delete(lease.id);
  }

  get(deviceId: number): Watched | undefined {
    return this.#sessions.get(deviceId);
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#looking;
  }

  /** For tests. */
  async look(): Promise<void> {
    if (this.#sessions.size > 0) await this.#options.look(this.#sessions);
  }

  lookSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#looking = this.look().catch((error) => {
        if (!isDatabaseUnavailable(error)) this.#ctx.log.error({ err: error }, this.#options.failed);
      });
    }, GAP_MS);
  }
}
