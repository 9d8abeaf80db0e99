import type { Context } from '../../../context.ts';
import { untilDatabaseAnswers } from '../../../platform/lib/retry.ts';
import type { EngineEvent, NetworkFiles, PasskeyAssertion, SessionStore } from '../../engines/engine.ts';
import { applyTrigger, type DeviceTrigger } from '../device.ts';
import { noteStanding } from '../official/standing.ts';
import { setTokenExpiry } from '../official/token.ts';
import { deletePairingCode, explainPairing, putPairingCode } from '../pairing/pairing.ts';
import { answerTypedCode, type CodeAnswer } from '../pairing/typed-code.ts';
import { type Ceremony, endDemand, noteSent, putDemand, readAnswer } from '../passkey/passkey.ts';
import { releaseRestriction, restrictDevice } from '../restrictions/restriction.ts';
import {
  type DeviceRow,
  type Fence,
  findSessionDevices,
  type SessionDevice,
  setWanted,
  type Wanted,
} from '../store.ts';
import { createNetworkFiles } from './network-files.ts';
import type { LeasedDevice } from './session-listener.ts';
import { createSessionStore } from './session-store.ts';
import type { SessionWriter } from './session-writer.ts';

export type Note = Extract<
  EngineEvent,
  { type: 'restricted' | 'unrestricted' | 'token_expiry' | 'standing' }
>;

/**
 * Calls wait while the database is unavailable, and reject after `stopped`. Without the lease,
 * writes change nothing.
 */
export class DeviceRecord {
  readonly #ctx: Context;
  readonly #device: LeasedDevice;
  readonly #fence: Fence;
  readonly #stopped: AbortSignal;
  readonly keys: SessionStore;
  readonly files: NetworkFiles;

  constructor(
    ctx: Context,
    parts: { device: LeasedDevice; nodeId: string; writer: SessionWriter; stopped: AbortSignal },
  ) {
    const { device, nodeId, writer, stopped } = parts;
    this.#ctx = ctx;
    this.#device = device;
    this.#fence = { node_id: nodeId, epoch: device.epoch };
    this.#stopped = stopped;
    this.keys = createSessionStore(ctx, { device, nodeId, writer, signal: stopped });
    this.files = createNetworkFiles(ctx, device.id, (work) => this.retry(work));
  }

  retry<T>(work: () => Promise<T>): Promise<T> {
    return untilDatabaseAnswers(this.#stopped, work);
  }

  async read(): Promise<SessionDevice | undefined> {
    const [row] = await this.retry(() => findSessionDevices(this.#ctx.db, [this.#device.id]));
    return row;
  }

  /** Undefined when the trigger does not apply. */
  trigger(
    trigger: DeviceTrigger,
    facts: { reason?: string; phoneNumber?: string; whileWanted?: readonly Wanted[] } = {},
  ): Promise<DeviceRow | undefined> {
    const fence = this.#fence;
    return this.retry(() => applyTrigger(this.#ctx, this.#device.id, trigger, { ...facts, fence }));
  }

  showCode(code: string, validMs: number): Promise<void> {
    return this.retry(() => putPairingCode(this.#ctx, this.#device.id, { code, validMs }, this.#fence));
  }

  /** Of the ask at `askedAt`. */
  answerTypedCode(askedAt: Date, answer: CodeAnswer): Promise<void> {
    return this.retry(() => answerTypedCode(this.#ctx, this.#device.id, askedAt, answer, this.#fence));
  }

  /** Why there is no QR yet. The next QR clears it. */
  explainPairing(reason: string): Promise<void> {
    return this.retry(() => explainPairing(this.#ctx, this.#device.id, reason, this.#fence));
  }

  deleteCode(): Promise<void> {
    return this.retry(() => deletePairingCode(this.#ctx.db, this.#device.id, this.#fence));
  }

  /** Resolves with the id of the ceremony. */
  askPasskey(question: { options: string; validMs: number }): Promise<string> {
    return this.retry(() => putDemand(this.#ctx, this.#device.id, question, this.#fence));
  }

  readPasskeyAnswer(ceremonyId: string): Promise<PasskeyAssertion | null> {
    return this.retry(() => readAnswer(this.#ctx, this.#device.id, ceremonyId));
  }

  notePasskeySent(ceremonyId: string, code: string): Promise<void> {
    return this.retry(() => noteSent(this.#ctx, this.#ceremony(ceremonyId), code));
  }

  endPasskey(ceremonyId: string): Promise<void> {
    return this.retry(() => endDemand(this.#ctx, this.#ceremony(ceremonyId)));
  }

  #ceremony(ceremony_id: string): Ceremony {
    return { device_id: this.#device.id, ceremony_id, fence: this.#fence };
  }

  finishRelease(): Promise<void> {
    return this.retry(() => setWanted(this.#ctx.db, this.#device.id, 'idle', this.#fence));
  }

  note(event: Note): Promise<void> {
    return this.retry(() => this.#write(event));
  }

  #write(event: Note): Promise<void> {
    const { id } = this.#device;
    switch (event.type) {
      case 'restricted':
        return restrictDevice(this.#ctx, id, { ...event, at: this.#ctx.now() }, this.#fence);
      case 'unrestricted':
        return releaseRestriction(this.#ctx, id, event.reasons, this.#fence);
      case 'token_expiry':
        return setTokenExpiry(this.#ctx, id, event.at, this.#fence);
      case 'standing':
        return noteStanding(this.#ctx, id, event.standing, this.#fence);
      default:
        return event satisfies never;
    }
  }
}
