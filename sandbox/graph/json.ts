/** An object of JSON that nobody has looked into yet. */
export type Json = Record<string, unknown>;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lengths count in characters as people see them, not in halves of them. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** The fields that were given: one that was not must not take the place of what is there. */
export function given<T extends object>(change: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const fields = Object.entries(change).filter(([, value]) => value !== undefined);
  // What is left are the very fields of the change.
  return Object.fromEntries(fields) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}
