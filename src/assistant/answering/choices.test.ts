import { expect, test } from 'vitest';
import { choicesOf } from './choices.ts';

test('a question of several FAQ pairs is one choice', () => {
  const [first, second, third] = [
    { faq_id: 'a', question: 'Jam buka?' },
    { faq_id: 'b', question: 'jam  buka' },
    { faq_id: 'c', question: 'Alamat?' },
  ];

  expect(choicesOf([first, second, third])).toEqual([first, third]);
});
