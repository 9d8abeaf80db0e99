import { expect, test } from 'vitest';
import { PassageWriter, wordsIn } from './passages.ts';
import type { Passage, Section } from './reading.ts';

function passagesOf(sections: readonly Section[]): Passage[] {
  const passages: Passage[] = [];
  const writer = new PassageWriter((passage) => passages.push(passage));
  for (const section of sections) writer.add(section);
  writer.flush();
  return passages;
}

const section = (heading: string | null, text: string) => ({ heading, text, page: null });
const words = (count: number, mark = 'kata') =>
  Array.from({ length: count }, (_, n) => `${mark}${n}${n % 10 === 9 ? '.' : ''}`).join(' ');

test('a long section becomes passages of at most 250 words that end with a sentence', () => {
  const passages = passagesOf([section('Ongkir', words(1_000))]);

  expect(passages.length).toBeGreaterThanOrEqual(4);
  for (const { heading, text } of passages) {
    expect(heading).toBe('Ongkir');
    expect(wordsIn(text)).toBeLessThanOrEqual(250);
    expect(text.endsWith('.')).toBe(true);
  }
  expect(passages.map(({ text }) => text).join(' ')).toBe(words(1_000));
});

test('a passage has one heading; a short section keeps its heading in the text', () => {
  const passages = passagesOf([
    section('Ongkir', words(60)),
    section('Retur', 'Tujuh hari.'),
    section('Garansi', words(60)),
  ]);

  expect(passages.map(({ heading }) => heading)).toEqual(['Ongkir', 'Retur']);
  expect(passages[1]?.text).toBe(`Tujuh hari.\nGaransi\n${words(60)}`);
});

test.each([
  ['one word', 'x'.repeat(10_000)],
  ['a language without blanks', '商品の送料について。'.repeat(500)],
  ['one sentence', Array.from({ length: 3_000 }, (_, n) => `kata${n}`).join(' ')],
])('%s of any length is divided', (_, text) => {
  const passages = passagesOf([section(null, text)]);

  expect(Math.max(...passages.map((each) => each.text.length))).toBeLessThan(5_000);
  expect(
    passages
      .map((each) => each.text)
      .join('')
      .replaceAll(/\s/g, ''),
  ).toBe(text.replaceAll(/\s/g, ''));
});

test('a document without text has no passages', () => {
  expect(passagesOf([])).toEqual([]);
  expect(passagesOf([section(null, '')])).toEqual([]);
});
