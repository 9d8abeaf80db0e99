/** The result of work that runs in pieces, at once. */
export function finish<Result>(work: Iterator<number, Result>): Result {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}
