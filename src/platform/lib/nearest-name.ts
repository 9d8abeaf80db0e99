/**
 * The known name that a wrong one was probably meant to be. Null when each differs in more than this part of its
 * letters.
 */
export function nearestName(wrong: string, known: readonly string[], tolerance = 0.5): string | null {
  const [best] = known
    .map((name) => ({ name, distance: distanceOf(coreOf(wrong), coreOf(name)) }))
    .filter(({ name, distance }) => distance <= coreOf(name).length * tolerance)
    .sort((a, b) => a.distance - b.distance);
  return best?.name ?? null;
}

/** Two settings have no prefix, so it does not count. */
function coreOf(name: string): string {
  return name.toUpperCase().replace(/^KURIR_/, '');
}

/** Changed, missing, extra and swapped letters between two texts. */
function distanceOf(one: string, other: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = at(last, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swap = isSwap ? at(before, j - 2) + 1 : change;
      row.push(Math.min(change, swap, at(last, j) + 1, at(row, j - 1) + 1));
    }
    [before, last] = [last, row];
  }
  return at(last, other.length);
}

function at(row: readonly number[] | undefined, index: number): number {
  return row?.[index] ?? Number.POSITIVE_INFINITY;
}
