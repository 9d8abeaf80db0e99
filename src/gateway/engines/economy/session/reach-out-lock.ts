import type { Clock } from '../../../../platform/lib/clock.ts';
import type { EngineEvent, SessionHost } from '../../engine.ts';
import type { LockState } from '../connection/lock-state.ts';

interface LockParts {
  clock: Clock;
  checkEveryMs: number;
  known: SessionHost['restriction'];
  /** Null: no answer. Never rejects. */
  fetch(): Promise<LockState | null>;
  emit(event: EngineEvent): void;
}

/** Asks the network: another message to a stranger would prolong the lock. */
export class ReachOutLock {
  readonly #parts: LockParts;
  /** Null when unlocked. */
  #lock: { until: Date | null; nextCheckAt: number } | null = null;
  #checking: Promise<void> | null = null;

  constructor(parts: LockParts) {
    this.#parts = parts;
    const { known } = parts;
    if (known?.reason === 'new_chats') this.#lock = this.#lockUntil(known.until);
  }

  async isLocked(): Promise<boolean> {
    if (this.#lock && this.#nowMs() >= this.#lock.nextCheckAt) await this.#check();
    return this.#lock !== null;
  }

  /** False: the recipient refused the message. */
  async explainsRefusal(): Promise<boolean> {
    await this.#check();
    return this.#lock !== null;
  }

  /** During a check, the answer to the check counts. */
  update(state: LockState): void {
    if (!this.#checking) this.#set(state);
  }

  /** All waiting messages become due together. */
  waitMs(): number {
    return Math.max(0, (this.#lock?.nextCheckAt ?? 0) - this.#nowMs());
  }

  #check(): Promise<void> {
    this.#checking ??= this.#parts.fetch().then((state) => {
      this.#checking = null;
      // Without an answer: locked.
      this.#set(state ?? { isActive: true, endsAt: this.#lock?.until ?? null });
    });
    return this.#checking;
  }

  #set({ isActive, endsAt }: LockState): void {
    const wasLocked = this.#lock !== null;
    this.#lock = isActive ? this.#lockUntil(endsAt) : null;
    const { emit } = this.#parts;
    if (this.#lock) emit({ type: 'restricted', reason: 'new_chats', until: this.#lock.until });
    else if (wasLocked) emit({ type: 'unrestricted', reasons: ['new_chats'] });
  }

  #lockUntil(endsAt: Date | null): { until: Date | null; nextCheckAt: number } {
    const now = this.#nowMs();
    const until = endsAt && endsAt.getTime() > now ? endsAt : null;
    const nextCheckAt = Math.min(until?.getTime() ?? Infinity, now + this.#parts.checkEveryMs);
    return { until, nextCheckAt };
  }

  #nowMs(): number {
    return this.#parts.clock.now().getTime();
  }
}
