import type { Context } from '../../../../context.ts';
import { type Batcher, createBatcher } from '../../../../platform/lib/batcher.ts';
import { DAY } from '../../../../platform/lib/clock.ts';
import { isRefusedRow } from '../../../../platform/lib/db/refused-row.ts';
import { untilDatabaseAnswers } from '../../../../platform/lib/retry.ts';
import { toStorable } from '../../../../platform/lib/text.ts';
import type { LeasedDevice } from '../../../devices/sessions/session-listener.ts';
import type { KeptReason } from '../../../engines/engine.ts';
import { keptUntil } from '../../queue/expiry.ts';
import { FAILURES } from '../../queue/failures.ts';
import {
  countFailures,
  createStatusWriter,
  failQueued,
  type QueuedFailure,
  type StatusChange,
  type StatusWriter,
} from '../../queue/status-writer.ts';
import type { ClaimSignal } from '../connected/claim-signal.ts';
import type { InFlight, InFlightMessage } from '../connected/in-flight.ts';
import type { Deferral } from '../in-flight-store.ts';
import * as store from '../in-flight-store.ts';

const MAX_DEFERRALS = 500;
const MAX_KEPT = 500;
const MAX_REFUSALS = 500;

export interface Failure {
  code: string;
  message: string;
  /** The message certainly never reached the provider. */
  refund: boolean;
}

export interface StatusUpdate {
  waMessageId: string;
  status: StatusChange['status'];
  failure?: Failure | undefined;
  providerId?: string | undefined;
}

export interface Kept {
  providerId: string | undefined;
  keptReason: KeptReason;
}

export interface Retry {
  notBefore: Date;
  counted: boolean;
  maybeWritten: boolean;
}

interface WriterParts {
  inFlight: InFlight;
  claimSignal: ClaimSignal;
  stopped: AbortSignal;
}

/** A message is in flight until its outcome is stored, or refused by the database. */
export class OutcomeWriter {
  readonly #ctx: Context;
  readonly #parts: WriterParts;
  readonly #statuses: StatusWriter;
  readonly #deferrals: Batcher<Deferral, undefined>;
  readonly #refusals: Batcher<QueuedFailure, undefined>;
  readonly #kept: Batcher<store.KeptMessage, undefined>;
  readonly #writes = new Set<Promise<void>>();

  constructor(ctx: Context, parts: WriterParts) {
    this.#ctx = ctx;
    this.#parts = parts;
    this.#statuses = createStatusWriter(ctx, parts.stopped);
    this.#deferrals = createBatcher((rows) => this.#deferAll(rows), {
      maxItems: MAX_DEFERRALS,
      divideOn: isRefusedRow,
    });
    this.#refusals = createBatcher((rows) => this.#refuseAll(rows), {
      maxItems: MAX_REFUSALS,
      divideOn: isRefusedRow,
    });
    this.#kept = createBatcher((rows) => this.#keepAll(rows), { maxItems: MAX_KEPT, divideOn: isRefusedRow });
  }

  record(lease: LeasedDevice, item: InFlightMessage | null, update: StatusUpdate): void {
    const { waMessageId, status, failure, providerId } = update;
    const change = {
      device_id: lease.id,
      wa_message_id: toStorable(waMessageId),
      provider_id: providerId === undefined ? null : toStorable(providerId),
      status,
      error_code: failure?.code ?? null,
      error_message: failure?.message ?? null,
      refund: failure?.refund ?? false,
    };
    this.#track(item, this.#statuses.write(change), { isDueAgain: false });
  }

  defer(item: InFlightMessage, { notBefore, counted, maybeWritten }: Retry): void {
    const { message, markedAt } = item;
    const deferral = {
      id: message.id,
      not_before: notBefore,
      counted,
      maybe_written: maybeWritten || message.maybe_written,
      // Without our mark, a later owner may have written it.
      epoch: markedAt ? null : message.epoch,
    };
    const write = this.#deferrals.add(deferral).catch((error) => {
      if (!isRefusedRow(error)) throw error;
      this.#ctx.log.error({ err: error, rowId: message.id }, 'dispatch.deferral_refused');
      return this.#refusals.add(refusalOf(item, 'not_storable'));
    });
    this.#track(item, write, { isDueAgain: true });
    const inMs = notBefore.getTime() - this.#ctx.now().getTime();
    // A timer can be a millisecond early.
    if (inMs > 0) setTimeout(() => this.#parts.claimSignal.wake(), Math.min(inMs + 5, DAY)).unref();
  }

  keep(item: InFlightMessage, { providerId, keptReason }: Kept): void {
    const { message } = item;
    const row = { id: message.id, provider_id: toStorable(providerId ?? message.reserved_wa_id), keptReason };
    const write = this.#kept.add(row).catch((error) => {
      if (!isRefusedRow(error)) throw error;
      this.#ctx.log.error({ err: error, rowId: message.id }, 'dispatch.keeping_refused');
      return this.#refusals.add(refusalOf(item, 'not_storable'));
    });
    this.#track(item, write, { isDueAgain: false });
  }

  /** By message id: the row may have no reserved id yet. */
  refuse(item: InFlightMessage, code: keyof typeof FAILURES): void {
    this.#track(item, this.#refusals.add(refusalOf(item, code)), { isDueAgain: false });
  }

  async idle(): Promise<void> {
    await Promise.all(this.#writes);
  }

  async #deferAll(rows: Deferral[]): Promise<undefined[]> {
    await untilDatabaseAnswers(this.#parts.stopped, () => store.deferMessages(this.#ctx.db, rows));
    return rows.map(() => undefined);
  }

  async #keepAll(rows: store.KeptMessage[]): Promise<undefined[]> {
    const { stopped } = this.#parts;
    await untilDatabaseAnswers(stopped, () =>
      store.keepMessages(this.#ctx.db, rows, keptUntil(this.#ctx.now())),
    );
    return rows.map(() => undefined);
  }

  async #refuseAll(rows: QueuedFailure[]): Promise<undefined[]> {
    const { stopped } = this.#parts;
    await untilDatabaseAnswers(stopped, () => failQueued(this.#ctx.db, rows, this.#ctx.now()));
    for (const { error_code } of rows) countFailures(this.#ctx, error_code, 1);
    this.#ctx.bus.publish('events');
    return rows.map(() => undefined);
  }

  #track(
    item: InFlightMessage | null,
    write: Promise<unknown>,
    { isDueAgain }: { isDueAgain: boolean },
  ): void {
    const { inFlight, claimSignal, stopped } = this.#parts;
    const done = write
      .catch((error) => {
        if (!stopped.aborted) this.#ctx.log.error({ err: error }, 'dispatch.write_failed');
      })
      .then(() => {
        this.#writes.delete(done);
        if (!item) return;
        inFlight.remove(item);
        const wakes = isDueAgain || item.message.is_bot || (item.device?.mayHaveMore ?? true);
        if (wakes) claimSignal.wake();
      });
    this.#writes.add(done);
  }
}

function refusalOf({ message, written }: InFlightMessage, code: keyof typeof FAILURES): QueuedFailure {
  const refund = !written && !message.maybe_written;
  return { id: message.id, error_code: code, error_message: FAILURES[code], refund };
}
