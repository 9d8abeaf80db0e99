import { editDistance } from './edit-distance.ts';

/** The probable meaning of a wrong name. Null when each differs in more than this share of letters. */
export function nearestName(wrong: string, known: readonly string[], tolerance = 0.5): string | null {
  const [best] = known
    .map((name) => ({ name, distance: editDistance([...coreOf(wrong)], [...coreOf(name)]) }))
    .filter(({ name, distance }) => distance <= coreOf(name).length * tolerance)
    .sort((a, b) => a.distance - b.distance);
  return best?.name ?? null;
}

/** The prefix does not count. */
function coreOf(name: string): string {
  return name.toUpperCase().replace(/^KURIR_/, '');
}
