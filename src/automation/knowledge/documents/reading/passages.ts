import type { Section } from './reading.ts';

/** In words. */
const TARGET = 150;
const MOST = 250;
/** A shorter section shares its passage with the next one. */
const FEW = 40;
/** In characters, of which a long word without blanks has many. */
const MAX_WORD = 200;
const CHARACTERS_PER_WORD = 14;

export interface Passage {
  heading: string | null;
  text: string;
  page: number | null;
}

/** Parts of 150 to 250 words that end with a sentence, below their heading. */
export function passagesOf(sections: readonly Section[]): Passage[] {
  const passages: Passage[] = [];
  let open: Passage | null = null;
  // Counted once per sentence, because the open passage is read at each.
  let spaced = 0;
  for (const section of sections) {
    for (const [index, sentence] of sentencesOf(section.text).entries()) {
      const begins: boolean = index === 0;
      if (open !== null && isFull(open, spaced, { section, sentence, begins })) {
        passages.push(open);
        open = null;
      }
      spaced = (open === null ? 0 : spaced) + spacedWords(sentence.text);
      if (open === null) open = { heading: section.heading, text: sentence.text, page: section.page };
      // The heading of a short section that follows stays with its text.
      else if (begins && section.heading !== null && section.heading !== open.heading) {
        spaced += spacedWords(section.heading);
        open.text += `\n${section.heading}\n${sentence.text}`;
      } else open.text += sentence.separator + sentence.text;
    }
  }
  if (open !== null) passages.push(open);
  return passages;
}

interface Sentence {
  separator: string;
  text: string;
}

function isFull(
  open: Passage,
  spaced: number,
  { section, sentence, begins }: { section: Section; sentence: Sentence; begins: boolean },
): boolean {
  const words = Math.max(spaced, byLength(open.text));
  if (words + wordsIn(sentence.text) > MOST) return true;
  if (begins && section.heading !== open.heading) return words >= FEW;
  // A new paragraph is a good place for a new passage.
  return words >= TARGET && sentence.separator === '\n';
}

/** Also of languages that write without blanks. */
export function wordsIn(text: string): number {
  return Math.max(spacedWords(text), byLength(text));
}

const spacedWords = (text: string) => text.split(/\s+/).filter(Boolean).length;
const byLength = (text: string) => Math.ceil(text.length / CHARACTERS_PER_WORD);

/** With their separator from the one before. A sentence longer than a passage comes in parts. */
function sentencesOf(text: string): Sentence[] {
  return text.split('\n').flatMap((line) => {
    const parts = line.split(/(?<=[.!?。！？])\s+/u).flatMap(shortParts);
    return parts.map((part, index) => ({ separator: index === 0 ? '\n' : ' ', text: part }));
  });
}

function shortParts(sentence: string): string[] {
  if (wordsIn(sentence) <= MOST) return sentence === '' ? [] : [sentence];
  const words = sentence
    .split(/\s+/)
    .flatMap((word) => (word.length <= MAX_WORD ? [word] : (word.match(/[\s\S]{1,200}/gu) ?? [])));
  const parts: string[] = [];
  let part = '';
  for (const word of words) {
    if (part !== '' && wordsIn(`${part} ${word}`) > TARGET) {
      parts.push(part);
      part = '';
    }
    part += part === '' ? word : ` ${word}`;
  }
  return part === '' ? parts : [...parts, part];
}
