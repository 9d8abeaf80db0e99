import type { Context } from '../../../../context.ts';
import type { Batcher } from '../../../../platform/lib/batcher.ts';
import { isRefusedRow } from '../../../../platform/lib/db/refused-row.ts';
import { isDatabaseUnavailable } from '../../../../platform/lib/db/unavailable.ts';
import type { SendOutcome } from '../../../engines/engine.ts';
import { CALL_END_MS, MARK_LIFE_MS } from '../../queue/evidence.ts';
import { outboundOf } from '../claim-store.ts';
import type { ConnectedDevice } from '../connected/connected-device.ts';
import type { InFlight, InFlightMessage } from '../connected/in-flight.ts';
import type { Mark, NewContent, PreparedContent } from '../in-flight-store.ts';
import * as store from '../in-flight-store.ts';
import type { Outcomes } from '../outcomes/outcomes.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { createCallEnds, createMarks } from './marks.ts';
import type { Sender } from './sender.ts';

/** After a pause of this process, evidence may have sent the message again. */
const TOO_LATE: SendOutcome = {
  outcome: 'unknown',
  code: 'outcome_unknown',
  message: 'This process was paused during the call.',
};

/**
 * Sends a message once: its mark is committed right before the call (decision 0016). Evidence can take the mark back
 * (decision 0036).
 */
export class CallSender implements Sender {
  readonly #ctx: Context;
  readonly #inFlight: InFlight;
  readonly #outcomes: Outcomes;
  readonly #marks: Batcher<Mark, Date | null>;
  readonly #callEnds: Batcher<number, void>;
  readonly #stopped: AbortSignal;
  /** By device and recipient. Survives reconnects: a running call comes first. */
  readonly #queue = new KeyedQueue<string>();

  constructor(
    ctx: Context,
    parts: { nodeId: string; inFlight: InFlight; outcomes: Outcomes; stopped: AbortSignal },
  ) {
    this.#ctx = ctx;
    this.#inFlight = parts.inFlight;
    this.#outcomes = parts.outcomes;
    this.#stopped = parts.stopped;
    this.#marks = createMarks(ctx, parts.nodeId, parts.stopped);
    this.#callEnds = createCallEnds(ctx);
  }

  savePrepared(rows: readonly NewContent[]): Promise<PreparedContent[]> {
    return store.savePrepared(this.#ctx.db, rows, false);
  }

  send(device: ConnectedDevice, item: InFlightMessage): void {
    this.#queue.add(keyOf(device, item.message.phone), () => this.#sendNext(device, item));
  }

  isFree(device: ConnectedDevice, phone: string): boolean {
    return !this.#queue.has(keyOf(device, phone));
  }

  /** A running call is answered even after a disconnect. */
  release(item: InFlightMessage): void {
    if (item.written) return;
    if (!item.markedAt) {
      this.#inFlight.remove(item);
      return;
    }
    item.returning = true;
    this.#outcomes.sendAgain(item, { maybeWritten: false });
  }

  idle(): Promise<void> {
    return this.#queue.idle();
  }

  async #sendNext(device: ConnectedDevice, item: InFlightMessage): Promise<void> {
    const { window } = device;
    if (!window.has(item)) return;
    // The answer to an earlier message may have stopped the recipient or the device.
    const permit = device.permit(item.message, this.#ctx.uptimeMs());
    if (permit.may === 'send') return this.#call(device, item);
    window.remove(item);
    if (permit.may === 'later') this.#outcomes.postpone(item, permit.ms);
    else this.release(item);
  }

  async #call(device: ConnectedDevice, item: InFlightMessage): Promise<void> {
    item.written = true;
    const outcome = await this.#markAndSend(device, item);
    if (outcome !== 'not_storable' && outcome?.outcome === 'unknown') await this.#noteEnd(item.message.id);
    device.window.remove(item);
    if (outcome === 'not_storable') {
      item.written = false;
      this.#outcomes.refuse(item, outcome);
    } else if (outcome) this.#apply(device, item, outcome);
    else this.#inFlight.remove(item);
  }

  async #markAndSend(
    { lease, session }: ConnectedDevice,
    item: InFlightMessage,
  ): Promise<SendOutcome | 'not_storable' | null> {
    const { id, reserved_wa_id } = item.message;
    try {
      const mark = { id, reserved_wa_id, device_id: lease.id, epoch: lease.epoch };
      item.markedAt ??= await this.#marks.add(mark);
      const { markedAt } = item;
      if (!markedAt) return null;
      if (this.#since(markedAt) > MARK_LIFE_MS) return TOO_LATE;
      const outcome = await session.send(outboundOf(item.message));
      return outcome.outcome === 'written' || this.#since(markedAt) <= CALL_END_MS ? outcome : TOO_LATE;
    } catch (error) {
      if (!this.#stopped.aborted) this.#ctx.log.error({ err: error, rowId: id }, 'dispatch.mark_failed');
      return isRefusedRow(error) ? 'not_storable' : null;
    }
  }

  /** Otherwise the silence starts with the evidence. A database error restarts it. */
  async #noteEnd(id: number): Promise<void> {
    try {
      await this.#callEnds.add(id);
    } catch (error) {
      if (!isDatabaseUnavailable(error))
        this.#ctx.log.error({ err: error, rowId: id }, 'dispatch.end_not_noted');
    }
  }

  #since(at: Date): number {
    return this.#ctx.now().getTime() - at.getTime();
  }

  #apply(device: ConnectedDevice, item: InFlightMessage, outcome: SendOutcome): void {
    const { lease, gate, pacer } = device;
    const { id, phone, reserved_wa_id: waMessageId } = item.message;
    if (outcome.outcome !== 'not_written') pacer?.recipients.finish(id, phone);
    if (outcome.outcome === 'written') {
      gate.accepted(id, this.#ctx.uptimeMs());
      const { providerId, keptReason } = outcome;
      if (keptReason) this.#outcomes.keep(lease, item, { providerId, keptReason });
      else this.#outcomes.record(lease, item, { waMessageId, status: 'sent', providerId });
      if (outcome.recipientIds) this.#outcomes.recipientKnown(lease, phone, outcome.recipientIds);
    } else if (outcome.outcome === 'unknown') {
      // A status settles the message, or the end of the wait.
      this.#ctx.log.warn({ rowId: id, deviceUuid: lease.device_uuid }, 'message.outcome_unknown');
      this.#inFlight.remove(item);
    } else {
      this.#outcomes.notSent(device, item, outcome);
    }
  }
}

const keyOf = ({ lease }: ConnectedDevice, phone: string) => `${lease.id} ${phone}`;
