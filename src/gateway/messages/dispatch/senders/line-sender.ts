import type { Context } from '../../../../context.ts';
import { SECOND } from '../../../../platform/lib/clock.ts';
import { outboundOf } from '../claim-store.ts';
import type { ConnectedDevice } from '../connected/connected-device.ts';
import type { InFlightMessage } from '../connected/in-flight.ts';
import type { NewContent, PreparedContent } from '../in-flight-store.ts';
import * as store from '../in-flight-store.ts';
import type { Outcomes } from '../outcomes/outcomes.ts';
import { KeyedQueue } from './keyed-queue.ts';
import type { Sender } from './sender.ts';

const ACK_TIMEOUT_MS = 30 * SECOND;

/** A claim commits the reserved id, and re-sends carry it (decision 0007). */
export class LineSender implements Sender {
  readonly #ctx: Context;
  readonly #outcomes: Outcomes;
  readonly #ackTimeoutMs: number;
  readonly #queue = new KeyedQueue<ConnectedDevice>();

  constructor(ctx: Context, parts: { outcomes: Outcomes; ackTimeoutMs?: number | undefined }) {
    this.#ctx = ctx;
    this.#outcomes = parts.outcomes;
    this.#ackTimeoutMs = parts.ackTimeoutMs ?? ACK_TIMEOUT_MS;
  }

  savePrepared(rows: readonly NewContent[]): Promise<PreparedContent[]> {
    return store.savePrepared(this.#ctx.db, rows, true);
  }

  send(device: ConnectedDevice, item: InFlightMessage): void {
    this.#queue.add(device, () => this.#write(device, item));
  }

  release(item: InFlightMessage): void {
    item.returning = true;
    this.#outcomes.sendAgain(item, { maybeWritten: item.written });
  }

  /** Every message may be sent again. */
  async idle(): Promise<void> {}

  async #write(device: ConnectedDevice, item: InFlightMessage): Promise<void> {
    const { window, session } = device;
    if (!window.has(item)) return;
    if (device.isHalted) {
      window.remove(item);
      this.release(item);
      return;
    }
    item.written = true;
    const outcome = await session.send(outboundOf(item.message));
    // Acknowledged, or released with the connection.
    if (!window.has(item)) return;
    if (outcome.outcome === 'written') {
      item.ackTimer = setTimeout(() => this.#ackTimedOut(device, item), this.#ackTimeoutMs);
    } else {
      window.remove(item);
      this.#outcomes.notSent(device, item, outcome);
    }
  }

  #ackTimedOut({ window }: ConnectedDevice, item: InFlightMessage): void {
    window.remove(item);
    this.#outcomes.sendAgain(item, { maybeWritten: true });
  }
}
