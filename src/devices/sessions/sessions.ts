import type { Context } from '../../context.ts';
import type { EngineDriver, Network } from '../../engines/engine.ts';
import type { EngineKind } from '../../engines/kinds.ts';
import { SECOND } from '../../lib/clock.ts';
import { untilDatabaseAnswers } from '../../lib/retry.ts';
import { endInterruptedPairings } from '../pairing/pairing.ts';
import { liftLapsedRestrictions } from '../restrictions/restriction.ts';
import * as devices from '../store.ts';
import { DeviceActor, LOGOUT_TIMEOUT_MS, LOSS_GRACE_MS } from './device-actor.ts';
import * as store from './lease-store.ts';
import type { HeldDevice, Inbound, SessionListener } from './session-listener.ts';
import { createSessionWriter } from './session-writer.ts';

const RENEW_MS = (store.LEASE_SECONDS / 3) * SECOND;
/** Signs of life are written this often, all at once. */
const HEALTH_FLUSH_MS = 10 * SECOND;
/** Notices that come close together are one look at the leases. */
const LOOK_SPACING_MS = 25;
/** At most this many devices are taken on in one look, so that a start with many goes in waves. */
const WAVE = 25;

export interface SessionsOptions {
  nodeId: string;
  network: Network;
  /** One of each kind. */
  engines: readonly { driver: EngineDriver; listener: SessionListener }[];
  inbound: Inbound;
  lossGraceMs?: number;
  logoutTimeoutMs?: number;
  healthFlushMs?: number;
}

export interface Sessions {
  /** Looks at leases and wishes now; resolves when the look is over (the sessions go on by themselves). */
  look(): Promise<void>;
  /** The devices this process owns. */
  held(): HeldDevice[];
  /** Closes every session and gives the leases back. */
  stop(): Promise<void>;
}

/** Runs the sessions of one network on this process: takes leases, keeps them, and lets an actor per device do the rest. */
export function startSessions(ctx: Context, options: SessionsOptions): Sessions {
  const { nodeId, network, inbound } = options;
  const engines = new Map<EngineKind, SessionsOptions['engines'][number]>(
    options.engines.map((engine) => [engine.driver.kind, engine]),
  );
  const { lossGraceMs = LOSS_GRACE_MS, logoutTimeoutMs = LOGOUT_TIMEOUT_MS } = options;
  const { healthFlushMs = HEALTH_FLUSH_MS } = options;
  const stopped = new AbortController();
  const actors = new Map<number, DeviceActor>();
  const health = new Map<number, Date>();
  const idle: HeldDevice[] = [];
  const writer = createSessionWriter(ctx, {
    nodeId,
    signal: stopped.signal,
    storeReceived: inbound.storeReceived,
    afterReceived: () => ctx.bus.publish('events'),
  });
  let looking: Promise<void> | null = null;
  let again = false;
  let renewalDue = true;
  let timer: NodeJS.Timeout | null = null;

  async function look(): Promise<void> {
    if (renewalDue) {
      await store.touchNode(ctx.db, nodeId, network);
      await keepHeld();
      await liftLapsedRestrictions(ctx, network);
      renewalDue = false;
    }
    await giveBackIdle();
    await takeOn();
    for (const row of await devices.findDevicesById(ctx.db, [...actors.keys()]))
      actors.get(row.id)?.reconcile(row);
  }

  async function keepHeld(): Promise<void> {
    const held = [...actors.values()].map(({ device }) => ({ device_id: device.id, epoch: device.epoch }));
    if (held.length === 0) return;
    const kept = new Set((await store.renewLeases(ctx.db, nodeId, held)).map((lease) => lease.device_id));
    const lost = [...actors.values()].filter((actor) => !kept.has(actor.device.id));
    for (const actor of lost) ctx.log.warn({ deviceUuid: actor.device.device_uuid }, 'session.lease_lost');
    await drop(lost);
  }

  async function giveBackIdle(): Promise<void> {
    const done = idle.splice(0).filter((device) => actors.get(device.id)?.device === device);
    await drop(done.flatMap((device) => actors.get(device.id) ?? []));
    if (done.length > 0)
      await store.releaseLeases(
        ctx.db,
        nodeId,
        done.map((device) => device.id),
      );
  }

  /** Takes free devices up to a fair share, and gives back what is over it when another process has joined. */
  async function takeOn(): Promise<void> {
    const { devices: wanted, nodes, busy } = await store.countShare(ctx.db, network, [...actors.keys()]);
    const share = Math.ceil(wanted / Math.max(1, nodes));
    const busyIds = new Set(busy);
    const busyActors = [...actors.values()].filter(({ device }) => busyIds.has(device.id));
    const over = nodes > 1 ? busyActors.slice(share) : [];
    if (over.length > 0) {
      await drop(over);
      await store.releaseLeases(
        ctx.db,
        nodeId,
        over.map((actor) => actor.device.id),
      );
      ctx.bus.publish('devices');
      return;
    }
    const room = Math.min(WAVE, share - busyActors.length);
    if (room <= 0) return;
    const taken = await store.acquireLeases(ctx.db, nodeId, network, room);
    const epochs = new Map(taken.map((lease) => [lease.device_id, lease.epoch]));
    // In a look that took long our own leases may have run out: a device has one session, that of the new lease.
    await drop([...epochs.keys()].flatMap((id) => actors.get(id) ?? []));
    for (const row of await devices.findDevicesById(ctx.db, [...epochs.keys()])) {
      const device = {
        id: row.id,
        device_uuid: row.device_uuid,
        account_id: row.account_id,
        epoch: epochs.get(row.id) ?? 0,
      };
      const engine = engines.get(row.engine);
      if (engine) actors.set(row.id, new DeviceActor({ ...parts, ...engine }, device));
    }
    if (taken.length === WAVE) again = true;
  }

  async function drop(gone: readonly DeviceActor[]): Promise<void> {
    for (const actor of gone) actors.delete(actor.device.id);
    await Promise.all(gone.map((actor) => actor.stop()));
  }

  const parts = {
    ctx,
    writer,
    nodeId,
    hasWritten: inbound.hasWritten,
    lossGraceMs,
    logoutTimeoutMs,
    onHealth: (deviceId: number, at: Date) => void health.set(deviceId, at),
    onIdle: (device: HeldDevice) => {
      idle.push(device);
      soon();
    },
  };

  /** One look at a time; a wish during a look leads to another one. */
  function lookOnce(): Promise<void> {
    if (looking) {
      again = true;
      return looking;
    }
    looking = (async () => {
      do {
        again = false;
        await untilDatabaseAnswers(stopped.signal, look).catch((error) => {
          if (!stopped.signal.aborted) ctx.log.error({ err: error }, 'sessions.look_failed');
        });
      } while (again && !stopped.signal.aborted);
      looking = null;
    })();
    return looking;
  }

  function soon(): void {
    if (stopped.signal.aborted) return;
    timer ??= setTimeout(() => {
      timer = null;
      void lookOnce();
    }, LOOK_SPACING_MS);
  }

  async function flushHealth(): Promise<void> {
    if (health.size === 0) return;
    const seen = new Map(health);
    health.clear();
    await devices
      .touchHealth(ctx.db, seen)
      .catch((error) => ctx.log.debug({ err: error }, 'sessions.health_not_written'));
  }

  const unsubscribe = ctx.bus.subscribe('devices', soon);
  const renewal = setInterval(() => {
    renewalDue = true;
    soon();
  }, RENEW_MS);
  const poll = setInterval(soon, SECOND);
  const healthTimer = setInterval(() => void flushHealth(), healthFlushMs);
  void lookOnce();

  return {
    look: lookOnce,
    held: () => [...actors.values()].map((actor) => actor.device),
    async stop() {
      unsubscribe();
      for (const interval of [renewal, poll, healthTimer]) clearInterval(interval);
      if (timer) clearTimeout(timer);
      await drop([...actors.values()]);
      await writer.idle();
      await flushHealth();
      stopped.abort();
      await looking;
      // A database that is away keeps the leases until they run out.
      await store
        .leaveNode(ctx.db, nodeId)
        .catch((error) => ctx.log.warn({ err: error }, 'sessions.leases_not_released'));
      ctx.bus.publish('devices');
    },
  };
}

/** Ends the ownership of a process that is known to be dead: its devices are free at once. */
export async function releaseNode(ctx: Context, nodeId: string): Promise<void> {
  await store.releaseNode(ctx.db, nodeId);
  ctx.bus.publish('devices');
}

/**
 * For the start of the only gateway on this database, when its predecessor is certainly dead: nobody owns a device, what earlier owners
 * might still write is void, and a QR that was on show leads nowhere.
 */
export async function takeOverSessions(ctx: Context): Promise<void> {
  await store.releaseAllNodes(ctx.db);
  await endInterruptedPairings(ctx);
}
