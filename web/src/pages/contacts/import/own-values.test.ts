import { expect, test } from 'vitest';
import { ownValueOf } from './own-values.ts';

test.each([
  ['text', ' Kota  Solo ', 'Kota  Solo'],
  ['text', 'x'.repeat(501), null],
  ['number', '12', 12],
  ['number', 'Rp 1.250.000,50', 1_250_000.5],
  ['number', '1,250,000', 1_250_000],
  ['number', '-0,5', -0.5],
  ['number', '0.125', 0.125],
  ['number', '12.500', null],
  ['number', 'dua', null],
  ['date', '2025-2-3', '2025-02-03'],
  ['date', '28/02/1990', '1990-02-28'],
  ['date', '02/28/1990', null],
  ['date', '30-02-2025', null],
  ['yes_no', 'Ya', true],
  ['yes_no', 'TIDAK', false],
  ['yes_no', 'mungkin', null],
  ['choice', 'EMAS', 'emas'],
  ['choice', 'besi', null],
] as const)('as %s, the cell %j is %j', (type, cell, value) => {
  expect(ownValueOf({ type, choices: ['perak', 'emas'] }, cell)).toBe(value);
});
