import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsv } from './csv.ts';
import { csvLine } from './csv-line.ts';
import { FieldErrors } from './errors.ts';

const cellsOf = async (text: string) => (await readCsv(text, 10)).rows.map(({ cells }) => cells);

test.each([
  ['comma', 'question,answer\na,b\n'],
  ['semicolon', 'question;answer\r\na;b\r\n'],
  ['tab', 'question\tanswer\na\tb'],
  ['byte order mark', '\ufeffquestion,answer\na,b'],
  ['empty lines', '\nquestion,answer\n\n , \na,b\n\n'],
  ['a line of Excel', '\ufeffsep=;\r\nquestion;answer\r\na;b\r\n'],
])('a file with %s is read', async (_, text) => {
  const { header, rows, problems } = await readCsv(text, 10);

  expect(header).toEqual(['question', 'answer']);
  expect(rows.map(({ cells }) => cells)).toEqual([['a', 'b']]);
  expect(problems).toEqual([]);
});

test('cells keep separators, quotes and line breaks', async () => {
  const row = ['layar 5", tipis', 'a;b\nc', 'plain'];

  expect(await cellsOf(`one,two,three\n${csvLine(row)}`)).toEqual([row]);
  expect(await cellsOf('one,two\nlayar 5" tipis,b\n')).toEqual([['layar 5" tipis', 'b']]);
});

test('a separator in a quoted name of the header does not count', async () => {
  expect((await readCsv('nama;"a, b, c"\nKopi;1\n', 10)).header).toEqual(['nama', 'a, b, c']);
});

const FORMULAS = [
  '=1+1',
  '+62812',
  '-5',
  '@sum',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1',
  "'=1",
  "''=1",
  "'",
  "'a",
  '',
  ' =1',
  '0',
];

test('cells that a spreadsheet would calculate are written as text, and come back as they were', async () => {
  const text = csvLine(FORMULAS);

  expect(await cellsOf(`${csvLine(FORMULAS.map((_, n) => `c${n}`))}${text}`)).toEqual([FORMULAS]);
  for (const cell of text.split(/,"?/)) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝]/);
});

/** The fields of a file for a program that splits at this character: with quotes as one, and without. */
function fieldsOf(text: string, delimiter: string): string[] {
  const options = { delimiter, relax_quotes: true, relax_column_count: true };
  const naive = text.split(/\r\n|\r|\n/).flatMap((line) => line.split(delimiter));
  return [...parse(text, options).flat(), ...naive];
}

test.each([',', ';', '\t'])('a program that splits at %j finds no formula in any cell', (delimiter) => {
  const cells = [
    ...FORMULAS,
    'a;=1+1',
    'a; =1+1;+2',
    'a\t=1',
    'a\n-1',
    'a\r\n@sum',
    'a;"=1"',
    'a;\u00a0\uff0b1',
    `a;${' '.repeat(1_000)}=1`,
    'a;;=1',
  ];

  const fields = fieldsOf(cells.map((cell) => csvLine(['62812', cell, cell])).join(''), delimiter);

  expect(fields.filter((field) => /^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(field))).toEqual([]);
});

test('a cell of separators alone is guarded in linear time', () => {
  const cell = ';\n '.repeat(500_000);

  expect(csvLine([cell])).toHaveLength(cell.length + 4);
});

test('any cells come back as they were', async () => {
  const cell = fc.string({ unit: fc.constantFrom(...'\'=+-@\t\r\n,;" a1é'.split('')), maxLength: 6 });
  const row = fc
    .array(cell, { minLength: 2, maxLength: 5 })
    .filter((cells) => cells.some((each) => each.trim()));

  await fc.assert(
    fc.asyncProperty(row, async (cells) => {
      expect(await cellsOf(`${csvLine(cells.map((_, n) => `c${n}`))}${csvLine(cells)}`)).toEqual([cells]);
      for (const delimiter of [';', '\t']) {
        const fields = csvLine(cells)
          .split(/\r\n|\r|\n/)
          .flatMap((line) => line.split(delimiter));
        expect(fields.filter((field) => /^[\s"]*[=+\-@]/.test(field))).toEqual([]);
      }
    }),
  );
});

test('a long file is read in pieces, and no letter of it breaks', async () => {
  const rows = Array.from({ length: 9_000 }, (_, n) => [`Ongkir ke kota ${n} 🚚 “é”`, '"Rp', '\n—']);
  let iterations = 0;
  let timer = setImmediate(function count() {
    iterations += 1;
    timer = setImmediate(count);
  });

  const csv = await readCsv(`a,b,c\n${rows.map((row) => csvLine(row)).join('')}`, rows.length);
  clearImmediate(timer);

  expect(csv.rows.map(({ cells }) => cells)).toEqual(rows);
  expect(iterations).toBeGreaterThan(5);
});

test('a row that cannot be read is reported, and the others are read', async () => {
  const { rows, problems } = await readCsv(`one,two\na,b\n${'x,'.repeat(200)}\nc,d\n"e,f\n`, 10);

  expect(rows.map(({ cells }) => cells)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(problems).toEqual([
    { line: 3, problem: 'has more than 100 cells' },
    { line: 5, problem: 'has a quote that does not end' },
  ]);
});

test('a row that is too long is reported once, and hides the rows after it', async () => {
  const { rows, problems, cutOff } = await readCsv(`one,two\na,b\n${'x'.repeat(400_000)}\nc,d\n`, 10);

  expect(rows.map(({ cells }) => cells)).toEqual([['a', 'b']]);
  expect(problems).toEqual([{ line: 3, problem: 'has a row of more than 100000 characters' }]);
  expect(cutOff).toEqual(problems[0]);
});

test.each([
  ['must begin with a header', ''],
  ['must begin with a header', ',,\na,b'],
  ['must have at most 10 rows', `one,two\n${'a,b\n'.repeat(11)}`],
])('a file that %s is refused', async (problem, text) => {
  await expect(readCsv(text, 10)).rejects.toThrow(expect.objectContaining({ errors: { body: [problem] } }));
});

test.each([
  [',', 'must have at most 500000 cells'],
  ['a,"\n', 'must have at most 500000 cells'],
  ['"', 0],
  ['""', 0],
  ['\n', 0],
  ['\r', 0],
  ['x', 0],
])('4 MiB of %j end soon', async (hostile, outcome) => {
  const text = `one,two\n${hostile.repeat((4 * 1024 * 1024) / hostile.length)}`;

  let found: unknown;
  try {
    found = (await readCsv(text, 10_000)).rows.length;
  } catch (error) {
    found = error instanceof FieldErrors && error.errors.body?.[0];
  }

  expect(found).toBe(outcome);
});
