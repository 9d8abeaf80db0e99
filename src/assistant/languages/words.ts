import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { en } from './en/words.ts';
import { es } from './es/words.ts';
import { id } from './id/words.ts';
import { LANGUAGES, type Language, type LanguageWords, type Texts, type Tone } from './language.ts';
import { pt } from './pt/words.ts';

/** The only list: everything else asks it. */
export const LANGUAGE_WORDS: Readonly<Record<Language, LanguageWords>> = { id, en, pt, es };

export const textsOf = (language: Language, tone: Tone): Texts => LANGUAGE_WORDS[language].texts[tone];

type Of<Value> = (words: LanguageWords) => Value;

export const inAllLanguages = <Item>(
  pick: Of<Iterable<Item>>,
  languages: readonly Language[] = LANGUAGES,
): Item[] => languages.flatMap((language) => [...pick(LANGUAGE_WORDS[language])]);

export const splitWords = (words: string): string[] => withPlain(words.split(/\s+/));
export const splitPhrases = (phrases: string): string[] => withPlain(phrases.split(/,\s*/));

/** Places count, so without the spellings without accents. */
const inOrder = (phrases: string) => phrases.split(/,\s*/).filter((phrase) => phrase !== '');

const withPlain = (texts: readonly string[]): string[] =>
  texts.filter((text) => text !== '').flatMap((text) => [...new Set([text, withoutAccents(text)])]);

const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');

export const wordsIn = (pick: Of<string>, languages: readonly Language[] = LANGUAGES): string[] =>
  inAllLanguages((words) => splitWords(pick(words)), languages);
export const setOf = (pick: Of<string>, languages: readonly Language[] = LANGUAGES): ReadonlySet<string> =>
  new Set(wordsIn(pick, languages));
export const phrasesIn = (pick: Of<string>, languages: readonly Language[] = LANGUAGES): string[] =>
  inAllLanguages((words) => splitPhrases(pick(words)), languages);

export const patternIn = (pick: Of<string>, languages: readonly Language[] = LANGUAGES): string =>
  anyOf(languages.flatMap((language) => pick(LANGUAGE_WORDS[language]) || []));

/** The longest first: a pattern takes the first that fits. */
export const oneOf = (texts: Iterable<string>): string =>
  anyOf(
    [...new Set(texts)]
      .sort((one, other) => other.length - one.length)
      .map((text) => text.replace(/[.$/]/g, '\\$&')),
  );

const anyOf = (patterns: readonly string[]) => `(?:${patterns.join('|') || '(?!)'})`;

/** Not within other words. */
export const wholeWord = (pattern: string, flags = 'u'): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, flags);

/** Of `ribu=3`. */
export const valuesIn = (
  pick: Of<string>,
  languages: readonly Language[] = LANGUAGES,
): ReadonlyMap<string, number> =>
  new Map(
    wordsIn(pick, languages).map((each) => {
      const [word = '', value] = each.split('=');
      return [word, Number(value)];
    }),
  );

/** By each word of `{ week: 'week weeks' }`. */
export const meaningsIn = <Name extends string>(
  pick: Of<Readonly<Partial<Record<Name, string>>>>,
  {
    split = splitWords,
    languages = LANGUAGES,
  }: { split?: typeof splitWords; languages?: readonly Language[] } = {},
): ReadonlyMap<string, Name> =>
  new Map(
    inAllLanguages(
      (words) =>
        // The keys of the record.
        (Object.entries(pick(words)) as [Name, string][]).flatMap(([name, texts]) =>
          split(texts).map((text) => [text, name] as const),
        ),
      languages,
    ),
  );

/** From 1, of `january jan, february feb`. */
export const placesIn = (
  pick: Of<string>,
  languages: readonly Language[] = LANGUAGES,
): ReadonlyMap<string, number> =>
  new Map(
    inAllLanguages(
      (words) =>
        inOrder(pick(words)).flatMap((names, at) => splitWords(names).map((name) => [name, at + 1] as const)),
      languages,
    ),
  );

/** `{name}` becomes the value of the name. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (written, name: string) => values[name] ?? written);

type WordFile =
  | 'asking-words'
  | 'chat-words'
  | 'elsewhere'
  | 'filler-words'
  | 'meanings'
  | 'stop-words'
  | 'topics';

/** Without empty lines, comments and accents. */
export function readWords(file: WordFile, languages: readonly Language[]): string[] {
  return languages.flatMap((language) =>
    withoutAccents(readFileSync(new URL(`${language}/${file}.txt`, import.meta.url), 'utf8'))
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
}

/** `name = words`. */
export const readGroups = (file: 'chat-words' | 'meanings' | 'topics', languages: readonly Language[]) =>
  readWords(file, languages).map((line) => {
    const [name = '', words = ''] = line.split(' = ');
    return { name, words: words.split(' ') };
  });

/** Changes with each word by which models of the languages learn. */
export function hashOfWords(languages: readonly Language[]): string {
  const hash = createHash('sha256');
  for (const language of [...languages].sort()) {
    hash.update(language).update(JSON.stringify(LANGUAGE_WORDS[language].reading));
    const folder = new URL(`${language}/`, import.meta.url);
    const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));
    for (const name of files.sort()) hash.update(name).update(readFileSync(new URL(name, folder)));
  }
  return hash.digest('hex').slice(0, 16);
}
