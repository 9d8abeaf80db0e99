import type { Context } from '../../../../context.ts';
import { type Batcher, createBatcher } from '../../../../platform/lib/batcher.ts';
import { SECOND } from '../../../../platform/lib/clock.ts';
import { toStorable } from '../../../../platform/lib/text.ts';
import type { LeasedDevice } from '../../../devices/sessions/session-listener.ts';
import { MARKETING_STOPPED } from '../../../engines/callbacks.ts';
import type { EngineEvent, SendOutcome } from '../../../engines/engine.ts';
import { type Learned, learnRecipients } from '../../../people/person.ts';
import type { ConsentHook } from '../../customer-changes.ts';
import type { FAILURES } from '../../queue/failures.ts';
import type { ConnectedDevice } from '../connected/connected-device.ts';
import type { InFlightMessage } from '../connected/in-flight.ts';
import type { Failure, Kept, OutcomeWriter, StatusUpdate } from './outcome-writer.ts';
import { nextAttempt } from './retry-plan.ts';

const NOT_CONNECTED_WAIT_MS = SECOND;
const MAX_RECIPIENTS = 500;

type NotSent = Exclude<SendOutcome, { outcome: 'written' }>;
type AckError = NonNullable<Extract<EngineEvent, { type: 'ack' }>['error']>;

/** Stores nothing, and never throws. */
export type SentHook = (lease: LeasedDevice, message: { id: number; phone: string }) => void;

interface Hooks {
  noteConsent?: ConsentHook;
  onSent?: SentHook;
}

export class Outcomes {
  readonly #ctx: Context;
  readonly #writer: OutcomeWriter;
  readonly #hooks: Hooks;
  readonly #recipients: Batcher<Learned, undefined>;

  constructor(ctx: Context, writer: OutcomeWriter, hooks: Hooks = {}) {
    this.#ctx = ctx;
    this.#writer = writer;
    this.#hooks = hooks;
    this.#recipients = createBatcher(
      async (recipients) => {
        await learnRecipients(ctx, recipients);
        return recipients.map(() => undefined);
      },
      { maxItems: MAX_RECIPIENTS },
    );
  }

  /** `item` is null when the message is not in flight here. */
  record(lease: LeasedDevice, item: InFlightMessage | null, update: StatusUpdate): void {
    this.#writer.record(lease, item, update);
    if (item) this.#hooks.onSent?.(lease, item.message);
  }

  /** The provider sends it later, or drops it: a status says so. */
  keep({ device_uuid: deviceUuid }: LeasedDevice, item: InFlightMessage, kept: Kept): void {
    this.#ctx.log.info({ deviceUuid, rowId: item.message.id, reason: kept.keptReason }, 'message.kept_back');
    this.#writer.keep(item, kept);
  }

  notSent(device: ConnectedDevice, item: InFlightMessage, outcome: NotSent): void {
    const { lease } = device;
    const { code, message } = outcome;
    if (outcome.outcome === 'refused') {
      const refund = !outcome.byProvider && !item.message.maybe_written;
      this.#fail(lease, item, { code, message, refund });
      if (code === MARKETING_STOPPED) this.#stopMarketing(lease, item.message.phone);
    } else if (outcome.outcome === 'not_written' && outcome.pause) {
      this.#ctx.log.warn({ deviceUuid: lease.device_uuid, code, ...outcome.pause }, 'message.held_back');
      this.postpone(item, device.pause(outcome.pause, item.message.phone, this.#ctx.uptimeMs()));
    } else if (code === 'not_connected') {
      this.postpone(item, NOT_CONNECTED_WAIT_MS);
    } else {
      const maybeWritten = outcome.outcome === 'unknown';
      const fewTries = outcome.outcome === 'not_written' && outcome.fewTries;
      this.#retry(lease, item, { code, message, maybeWritten, fewTries });
    }
  }

  rejected(lease: LeasedDevice, item: InFlightMessage | null, waMessageId: string, error: AckError): void {
    const { code, message, permanent, waitMs } = error;
    if (permanent) this.#fail(lease, item, { code, message, refund: false }, waMessageId);
    else if (item && waitMs !== undefined) this.postpone(item, waitMs);
    else if (item) this.#retry(lease, item, { code, message, maybeWritten: true });
  }

  /** The engine must not get it (again). */
  refuse(item: InFlightMessage, code: keyof typeof FAILURES): void {
    this.#ctx.log.warn({ rowId: item.message.id, code }, 'message.failed');
    this.#writer.refuse(item, code);
  }

  postpone(item: InFlightMessage, ms: number): void {
    const notBefore = new Date(this.#ctx.now().getTime() + ms);
    this.#writer.defer(item, { notBefore, counted: false, maybeWritten: false });
  }

  sendAgain(item: InFlightMessage, { maybeWritten }: { maybeWritten: boolean }): void {
    this.#writer.defer(item, { notBefore: this.#ctx.now(), counted: false, maybeWritten });
  }

  /** A customer with another id stays this recipient. */
  recipientKnown(
    { account_id, device_uuid: deviceUuid }: LeasedDevice,
    phone: string,
    ids: readonly string[],
  ): void {
    this.#recipients
      .add({ account_id, known: [phone], others: ids.map(toStorable) })
      .catch((error: unknown) => this.#ctx.log.error({ err: error, deviceUuid }, 'recipient.not_learned'));
  }

  /** Saves a question to the provider. When lost, the next broadcast asks once more. */
  #stopMarketing({ account_id, device_uuid: deviceUuid }: LeasedDevice, phone: string): void {
    const told = this.#hooks.noteConsent?.([{ account_id, phone, marketing: 'stop', reason: 'refusal' }]);
    told?.catch((error: unknown) => this.#ctx.log.error({ err: error, deviceUuid }, 'opt_out.not_stored'));
  }

  #retry(
    lease: LeasedDevice,
    item: InFlightMessage,
    reason: { code: string; message: string; maybeWritten: boolean; fewTries?: boolean | undefined },
  ): void {
    const { code, message, maybeWritten, fewTries } = reason;
    const notBefore = nextAttempt(item.message.attempts, this.#ctx.now(), fewTries);
    if (notBefore) {
      this.#writer.defer(item, { notBefore, counted: true, maybeWritten });
    } else {
      const refund = !maybeWritten && !item.message.maybe_written;
      this.#fail(lease, item, { code, message, refund });
    }
  }

  #fail(
    lease: LeasedDevice,
    item: InFlightMessage | null,
    failure: Failure,
    waMessageId = item?.message.reserved_wa_id ?? '',
  ): void {
    const { device_uuid: deviceUuid } = lease;
    this.#ctx.log.info({ deviceUuid, waMessageId, code: failure.code }, 'message.failed');
    this.#writer.record(lease, item, { waMessageId, status: 'failed', failure });
  }
}
