/** What the address of the list says. */
export interface ContactSearch {
  q?: string;
  tag?: string;
  /** Conditions on own fields. */
  fields?: string;
  page?: number;
}

const textOf = (value: unknown) => (value === undefined || value === '' ? undefined : String(value));

/** Reads the address of the list. A number in `q` comes as a number. */
export function contactSearch({ q, tag, fields, page }: Record<string, unknown>): ContactSearch {
  const [text, tagText, conditions] = [textOf(q), textOf(tag), textOf(fields)];
  return {
    ...(text !== undefined && { q: text }),
    ...(tagText !== undefined && { tag: tagText }),
    ...(conditions !== undefined && { fields: conditions }),
    ...(Number.isSafeInteger(page) && Number(page) > 1 && { page: Number(page) }),
  };
}
