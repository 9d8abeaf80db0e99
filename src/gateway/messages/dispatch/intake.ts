import type { Context } from '../../../context.ts';
import { isTooLong } from '../../../platform/lib/phone.ts';
import type { MessageType } from '../../engines/kinds.ts';
import type { Handed } from '../handed.ts';
import type { ClaimedMessage } from './claim-store.ts';
import type { ClaimSignal } from './connected/claim-signal.ts';
import type { ConnectedDevice } from './connected/connected-device.ts';
import type { ConnectedDevices } from './connected/connected-devices.ts';
import type { InFlight, InFlightMessage } from './connected/in-flight.ts';
import type { Outcomes } from './outcomes/outcomes.ts';
import type { Preparations } from './preparations/preparations.ts';
import type { Sender } from './senders/sender.ts';

interface IntakeParts {
  inFlight: InFlight;
  devices: ConnectedDevices;
  sender: Sender;
  outcomes: Outcomes;
  preparations: Preparations;
  claimSignal: ClaimSignal;
  prepares: ReadonlySet<MessageType>;
}

export class Intake {
  readonly #ctx: Context;
  readonly #parts: IntakeParts;

  constructor(ctx: Context, parts: IntakeParts) {
    this.#ctx = ctx;
    this.#parts = parts;
  }

  /** It would be sent at once. Reserves nothing: `accept` does. */
  isReady(device: ConnectedDevice, { phone, type }: Handed): boolean {
    const { prepares, sender } = this.#parts;
    return (
      !prepares.has(type as MessageType) && // a type of the table
      !device.files.isWaiting(phone) &&
      sender.isFree?.(device, phone) === true &&
      device.isOpenFor(phone, this.#ctx.uptimeMs())
    );
  }

  accept(message: ClaimedMessage, markedAt: Date | null = null): void {
    const { inFlight, devices, sender, outcomes } = this.#parts;
    const item = inFlight.add(message);
    if (!item) return;
    item.markedAt = markedAt;
    if (isTooLong(message.phone)) {
      outcomes.refuse(item, 'invalid_phone');
      return;
    }
    const device = devices.get(message.device_id);
    if (!device) {
      sender.release(item);
      return;
    }
    const now = this.#ctx.uptimeMs();
    item.device = device;
    const permit = device.permit(message, now);
    if (permit.may === 'later') outcomes.postpone(item, permit.ms);
    else if (permit.may === 'blocked') sender.release(item);
    else this.#send(device, item, now);
  }

  #send(device: ConnectedDevice, item: InFlightMessage, now: number): void {
    const { sender, prepares, claimSignal } = this.#parts;
    const { window, files, pacer } = device;
    pacer?.rate.spend(now);
    window.add(item);
    const { phone, prepared, type } = item.message;
    const isReady = prepared !== null || !prepares.has(type);
    if (isReady && !files.isWaiting(phone)) {
      sender.send(device, item);
      return;
    }
    window.awaitFile(item);
    files.add(phone, isReady ? null : this.#prepare(device, item), () => {
      window.fileReady(item);
      sender.send(device, item);
    });
    claimSignal.wake();
  }

  async #prepare(device: ConnectedDevice, item: InFlightMessage): Promise<void> {
    const { preparations, inFlight, outcomes } = this.#parts;
    const { window } = device;
    const outcome = await preparations.run(device, item.message);
    if (!window.has(item)) return;
    if (outcome.outcome === 'prepared') {
      item.message = { ...item.message, prepared: outcome.content };
      return;
    }
    window.remove(item);
    if (outcome.outcome === 'settled') inFlight.remove(item);
    else outcomes.notSent(device, item, outcome);
  }
}
