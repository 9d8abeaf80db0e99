import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** Lines of a file in `words`. Empty lines and comments are left out. */
export function readWords(name: string): string[] {
  const text = readFileSync(new URL(`words/${name}.txt`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** Changes with any file in `words`. */
export function hashOfWords(): string {
  const folder = new URL('words/', import.meta.url);
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort())
    hash.update(name).update(readFileSync(new URL(name, folder)));
  return hash.digest('hex').slice(0, 16);
}
