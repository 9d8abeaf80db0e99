import ts from 'typescript';
import { expect, test } from 'vitest';
import { LANGUAGE_WORDS } from '../../src/assistant/languages/words.ts';
import { isTestFile, parse, readTree } from './tree.ts';

/** They show customers' words in the documentation of the API, or names of columns in a file. */
const EXAMPLES = /\/(?:(?:[a-z]+-)?schema|documentation|(?:row-)?routes|content)\.ts$/;
const LEAST_LETTERS = 4;
const ENGLISH_TOO = new Set('admin info operator ready rupiah nama'.split(' '));

const sources = (await readTree()).filter(
  ({ path }) =>
    /^src\/assistant\/(?!languages\/).*\.ts$/.test(path) && !isTestFile(path) && !EXAMPLES.test(path),
);

function indonesian(): ReadonlySet<string> {
  const { reading, facts, proof, chat, tables, handOff } = LANGUAGE_WORDS.id;
  const english = wordsOf(JSON.stringify(LANGUAGE_WORDS.en));
  const texts = [reading.marks, facts, proof, chat, tables.fillers, tables.wording, handOff.asking];
  const own = [...wordsOf(JSON.stringify(texts))].filter((word) => word.length >= LEAST_LETTERS);
  return new Set(own.filter((word) => !english.has(word) && !ENGLISH_TOO.has(word)));
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}+/gu));

test('only src/assistant/languages has words that customers write', () => {
  const words = indonesian();
  const found = sources.flatMap(({ path, text }) => {
    const strings: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node)) strings.push(node.text);
      ts.forEachChild(node, visit);
    };
    visit(parse(path, text));
    return [...wordsOf(strings.join(' '))]
      .filter((word) => words.has(word))
      .map((word) => `${path}: ${word}`);
  });

  expect(words.size).toBeGreaterThan(300);
  expect(found).toEqual([]);
});
