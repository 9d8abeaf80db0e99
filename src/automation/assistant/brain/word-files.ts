import { readFileSync } from 'node:fs';

/** Lines of a file in `words`. Empty lines and comments are left out. */
export function readWords(name: string): string[] {
  const text = readFileSync(new URL(`words/${name}.txt`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
