import { expect, test } from 'vitest';
import { readRates } from './file.ts';

const HEADER = 'Market;Category;Valid_From;Currency;Amount';

test('a file of a spreadsheet is read, and an empty amount removes its rate', async () => {
  const rows = [
    'Indonesia;Authentication-International;2026-10-01;idr;1840.5',
    'Rest of Africa;service;2026-10-01;USD;',
  ];

  const rates = await readRates([HEADER, ...rows].join('\r\n'));

  expect(rates).toEqual([
    {
      ...{ market: 'Indonesia', category: 'authentication_international', valid_from: '2026-10-01' },
      ...{ currency: 'IDR', amount: '1840.5' },
    },
    {
      market: 'Rest of Africa',
      category: 'service',
      valid_from: '2026-10-01',
      currency: 'USD',
      amount: null,
    },
  ]);
});

test.each([
  ['Atlantis;service;2026-10-01;USD;1', 'line 2: market'],
  ['Indonesia;service;yesterday;USD;1', 'line 2: valid_from'],
  ['Indonesia;service;2026-10-01;rupiah;1', 'line 2: currency'],
  ['Indonesia;service;2026-10-01;IDR;1.1234567', 'line 2: amount'],
  ['Indonesia;service;2026-10-01;IDR;"1,5"', 'line 2: amount'],
])('the row %s is refused with its line', async (row, problem) => {
  await expect(readRates(`${HEADER}\n${row}`)).rejects.toMatchObject({
    errors: { csv: [expect.stringContaining(problem)] },
  });
});

test('a file without a column is refused', async () => {
  await expect(readRates('market,category\nIndonesia,service')).rejects.toMatchObject({
    errors: { csv: ['lacks the columns valid_from, currency, amount'] },
  });
});
