import { expect, test } from 'vitest';
import { RATING_WORDS } from './rating-words.ts';

const scoreOf = (text: string) => RATING_WORDS.scoreIn(text)?.score ?? null;

test.each([
  ...([
    ['5', 5],
    [' 4 ', 4],
    ['3.', 3],
    ['5!', 5],
    ['5️⃣', 5],
    ['５', 5],
    ['5/5', 5],
    ['4 dari 5', 4],
  ] as const),
  ...([
    ['4 out of 5', 4],
    ['bintang 5', 5],
    ['5 bintang', 5],
    ['4 stars', 4],
    ['Nilai: 4', 4],
  ] as const),
  ...([
    ['saya kasih 5', 5],
    ['cinco', 5],
    ['lima', 5],
    ['Empat kak', null],
    ['four', 4],
    ['⭐⭐⭐⭐', 4],
    ['★★★☆☆', 3],
  ] as const),
  ...([
    ['⭐️⭐️ lama', 2],
    ['4 bagus', 4],
    ['4, cepat dan ramah', 4],
    ['1 lama sekali balasnya', 1],
  ] as const),
  ...([
    ['5 👍', 5],
    ['5 ya kak', 5],
    ['🌟🌟🌟🌟🌟🌟', 5],
  ] as const),
] as const)('"%s" rates %s', (text, score) => {
  expect(scoreOf(text)).toBe(score);
});

test.each([
  ...['', 'halo', '0', '6', '10', '5.000', '4-5', '1/2', '2x', '5kg', '5 kg beras', '2 porsi nasi goreng'],
  ...['2 lagi dong', '2 yang merah', '3 buah', '1 jam lagi', '5 mau pesan lagi', '2 more please', '5%'],
  ...['4 bagus, tapi kapan dikirim?', '5 jalan Mawar 12', 'pukul 5', 'dua porsi', `5 ${'a'.repeat(300)}`],
])('"%s" is no rating', (text) => {
  expect(scoreOf(text)).toBeNull();
});

test('a question, an order and a request for a person are no comments', () => {
  const texts = ['Ramah sekali', 'kapan dikirim?', 'mau bicara sama admin', 'pesan lagi dong', '2 lagi'];

  expect(texts.map(RATING_WORDS.isComment)).toEqual([true, false, false, false, false]);
});
