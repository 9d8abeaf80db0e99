import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { isDatabaseUnavailable } from '../../../platform/lib/db/unavailable.ts';
import { ENGINE_KINDS, type EngineKind, type MessageType } from '../../engines/kinds.ts';
import type { Handed } from '../handed.ts';
import { UNRESOLVED_MS } from '../queue/evidence.ts';
import { claimDue, type DeviceCapacity } from './claim-store.ts';
import type { ClaimSignal } from './connected/claim-signal.ts';
import type { ConnectedDevice } from './connected/connected-device.ts';
import type { ConnectedDevices } from './connected/connected-devices.ts';
import type { InFlight } from './connected/in-flight.ts';
import { takeHanded } from './in-flight-store.ts';
import type { Intake } from './intake.ts';

const MAX_CLAIMED = 500;
const MIN_WAIT_MS = 10;
const MAX_WAIT_MS = SECOND;
const RETRY_MS = SECOND;

interface ClaimLoopParts {
  nodeId: string;
  engine: EngineKind;
  devices: ConnectedDevices;
  inFlight: InFlight;
  intake: Intake;
  claimSignal: ClaimSignal;
  newMessageId(): string;
}

export class ClaimLoop {
  readonly #ctx: Context;
  readonly #parts: ClaimLoopParts;
  readonly #preparedTypes: readonly MessageType[];
  readonly #loop: Promise<void>;
  #waitTimer: NodeJS.Timeout | null = null;

  constructor(ctx: Context, parts: ClaimLoopParts) {
    this.#ctx = ctx;
    this.#parts = parts;
    this.#preparedTypes = [...ENGINE_KINDS[parts.engine].prepares];
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#parts.claimSignal.close();
    if (this.#waitTimer) clearTimeout(this.#waitTimer);
    await this.#loop;
  }

  async #run(): Promise<void> {
    for (;;) {
      const woken = await this.#parts.claimSignal.next();
      if (!woken) return;
      try {
        if (woken.handed && !woken.forAll && this.#mayTake(woken.handed)) await this.#take(woken.handed);
        else await this.#claim(woken.forAll);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) this.#ctx.log.error({ err: error }, 'dispatch.claim_failed');
        setTimeout(() => this.#parts.claimSignal.wakeAll(), RETRY_MS).unref();
      }
      // Settlements of one event-loop iteration share a claim.
      await nextIteration();
    }
  }

  /** These are all that is new for their devices, one for each recipient, and can leave at once. */
  #mayTake(handed: readonly Handed[]): boolean {
    const { devices, inFlight, intake } = this.#parts;
    const now = this.#ctx.uptimeMs();
    const returning = inFlight.returningDevices();
    const ofDevices = Map.groupBy(handed, ({ device_id }) => device_id);
    return [...ofDevices].every(([id, messages]) => {
      const device = devices.get(id);
      if (!device || device.mayHaveMore || returning.has(id) || device.capacity(now) < messages.length)
        return false;
      const phones = new Set(messages.map(({ phone }) => phone));
      return phones.size === messages.length && messages.every((each) => intake.isReady(device, each));
    });
  }

  /** Claim and mark in one: the calls begin in the same step. */
  async #take(handed: readonly Handed[]): Promise<void> {
    const { nodeId, devices, intake, claimSignal, newMessageId } = this.#parts;
    const missing = new Set(handed.map(({ device_id }) => device_id));
    try {
      const marks = handed.flatMap(({ id, device_id }) => {
        const epoch = devices.get(device_id)?.lease.epoch;
        return epoch === undefined ? [] : [{ id, device_id, epoch, reserved_wa_id: newMessageId() }];
      });
      const at = this.#ctx.now();
      const taken = await takeHanded(this.#ctx.db, {
        nodeId,
        marks,
        now: at,
        until: new Date(at.getTime() + UNRESOLVED_MS),
      });
      for (const message of taken) intake.accept(message, at);
      if (taken.length === handed.length) missing.clear();
    } finally {
      for (const id of missing) this.#noteMore(id);
    }
    if (missing.size > 0) claimSignal.wake();
  }

  #noteMore(deviceId: number): void {
    const device = this.#parts.devices.get(deviceId);
    if (device) device.mayHaveMore = true;
  }

  async #claim(forAll: boolean): Promise<void> {
    const { nodeId, engine, devices, inFlight, intake, newMessageId, claimSignal } = this.#parts;
    const now = this.#ctx.now();
    const all = devices.all();
    this.#wakeAfterWait(all, this.#ctx.uptimeMs());
    for (const device of all) device.mayHaveMore = true;
    const served = all.filter(({ window }) => forAll || window.isHalfEmpty);
    const capacities = capacitiesOf(served, inFlight.returningDevices(), this.#ctx.uptimeMs());
    if (capacities.length === 0) return;
    const total = capacities.reduce((sum, { capacity }) => sum + capacity, 0);
    const claimed = await claimDue(this.#ctx.db, ENGINE_KINDS[engine].transport, {
      nodeId,
      devices: capacities,
      preparedTypes: this.#preparedTypes,
      inFlight: inFlight.ids(),
      freshIds: Array.from({ length: Math.min(total, MAX_CLAIMED) }, newMessageId),
      now,
    });
    for (const message of claimed) intake.accept(message);
    const isFull = claimed.length === MAX_CLAIMED;
    if (isFull) devices.moveToEnd(claimed.map(({ device_id }) => device_id));
    const filled = isFull ? capacities : filledOf(capacities, claimed);
    this.#noteWhichMayHaveMore(capacities, filled);
    // A pacer allows few messages at a time. The next claim finds more, or waits.
    const isPaced = filled.some(({ device_id }) => devices.get(device_id)?.pacer);
    if (isFull || isPaced) claimSignal.wake();
  }

  /** A device that gave less than its capacity has no due message left. */
  #noteWhichMayHaveMore(asked: readonly DeviceCapacity[], filled: readonly DeviceCapacity[]): void {
    const more = new Set(filled.map(({ device_id }) => device_id));
    for (const { device_id, only_ready } of asked) {
      const device = this.#parts.devices.get(device_id);
      if (device) device.mayHaveMore = only_ready || more.has(device_id);
    }
  }

  #wakeAfterWait(devices: readonly ConnectedDevice[], now: number): void {
    if (this.#waitTimer) return;
    const waits = devices.map((device) => device.waitMs(now)).filter((ms) => ms > 0);
    if (waits.length === 0) return;
    const waitMs = Math.max(MIN_WAIT_MS, Math.min(MAX_WAIT_MS, ...waits));
    this.#waitTimer = setTimeout(() => {
      this.#waitTimer = null;
      this.#parts.claimSignal.wake();
    }, waitMs);
  }
}

function filledOf(
  capacities: readonly DeviceCapacity[],
  claimed: readonly { device_id: number }[],
): DeviceCapacity[] {
  const counts = new Map<number, number>();
  for (const { device_id } of claimed) counts.set(device_id, (counts.get(device_id) ?? 0) + 1);
  return capacities.filter(({ device_id, capacity }) => (counts.get(device_id) ?? 0) >= capacity);
}

/** Omits devices with returning messages: an earlier claim would change the order. */
function capacitiesOf(
  devices: readonly ConnectedDevice[],
  returning: ReadonlySet<number>,
  now: number,
): DeviceCapacity[] {
  return devices
    .filter(({ lease }) => !returning.has(lease.id))
    .map((device) => ({
      device_id: device.lease.id,
      account_id: device.lease.account_id,
      epoch: device.lease.epoch,
      capacity: device.capacity(now),
      only_ready: device.window.isFullOfFiles,
    }))
    .filter(({ capacity }) => capacity > 0);
}
