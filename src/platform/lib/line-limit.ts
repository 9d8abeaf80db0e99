import { SECOND } from './clock.ts';

/** True for the first `max` of a second. The next second reports the others. */
export function limitLines(
  max: number,
  report: (leftOut: number) => void,
  nowMs: () => number = () => performance.now(),
): () => boolean {
  let second = 0;
  let asked = 0;
  return () => {
    const current = Math.floor(nowMs() / SECOND);
    if (current !== second) {
      if (asked > max) report(asked - max);
      second = current;
      asked = 0;
    }
    asked += 1;
    return asked <= max;
  };
}
