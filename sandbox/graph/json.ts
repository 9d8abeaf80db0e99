export type Json = Record<string, unknown>;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Drops undefined fields, so that a merge keeps existing values. */
export function definedFields<T extends object>(
  change: T,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const fields = Object.entries(change).filter(([, value]) => value !== undefined);
  // Object.fromEntries loses the type.
  return Object.fromEntries(fields) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}
