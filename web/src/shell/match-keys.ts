/** A key, such as `?`, `Escape` or `mod+k` (Ctrl, or Cmd on a Mac), or two keys one after the other: `g i`. */
export type Keys = string;

export interface Matchable {
  keys: Keys;
  /** Also while the user types in a field. */
  inFields: boolean;
}

interface Pressed {
  /** The key just before, if it began nothing yet. */
  before: string | null;
  key: string;
  /** The user types, or a dialog or menu is open. */
  onlyInFields: boolean;
}

/**
 * The shortcut that the key completes; the latest of equal ones. After the first key of a pair, the second never
 * counts alone: `g b` must not do what `b` does.
 */
export function matchKeys<Each extends Matchable>(
  shortcuts: readonly Each[],
  { before, key, onlyInFields }: Pressed,
): Each | undefined {
  const usable = shortcuts.filter(({ inFields }) => inFields || !onlyInFields);
  const pairs = before === null ? [] : usable.filter(({ keys }) => keys.startsWith(`${before} `));
  if (pairs.length > 0) return pairs.findLast(({ keys }) => keys === `${before} ${key}`);
  return usable.findLast(({ keys }) => keys === key);
}
