const CHUNK = 1_000;

/** Until none is left; returns the total. */
export async function inChunks(remove: (limit: number) => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const removed = await remove(CHUNK);
    total += removed;
    if (removed < CHUNK) return total;
  }
}
