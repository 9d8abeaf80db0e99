/** What the languages of the gateway know of ratings. The composition gives it. */
export interface RatingWords {
  /** Codes. The first one is for customers whose language is unknown. */
  languages: readonly [string, ...string[]];
  /** Null: not known. */
  languageOf(text: string): string | null;
  textsIn(language: string): RatingTexts;
  /** `hasWords`: the text says more than the score. Null: no rating. */
  scoreIn(text: string): { score: number; hasWords: boolean } | null;
  /** A text after a rating. False: it asks for an answer. */
  isComment(text: string): boolean;
}

export interface RatingTexts {
  question: string;
  thanks: string;
  /** Opens the list of scores. */
  button: string;
  /** Of 1 to 5. */
  scores: readonly string[];
}
