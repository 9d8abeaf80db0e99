/** What the address of the list says. */
export interface ContactSearch {
  q?: string;
  tag?: string;
  page?: number;
}

const textOf = (value: unknown) => (value === undefined || value === '' ? undefined : String(value));

/** Reads the address of the list. A number in `q` comes as a number. */
export function contactSearch({ q, tag, page }: Record<string, unknown>): ContactSearch {
  const [text, tagText] = [textOf(q), textOf(tag)];
  return {
    ...(text !== undefined && { q: text }),
    ...(tagText !== undefined && { tag: tagText }),
    ...(Number.isSafeInteger(page) && Number(page) > 1 && { page: Number(page) }),
  };
}
