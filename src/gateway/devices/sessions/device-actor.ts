import type { Context } from '../../../context.ts';
import {
  type EngineDriver,
  type EngineEvent,
  type EngineSession,
  Fenced,
  type GroupFacts,
  type SessionHost,
} from '../../engines/engine.ts';
import { type DeviceTrigger, isMovingIn } from '../device.ts';
import { GroupNotes } from '../groups/group-notes.ts';
import { PASSKEY_REQUIRED } from '../passkey/passkey.ts';
import { currentRestriction } from '../restrictions/restriction.ts';
import type { DeviceRow, SessionDevice, Wanted } from '../store.ts';
import { DeviceRecord } from './device-record.ts';
import { LogoutBackoff } from './logout-backoff.ts';
import { LossTimer } from './loss-timer.ts';
import { PasskeyRelay } from './passkey-relay.ts';
import { SerialQueue } from './serial-queue.ts';
import type { Inbound, LeasedDevice, SessionListener } from './session-listener.ts';
import type { SessionWriter } from './session-writer.ts';

export interface ActorParts {
  ctx: Context;
  driver: EngineDriver;
  listener: SessionListener;
  inbound: Inbound;
  writer: SessionWriter;
  nodeId: string;
  /** Shorter losses are not announced. */
  lossGraceMs: number;
  logoutTimeoutMs: number;
  onHealth(deviceId: number, at: Date): void;
  /** No session needed: the lease may end. */
  onIdle(device: LeasedDevice): void;
}

/** `moving_in`: with an imported session, before its first connection. */
type Mode = 'closed' | 'pairing' | 'moving_in' | 'connected' | 'releasing';
type StateEvent = Exclude<EngineEvent, { type: 'ack' | 'receipt' | 'healthy' | 'group_message' }>;

/** Steps run in sequence: events and desired states never interleave. */
export class DeviceActor {
  readonly device: LeasedDevice;
  readonly #parts: ActorParts;
  readonly #stopped = new AbortController();
  readonly #record: DeviceRecord;
  readonly #steps: SerialQueue;
  readonly #groups: GroupNotes;
  readonly #loss: LossTimer;
  readonly #passkey: PasskeyRelay;
  readonly #logouts = new LogoutBackoff();
  #mode: Mode = 'closed';
  #session: EngineSession | null = null;
  /** Events of an earlier session are ignored. */
  #generation = 0;
  #isUp = false;
  #restriction: SessionHost['restriction'] = null;
  #blockedUntil: Date | null = null;
  /** Of the code that the session has asked for. */
  #codeAskedAt: Date | null = null;
  #isHalted = false;
  #rejectsCalls = false;
  #takesGroups = false;
  #readReceipts: SessionDevice['read_receipts'] = 'never';

  constructor(parts: ActorParts, device: LeasedDevice) {
    const { ctx, nodeId, writer, lossGraceMs } = parts;
    const stopped = this.#stopped.signal;
    this.#parts = parts;
    this.device = device;
    this.#record = new DeviceRecord(ctx, { device, nodeId, writer, stopped });
    this.#passkey = new PasskeyRelay(this.#record);
    const onError = (error: unknown) => this.#logFailure(error);
    this.#steps = new SerialQueue(stopped, onError);
    this.#groups = new GroupNotes(ctx, device.id, { stopped, onError });
    this.#loss = new LossTimer(lossGraceMs, (reason) => {
      this.#steps.add(async () => {
        if (!this.#isUp) await this.#record.trigger('connection_lost', { reason });
      });
    });
  }

  /** Cheap when the desired state is reached: true. */
  reconcile(row: SessionDevice): boolean {
    this.#followLimits(row);
    const isSettled = this.#isSettled(row);
    if (!isSettled) this.#reconcileLater();
    return isSettled;
  }

  /** See EngineSession. Without a connection no number has an answer. */
  async findRegistered(phones: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
    return this.#askedSession()?.findRegistered(phones) ?? new Map();
  }

  /** See EngineSession. Null without a connection. */
  async readGroups(groupId: string | null): Promise<readonly GroupFacts[] | null> {
    return this.#askedSession()?.readGroups(groupId) ?? null;
  }

  #askedSession(): EngineSession | null {
    return this.#isUp && this.#mode === 'connected' && !this.#isHalted ? this.#session : null;
  }

  /** Another process, or the next start, continues. */
  async stop(): Promise<void> {
    this.#stopped.abort(new Fenced('this process gives the device back'));
    this.#loss.cancel();
    await this.#detach()?.close();
    await this.#steps.idle();
    await this.#groups.idle();
  }

  // Desired state ----------------------------------------------------------------------------------------------

  #isSettled(row: SessionDevice): boolean {
    return (
      (row.wanted === 'connected' && (this.#mode === 'connected' || this.#mode === 'moving_in')) ||
      (row.wanted === 'pair' &&
        this.#mode === 'pairing' &&
        !this.#isNewAsk(row) &&
        !this.#passkey.isAnswered(row))
    );
  }

  #isNewAsk({ code_asked_at: at }: SessionDevice): boolean {
    return at !== null && at.getTime() !== this.#codeAskedAt?.getTime();
  }

  #reconcileLater(): void {
    this.#steps.add(async () => {
      const row = await this.#record.read();
      if (!row) return;
      this.#followLimits(row);
      switch (row.wanted) {
        case 'idle':
          return this.#goIdle();
        case 'pair':
          return this.#pair(row);
        case 'connected':
          return this.#keepConnected(row);
        case 'released':
          return this.#release();
        default:
          row.wanted satisfies never;
      }
    });
  }

  #followLimits(row: SessionDevice): void {
    this.#followRestriction(row);
    this.#rejectsCalls = row.rejects_calls;
    this.#takesGroups = row.groups === 'on';
    this.#readReceipts = row.read_receipts;
    if (row.is_halted === this.#isHalted) return;
    this.#isHalted = row.is_halted;
    if (this.#isUp) this.#parts.listener.halt(this.device, row.is_halted);
  }

  #followRestriction(row: DeviceRow): void {
    const restriction = currentRestriction(row, this.#parts.ctx.now());
    const blockedUntil = restriction?.blockedUntil ?? null;
    this.#restriction = restriction;
    if (blockedUntil?.getTime() === this.#blockedUntil?.getTime()) return;
    this.#blockedUntil = blockedUntil;
    if (this.#isUp) this.#parts.listener.block(this.device, blockedUntil);
  }

  async #goIdle(): Promise<void> {
    await this.#detach()?.close();
    this.#mode = 'closed';
    this.#parts.onIdle(this.device);
  }

  async #pair(row: SessionDevice): Promise<void> {
    if (this.#mode === 'pairing' && this.#passkey.isAnswered(row)) return this.#passkey.deliver();
    if (this.#mode === 'pairing') return this.#pairByCode(row);
    // The previous owner may have paired: try its credentials first.
    if (this.#mode !== 'closed') {
      await this.#detach()?.close();
      await this.#record.keys.erase();
    }
    await this.#openPairing(row);
  }

  /** A new connection has the most time for its code. */
  async #pairByCode(row: SessionDevice): Promise<void> {
    if (!this.#isNewAsk(row)) return;
    this.#codeAskedAt = row.code_asked_at;
    // A phone has scanned the QR: the device is about to connect.
    if (await this.#record.keys.loadCreds()) return;
    await this.#detach()?.close();
    await this.#openPairing(row);
  }

  async #openPairing({ code_asked_at, code_phone }: SessionDevice): Promise<void> {
    await this.#record.deleteCode();
    this.#codeAskedAt = code_asked_at;
    this.#open('pairing', code_phone ?? undefined);
  }

  async #keepConnected(row: DeviceRow): Promise<void> {
    // Only another owner can have connected it: the lease is lost.
    if (this.#mode !== 'closed') return;
    if (row.status === 'connected') this.#loss.start('connection_lost');
    this.#open(isMovingIn(row) ? 'moving_in' : 'connected');
  }

  async #release(): Promise<void> {
    if (this.#mode !== 'releasing') {
      if (!this.#logouts.mayTry()) return;
      if (!(await this.#record.keys.loadCreds())) return this.#finishRelease();
      if (!this.#session) this.#open('releasing');
      this.#mode = 'releasing';
    }
    if (!this.#isUp || !this.#session) return;
    if (await this.#session.logout(this.#parts.logoutTimeoutMs)) return this.#finishRelease();
    await this.#postponeLogout();
  }

  /** A logout always closes its session. */
  async #postponeLogout(): Promise<void> {
    await this.#detach()?.close();
    this.#mode = 'closed';
    const waitMs = this.#logouts.postpone();
    this.#parts.ctx.log.warn({ deviceUuid: this.device.device_uuid, waitMs }, 'session.logout_unanswered');
  }

  async #finishRelease(): Promise<void> {
    await this.#detach()?.close();
    await this.#record.keys.erase();
    await this.#record.deleteCode();
    await this.#record.finishRelease();
    await this.#goIdle();
  }

  // Session ----------------------------------------------------------------------------------------------------

  #open(mode: Mode, codeFor?: string): void {
    const { ctx, driver, listener, inbound } = this.#parts;
    const generation = ++this.#generation;
    this.#mode = mode;
    this.#session = driver.open({
      deviceUuid: this.device.device_uuid,
      store: this.#record.keys,
      files: this.#record.files,
      restriction: this.#restriction,
      emit: (event) => {
        if (generation === this.#generation) this.#onEvent(event, generation);
      },
      findSent: (waMessageId) => this.#record.retry(() => listener.findSent(this.device, waMessageId)),
      rejectsCalls: () => this.#rejectsCalls,
      takesGroups: () => this.#takesGroups,
      hasInbound: (phone) => this.#record.retry(() => inbound.hasInbound(this.device, phone)),
    });
    this.#session.connect(codeFor);
    ctx.log.info({ deviceUuid: this.device.device_uuid, mode }, 'session.opened');
  }

  /** Ignores later events of the session. */
  #detach(): EngineSession | null {
    const session = this.#session;
    this.#session = null;
    this.#generation += 1;
    this.#markDown();
    return session;
  }

  #markDown(): void {
    if (!this.#isUp) return;
    this.#isUp = false;
    this.#parts.listener.disconnected(this.device);
  }

  // Events -----------------------------------------------------------------------------------------------------

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
      case 'group_message':
        this.#groups.note(event);
        return;
      default:
        this.#steps.add(async () => {
          if (generation === this.#generation) await this.#onStateEvent(event);
        });
    }
  }

  async #onStateEvent(event: StateEvent): Promise<void> {
    switch (event.type) {
      case 'qr':
        // Status first: a QR needs a qr_pending device.
        if (await this.#record.trigger('qr_issued', { whileWanted: ['pair'] }))
          await this.#record.showCode(event.code, event.validMs);
        return;
      case 'pairing_code':
        if (this.#codeAskedAt) await this.#record.answerTypedCode(this.#codeAskedAt, event);
        return;
      case 'passkey':
        if (event.state === 'asked') await this.#record.deleteCode();
        await this.#passkey.note(event);
        if (event.state === 'asked') await this.#record.explainPairing(PASSKEY_REQUIRED);
        return;
      case 'pairing_ended':
        return this.#end('pairing_ended', event.reason, ['pair']);
      case 'connected':
        return this.#onConnected(event.phoneNumber);
      case 'disconnected':
        this.#markDown();
        // Another client uses the credentials: a reconnect would start a fight.
        if (event.final) return this.#end('logged_out', event.reason);
        if (this.#mode === 'pairing' || this.#mode === 'moving_in')
          await this.#record.explainPairing(event.reason);
        return this.#loss.start(event.reason);
      case 'logged_out':
        return this.#end('logged_out', event.reason);
      case 'banned':
        return this.#end('banned', event.reason);
      case 'restricted':
      case 'unrestricted':
      case 'token_expiry':
      case 'standing':
        return this.#record.note(event);
      default:
        event satisfies never;
    }
  }

  async #onConnected(phoneNumber: string | null): Promise<void> {
    this.#loss.cancel();
    // After a restart by the provider, `connected` comes without a loss.
    this.#markDown();
    this.#isUp = true;
    if (this.#mode === 'releasing') return this.#release();
    await this.#record.deleteCode();
    // A lost answer to our commit has turned `pair` into `connected`.
    const whileWanted: Wanted[] = this.#mode === 'pairing' ? ['pair', 'connected'] : ['connected'];
    // Undefined: the desired state has just changed.
    const facts = { whileWanted, ...(phoneNumber !== null && { phoneNumber }) };
    if (!(await this.#record.trigger('connected', facts))) {
      return this.#reconcileLater();
    }
    this.#mode = 'connected';
    if (!this.#session) return;
    const { listener } = this.#parts;
    listener.connected(this.device, this.#session, this.#blockedUntil, () => this.#readReceipts);
    if (this.#isHalted) listener.halt(this.device, true);
  }

  async #end(trigger: DeviceTrigger, reason: string, whileWanted?: Wanted[]): Promise<void> {
    this.#loss.cancel();
    if (this.#mode === 'releasing') return this.#finishRelease();
    await this.#detach()?.close();
    await this.#record.deleteCode();
    if (this.#mode === 'moving_in' && trigger === 'logged_out') await this.#endImport(reason);
    else await this.#record.trigger(trigger, { reason, ...(whileWanted && { whileWanted }) });
    await this.#goIdle();
  }

  /** The device is as before the import. */
  async #endImport(reason: string): Promise<void> {
    await this.#record.keys.erase();
    await this.#record.trigger('pairing_ended', {
      reason: reason === 'logged_out' ? 'import_refused' : reason,
      whileWanted: ['connected'],
    });
  }

  #logFailure(error: unknown): void {
    const level = error instanceof Fenced ? 'info' : 'error';
    const { log } = this.#parts.ctx;
    log[level]({ err: error, deviceUuid: this.device.device_uuid }, 'session.step_failed');
  }
}
