import { expect, test } from 'vitest';
import { currencyIn, type DecimalMarks, marksIn, readFigure, writeAmount } from './amounts.ts';

const readAs = (cell: string, marks: DecimalMarks = '') => {
  const figure = readFigure(cell, marks);
  return figure.kind === 'amount' ? `${figure.currency ?? ''}${figure.value}` : figure.kind;
};

test.each([
  ['Rp 1.250.000', 'Rp1250000'],
  ['Rp. 1.250.000,-', 'Rp1250000'],
  ['1.250,50', '1250.50'],
  ['12,000.00', '12000.00'],
  ['IDR 50,000', 'Rp50000'],
  ['50000', '50000'],
  ['12.000', '12000'],
  ['12,000', '12000'],
  ['12,5', '12.5'],
  ['$12.50', '$12.50'],
  ['12.50 USD', 'USD 12.50'],
  ['S$ 7', 'S$7'],
  ['RM20', 'RM20'],
  ['15rb', '15000'],
  ['1,5 juta', '1500000'],
  ['Rp 25k', 'Rp25000'],
  ['1 250 000', '1250000'],
  ["1'250'000", '1250000'],
  ['0.125', '0.125'],
  ['-3', '-3'],
  ['75.000/-', '75000'],
  ['1.250.00', 'unclear'],
  ['1,25,000', 'unclear'],
  ['12 50', 'unclear'],
  ['1.250.000.0', 'unclear'],
  ['', 'empty'],
  [' - ', 'empty'],
  ['Hubungi kami', 'text'],
  ['10.000 - 15.000', 'text'],
  ['Rp 50.000/kg', 'text'],
  ['12 pcs', 'text'],
  ['Rp  15.000', 'Rp15000'],
  [`1${' '.repeat(998)}x`, 'text'],
])('%j is read as %s', (cell, value) => {
  expect(readAs(cell)).toBe(value);
});

test('a number that can mean two amounts is read by the others of its column, or not at all', () => {
  expect([
    marksIn(['1.250,50', '3']),
    marksIn(['1,250,000']),
    marksIn(['1.5', '2,5']),
    marksIn(['12.000']),
  ]).toEqual([...[',', '.', ',.', '']]);
  expect([marksIn(['$12.50', '15.000']), readAs('Rp12.000', '.')]).toEqual(['', 'Rp12000']);
  expect([readAs('12.000', ','), readAs('12,000', ','), readAs('12.000', ',.')]).toEqual([
    ...['12000', 'unclear', 'unclear'],
  ]);
});

test('amounts are written as the language writes them', () => {
  expect(writeAmount('1250000', 'id', 'Rp')).toBe('Rp1.250.000');
  expect(writeAmount('1250000.00', 'en', 'Rp')).toBe('Rp1,250,000');
  expect(writeAmount('1250.50', 'id', null)).toBe('1.250,50');
  expect(writeAmount('12.50', 'en', '$')).toBe('$12.50');
  expect(writeAmount('-3', 'en', null)).toBe('-3');
  expect([currencyIn('Harga (Rp)'), currencyIn('Price USD'), currencyIn('Harga')]).toEqual([
    'IDR',
    'USD',
    null,
  ]);
});

test('a long cell of digits and signs is read soon', () => {
  for (const part of ['1.', '1 ', '1,', '1', 'rp ', '- '])
    expect(() => readAs(part.repeat(2_000))).not.toThrow();
});
