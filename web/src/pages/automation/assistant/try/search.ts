/** A question to ask at once. */
export interface TrySearch {
  question?: string;
}

/** Reads the address. A number comes as a number. */
export function trySearch({ question }: Record<string, unknown>): TrySearch {
  return question === undefined || question === '' ? {} : { question: String(question) };
}
