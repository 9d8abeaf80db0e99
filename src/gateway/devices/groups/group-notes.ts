import type { Context } from '../../../context.ts';
import { untilDatabaseAnswers } from '../../../platform/lib/retry.ts';
import type { EngineEvent } from '../../engines/engine.ts';
import { SerialQueue } from '../sessions/serial-queue.ts';
import { MAX_GROUPS, noteGroup } from './groups.ts';

/** Only the first message of a group asks the database, and of a new one the network. */
export class GroupNotes {
  readonly #ctx: Context;
  readonly #deviceId: number;
  readonly #stopped: AbortSignal;
  /** In sequence, because a number can be in many groups. */
  readonly #steps: SerialQueue;
  readonly #known = new Set<string>();

  constructor(
    ctx: Context,
    deviceId: number,
    { stopped, onError }: { stopped: AbortSignal; onError(error: unknown): void },
  ) {
    this.#ctx = ctx;
    this.#deviceId = deviceId;
    this.#stopped = stopped;
    this.#steps = new SerialQueue(stopped, onError);
  }

  note(message: Extract<EngineEvent, { type: 'group_message' }>): void {
    if (this.#known.has(message.groupId) || this.#known.size >= MAX_GROUPS) return;
    this.#known.add(message.groupId);
    this.#steps.add(() =>
      untilDatabaseAnswers(this.#stopped, () => noteGroup(this.#ctx, this.#deviceId, message)),
    );
  }

  idle(): Promise<void> {
    return this.#steps.idle();
  }
}
