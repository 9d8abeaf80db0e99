const CHUNK = 1_000;

/** Repeats a deletion of at most `limit` rows until none is left, and returns the number of all. */
export async function inChunks(remove: (limit: number) => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const removed = await remove(CHUNK);
    total += removed;
    if (removed < CHUNK) return total;
  }
}
