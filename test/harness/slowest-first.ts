import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { durations } from './durations.ts';

/** Each of its looks collects the garbage of all files that its worker has run. */
export const FIRST = 'src/platform/lib/guarded-fetch/left-behind.long.test.ts';

/**
 * Slow files first, as the durations of an earlier run say; the others as they were. Vitest starts with the largest
 * files, so without this order one worker would run slow small ones at the end while the others are idle.
 */
export function slowestFirst<T extends { moduleId: string }>(
  files: readonly T[],
  secondsOf: Readonly<Record<string, number>> = durations(),
): T[] {
  const rank = ({ moduleId }: T) => {
    if (moduleId.endsWith(`/${FIRST}`)) return Number.POSITIVE_INFINITY;
    const known = Object.entries(secondsOf).find(([file]) => moduleId.endsWith(`/${file}`));
    return known?.[1] ?? 0;
  };
  return [...files].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)));
}

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return slowestFirst(await super.sort(files));
  }
}
