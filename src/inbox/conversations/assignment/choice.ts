export interface Candidate {
  id: number;
  name: string;
  /** What an agent sees. Null: all. */
  device_ids: readonly number[] | null;
  team_ids: readonly number[];
  /** Open conversations of this user. */
  open: number;
  /** Of the last automatic assignment; only grows. */
  last: number;
}

/** A conversation that waits. Null `team_id`: for each user. */
interface Asking {
  device_id: number | null;
  team_id: number | null;
}

/**
 * A member of the team who sees the device; fewest open conversations, then longest without an assignment. Null: none,
 * or all have `maxOpen`.
 */
export function choose(
  candidates: readonly Candidate[],
  asking: Asking,
  maxOpen: number | null,
): Candidate | null {
  const fitting = candidates.filter((each) => hasRoom(each, maxOpen) && fits(each, asking));
  return fitting.toSorted((a, b) => a.open - b.open || a.last - b.last || a.id - b.id)[0] ?? null;
}

export const fits = ({ device_ids, team_ids }: Candidate, { device_id, team_id }: Asking) =>
  (device_ids === null || isAmong(device_ids, device_id)) && (team_id === null || isAmong(team_ids, team_id));

export const hasRoom = ({ open }: Candidate, maxOpen: number | null) => maxOpen === null || open < maxOpen;

const isAmong = (ids: readonly number[], id: number | null) => id !== null && ids.includes(id);
