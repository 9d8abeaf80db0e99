import type { NumberScene } from '../harness/evidence-scene.ts';

/** A callback on its way. */
interface Callback {
  id: number;
  providerId: string;
  status: 'sent' | 'delivered';
  at: number;
  attempts: number;
}

/** A message in the hands of the provider. */
interface Copy {
  providerId: string;
  takenAt: number;
  /** First callback that the gateway stored. */
  reportedAt: number | null;
}

/** Shares of 1: per call, and per callback. */
export interface Losses {
  /** The provider takes the message, and its answer is lost. */
  answers: number;
  /** The call is lost before the provider takes the message. */
  calls: number;
  callbacks: number;
  /** All callbacks of the message. */
  silence: number;
  /** Delays of up to 50 s, and of one to five minutes. */
  delays: number;
  longDelays: number;
}

const FIRST_RETRY_MS = 5_000;

/** The official provider with a bad network on the clock of the test. The same numbers give the same faults. */
export class LossyProvider {
  readonly copies = new Map<number, Copy[]>();
  /** Messages whose call had no answer, with the time of the first such call. */
  readonly unanswered = new Map<number, number>();
  /** Those of them that were not taken. */
  readonly lostCalls = new Set<number>();
  readonly #number: NumberScene;
  readonly #losses: Losses;
  readonly #random: () => number;
  #callbacks: Callback[] = [];

  constructor(number: NumberScene, losses: Losses, random: () => number) {
    this.#number = number;
    this.#losses = losses;
    this.#random = random;
  }

  /** A call arrives. A message whose first call was lost is taken at its second. */
  async call(id: number, now: number): Promise<void> {
    const isFirst = !this.unanswered.has(id);
    if (isFirst && this.#isHit(this.#losses.calls)) {
      this.lostCalls.add(id);
      this.unanswered.set(id, now);
      return;
    }
    const providerId = `wamid.${id}.${this.copies.get(id)?.length ?? 0}`;
    this.copies.set(id, [...(this.copies.get(id) ?? []), { providerId, takenAt: now, reportedAt: null }]);
    this.#planCallbacks(id, providerId, now);
    if (isFirst && this.#isHit(this.#losses.answers)) this.unanswered.set(id, now);
    else await this.#number.answer(id, providerId);
  }

  /** Sends what is due, in order of time. A gateway that is down gets it again later. */
  async callBack(now: number, isUp: boolean): Promise<void> {
    const due = this.#callbacks.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
    this.#callbacks = this.#callbacks.filter(({ at }) => at > now);
    for (const callback of due) {
      const { id, providerId, status, attempts } = callback;
      if (isUp && (await this.#number.callBack(id, status, providerId)) === 200) {
        const copy = this.copies.get(id)?.find((each) => each.providerId === providerId);
        if (copy) copy.reportedAt ??= now;
      } else {
        this.#callbacks.push({
          ...callback,
          at: now + FIRST_RETRY_MS * 2 ** attempts,
          attempts: attempts + 1,
        });
      }
    }
  }

  #planCallbacks(id: number, providerId: string, now: number): void {
    const { callbacks, silence, delays, longDelays } = this.#losses;
    if (this.#isHit(silence)) return;
    for (const status of ['sent', 'delivered'] as const) {
      if (this.#isHit(callbacks)) continue;
      let delay = this.#random() * 5_000;
      if (this.#isHit(delays)) delay += this.#random() * 45_000;
      if (this.#isHit(longDelays)) delay += 60_000 + this.#random() * 240_000;
      this.#callbacks.push({ id, providerId, status, at: now + delay, attempts: 0 });
    }
  }

  #isHit(share: number): boolean {
    return this.#random() < share;
  }
}
