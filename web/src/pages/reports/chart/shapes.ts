type Values = readonly (number | null)[];

const STEPS = 4;
const NICE = [1, 2, 2.5, 5, 10];

/** From 0 up to a round number above all values. Whole values have whole ticks. */
export function ticksOf(values: Values): number[] {
  const known = values.flatMap((value) => value ?? []);
  const high = Math.max(1, ...known);
  const rough = high / STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = NICE.map((each) => each * power).find((each) => each >= rough) ?? rough;
  const step = known.every(Number.isInteger) ? Math.max(1, Math.ceil(nice)) : nice;
  return Array.from({ length: Math.ceil(high / step) + 1 }, (_, index) => index * step);
}

/** A line in units of days and values, with gaps where there is none. A day alone is a dash. */
export function pathOf(values: Values, top: number): string {
  return runsOf(values)
    .map((run) => {
      const [first] = run;
      if (run.length === 1 && first) return `M${first.at} ${top - first.value}h1`;
      return `M${run.map(({ at, value }) => `${at + 0.5} ${top - value}`).join('L')}`;
    })
    .join('');
}

/** What is below the line. */
export function areaOf(values: Values, top: number): string {
  return runsOf(values)
    .map((run) => {
      const points = run.map(({ at, value }) => `${at + 0.5} ${top - value}`).join('L');
      return `M${(run[0]?.at ?? 0) + 0.5} ${top}L${points}V${top}Z`;
    })
    .join('');
}

/** Days that follow each other. */
function runsOf(values: Values): { at: number; value: number }[][] {
  const runs: { at: number; value: number }[][] = [];
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    const last = runs.at(-1);
    if (last?.at(-1)?.at === at - 1) last.push({ at, value });
    else runs.push([{ at, value }]);
  }
  return runs;
}
