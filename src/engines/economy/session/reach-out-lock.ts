import type { Clock } from '../../../lib/clock.ts';
import type { EngineEvent, SessionHost } from '../../engine.ts';

/** What the network says of the lock; `ends` null: not when. */
export interface LockWord {
  isActive: boolean;
  ends: Date | null;
}

/**
 * Whether the network lets the number start new chats. It is asked, never tried: each message to a stranger counts as another reach-out and
 * prolongs the lock. Between two looks the last word holds.
 */
export class ReachOutLock {
  readonly #clock: Clock;
  readonly #lookEveryMs: number;
  readonly #ask: () => Promise<LockWord | null>;
  readonly #emit: (event: EngineEvent) => void;
  /** Null: new chats may be started. `nextLookAt`: on the clock, in ms. */
  #lock: { until: Date | null; nextLookAt: number } | null = null;
  #looking: Promise<void> | null = null;

  /** `ask` answers null when the network does not, and never rejects. */
  constructor(
    parts: { clock: Clock; lookEveryMs: number; known: SessionHost['restriction'] },
    ask: () => Promise<LockWord | null>,
    emit: (event: EngineEvent) => void,
  ) {
    const { clock, lookEveryMs, known } = parts;
    this.#clock = clock;
    this.#lookEveryMs = lookEveryMs;
    this.#ask = ask;
    this.#emit = emit;
    if (known?.reason === 'new_chats') this.#lock = this.#since(known.until);
  }

  /** Whether new chats are locked now; asks the network when it is time to look again. */
  async isOn(): Promise<boolean> {
    if (this.#lock && this.#clock.now().getTime() >= this.#lock.nextLookAt) await this.#look();
    return this.#lock !== null;
  }

  /** To be called when a message was refused: whether that is because of the lock, and not of the one recipient. */
  async isBehindRefusal(): Promise<boolean> {
    await this.#look();
    return this.#lock !== null;
  }

  /** A word of the network; during a look its answer is the one that counts. */
  overhear(word: LockWord): void {
    if (!this.#looking) this.#hear(word);
  }

  /** Until the next look: what waits until then comes at one moment, in its order. */
  waitMs(): number {
    return Math.max(0, (this.#lock?.nextLookAt ?? 0) - this.#clock.now().getTime());
  }

  /** One look at a time, whoever asks for it. */
  #look(): Promise<void> {
    this.#looking ??= this.#ask().then((word) => {
      this.#looking = null;
      // No answer: it is as it was, and a refusal speaks for itself.
      this.#hear(word ?? { isActive: true, ends: this.#lock?.until ?? null });
    });
    return this.#looking;
  }

  #hear({ isActive, ends }: LockWord): void {
    const wasOn = this.#lock !== null;
    this.#lock = isActive ? this.#since(ends) : null;
    if (this.#lock) this.#emit({ type: 'restricted', reason: 'new_chats', until: this.#lock.until });
    else if (wasOn) this.#emit({ type: 'unrestricted', reasons: ['new_chats'] });
  }

  #since(ends: Date | null): { until: Date | null; nextLookAt: number } {
    const now = this.#clock.now().getTime();
    const until = ends && ends.getTime() > now ? ends : null;
    return { until, nextLookAt: Math.min(until?.getTime() ?? Infinity, now + this.#lookEveryMs) };
  }
}
