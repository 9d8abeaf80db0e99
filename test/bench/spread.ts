/** A message that does not arrive in time counts as infinitely late, and fails the benchmark. */
export function printSpread(way: string, ms: readonly number[]): { p99: number } {
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => at(share).toFixed(0).padStart(5));
  const missing = sorted.filter((each) => each === Infinity).length;
  if (missing > 0) process.exitCode = 1;
  const late = missing > 0 ? `   <-- ${missing} not in time` : '';
  console.log(`  ${way.padEnd(36)} p50 ${p50} ms   p99 ${p99} ms   max ${max} ms${late}`);
  return { p99: at(0.99) };
}
