import type { LeasedDevice } from '../../../devices/sessions/session-listener.ts';
import type { EngineSession, Pause } from '../../../engines/engine.ts';
import type { ClaimedMessage } from '../claim-store.ts';
import type { Pacer } from '../pacer/pacer.ts';
import { Gate } from './gate.ts';
import type { InFlightMessage } from './in-flight.ts';
import { Window } from './window.ts';

export type Permit = { may: 'send' } | { may: 'later'; ms: number } | { may: 'blocked' };

export class ConnectedDevice {
  readonly lease: LeasedDevice;
  readonly session: EngineSession;
  readonly window: Window;
  readonly files = new FileOrder();
  readonly gate = new Gate();
  readonly pacer: Pacer | null;
  /** The last claim may have left due messages. */
  mayHaveMore = true;
  /** The account is not active. */
  isHalted = false;
  readonly #closed = new AbortController();

  constructor(lease: LeasedDevice, session: EngineSession, limits: { window: number; pacer: Pacer | null }) {
    this.lease = lease;
    this.session = session;
    this.window = new Window(limits.window);
    this.pacer = limits.pacer;
  }

  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  capacity(now: number): number {
    if (this.isHalted) return 0;
    const { capacity } = this.window;
    return Math.min(capacity, this.gate.capacity(now), this.pacer?.rate.capacity(now) ?? capacity);
  }

  waitMs(now: number): number {
    if (this.isHalted) return 0;
    return Math.max(this.gate.waitMs(now), this.pacer?.rate.waitMs(now) ?? 0);
  }

  /** Neither pace nor restriction holds a message to this recipient. Only `permit` reserves its place. */
  isOpenFor(phone: string, now: number): boolean {
    return !this.isHalted && this.gate.isOpen(now) && (this.pacer?.recipients.waitMs(phone, now) ?? 0) === 0;
  }

  permit({ id, phone }: Pick<ClaimedMessage, 'id' | 'phone'>, now: number): Permit {
    if (this.isHalted) return { may: 'blocked' };
    const ms = this.pacer?.recipients.reserve(id, phone, now) ?? 0;
    if (ms > 0) return { may: 'later', ms };
    return this.gate.tryAdmit(id, now) ? { may: 'send' } : { may: 'blocked' };
  }

  /** The delay of the message that met the pause. */
  pause({ scope, ms }: Pause, phone: string, now: number): number {
    switch (scope) {
      case 'message':
        return ms;
      case 'recipient':
        this.pacer?.recipients.delay(phone, now + ms);
        return ms;
      case 'device':
        this.gate.pause(now, ms);
        return 0;
      case 'restriction':
        this.gate.restrict(now, ms);
        return 0;
      default:
        return scope satisfies never;
    }
  }

  close(): InFlightMessage[] {
    this.#closed.abort();
    return this.window.drain();
  }
}

class FileOrder {
  readonly #lastByPhone = new Map<string, Promise<void>>();

  isWaiting(phone: string): boolean {
    return this.#lastByPhone.has(phone);
  }

  /** Calls `resume` after `ready` and all earlier messages to this recipient. */
  add(phone: string, ready: Promise<void> | null, resume: () => void): void {
    const resumed = Promise.all([this.#lastByPhone.get(phone), ready]).then(() => {
      if (this.#lastByPhone.get(phone) === resumed) this.#lastByPhone.delete(phone);
      // In the same step: a message claimed in between would overtake this one.
      resume();
    });
    this.#lastByPhone.set(phone, resumed);
  }
}
