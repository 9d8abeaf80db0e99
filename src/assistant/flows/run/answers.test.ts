import { expect, test } from 'vitest';
import { Answer } from '../definition/answers.ts';
import { readAnswer } from './answers.ts';
import { Comparisons } from './comparisons.ts';
import { messageOf } from './test-flows.ts';

const texts = new Comparisons();
const facts = {
  ...{ countryCode: async () => '62', today: async () => '2026-11-25' },
  compare: (pattern: string, text: string) => texts.has(1, pattern, text),
};
const read = async (answer: object, said: Parameters<typeof messageOf>[0]) =>
  (await readAnswer({ id: 'n', answer: Answer.parse(answer) }, messageOf(said), facts))?.value ?? null;

test.each([
  ['12', 12],
  ['1.500', 1500],
  ['1,500', 1500],
  ['1.500.000,75', 1500000.75],
  ['1,500.5', 1500.5],
  ['1,5', 1.5],
  ['1.50', 1.5],
  ['Rp 25.000', 25000],
  ['Rp25.000,-', 25000],
  ['-3', -3],
  ['１２', 12],
  ['12 buah kak', 12],
  ['0,250 kg', 0.25],
  ['1,1jt ya', 1_100_000],
  ['25rb', 25_000],
  ['2 atau 3', null],
  ['dua', null],
  ['1.2.3', null],
  ['1e9', null],
  ['Infinity', null],
])('the number %s is read as %s', async (said, expected) => {
  expect(await read({ kind: 'number' }, said)).toBe(expected);
});

test.each([
  ['2026-12-24', '2026-12-24'],
  ['24/12/2026', '2026-12-24'],
  ['24-12-26', '2026-12-24'],
  ['24 Des', '2026-12-24'],
  ['tgl 24 desember 2026', '2026-12-24'],
  ['December 24, 2026', '2026-12-24'],
  ['24.12', '2026-12-24'],
  ['1 Jan', '2027-01-01'],
  ['besok', '2026-11-26'],
  ['Lusa!', '2026-11-27'],
  ['besok aja kak', '2026-11-26'],
  ['29 Feb', '2028-02-29'],
  ['31/02/2026', null],
  ['24 blah', null],
  ['kapan saja', null],
  ['constructor', null],
])('the date %s is read as %s', async (said, expected) => {
  expect(await read({ kind: 'date' }, said)).toBe(expected);
});

test.each([
  [{ kind: 'date', earliest: 'today' }, 'hari ini', '2026-11-25'],
  [{ kind: 'date', earliest: 'today' }, '24/11/2026', null],
  [{ kind: 'date', latest: '2026-12-01' }, '2/12/2026', null],
  [{ kind: 'number', min: 1, max: 5 }, '6', null],
  [{ kind: 'number', integer: true }, '1,5', null],
  [{ kind: 'email' }, ' budi@contoh.co.id ', 'budi@contoh.co.id'],
  [{ kind: 'email' }, 'budi@contoh', null],
  [{ kind: 'email' }, 'a@b.co, c@d.co', null],
  [{ kind: 'phone' }, '0812-3456-7890', '6281234567890'],
  [{ kind: 'phone' }, '12', null],
  [{ kind: 'text', min_length: 3 }, 'ab', null],
  [{ kind: 'text', max_length: 3 }, '😀😀😀', '😀😀😀'],
  [{ kind: 'text', max_length: 3 }, '😀😀😀😀', null],
  [{ kind: 'text', pattern: '^[a-z]{2}\\d+$' }, 'AB12', 'AB12'],
  [{ kind: 'text', pattern: '^(a+)+$' }, `${'a'.repeat(900)}!`, null],
  [{ kind: 'text' }, '   ', null],
  [{ kind: 'text' }, { type: 'sticker' }, null],
  [{ kind: 'media', types: ['image'] }, { type: 'image', text: 'ini' }, 7],
  [{ kind: 'media', types: ['image'] }, { type: 'video' }, null],
])('%j takes %j as %j', async (answer, said, expected) => {
  expect(await read(answer, said)).toBe(expected);
});
