import { SECOND } from '../../platform/lib/clock.ts';

export const SLOTS = 64;
/** Longer turns wait for a model or a server, and need no slot. */
const SLOW_MS = 1 * SECOND;
/** A bound for memory. */
const MAX_TURNS = 512;
const MAX_OF_ACCOUNT = 8;

export interface Room {
  slots: number;
  /** Fewer for each account when many turns are slow. */
  perAccount: number;
  /** With turns under way. */
  busyIds: readonly number[];
  busyCounts: readonly number[];
}

interface UnderWay {
  accountId: number;
  began: number;
}

/** An account with slow turns leaves room for the others. */
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

  /** Returns its end, which answers whether others may have waited for the slot. */
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
