const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;

/**
 * Looks until there is something; for what other processes bring about in their own time.
 * Fails with `what` after `timeoutMs`. Long waits look less often, because each look costs the processes time.
 */
export async function until<T>(
  look: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  options: { timeoutMs?: number; what?: string } = {},
): Promise<T> {
  const { timeoutMs = 30_000, what = `what was waited for (${look})` } = options;
  const started = performance.now();
  for (;;) {
    const found = await look();
    if (found) return found;
    const waited = performance.now() - started;
    if (waited > timeoutMs) throw new Error(`${what} did not come in ${timeoutMs} ms`);
    const pause = Math.min(Math.max(FIRST_PAUSE_MS, waited / 8), LONGEST_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
