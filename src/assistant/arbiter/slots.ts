import { SECOND } from '../../platform/lib/clock.ts';

/** Turns that use the database and the processor. */
const SLOTS = 64;
/** A turn that takes longer waits for a model or a server, and needs no slot. */
const SLOW_MS = 1 * SECOND;
/** All turns under way: a bound for memory. */
const MAX_TURNS = 512;
const MAX_OF_ACCOUNT = 8;

export interface Room {
  /** How many turns may begin. */
  slots: number;
  /** How many turns an account may have under way. Fewer remain for each account when many are slow. */
  perAccount: number;
  /** Accounts with turns under way, and the number of those. */
  busyIds: readonly number[];
  busyCounts: readonly number[];
}

interface UnderWay {
  accountId: number;
  began: number;
}

/** Turns under way in this process. An account with slow turns leaves room for the others. */
export class TurnSlots {
  readonly #turns = new Set<UnderWay>();
  #perAccount = MAX_OF_ACCOUNT;

  room(now: Date): Room {
    const counts = new Map<number, number>();
    let quick = 0;
    for (const { accountId, began } of this.#turns) {
      counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
      if (now.getTime() - began < SLOW_MS) quick += 1;
    }
    const free = MAX_TURNS - this.#turns.size;
    const share = Math.floor((free * MAX_OF_ACCOUNT) / MAX_TURNS);
    this.#perAccount = Math.max(1, share);
    return {
      slots: Math.max(0, Math.min(SLOTS - quick, free)),
      perAccount: this.#perAccount,
      busyIds: [...counts.keys()],
      busyCounts: [...counts.values()],
    };
  }

  /** Returns the function that ends it. Its answer: whether other turns may have waited for the slot. */
  begin(accountId: number, now: Date): () => boolean {
    const turn = { accountId, began: now.getTime() };
    this.#turns.add(turn);
    return () => {
      const ofAccount = [...this.#turns].filter((each) => each.accountId === accountId).length;
      const isFull = this.#turns.size >= SLOTS || ofAccount >= this.#perAccount;
      this.#turns.delete(turn);
      return isFull;
    };
  }
}
