import { cut, toStorable } from '../../../../platform/lib/text.ts';
import type { Tell } from './reading.ts';

/** In characters of one document: some 300,000 words. */
export const MAX_TEXT = 2_000_000;
const MAX_HEADING = 200;
/** Longer parts are reported in pieces. */
const MAX_SECTION = 20_000;

/** Up to the limit of a document. */
export class SectionWriter {
  readonly #tell: Tell;
  #page: number | null = null;
  /** Each has a higher level than the one before. */
  #headings: { level: number; text: string }[] = [];
  #lines: string[] = [];
  #pending = 0;
  #left = MAX_TEXT;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  get isFull(): boolean {
    return this.#left <= 0;
  }

  page(number: number): void {
    this.flush();
    this.#page = number;
  }

  /** Level 1 is the highest. */
  heading(level: number, text: string): void {
    const heading = tidy(text).replaceAll('\n', ' ');
    if (heading === '') return;
    this.flush();
    const above = this.#headings.filter((each) => each.level < level);
    this.#headings = [...above, { level, text: cut(heading, MAX_HEADING) }];
  }

  line(text: string): void {
    const line = tidy(text);
    if (line === '' || this.isFull) return;
    const taken = cut(line, this.#left);
    this.#lines.push(taken);
    this.#pending += taken.length;
    this.#left -= taken.length + 1;
    if (this.isFull) this.#tell({ kind: 'cut' });
    if (this.#pending >= MAX_SECTION) this.flush();
  }

  flush(): void {
    if (this.#lines.length > 0) {
      const heading = cut(this.#headings.map((each) => each.text).join(' > '), MAX_HEADING) || null;
      this.#tell({ kind: 'section', section: { heading, text: this.#lines.join('\n'), page: this.#page } });
    }
    this.#lines = [];
    this.#pending = 0;
  }
}

function tidy(text: string): string {
  return toStorable(text)
    .normalize('NFC')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}
