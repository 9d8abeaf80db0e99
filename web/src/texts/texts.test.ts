import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import compile from 'icu-minify/compile';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addCatalogues, CATALOGUES } from './test-texts.ts';
import { addTexts, LANGUAGES, type Language, translate } from './translate.ts';

type Compiled = ReturnType<typeof compile>;
const SOURCES = fileURLToPath(new URL('..', import.meta.url));
type Catalogue = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;

/** Every text of a language by its whole name, such as `inbox.thread.title`. */
const textsOf = (catalogue: Catalogue) =>
  new Map(
    Object.entries(catalogue).flatMap(([area, parts]) =>
      Object.entries(parts).flatMap(([part, texts]) =>
        Object.entries(texts).map(([key, text]): [string, string] => [`${area}.${part}.${key}`, text]),
      ),
    ),
  );

const LANGUAGE_TEXTS = CATALOGUES.map(([language, catalogue]) => [language, textsOf(catalogue)] as const);
const ENGLISH = new Map(LANGUAGE_TEXTS).get('en') ?? new Map<string, string>();

const HASH = 0; // the number of the plural around it
const [PLURAL, NUMBER] = [2, 4];

/** What a text shows: names of values, and `#` for the number of a plural. */
function shownIn(message: Compiled): string[] {
  if (!Array.isArray(message)) return [];
  return message.flatMap((node) => {
    if (node === HASH) return ['count'];
    if (!Array.isArray(node)) return [];
    const [name, kind, forms] = node;
    if (kind !== PLURAL) return [String(name)];
    return Object.values(forms as object).flatMap((form: Compiled) => shownIn(form));
  });
}
const namesIn = (text = '') => String([...new Set(shownIn(compile(text)))].sort());

test('every language has every text, with the same values', () => {
  const problems = LANGUAGE_TEXTS.flatMap(([language, texts]) =>
    [...new Set([...texts.keys(), ...ENGLISH.keys()])].flatMap((name) => {
      const [text, english] = [texts.get(name)?.trim(), ENGLISH.get(name)];
      if (!text || !english) return [`${language}: ${name} is missing`];
      return namesIn(text) === namesIn(english) ? [] : [`${language}: ${name} has other values`];
    }),
  );

  expect(globSync('*.json', { cwd: `${SOURCES}texts` }).sort()).toEqual(
    Object.keys(LANGUAGES)
      .map((language) => `${language}.json`)
      .sort(),
  );
  expect(ENGLISH.size).toBeGreaterThan(3_000);
  expect(problems).toEqual([]);
});

test('only the value count chooses a plural or needs to be a number', () => {
  const others = LANGUAGE_TEXTS.flatMap(([, texts]) => [...texts]).filter(([, text]) => {
    const nodes = [compile(text)].flat(1).filter((node) => Array.isArray(node));
    return nodes.some(([name, kind]) => (kind === PLURAL || kind === NUMBER) !== (name === 'count'));
  });

  expect(others).toEqual([]);
});

test('every text is used', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: SOURCES, exclude: ['**/*.test.ts'] });
  const code = sources.map((file) => readFileSync(SOURCES + file, 'utf8')).join('\n');
  // The names of values have points, and their keys have none.
  const words = new Set(
    code.match(/[\w.]+/g)?.flatMap((word) => [...word.split('.'), word.replaceAll('.', '_')]),
  );
  // Keys that are put together, such as `view_${view}`.
  const made = [...code.matchAll(/`((?:\w*\$\{[^`}]*\})+\w*)`/g)]
    .map(([, text = '']) => text.replace(/\$\{[^}]*\}/g, '\\w+'))
    .filter((pattern) => pattern.replaceAll('\\w+', '').length > 1)
    .map((pattern) => new RegExp(`^${pattern}$`));

  const unused = [...ENGLISH.keys()].filter((name) => {
    const key = name.split('.').at(-1) ?? '';
    const isCode = CODES.some((part) => name.startsWith(`${part}.`));
    return !isCode && !words.has(key) && !made.some((pattern) => pattern.test(key));
  });

  expect(made.length).toBeGreaterThan(20);
  expect(unused).toEqual([]);
});

/** Their keys are codes of the gateway or words of a provider. Other tests compare them. */
const CODES = [
  ...['common.problems', 'rare.problems', 'audit.nouns', 'audit.verbs', 'chat.reasons'],
  ...['chat.emoji', 'settings.erased'],
  ...['shared.templateWords', 'shared.categories', 'shared.deviceReasons'],
];

test('a page uses only texts that load with it', () => {
  const parts = new Set([...ENGLISH.keys()].map((name) => name.split('.').slice(0, 2).join('.')));
  const problems = globSync('**/*.{ts,tsx}', {
    cwd: SOURCES,
    exclude: ['**/*.test.ts', '**/*.d.ts'],
  }).flatMap((file) => {
    const [, page = ''] =
      /^(?:pages\/(?:automation\/(?=\w+\/))?|(?=(?:session|push)\/))([\w-]+)\//.exec(file) ?? [];
    const area = page.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const own = file.startsWith('pages/automation/settings/') ? 'automation' : area;
    const allowed = ['common', 'shared', 'rare', own, ...(own === 'inbox' ? ['chat'] : [])];
    const used = readFileSync(SOURCES + file, 'utf8').matchAll(/'([a-zA-Z]+)\.([a-zA-Z]+)'/g);
    return [...used]
      .filter(([, from = '', part = '']) => parts.has(`${from}.${part}`))
      .filter(([, from = '']) => !allowed.includes(from))
      .map(([name]) => `${file}: ${name}`);
  });

  expect(problems).toEqual([]);
});

test('a number chooses between one and other, and values are texts, not patterns', () => {
  const say = (language: Language, count: number, name: string | number) =>
    translate('usage.page', language, 'title', { count, name });
  const add = (language: Language, title: string) =>
    addTexts(language, 'usage', { page: { title: compile(title) } });
  onTestFinished(addCatalogues);

  add('en', '{count, plural, one {# chat} other {# chats}} of {name}');
  add('id', '{count, number} percakapan {name}');
  add('pt', '{count, plural, one {# conversa} other {# conversas}} de {name}');

  expect(say('en', 1, '$& {count}')).toBe('1 chat of $& {count}');
  expect(say('en', 2000, 'Ani')).toBe('2,000 chats of Ani');
  expect(say('id', 2000, 1000)).toBe('2.000 percakapan 1.000');
  expect([0, 1, 2000].map((count) => say('pt', count, 'Ana'))).toEqual([
    ...['0 conversa de Ana', '1 conversa de Ana', '2.000 conversas de Ana'],
  ]);
});

test('Spanish writes numbers and dates as the region of the browser does', () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const numberIn = (...languages: string[]) => {
    vi.stubGlobal('navigator', { languages });
    return translate('common.people', 'es', 'visitor', { id: 12_345.5 });
  };

  expect(numberIn('en-US', 'es-MX', 'es')).toBe('Visitante web #12,345.5');
  expect(numberIn('es-AR')).toBe('Visitante web #12.345,5');
  expect(numberIn('id')).toBe('Visitante web #12.345,5');
});
