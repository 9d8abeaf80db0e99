import { expect, test } from 'vitest';
import { keywordIn, normalizeKeyword, withoutAccents } from './keywords.ts';

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
])('%j is compared as %j', (text, normalized) => {
  expect(normalizeKeyword(text)).toBe(normalized);
  expect(normalizeKeyword(normalized)).toBe(normalized);
});

test.each([
  ['PARAR PROMOÇÕES', 'PARAR PROMOCOES'],
  ['ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝ', 'AAAAAACEEEEIIIINOOOOOUUUUY'],
  ['СТОЙ Ş ×Ø 🛑', 'СТОЙ Ş ×Ø 🛑'],
])('%s is compared without its accents as %s', (keyword, plain) => {
  expect(withoutAccents(keyword)).toBe(plain);
});

test('a hostile text is normalized in linear time', () => {
  const hostile = `a${'!'.repeat(200_000)}a`;

  expect(normalizeKeyword(hostile)).toBe(hostile.toUpperCase());
});

test('only a short text can be a keyword', () => {
  const long = `STOP${'.'.repeat(200)}`;

  expect(keywordIn({ type: 'text', body: 'Stop.' })).toBe('STOP');
  expect([
    keywordIn({ type: 'image', body: 'STOP' }),
    keywordIn({ type: 'text', body: long }),
    keywordIn({ type: 'text', body: '?!' }),
    keywordIn({ type: 'text', body: null }),
  ]).toEqual([null, null, null, null]);
});
