import type { Passage, Section } from './reading.ts';

/** In words. */
const TARGET = 150;
const MOST = 250;
/** A shorter section shares its passage with the next one. */
const FEW = 40;
/** In characters, of which a long word without blanks has many. */
const MAX_WORD = 200;
const CHARACTERS_PER_WORD = 14;

/** Of 150 to 250 words that end with a sentence, below their heading. */
export class PassageWriter {
  readonly #tell: (passage: Passage, lastPage: number | null) => void;
  #open: Passage | null = null;
  /** Counted once per sentence. */
  #spaced = 0;
  #lastPage: number | null = null;

  /** `tell` gets full passages, with the last page of each. */
  constructor(tell: (passage: Passage, lastPage: number | null) => void) {
    this.#tell = tell;
  }

  add(section: Section): void {
    for (const [index, sentence] of sentencesOf(section.text).entries()) {
      const begins = index === 0;
      if (this.#open && isFull(this.#open, this.#spaced, { section, sentence, begins })) this.flush();
      this.#write(section, sentence, begins);
      this.#lastPage = section.page;
    }
  }

  flush(): void {
    if (this.#open) this.#tell(this.#open, this.#lastPage);
    this.#open = null;
    this.#spaced = 0;
  }

  #write(section: Section, { separator, text }: Sentence, begins: boolean): void {
    this.#spaced += spacedWords(text);
    const open = this.#open;
    if (!open) this.#open = { heading: section.heading, text, page: section.page };
    // The heading of a short section that follows stays with its text.
    else if (begins && section.heading !== null && section.heading !== open.heading) {
      this.#spaced += spacedWords(section.heading);
      open.text += `\n${section.heading}\n${text}`;
    } else open.text += separator + text;
  }
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
  return words >= TARGET && sentence.separator === '\n';
}

/** Also of languages that write without blanks. */
export function wordsIn(text: string): number {
  return Math.max(spacedWords(text), byLength(text));
}

const spacedWords = (text: string) => text.split(/\s+/).filter(Boolean).length;
const byLength = (text: string) => Math.ceil(text.length / CHARACTERS_PER_WORD);

/** A longer sentence than a passage comes in parts. */
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
