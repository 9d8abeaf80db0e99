import type { Pause } from './pieces.ts';

/** Of work that is short. */
export const NO_PAUSE: Pause = () => undefined;

/** The result of work that runs in pieces, at once. */
export function finish<Result>(work: Iterator<unknown, Result>): Result {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}
