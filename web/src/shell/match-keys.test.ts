import { expect, test } from 'vitest';
import { matchKeys } from './match-keys.ts';

const keys = (name: string, inFields = false) => ({ keys: name, inFields });
const SHORTCUTS = [
  ...[keys('g i'), keys('g b'), keys('?'), keys('Escape', true)],
  ...[keys('b'), keys('e'), keys('r'), keys('r')],
];

/** The place of the shortcut that runs. -1: none. */
function run(before: string | null, key: string, onlyInFields = false): number {
  const match = matchKeys(SHORTCUTS, { before, key, onlyInFields });
  return match ? SHORTCUTS.indexOf(match) : -1;
}

test('two keys open a page, and never do what the second one does alone', () => {
  expect([run('g', 'i'), run('g', 'b'), run('g', 'e')]).toEqual([0, 1, -1]);
});

test('a key alone runs, also after a key that begins nothing; the latest of equal ones wins', () => {
  expect([run(null, 'b'), run('x', 'e'), run(null, 'r'), run(null, 'x')]).toEqual([4, 5, 7, -1]);
});

test('in a field, a dialog or a menu only the keys for fields run', () => {
  expect([run(null, 'b', true), run('g', 'i', true), run(null, 'Escape', true)]).toEqual([-1, -1, 3]);
});
