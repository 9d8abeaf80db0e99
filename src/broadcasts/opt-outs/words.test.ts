import { expect, test } from 'vitest';
import { foldWord, wordIn } from './words.ts';

test.each([
  ['STOP', 'STOP'],
  ['stop', 'STOP'],
  ['  Stop \n', 'STOP'],
  ['STOP.', 'STOP'],
  ['Stop!!!', 'STOP'],
  ['*stop*', 'STOP'],
  ['"Stop",', 'STOP'],
  ['ＳＴＯＰ', 'STOP'],
  ['stop\u200b', 'STOP'],
  ['berhenti\u00a0\n langganan', 'BERHENTI LANGGANAN'],
  ['стоп', 'СТОП'],
  ['🛑', '🛑'],
  ['"🛑"!', '🛑'],
  ['Stop 🙏🏽', 'STOP'],
  ['~STOP~ ❤️', 'STOP'],
  ['`STOP`', 'STOP'],
  ['stop please', 'STOP PLEASE'],
  ['non-stop', 'NON-STOP'],
  ['...', ''],
  ['', ''],
])('%j is compared as %j', (text, folded) => {
  expect(foldWord(text)).toBe(folded);
  expect(foldWord(folded)).toBe(folded);
});

test('a hostile text is folded in the time that its length takes', () => {
  const hostile = `a${'!'.repeat(200_000)}a`;

  expect(foldWord(hostile)).toBe(hostile.toUpperCase());
});

test('only a short text can be a word', () => {
  const long = `STOP${'.'.repeat(200)}`;

  expect(wordIn({ type: 'text', body: 'Stop.' })).toBe('STOP');
  expect([
    wordIn({ type: 'image', body: 'STOP' }),
    wordIn({ type: 'text', body: long }),
    wordIn({ type: 'text', body: '?!' }),
    wordIn({ type: 'text', body: null }),
  ]).toEqual([null, null, null, null]);
});
