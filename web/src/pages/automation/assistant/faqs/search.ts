/** What the address of the FAQ pairs says. Other pages open a pair, or a new one with texts, by it. */
export interface FaqSearch {
  q?: string;
  /** The id of a pair, or `new`. */
  edit?: string;
  /** One more question for the pair that is open. */
  question?: string;
}

const textOf = (value: unknown) => (value === undefined || value === '' ? undefined : String(value));

/** Of a list that is searched by text alone. */
export function textSearch({ q }: Record<string, unknown>): Pick<FaqSearch, 'q'> {
  const text = textOf(q);
  return text === undefined ? {} : { q: text };
}

/** Reads the address. A number comes as a number. */
export function faqSearch({ q, edit, question }: Record<string, unknown>): FaqSearch {
  const [text, id, more] = [textOf(q), textOf(edit), textOf(question)];
  return {
    ...(text !== undefined && { q: text }),
    ...(id !== undefined && { edit: id }),
    ...(more !== undefined && { question: more }),
  };
}
