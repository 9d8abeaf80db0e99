import { expect, test } from 'vitest';
import { csvLine } from '../../../../../src/platform/lib/csv-line.ts';
import { Problem } from '../../../api/problem.ts';
import { CsvProblem, readCsv, textOf } from '../../../csv/csv.ts';
import { guessMapping, planImport } from './plan.ts';
import { NOTHING, upload } from './upload.ts';

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells);
const planOf = (text: string, tags: string[] = []) => {
  const rows = readCsv(text);
  const { mapping, hasHeader } = guessMapping(rows);
  return planImport(rows, mapping, { hasHeader, tags });
};

test.each([
  [
    'commas',
    'a,b\r\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'semicolons',
    'a;b;c\nd,x;e;f\n',
    [
      ['a', 'b', 'c'],
      ['d,x', 'e', 'f'],
    ],
  ],
  [
    'tabs',
    'a\tb\rc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['quotes', '"a,""b""","c\nd"', [['a,"b"', 'c\nd']]],
  ['a byte order mark', '\ufeffa,b', [['a', 'b']]],
  [
    'empty lines',
    'a,b\n\n,\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['text after a closing quote', '"a"x,b', [['a', 'b']]],
  ['thousands of empty columns', `a${','.repeat(16_000)}`, [['a', ...Array(255).fill('')]]],
])('reads a file with %s', (_name, text, expected) => {
  expect(cellsOf(text)).toEqual(expected);
});

test('a row knows its line in the file, also behind a cell of two lines', () => {
  expect(readCsv('a,b\n"c\nd",e\n\nf,g').map(({ line }) => line)).toEqual([1, 2, 5]);
});

test.each([
  ['an open quote', () => readCsv('a\n"b'), { code: 'openQuote', line: 2 }],
  ['no rows', () => readCsv('\n , \n'), { code: 'noRows' }],
  ['too many columns', () => readCsv(`a${','.repeat(300)}b`), { code: 'notText', line: 1 }],
  ['too many rows', () => readCsv('a\n'.repeat(50_002)), { code: 'tooManyRows' }],
  ['a spreadsheet', () => textOf(new Uint8Array([0x50, 0x4b, 0, 0]).buffer), { code: 'notText' }],
])('%s is refused', (_name, read, expected) => {
  expect(read).toThrow(CsvProblem);
  expect(read).toThrow(expect.objectContaining(expected));
});

test('a file in the code page of Excel is read', () => {
  expect(textOf(new Uint8Array([0x4a, 0x6f, 0x73, 0xe9]).buffer)).toBe('José');
});

test.each([
  ['Nama,No HP,Grup', { name: 0, phone: 1, tags: 2, email: -1 }],
  ['phone,name,email,tags,created_at', { phone: 0, name: 1, email: 2, tags: 3 }],
  ['WhatsApp name,WhatsApp number', { name: 0, phone: 1, email: -1, tags: -1 }],
  ['Nome,Sobrenome,Celular,Etiqueta', { name: 0, surname: 1, phone: 2, tags: 3 }],
  ['Nombre,Apellidos,Teléfono móvil', { name: 0, surname: 1, phone: 2 }],
  ['Nome do cliente,Número', { name: 0, phone: 1 }],
  ['CPF,Nome,Telefone', { name: 1, phone: 2 }],
])('finds the columns of the header "%s"', (header, mapping) => {
  expect(guessMapping(readCsv(`${header}\nx,y`))).toMatchObject({ mapping, hasHeader: true });
});

test('a file without a header has its numbers found', () => {
  const guess = guessMapping(readCsv('Budi,0812-3456-7890\nAni,0812-0000-0001'));

  expect(guess).toMatchObject({ mapping: { phone: 1, name: -1, email: -1, tags: -1 }, hasHeader: false });
});

test('rows become contacts, and an export of Kurir is read as it was', () => {
  const text = csvLine(['phone', 'name', 'email', 'tags']) + csvLine(['62812345678', '=1+1', '', '+a; b']);

  const { contacts, bad } = planOf(text, ['new']);

  expect(contacts).toEqual([{ line: 2, phone: '62812345678', name: '=1+1', tags: ['+a', 'b', 'new'] }]);
  expect(bad).toEqual([]);
});

test.each([
  ['no number', ',Budi,', 'noPhone', ''],
  ['a short number', '0812,Budi,', 'badPhone', ''],
  ['letters', 'nomor 08123456789,Budi,', 'badPhone', ''],
  ['an endless number', `0812${'-'.repeat(300)}3456789,Budi,`, 'badPhone', ''],
  ['a number that a spreadsheet changed', '"6,28123E+12",Budi,', 'changedPhone', ''],
  ['a long name', `081234567890,${'x'.repeat(256)},`, 'longName', ''],
  ['a wrong e-mail', '081234567890,Budi,budi@', 'badEmail', ''],
  ['the number of an earlier row', '+62 811-1111-1111,Budi,', 'duplicate', '2'],
])('a row with %s is left out with its line and reason', (_name, row, reason, detail) => {
  const { contacts, bad } = planOf(`phone,name,email\n6281111111111,Ani,\n${row}`);

  expect(bad).toMatchObject([{ line: 3, reason, detail }]);
  expect(contacts).toHaveLength(1);
});

/** As the gateway answers for an account of Indonesia. */
const CHECKED = new Map([
  [
    '81322223333',
    {
      ...{ input: '81322223333', number: '81322223333', country: 'JP', tags: null },
      local: { number: '6281322223333', country: 'ID', tags: ['lama', 'vip'] },
    },
  ],
  ['0812-3456-7890', { input: '', number: '6281234567890', country: 'ID', tags: ['vip'], local: null }],
  ['+6281234567890', { input: '', number: '6281234567890', country: 'ID', tags: ['vip'], local: null }],
  ['00000000', { input: '', number: null, country: null, tags: null, local: null }],
]);

test.each([
  [true, { phone: '+6281322223333', number: '6281322223333', country: 'ID' }, { tags: 3, contacts: 2 }],
  [false, { phone: '81322223333', number: '81322223333', country: 'JP' }, { tags: 1, contacts: 1 }],
])('numbers without their 0 are read as local ones: %s', (readsLocal, first, lost) => {
  const rows = readCsv('phone\n81322223333\n0812-3456-7890\n+6281234567890\n00000000');
  const { mapping, hasHeader } = guessMapping(rows);

  const plan = planImport(rows, mapping, { hasHeader, tags: ['pameran'], checked: CHECKED, readsLocal });

  expect(plan.contacts).toMatchObject([first, { phone: '0812-3456-7890', number: '6281234567890' }]);
  expect(plan.bad).toMatchObject([
    { line: 4, reason: 'duplicate', detail: '3' },
    { line: 5, reason: 'badPhone' },
  ]);
  expect(plan.locals).toHaveLength(1);
  expect(plan.lost).toEqual(lost);
});

const contacts = Array.from({ length: 250 }, (_, n) => ({ line: n + 2, phone: String(n) }));

test('contacts leave in batches, and the progress is known after each', async () => {
  const seen: number[] = [];

  const end = await upload(contacts, NOTHING, {
    signal: new AbortController().signal,
    onProgress: ({ done }) => seen.push(done),
    send: async (batch) => ({ created: batch.length, updated: 0 }),
  });

  expect(seen).toEqual([100, 200, 250]);
  expect(end).toEqual({ done: 250, created: 250, updated: 0, refused: [] });
});

test('a refused contact is noted with its line, and the others of its batch are stored', async () => {
  const refuse = (fields: Problem['fields']) => new Problem(422, 'invalid_fields', '', { fields });

  const end = await upload(contacts.slice(0, 3), NOTHING, {
    signal: new AbortController().signal,
    onProgress: () => {},
    send: async (batch) => {
      if (batch.length === 3) throw refuse({ 'contacts.1.email': ['is wrong'] });
      return { created: 1, updated: 1 };
    },
  });

  expect(end).toEqual({ done: 3, created: 1, updated: 1, refused: [{ line: 3, text: 'email: is wrong' }] });
});

test('a problem of the gateway stops the import where it can go on', async () => {
  let calls = 0;
  let last = NOTHING;
  const options = {
    signal: new AbortController().signal,
    onProgress: (now: typeof NOTHING) => {
      last = now;
    },
    send: async (batch: readonly unknown[]) => {
      calls += 1;
      if (calls === 2) throw new Problem(503, 'service_unavailable', '');
      return { created: batch.length, updated: 0 };
    },
  };

  await expect(upload(contacts, NOTHING, options)).rejects.toMatchObject({ code: 'service_unavailable' });
  const end = await upload(contacts, last, options);

  expect([end.done, end.created]).toEqual([250, 250]);
});
