import type { Context } from '../../../context.ts';
import type { GroupFacts, Network } from '../../engines/engine.ts';
import type { EngineKind } from '../../engines/kinds.ts';
import { findDevicesById, findSessionDevices } from '../store.ts';
import { type ActorParts, DeviceActor } from './device-actor.ts';
import { acquireLeases, countShare, type Lease, releaseLeases, renew } from './lease-store.ts';
import type { LeasedDevice } from './session-listener.ts';

/** Many devices start in steps. */
const MAX_ACQUIRED = 25;

interface LeasedDevicesParts {
  nodeId: string;
  network: Network;
  actorParts: ReadonlyMap<EngineKind, ActorParts>;
}

export class LeasedDevices {
  readonly #ctx: Context;
  readonly #parts: LeasedDevicesParts;
  readonly #actors = new Map<number, DeviceActor>();
  #idle: LeasedDevice[] = [];
  #isStopped = false;
  #isComplete = false;
  #areSettled = false;

  constructor(ctx: Context, parts: LeasedDevicesParts) {
    this.#ctx = ctx;
    this.#parts = parts;
  }

  /** The only node, with all devices that need one: only a wake-up changes it. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Complete, and each has its desired state. */
  get areAtRest(): boolean {
    return this.#isComplete && this.#areSettled;
  }

  list(): LeasedDevice[] {
    return this.#all().map(({ device }) => device);
  }

  /** Without the lease no number has an answer. */
  async findRegistered(deviceId: number, phones: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
    return this.#actors.get(deviceId)?.findRegistered(phones) ?? new Map();
  }

  /** Null without the lease. */
  async readGroups(deviceId: number, groupId: string | null): Promise<readonly GroupFacts[] | null> {
    return this.#actors.get(deviceId)?.readGroups(groupId) ?? null;
  }

  /** The next `releaseIdle` ends the lease. */
  markIdle(device: LeasedDevice): void {
    this.#idle.push(device);
  }

  /** Stops actors without a lease, and returns their number. */
  async renew(): Promise<number> {
    const { nodeId, network } = this.#parts;
    const leases = this.list().map(({ id, epoch }): Lease => ({ device_id: id, epoch }));
    const renewed = await renew(this.#ctx.db, { nodeId, network }, leases);
    const kept = new Set(renewed.map((lease) => lease.device_id));
    const lost = this.#all().filter(({ device }) => !kept.has(device.id));
    for (const { device } of lost) {
      this.#ctx.log.warn({ deviceUuid: device.device_uuid }, 'session.lease_lost');
    }
    await this.#stopActors(lost);
    return lost.length;
  }

  async releaseIdle(): Promise<void> {
    const idle = this.#idle.flatMap((device) => {
      const actor = this.#actors.get(device.id);
      return actor?.device === device ? [actor] : [];
    });
    this.#idle = [];
    await this.#release(idle);
  }

  /** Up to a fair share; releases devices above it. True: more may be free. */
  async acquireShare(): Promise<boolean> {
    const { network } = this.#parts;
    const { devices, nodes, busy } = await countShare(this.#ctx.db, {
      network,
      device_ids: [...this.#actors.keys()],
    });
    const share = Math.ceil(devices / Math.max(1, nodes));
    this.#isComplete = nodes === 1 && busy.length === devices;
    const busyIds = new Set(busy);
    const busyActors = this.#all().filter(({ device }) => busyIds.has(device.id));
    if (nodes > 1 && busyActors.length > share) {
      await this.#release(busyActors.slice(share));
      this.#ctx.bus.publish('devices');
      return false;
    }
    return this.#acquire(Math.min(MAX_ACQUIRED, share - busyActors.length));
  }

  async reconcile(): Promise<void> {
    const rows = await findSessionDevices(this.#ctx.db, [...this.#actors.keys()]);
    const settled = rows.map((row) => this.#actors.get(row.id)?.reconcile(row) ?? false);
    this.#areSettled = settled.every(Boolean);
  }

  /** Stops all actors; the leases stay. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#stopActors(this.#all());
  }

  async #acquire(limit: number): Promise<boolean> {
    if (limit <= 0) return false;
    const { nodeId, network } = this.#parts;
    const acquired = await acquireLeases(this.#ctx.db, { node_id: nodeId, network, limit });
    const epochs = new Map(acquired.map((lease) => [lease.device_id, lease.epoch]));
    // A new lease's session replaces one that ended during a slow reconciliation.
    await this.#stopActors([...epochs.keys()].flatMap((id) => this.#actors.get(id) ?? []));
    for (const row of await findDevicesById(this.#ctx.db, [...epochs.keys()])) {
      const { id, device_uuid, account_id } = row;
      const device = { id, device_uuid, account_id, epoch: epochs.get(id) ?? 0 };
      const parts = this.#parts.actorParts.get(row.engine);
      if (parts && !this.#isStopped) this.#actors.set(id, new DeviceActor(parts, device));
    }
    return acquired.length === MAX_ACQUIRED;
  }

  async #release(actors: readonly DeviceActor[]): Promise<void> {
    if (actors.length === 0) return;
    await this.#stopActors(actors);
    await releaseLeases(this.#ctx.db, {
      node_id: this.#parts.nodeId,
      device_ids: actors.map(({ device }) => device.id),
    });
  }

  async #stopActors(actors: readonly DeviceActor[]): Promise<void> {
    for (const { device } of actors) this.#actors.delete(device.id);
    await Promise.all(actors.map((actor) => actor.stop()));
  }

  #all(): DeviceActor[] {
    return [...this.#actors.values()];
  }
}
