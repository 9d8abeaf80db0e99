const FAR = Number.POSITIVE_INFINITY;

/** Damerau and Levenshtein's, one exchange per letter. Infinite beyond `errors`. */
export function editDistance(one: readonly string[], other: readonly string[], errors = FAR): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, m) => (m <= errors ? m : FAR));
  for (let n = 0; n < one.length; n += 1) {
    const next = [n < errors ? n + 1 : FAR];
    let best = n < errors ? n + 1 : FAR;
    for (let m = 0; m < other.length; m += 1) {
      const least = Math.abs(n - m) > errors ? FAR : leastOf({ one, other, before, row, next }, n, m);
      next.push(least);
      if (least < best) best = least;
    }
    if (best > errors) return FAR;
    [before, row] = [row, next];
  }
  return row[other.length] ?? FAR;
}

interface Rows {
  one: readonly string[];
  other: readonly string[];
  before: readonly number[];
  row: readonly number[];
  next: readonly number[];
}

function leastOf({ one, other, before, row, next }: Rows, n: number, m: number): number {
  const changed = (row[m] ?? FAR) + (one[n] === other[m] ? 0 : 1);
  const least = Math.min(changed, (row[m + 1] ?? FAR) + 1, (next[m] ?? FAR) + 1);
  const isExchange = n > 0 && m > 0 && one[n] === other[m - 1] && one[n - 1] === other[m];
  return isExchange ? Math.min(least, (before[m - 1] ?? FAR) + 1) : least;
}
