/** Of the authors: the first places do not decide alone. */
const K = 60;

/** Reciprocal rank fusion. */
export function fuse(...rankings: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>();
  for (const ranking of rankings) {
    ranking.forEach((id, rank) => {
      scores.set(id, (scores.get(id) ?? 0) + 1 / (K + rank + 1));
    });
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id);
}
