import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { defineTexts, type Text, type Texts, translate } from './define-texts.ts';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
/** Reads the page, which is not there. */
const HOOK = 'texts/texts.ts';

/** Every dictionary of the dashboard, by its file. Only files of this name have texts. */
async function readDictionaries(): Promise<[file: string, texts: Texts<string>][]> {
  const files = await readdir(SOURCES, { recursive: true });
  const found = await Promise.all(
    files
      .filter((file) => /\/texts\.ts$/.test(file) && file !== HOOK)
      .map(async (file) => {
        const exported: Record<string, unknown> = await import(SOURCES + file);
        return Object.values(exported)
          .filter(isTexts)
          .map((texts) => [file, texts] as [string, Texts<string>]);
      }),
  );
  return found.flat();
}

const isTexts = (value: unknown): value is Texts<string> =>
  typeof value === 'object' && value !== null && 'en' in value && 'id' in value;

const placeholders = (text: Text | undefined) =>
  [...new Set([text ?? ''].flat().flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();

test('every text of the dashboard is there in both languages, with the same placeholders', async () => {
  const dictionaries = await readDictionaries();

  const problems = dictionaries.flatMap(([file, { en, id }]) =>
    [...new Set([...Object.keys(en), ...Object.keys(id)])].flatMap((key) => {
      const [one, other] = [en[key], id[key]];
      if (!one || !other || [one, other].flat().some((form) => form.trim() === ''))
        return [`${file}: ${key} is missing`];
      const same = String(placeholders(one)) === String(placeholders(other));
      return same ? [] : [`${file}: ${key} has other placeholders`];
    }),
  );

  expect(dictionaries.length).toBeGreaterThan(2);
  expect(problems).toEqual([]);
});

test('a number chooses between one and other, and values are texts, not patterns', () => {
  const texts = defineTexts({
    en: { chats: ['{count} chat of {name}', '{count} chats of {name}'] },
    id: { chats: '{count} percakapan {name}' },
  });

  expect(translate(texts, 'en', 'chats', { count: 1, name: '$& {count}' })).toBe('1 chat of $& {count}');
  expect(translate(texts, 'en', 'chats', { count: 2000, name: 'Ani' })).toBe('2,000 chats of Ani');
  expect(translate(texts, 'id', 'chats', { count: 2000, name: 'Ani' })).toBe('2.000 percakapan Ani');
});
