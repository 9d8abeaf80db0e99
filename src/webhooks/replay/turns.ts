/** Who may replay now, in one process: a replay holds a connection to the database for seconds, and everybody else needs some as well. */
export interface Turns {
  /** Does the work when its turn has come; null when this account has a turn or waits for one already. */
  take<T>(accountId: number, work: () => Promise<T>): Promise<T | null>;
}

/** `most` at a time; others wait in the order in which they came, without a connection. */
export function createTurns(most: number): Turns {
  const accounts = new Set<number>();
  const waiting: (() => void)[] = [];
  let free = most;

  /** A turn that ends goes to the first who waits, and is free only when nobody does. */
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  }

  return {
    async take(accountId, work) {
      if (accounts.has(accountId)) return null;
      accounts.add(accountId);
      try {
        return await inTurn(work);
      } finally {
        accounts.delete(accountId);
      }
    },
  };
}
