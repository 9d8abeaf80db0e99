import { expect, test } from 'vitest';
import { printableLines } from './printable.ts';

test('a message for a terminal keeps its lines, and shows characters that deceive', () => {
  const text = 'KURIR_PORT: bad\nno device \u001b[31mred\u202etxt\u0007';

  expect(printableLines(text)).toBe('KURIR_PORT: bad\nno device \\u001b[31mred\\u202etxt\\u0007');
});
