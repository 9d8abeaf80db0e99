import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { Pause } from '../../../platform/lib/pause.ts';
import type { EngineDriver, Network } from '../../engines/engine.ts';
import type { EngineKind } from '../../engines/kinds.ts';
import { DeviceAsker } from '../asking/device-asker.ts';
import { groupAsking } from '../groups/questions.ts';
import { numberAsking } from '../numbers/number-asking.ts';
import { endInterruptedPairings } from '../pairing/pairing.ts';
import { liftLapsedRestrictions } from '../restrictions/restriction.ts';
import type { ActorParts } from './device-actor.ts';
import { HealthWriter } from './health-writer.ts';
import * as leases from './lease-store.ts';
import { LeasedDevices } from './leased-devices.ts';
import { ReconcileLoop } from './reconcile-loop.ts';
import type { Inbound, LeasedDevice, SessionListener } from './session-listener.ts';
import { SessionWriter } from './session-writer.ts';

const RENEW_MS = (leases.LEASE_SECONDS / 3) * SECOND;
const POLL_MS = SECOND;
const HEALTH_INTERVAL_MS = 10 * SECOND;
const LOSS_GRACE_MS = 10 * SECOND;
const LOGOUT_TIMEOUT_MS = 5 * SECOND;

export interface SessionsOptions {
  nodeId: string;
  network: Network;
  /** One of each kind. */
  engines: readonly { driver: EngineDriver; listener: SessionListener }[];
  inbound: Inbound;
  lossGraceMs?: number;
  logoutTimeoutMs?: number;
  healthIntervalMs?: number;
}

export class Sessions {
  readonly #ctx: Context;
  readonly #options: SessionsOptions;
  readonly #writer: SessionWriter;
  readonly #writerStopped = new AbortController();
  readonly #health: HealthWriter;
  readonly #leased: LeasedDevices;
  readonly #loop: ReconcileLoop;
  readonly #askers: readonly Pick<DeviceAsker<never>, 'stop'>[];
  readonly #timers: NodeJS.Timeout[];
  readonly #unsubscribe: () => void;
  readonly #pause = new Pause(RENEW_MS);
  #isRenewalDue = true;
  #isLookDue = true;
  #looksInMs = 0;

  constructor(ctx: Context, options: SessionsOptions) {
    const { nodeId, network, engines, inbound, healthIntervalMs = HEALTH_INTERVAL_MS } = options;
    this.#ctx = ctx;
    this.#options = options;
    this.#writer = new SessionWriter(ctx, { ...inbound, nodeId, signal: this.#writerStopped.signal });
    this.#health = new HealthWriter(ctx, healthIntervalMs);
    const actorParts = new Map<EngineKind, ActorParts>(
      engines.map((engine) => [engine.driver.kind, this.#actorParts(engine)]),
    );
    this.#leased = new LeasedDevices(ctx, { nodeId, network, actorParts });
    this.#loop = new ReconcileLoop(ctx.log, () => this.#reconcile());
    const devices = () => this.#leased.list();
    this.#askers = [
      new DeviceAsker(
        ctx,
        devices,
        numberAsking(ctx, (id, phones) => this.#leased.findRegistered(id, phones)),
      ),
      new DeviceAsker(
        ctx,
        devices,
        groupAsking(ctx, (id, group) => this.#leased.readGroups(id, group)),
      ),
    ];
    this.#unsubscribe = ctx.bus.subscribe('devices', () => {
      this.#pause.shorten();
      this.#scheduleLook();
    });
    this.#timers = [
      setInterval(() => this.#scheduleRenewal(), RENEW_MS),
      setInterval(() => this.#leased.isComplete || this.#scheduleLook(), POLL_MS),
    ];
    // A node at rest gives this one its share.
    void this.#loop.run().then(() => ctx.bus.publish('devices'));
  }

  /** Resolves when leases and actors are up to date. Sessions need more time. */
  reconcile(): Promise<void> {
    this.#isLookDue = true;
    return this.#loop.run();
  }

  leasedDevices(): LeasedDevice[] {
    return this.#leased.list();
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    for (const timer of this.#timers) clearInterval(timer);
    const reconciled = this.#loop.stop();
    await this.#leased.stop();
    await Promise.all(this.#askers.map((asker) => asker.stop()));
    await this.#writer.idle();
    await this.#health.stop();
    this.#writerStopped.abort();
    await reconciled;
    // While the database is unavailable, leases run out by themselves.
    await leases
      .leaveNode(this.#ctx.db, { node_id: this.#options.nodeId })
      .catch((error) => this.#ctx.log.warn({ err: error }, 'sessions.leases_not_released'));
    this.#ctx.bus.publish('devices');
  }

  /** At rest, only a lost wake-up needs the look. */
  #scheduleRenewal(): void {
    this.#isRenewalDue = true;
    this.#looksInMs -= RENEW_MS;
    if (!this.#leased.areAtRest) this.#pause.shorten();
    if (!this.#leased.areAtRest || this.#looksInMs <= 0) {
      this.#isLookDue = true;
      this.#looksInMs = this.#pause.next();
    }
    this.#loop.schedule();
  }

  #scheduleLook(): void {
    this.#isLookDue = true;
    this.#loop.schedule();
  }

  async #reconcile(): Promise<void> {
    if (this.#isRenewalDue) {
      if ((await this.#leased.renew()) > 0) this.#isLookDue = true;
      if (this.#isLookDue) await liftLapsedRestrictions(this.#ctx, this.#options.network);
      this.#isRenewalDue = false;
    }
    if (!this.#isLookDue) return;
    this.#isLookDue = false;
    try {
      await this.#look();
    } catch (error) {
      this.#isLookDue = true;
      throw error;
    }
  }

  async #look(): Promise<void> {
    await this.#leased.releaseIdle();
    if (await this.#leased.acquireShare()) void this.reconcile();
    await this.#leased.reconcile();
  }

  #actorParts(engine: SessionsOptions['engines'][number]): ActorParts {
    const {
      nodeId,
      inbound,
      lossGraceMs = LOSS_GRACE_MS,
      logoutTimeoutMs = LOGOUT_TIMEOUT_MS,
    } = this.#options;
    return {
      ...engine,
      ctx: this.#ctx,
      nodeId,
      inbound,
      writer: this.#writer,
      lossGraceMs,
      logoutTimeoutMs,
      onHealth: (deviceId, at) => this.#health.add(deviceId, at),
      onIdle: (device) => {
        this.#leased.markIdle(device);
        this.#scheduleLook();
      },
    };
  }
}

export function startSessions(ctx: Context, options: SessionsOptions): Sessions {
  return new Sessions(ctx, options);
}

/** Frees the devices at once. */
export async function releaseNode(ctx: Context, nodeId: string): Promise<void> {
  await leases.releaseNode(ctx.db, { node_id: nodeId });
  ctx.bus.publish('devices');
}

/** Ends leases, so that late writes change nothing, and interrupted pairings. */
export async function takeOverSessions(ctx: Context): Promise<void> {
  await leases.releaseAllNodes(ctx.db, {});
  await endInterruptedPairings(ctx);
}
