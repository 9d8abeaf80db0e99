export interface Candidate {
  id: number;
  name: string;
  /** What an agent sees. Null: all. */
  device_ids: readonly number[] | null;
  /** Open conversations of this user. */
  open: number;
  /** Of the last automatic assignment; only grows. */
  last: number;
}

/**
 * Sees the device; fewest open conversations, then longest without an assignment. Null: none, or
 * all have `maxOpen`.
 */
export function choose(
  candidates: readonly Candidate[],
  deviceId: number | null,
  maxOpen: number | null,
): Candidate | null {
  const fitting = candidates.filter(
    (each) => hasRoom(each, maxOpen) && (each.device_ids === null || isAmong(each.device_ids, deviceId)),
  );
  return fitting.toSorted((a, b) => a.open - b.open || a.last - b.last || a.id - b.id)[0] ?? null;
}

export const hasRoom = ({ open }: Candidate, maxOpen: number | null) => maxOpen === null || open < maxOpen;

const isAmong = (ids: readonly number[], id: number | null) => id !== null && ids.includes(id);
