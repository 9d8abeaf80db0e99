export interface Colleague {
  id: string;
  name: string;
}

/** What is typed after `@` just before the caret. Null: nothing is. */
export function typedMention(before: string): string | null {
  return /(?:^|\s)@([^\s@]{0,50})$/u.exec(before)?.[1] ?? null;
}

/** What stands before the caret, with this name in place of what was typed after `@`. */
export function withMention(before: string, name: string): string {
  return `${before.replace(/@[^\s@]*$/u, '')}@${name} `;
}

/** The ids of colleagues whom the note names. `@Budi Santoso` names Budi Santoso, not Budi. */
export function mentionedIn(note: string, colleagues: readonly Colleague[]): string[] {
  const longestFirst = colleagues.toSorted((one, other) => other.name.length - one.name.length);
  let rest = note;
  return longestFirst.flatMap(({ id, name }) => {
    const parts = rest.split(`@${name}`);
    const isNamed = parts.slice(1).some((after) => !/^[\p{L}\p{N}]/u.test(after));
    if (isNamed) rest = parts.join(' ');
    return isNamed ? [id] : [];
  });
}
