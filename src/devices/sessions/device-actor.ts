import type { Context } from '../../context.ts';
import { type EngineDriver, type EngineEvent, type EngineSession, Fenced } from '../../engines/engine.ts';
import { MINUTE, SECOND } from '../../lib/clock.ts';
import { untilDatabaseAnswers } from '../../lib/retry.ts';
import { applyTrigger, type DeviceTrigger } from '../device.ts';
import { setTokenExpiry } from '../official/token.ts';
import { deletePairingCode, putPairingCode } from '../pairing/pairing.ts';
import { currentRestriction, releaseRestriction, restrictDevice } from '../restrictions/restriction.ts';
import type { DeviceRow, Fence, Wanted } from '../store.ts';
import * as devices from '../store.ts';
import type { HeldDevice, Inbound, SessionListener } from './session-listener.ts';
import { createSessionStore } from './session-store.ts';
import type { SessionWriter } from './session-writer.ts';

/** A loss of connection that ends within this time is not announced. */
export const LOSS_GRACE_MS = 10 * SECOND;
/** The provider's time to answer a logout. */
export const LOGOUT_TIMEOUT_MS = 5 * SECOND;
/** Between two logouts that got no answer: doubles from the first to the last. */
const LOGOUT_WAIT_MIN_MS = SECOND;
const LOGOUT_WAIT_MAX_MS = MINUTE;

export interface ActorParts {
  ctx: Context;
  driver: EngineDriver;
  listener: SessionListener;
  hasWritten: Inbound['hasWritten'];
  writer: SessionWriter;
  nodeId: string;
  lossGraceMs: number;
  logoutTimeoutMs: number;
  /** Sign of life, collected and written for many devices at once. */
  onHealth(deviceId: number, at: Date): void;
  /** The actor has nothing more to do: give the lease back. */
  onIdle(device: HeldDevice): void;
}

type Mode = 'closed' | 'pairing' | 'connected' | 'releasing';

/**
 * One device on this process: brings about what `devices.wanted` says and records what the engine reports. Everything happens one after
 * the other in its own queue, so that an event and a new wish never cross.
 */
export class DeviceActor {
  readonly device: HeldDevice;
  readonly #parts: ActorParts;
  readonly #fence: Fence;
  readonly #stopped = new AbortController();
  #queue: Promise<void> = Promise.resolve();
  #mode: Mode = 'closed';
  #session: EngineSession | null = null;
  /** Counts sessions: what an earlier one still reports is void. */
  #generation = 0;
  #up = false;
  #restriction: ReturnType<typeof currentRestriction> = null;
  #heldUntil: Date | null = null;
  #lossTimer: NodeJS.Timeout | null = null;
  #logoutWaitMs = LOGOUT_WAIT_MIN_MS;
  /** On the clock of `performance`: no logout is tried before. */
  #logoutNotBefore = 0;

  constructor(parts: ActorParts, device: HeldDevice) {
    this.#parts = parts;
    this.device = device;
    this.#fence = { node_id: parts.nodeId, epoch: device.epoch };
  }

  /** Brings about what is wanted now, and follows what holds the device back; costs nothing when that is so already. */
  reconcile(row: DeviceRow): void {
    this.#follow(row);
    if (!this.#isSettled(row.wanted)) this.#lookAgain();
  }

  #follow(row: DeviceRow): void {
    this.#restriction = currentRestriction(row, this.#parts.ctx.now());
    const heldUntil = this.#restriction?.heldUntil ?? null;
    if (heldUntil?.getTime() === this.#heldUntil?.getTime()) return;
    this.#heldUntil = heldUntil;
    if (this.#up) this.#parts.listener.hold(this.device, heldUntil);
  }

  #lookAgain(): void {
    this.#enqueue(async () => {
      const [row] = await this.#untilAnswered(() =>
        devices.findDevicesById(this.#parts.ctx.db, [this.device.id]),
      );
      if (!row) return;
      this.#follow(row);
      switch (row.wanted) {
        case 'idle':
          return this.#goIdle();
        case 'pair':
          return this.#pair();
        case 'connected':
          return this.#keepConnected(row.status === 'connected');
        case 'released':
          return this.#release();
        default:
          row.wanted satisfies never;
      }
    });
  }

  /** Closes the session and keeps everything else: another process, or the next start, goes on. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#cancelLoss();
    const session = this.#detach();
    await session?.close();
    await this.#queue;
  }

  #isSettled(wanted: Wanted): boolean {
    return (
      (wanted === 'connected' && this.#mode === 'connected') ||
      (wanted === 'pair' && this.#mode === 'pairing')
    );
  }

  // What is wanted --------------------------------------------------------------------------------------------------------

  async #goIdle(): Promise<void> {
    await this.#detach()?.close();
    this.#mode = 'closed';
    this.#parts.onIdle(this.device);
  }

  async #pair(): Promise<void> {
    if (this.#mode === 'pairing') return;
    // A device just taken over may have been paired in the last moment of its previous owner: its credentials are tried first.
    if (this.#mode !== 'closed') {
      await this.#detach()?.close();
      await this.#store().erase();
    }
    await this.#untilAnswered(() => deletePairingCode(this.#parts.ctx, this.device.id));
    this.#open('pairing');
  }

  async #keepConnected(wasConnected: boolean): Promise<void> {
    // While pairing, only the device's next owner can have connected it: then it is not ours any more.
    if (this.#mode !== 'closed') return;
    if (wasConnected) this.#startLossTimer('connection_lost');
    this.#open('connected');
  }

  async #release(): Promise<void> {
    if (this.#mode !== 'releasing') {
      if (performance.now() < this.#logoutNotBefore) return;
      if (!(await this.#store().loadCreds())) return this.#finishRelease();
      if (!this.#session) this.#open('releasing');
      this.#mode = 'releasing';
    }
    if (!this.#up || !this.#session) return;
    if (await this.#session.logout(this.#parts.logoutTimeoutMs)) return this.#finishRelease();
    await this.#postponeLogout();
  }

  /** A session is closed by its logout, whatever came of it: a later look opens another one. */
  async #postponeLogout(): Promise<void> {
    const waitMs = this.#logoutWaitMs;
    await this.#detach()?.close();
    this.#mode = 'closed';
    this.#logoutNotBefore = performance.now() + waitMs;
    this.#logoutWaitMs = Math.min(waitMs * 2, LOGOUT_WAIT_MAX_MS);
    this.#parts.ctx.log.warn({ deviceUuid: this.device.device_uuid, waitMs }, 'session.logout_unanswered');
  }

  async #finishRelease(): Promise<void> {
    await this.#detach()?.close();
    await this.#store().erase();
    await this.#untilAnswered(() => deletePairingCode(this.#parts.ctx, this.device.id));
    await this.#untilAnswered(() =>
      devices.setWanted(this.#parts.ctx.db, this.device.id, 'idle', this.#fence),
    );
    await this.#goIdle();
  }

  // The session -----------------------------------------------------------------------------------------------------------

  #open(mode: Mode): void {
    const { ctx, driver, listener, hasWritten } = this.#parts;
    const generation = ++this.#generation;
    this.#mode = mode;
    this.#session = driver.open({
      deviceUuid: this.device.device_uuid,
      store: this.#store(),
      restriction: this.#restriction,
      emit: (event) => {
        if (generation === this.#generation) this.#onEvent(event, generation);
      },
      findSent: (waMessageId) => this.#untilAnswered(() => listener.findSent(this.device, waMessageId)),
      hasWritten: (phone) => this.#untilAnswered(() => hasWritten(this.device, phone)),
    });
    this.#session.connect();
    ctx.log.info({ deviceUuid: this.device.device_uuid, mode }, 'session.opened');
  }

  #store() {
    const { ctx, writer, nodeId } = this.#parts;
    return createSessionStore(ctx, { device: this.device, nodeId, writer, signal: this.#stopped.signal });
  }

  /** Lets go of the session without closing it; its later events are void. */
  #detach(): EngineSession | null {
    const session = this.#session;
    this.#session = null;
    this.#generation += 1;
    this.#markDown();
    return session;
  }

  #markDown(): void {
    if (!this.#up) return;
    this.#up = false;
    this.#parts.listener.gone(this.device);
  }

  // What the engine reports -----------------------------------------------------------------------------------------------

  #onEvent(event: EngineEvent, generation: number): void {
    const { listener, onHealth } = this.#parts;
    switch (event.type) {
      case 'ack':
        listener.ack(this.device, event);
        return;
      case 'receipt':
        listener.receipt(this.device, event);
        return;
      case 'healthy':
        onHealth(this.device.id, event.at);
        return;
      default:
        this.#enqueue(async () => {
          if (generation === this.#generation) await this.#record(event);
        });
    }
  }

  async #record(event: Exclude<EngineEvent, { type: 'ack' | 'receipt' | 'healthy' }>): Promise<void> {
    switch (event.type) {
      case 'qr':
        return this.#showQr(event.code, event.validMs);
      case 'pairing_expired':
        return this.#end('pairing_ended', 'qr_expired');
      case 'connected':
        return this.#connected(event.phoneNumber);
      case 'disconnected':
        this.#markDown();
        // Somebody else uses the same credentials: going on would throw each other out for ever.
        if (event.final) return this.#end('logged_out', event.reason);
        return this.#startLossTimer(event.reason);
      case 'logged_out':
        return this.#end('logged_out', event.reason);
      case 'banned':
        return this.#end('banned', event.reason);
      case 'restricted':
      case 'unrestricted':
      case 'token_expiry':
        return this.#note(event);
      default:
        event satisfies never;
    }
  }

  /** What leaves the status as it is. */
  #note(
    event: Extract<EngineEvent, { type: 'restricted' | 'unrestricted' | 'token_expiry' }>,
  ): Promise<void> {
    const { ctx } = this.#parts;
    const { id } = this.device;
    return this.#untilAnswered(() => {
      switch (event.type) {
        case 'restricted':
          return restrictDevice(ctx, id, { ...event, at: ctx.now() }, this.#fence);
        case 'unrestricted':
          return releaseRestriction(ctx, id, event.reasons, this.#fence);
        case 'token_expiry':
          return setTokenExpiry(ctx, id, event.at, this.#fence);
        default:
          return event satisfies never;
      }
    });
  }

  async #showQr(code: string, validMs: number): Promise<void> {
    await this.#untilAnswered(() => putPairingCode(this.#parts.ctx, this.device.id, { code, validMs }));
    await this.#trigger('qr_issued');
  }

  async #connected(phoneNumber: string): Promise<void> {
    this.#cancelLoss();
    // A restart that the provider asked for is a new line without a loss before: what the old one left open is over.
    this.#markDown();
    this.#up = true;
    if (this.#mode === 'releasing') return this.#release();
    await this.#untilAnswered(() => deletePairingCode(this.#parts.ctx, this.device.id));
    // Our own commit, if its answer was lost, has made `pair` into `connected`.
    const whileWanted: Wanted[] = this.#mode === 'pairing' ? ['pair', 'connected'] : ['connected'];
    // Undefined: something else is wanted since this very moment.
    if (!(await this.#trigger('connected', { phoneNumber, whileWanted }))) return this.#lookAgain();
    this.#mode = 'connected';
    if (this.#session) this.#parts.listener.ready(this.device, this.#session, this.#heldUntil);
  }

  /** The pairing is over, or was never finished: nothing is left to be done for this device. */
  async #end(trigger: DeviceTrigger, reason: string): Promise<void> {
    this.#cancelLoss();
    if (this.#mode === 'releasing') return this.#finishRelease();
    await this.#detach()?.close();
    await this.#untilAnswered(() => deletePairingCode(this.#parts.ctx, this.device.id));
    await this.#trigger(trigger, { reason });
    await this.#goIdle();
  }

  #startLossTimer(reason: string): void {
    this.#lossTimer ??= setTimeout(() => {
      this.#lossTimer = null;
      this.#enqueue(async () => {
        if (!this.#up) await this.#trigger('connection_lost', { reason });
      });
    }, this.#parts.lossGraceMs);
  }

  #cancelLoss(): void {
    if (this.#lossTimer) clearTimeout(this.#lossTimer);
    this.#lossTimer = null;
  }

  #trigger(
    trigger: DeviceTrigger,
    facts: { reason?: string; phoneNumber?: string; whileWanted?: Wanted[] } = {},
  ) {
    return this.#untilAnswered(() =>
      applyTrigger(this.#parts.ctx, this.device.id, trigger, { ...facts, fence: this.#fence }),
    );
  }

  // The queue -------------------------------------------------------------------------------------------------------------

  #untilAnswered<T>(work: () => Promise<T>): Promise<T> {
    return untilDatabaseAnswers(this.#stopped.signal, work);
  }

  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(async () => {
      if (this.#stopped.signal.aborted) return;
      try {
        await work();
      } catch (error) {
        if (this.#stopped.signal.aborted) return;
        const level = error instanceof Fenced ? 'info' : 'error';
        this.#parts.ctx.log[level](
          { err: error, deviceUuid: this.device.device_uuid },
          'session.step_failed',
        );
      }
    });
  }
}
