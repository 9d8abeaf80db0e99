import { expect, test } from 'vitest';
import { readTree } from '../hygiene/tree.ts';
import { blocksOf } from './guide.ts';
import { findUnpastable } from './shell-lines.ts';

const SHELL = ['', 'sh', 'bash', 'console', 'shell'];

const documents = (await readTree()).filter(({ path }) => /^(docs\/)?[^/]+\.md$/.test(path));

test('every line that a document shows for a terminal can be pasted into bash and zsh', () => {
  const blocks = documents.flatMap(({ path, text }) => blocksOf(path, text));
  const lines = blocks.filter(({ language }) => SHELL.includes(language));

  const problems = lines
    .filter(({ code }) => /\b(curl|kurir|npm|KEY=)/.test(code))
    .flatMap(({ place, code }) => findUnpastable(code).map((problem) => `${place}, ${problem}`));

  expect(lines.length).toBeGreaterThan(30);
  expect(problems).toEqual([]);
});

test.each([
  ['a comment behind a command', 'KEY=kurir_1 # the key\n', 'line 1: a comment'],
  ['a comment on its own line', 'npm start\n# then\n', 'line 2: a comment'],
  ['a comment in a substitution', 'A=$(date # now\n)\n', 'line 1: a comment'],
  ['an exclamation mark', 'echo "Halo!Budi"\n', 'line 1: `!` in double quotes'],
])('finds %s', (_name, code, problem) => {
  expect(findUnpastable(code)).toEqual([problem]);
});

test.each([
  ['a mark in quotes', `curl -d '{"a":"# b!c"}' "x # y"\n`],
  ['a mark in a URL', 'curl http://127.0.0.1/#part\n'],
  ['a quote in a substitution in quotes', `echo "$(grep -o '"a"' b)" 'c # d'\n`],
  ['a negated test', 'until [ ! -e a ]; do sleep 1; done\n'],
])('accepts %s', (_name, code) => {
  expect(findUnpastable(code)).toEqual([]);
});
