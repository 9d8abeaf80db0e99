const POLL_MS = 100;

/** Looks until there is something. Null after `timeoutMs`. */
export async function untilFound<T>(timeoutMs: number, look: () => Promise<T | null>): Promise<T | null> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== null || performance.now() > deadline) return found;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
