import type { Part } from './template.ts';

/** not_replaced: customers see the marks. read_as_choice: a choice between the word for a name and another word. */
export const HINT_CODES = ['not_replaced', 'read_as_choice'] as const;

export interface Hint {
  code: (typeof HINT_CODES)[number];
  text: string;
  /** What the author probably means. */
  suggestion: string | null;
}

export const MAX_HINTS = 10;

/** No blanks around it: overlapping repetitions take quadratic time. */
const WORD = '(?<word>[\\p{L}\\p{N}_ .-]{1,40})';
const OPEN_WORD = '(?<word>[\\p{L}_.]{1,40})';
const BRACES = `\\{${WORD}\\}|\\{\\{${WORD}\\}\\}|｛${WORD}｝`;
/** `[promo]` is often meant literally. */
const OTHER_MARKS = [
  `\\[\\[${WORD}\\]\\]`,
  `\\[${WORD}\\]`,
  `<${WORD}>`,
  `%${WORD}%`,
  `#${WORD}#`,
  `\\*\\|${WORD}\\|\\*`,
  `\\$\\{?${OPEN_WORD}\\}?`,
  `@${OPEN_WORD}`,
  `\\{ ?${OPEN_WORD}`,
].join('|');
const PLACEHOLDER = new RegExp(`(?<braces>${BRACES})|${OTHER_MARKS}`, 'gu');
const NAME_WORD = 'nama|nm|f?name|nombre|nome|pelanggan|customer|kontak|contact|cliente?|first|last';
const NAME_REST = 'name|nama|depan|lengkap|pelanggan|panggilan|completo';
const NAME = new RegExp(`^(.*[_ .-])?(${NAME_WORD})([_ .-]?(${NAME_REST}))?$`, 'i');
const FIRST_NAME = /first|fname|depan|panggilan/i;

/** At most MAX_HINTS, in order. */
export function hintsOf(parts: readonly Part[]): Hint[] {
  const found = new Map<string, Hint>();
  for (const hint of hintsIn(parts)) {
    found.set(hint.text, hint);
    if (found.size === MAX_HINTS) break;
  }
  return [...found.values()];
}

function* hintsIn(parts: readonly Part[]): Generator<Hint> {
  for (const [at, part] of parts.entries()) {
    if (part.kind === 'text') yield* placeholdersIn(part.text);
    if (part.kind === 'name' && isText(parts[at - 1], /\{$/) && isText(parts[at + 1], /^\}/)) {
      yield { code: 'not_replaced', text: '{{nama}}', suggestion: '{nama}' };
    }
    if (part.kind !== 'choice') continue;
    const words = part.alternatives.map(([only, ...others]) =>
      only?.kind === 'text' && others.length === 0 ? only.text.trim() : '',
    );
    const name = words.find((word) => NAME.test(word));
    const other = words.find((word) => word !== name);
    if (name && other !== undefined) {
      const suggestion = `{{customer.first_name${other && `|${other}`}}}`;
      yield { code: 'read_as_choice', text: `{${words.join('|')}}`, suggestion };
    }
    for (const alternative of part.alternatives) yield* hintsIn(alternative);
  }
}

function* placeholdersIn(text: string): Generator<Hint> {
  for (const { 0: written, groups = {} } of text.matchAll(PLACEHOLDER)) {
    const word = groups.word?.trim() ?? '';
    const isName = NAME.test(word);
    if (!isName && groups.braces === undefined) continue;
    const suggestion = FIRST_NAME.test(word) ? '{{customer.first_name}}' : '{nama}';
    yield { code: 'not_replaced', text: written.trim(), suggestion: isName ? suggestion : null };
  }
}

const isText = (part: Part | undefined, pattern: RegExp) => part?.kind === 'text' && pattern.test(part.text);
