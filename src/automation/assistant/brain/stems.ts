const LENGTH = 5;

/** The beginning of a word, with single letters: rusakk, rusaknya and rusak are one. */
export function stemOf(token: string): string {
  const single = token.replace(/(\p{L})\1+/gu, '$1');
  return single.length > LENGTH ? single.slice(0, LENGTH) : single;
}
