/** A message names at most this number. */
const MAX_NAMED = 5;

/** `a, b and 3 more`. */
export function someOf<Each>(all: readonly Each[], nameOf: (each: Each) => string): string {
  const names = all.slice(0, MAX_NAMED).map(nameOf).join(', ');
  return all.length > MAX_NAMED ? `${names} and ${all.length - MAX_NAMED} more` : names;
}
