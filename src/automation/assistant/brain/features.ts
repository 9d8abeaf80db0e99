/** What a feature says about a text. The low bits of a hash name the group. */
export const GROUPS = 4;
export const WORD = 0;
const STEM = 1;
const PAIR = 2;
const LETTERS = 3;
const GROUP_MASK = 7;
const FIRST = 2_166_136_261;
const PRIME = 16_777_619;
const SHORTEST = 3;
const LONGEST = 5;
const EDGE = 95;

export function groupOf(hash: number): number {
  return hash & GROUP_MASK;
}

/** Distinct hashes of words, stems, pairs of words, and runs of letters. */
export function hashesOf(tokens: readonly string[], stemOf: (token: string) => string): Uint32Array {
  const found = new Set<number>();
  let before = FIRST;
  for (const token of tokens) {
    const word = hashText(FIRST, token);
    found.add(inGroup(word, WORD));
    found.add(inGroup(hashText(FIRST, stemOf(token)), STEM));
    found.add(inGroup(hashText(mix(before, EDGE), token), PAIR));
    addLetters(found, token);
    before = word;
  }
  if (tokens.length > 0) found.add(inGroup(mix(before, EDGE), PAIR));
  return Uint32Array.from(found);
}

/** Runs of three to five letters, with the edges of the word. */
function addLetters(found: Set<number>, token: string): void {
  const length = token.length + 2;
  for (let start = 0; start + SHORTEST <= length; start += 1) {
    let hash = FIRST;
    for (let size = 1; size <= LONGEST && start + size <= length; size += 1) {
      const at = start + size - 2;
      hash = mix(hash, at < 0 || at >= token.length ? EDGE : token.charCodeAt(at));
      if (size >= SHORTEST) found.add(inGroup(hash, LETTERS));
    }
  }
}

function hashText(from: number, text: string): number {
  let hash = from;
  for (let at = 0; at < text.length; at += 1) hash = mix(hash, text.charCodeAt(at));
  return hash;
}

function mix(hash: number, code: number): number {
  return Math.imul(hash ^ code, PRIME) >>> 0;
}

function inGroup(hash: number, group: number): number {
  const spread = Math.imul(hash ^ (hash >>> 15), 2_246_822_519);
  return (((spread ^ (spread >>> 13)) & ~GROUP_MASK) | group) >>> 0;
}
