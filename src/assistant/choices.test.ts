import { expect, test } from 'vitest';
import { choiceFrom, choicesOf, fitToEngine } from './choices.ts';
import type { Content } from './plan.ts';

const BUTTONS: Content = {
  type: 'button',
  body: 'Mau apa?',
  interactive: {
    header: 'Toko Ani',
    footer: 'Balas dengan angka',
    buttons: [
      { id: 'price', title: 'Harga' },
      { id: 'order', title: 'Pesan ✅' },
      { id: 'three', title: '1' },
    ],
  },
};
const LIST: Content = {
  type: 'list',
  body: 'Katalog',
  interactive: {
    button_text: 'Lihat',
    sections: [
      { title: 'Kopi', rows: [{ id: 'a', title: 'Arabika', description: '250 g' }] },
      {
        title: 'Teh',
        rows: [
          { id: 'b', title: 'Hijau' },
          { id: 'c', title: 'Hijau' },
        ],
      },
    ],
  },
};

test('an engine with choices gets them unchanged', () => {
  expect(fitToEngine(BUTTONS, 'official_cloud')).toBe(BUTTONS);
});

test('the economy engine gets numbered text', () => {
  const fitted = [BUTTONS, LIST].map((content) => fitToEngine({ ...content, by: 'rule' }, 'economy'));

  expect(fitted).toEqual([
    {
      ...{ type: 'text', interactive: null, by: 'rule' },
      body: '*Toko Ani*\n\nMau apa?\n\n1. Harga\n2. Pesan ✅\n3. 1\n\n_Balas dengan angka_',
    },
    {
      ...{ type: 'text', interactive: null, by: 'rule' },
      body: 'Katalog\n\n*Kopi*\n1. Arabika - 250 g\n\n*Teh*\n2. Hijau\n3. Hijau',
    },
  ]);
});

test.each([
  ['2', 'order'],
  [' 2. ', 'order'],
  ['No. 2', 'order'],
  ['pilih 2', 'order'],
  ['2️⃣', 'order'],
  ['yang nomor 2 ya kak', 'order'],
  ['Pesan dong, min', 'order'],
  ['dua kak', null],
  ['PESAN', 'order'],
  ['2. pesan ✅', 'order'],
  ['1', 'three'],
  ['0', null],
  ['4', null],
  ['12', null],
  ['pesan 2', null],
  ['', null],
])('"%s" chooses %s', (text, id) => {
  expect(choiceFrom(choicesOf(BUTTONS), { text })?.id ?? null).toBe(id);
});

test('a tap chooses by its id, although titles are equal', () => {
  expect(choiceFrom(choicesOf(LIST), { text: 'Hijau', choice_id: 'c' })?.id).toBe('c');
  expect(choiceFrom(choicesOf(LIST), { text: 'Hijau', choice_id: 'from another message' })?.id).toBe('b');
});

test('a text has no choices', () => {
  const text: Content = { type: 'text', body: '1. Harga' };

  expect(choicesOf(text)).toEqual([]);
});
