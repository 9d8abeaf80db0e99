import type { GapSort, GapStatus } from './queries.ts';

const STATUSES: readonly GapStatus[] = ['open', 'answered', 'dismissed'];

export interface GapSearch {
  status?: GapStatus;
  sort?: GapSort;
}

/** Reads the address. Open ones and the most asked come without words. */
export function gapSearch({ status, sort }: Record<string, unknown>): GapSearch {
  const known = STATUSES.find((each) => each === status);
  return {
    ...(known !== undefined && known !== 'open' && { status: known }),
    ...(sort === 'last_asked' && { sort }),
  };
}
