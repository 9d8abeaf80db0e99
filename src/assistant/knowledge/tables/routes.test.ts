import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { MAX_COLUMNS, MAX_ROWS, MAX_ROWS_OF_ACCOUNT, MAX_TABLES } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const CSV = { 'content-type': 'text/csv; charset=utf-8' };
const FILE =
  'Nama Produk;Harga (Rp);Stok;Satuan;Bahan\nKemeja Flanel L;150.000;12;pcs;Katun\nKopi Gayo;85.000;0;;\n';

async function shop() {
  const customer = await service.customer();
  const { api } = customer;
  const upload = (text = FILE, query = '') => api('POST', `/v1/knowledge/tables${query}`, text, CSV);
  const rowsOf = async (id: string): Promise<Json[]> =>
    (await api('GET', `/v1/knowledge/tables/${id}/rows`)).body.data;
  return {
    ...customer,
    upload,
    rowsOf,
    replace: (id: string, text: string, query = '') =>
      api('PUT', `/v1/knowledge/tables/${id}/rows${query}`, text, CSV),
    open: async (text?: string) => (await upload(text)).body.table.id as string,
    change: (id: string, rows: object[]) => api('PATCH', `/v1/knowledge/tables/${id}/rows`, { rows }),
    add: (id: string, ...rows: object[]) =>
      api('POST', `/v1/knowledge/tables/${id}/rows`, { rows: rows.map((cells) => ({ cells })) }),
    remove: (id: string, key: string) =>
      api('DELETE', `/v1/knowledge/tables/${id}/rows?key=${encodeURIComponent(key)}`),
  };
}

test('a table is uploaded, shown, changed and deleted, and its columns are understood', async () => {
  const { api, upload, rowsOf } = await shop();
  const made = await upload(FILE, '?name=Daftar%20harga');
  const { id } = made.body.table;
  const path = `/v1/knowledge/tables/${id}`;

  const shown = await api('GET', path);
  const rows = await rowsOf(id);
  const changed = await api('PATCH', path, { columns: [{ name: 'bahan', role: 'hidden' }], enabled: false });
  const listed = await api('GET', '/v1/knowledge/tables');
  const deleted = await api('DELETE', path);

  expect(made).toMatchObject({ status: 201, body: { rows: 2, stored_rows: 2, bad_rows: 0, problems: [] } });
  expect(shown.body).toMatchObject({ name: 'Daftar harga', currency: 'IDR', rows: 2, enabled: true });
  expect(shown.body.columns.map(({ role }: Json) => role)).toEqual([
    'name',
    'price',
    'stock',
    'unit',
    'text',
  ]);
  expect(rows[0]).toEqual({
    key: 'Kemeja Flanel L',
    cells: {
      'Nama Produk': 'Kemeja Flanel L',
      'Harga (Rp)': '150.000',
      Stok: '12',
      Satuan: 'pcs',
      Bahan: 'Katun',
    },
  });
  expect(changed.body.columns[4]).toEqual({ name: 'Bahan', role: 'hidden' });
  expect(listed.body.data).toEqual([changed.body]);
  expect([deleted.status, (await api('GET', path)).body.error]).toEqual([204, 'table_not_found']);
});

test.each([
  ['Product,Price,Stock,SKU\nMug,$12.50,3,M1\n', ['name', 'price', 'stock', 'key']],
  ['item\tunit price\tqty\nMug\t5\t1\n', ['name', 'price', 'stock']],
  ['Kode Barang;Nama Barang;Harga Modal;Harga Jual\nM1;Mug;5;9\n', ['key', 'name', 'hidden', 'price']],
  ['Nama,Ukuran,Harga\nKaos,L,5\nKaos,XL,6\n', ['name', 'variant', 'price']],
  ['Nama,Ukuran,Harga\nKaos L,L,5\nKaos XL,XL,6\n', ['name', 'text', 'price']],
])('the columns of %j are read as %j', async (text, roles) => {
  const { upload } = await shop();

  const { body } = await upload(text);

  expect(body.columns.map(({ role }: Json) => role)).toEqual(roles);
});

test('bad rows are left out whole and reported with their lines, and a dry run stores nothing', async () => {
  const { api, upload, rowsOf } = await shop();
  const text = [
    'Nama,Harga,Stok',
    ...[
      'Kopi,"1.250,50",1',
      ',5,1',
      'Teh,1.250.00,1',
      'kopi ,7,1',
      'Gula,"12,000",1',
      'Susu,5,1,2',
      'Roti,Rp 9.000,2',
    ],
    'Kue,"9,1',
  ].join('\n');

  const tried = await upload(text, '?dry_run=true');
  const stored = await upload(text);

  expect(stored.body.problems).toEqual([
    { line: 3, problem: 'Nama: is required' },
    { line: 4, problem: 'Harga: 1.250.00 is not a number, or can be read in several ways' },
    { line: 5, problem: 'has the same name or key as line 2' },
    { line: 6, problem: 'Harga: 12,000 is not a number, or can be read in several ways' },
    { line: 7, problem: expect.stringMatching(/^has more cells than the header: put quotes/) },
    { line: 9, problem: 'has a quote that does not end' },
  ]);
  expect(tried.body).toEqual({ ...stored.body, table: null });
  expect((await rowsOf(stored.body.table.id)).map(({ key }) => key)).toEqual(['Kopi', 'Roti']);
  expect((await api('GET', '/v1/knowledge/tables')).body.data).toHaveLength(1);
});

test.each([
  ['Harga,Stok\n1,2\n', 'must have a column with the names'],
  ['Nama,nama\na,b\n', 'has two columns "nama"'],
  ['Nama,,Harga\na,b,1\n', 'has no name for column 2'],
  [`Nama${',x'.repeat(MAX_COLUMNS)}\n`, `must have at most ${MAX_COLUMNS} columns`],
  ['Nama,Harga\n', 'must have a row that can be read'],
  ['Nama,Harga\n,1\n', 'must have a row that can be read: line 2 Nama: is required'],
])('a file %j is refused: %s', async (text, problem) => {
  const { upload } = await shop();

  const { status, body } = await upload(text);

  expect([status, body.errors.body[0]]).toEqual([422, expect.stringContaining(problem)]);
});

test('a column that the caller names has the role, and one that does not exist is an error', async () => {
  const { upload } = await shop();

  const given = await upload('Nama,Label,Harga\nA1,Kopi,5\n', '?name_column=Label&key_column=nama');
  const wrong = await upload(FILE, '?price_column=Cost');

  expect(given.body.columns.map(({ role }: Json) => role)).toEqual(['key', 'name', 'price']);
  expect(wrong.body.errors).toEqual({ price_column: ['must be the name of a column of the file'] });
});

test('a new file replaces all rows and keeps the roles; a bad file changes nothing', async () => {
  const { api, open, replace, rowsOf } = await shop();
  const id = await open();
  await api('PATCH', `/v1/knowledge/tables/${id}`, { columns: [{ name: 'Bahan', role: 'aliases' }] });

  const bad = await replace(id, 'Harga,Stok\n1,2\n');
  const unclosed = await replace(id, 'Nama Produk\nTeh\n"Kopi\nGula\n');
  const kept = await rowsOf(id);
  const tried = await replace(id, 'Nama Produk,Bahan\nTeh,Tea\n', '?dry_run=true');
  const done = await replace(id, 'Nama Produk,Bahan,Warna\nTeh,Tea,\n');

  expect(unclosed.body.errors.body[0]).toContain('has a quote that does not end');
  expect([bad.status, kept.length, tried.body.table.rows]).toEqual([422, 2, 2]);
  expect(done.body.columns).toEqual([
    { name: 'Nama Produk', role: 'name' },
    { name: 'Bahan', role: 'aliases' },
    { name: 'Warna', role: 'text' },
  ]);
  expect((await rowsOf(id)).map(({ key }) => key)).toEqual(['Teh']);
});

test('some cells are changed by the keys of their rows, all or none', async () => {
  const { open, change, rowsOf } = await shop();
  const id = await open();

  const done = await change(id, [
    { key: ' kemeja  FLANEL l', cells: { stok: '11', 'Harga (Rp)': ' 145.000 ' } },
    { key: 'Kopi Gayo', cells: { 'Nama Produk': 'Kopi Gayo 250gr' } },
  ]);
  const wrong = await change(id, [
    { key: 'Kopi Gayo 250gr', cells: { Stok: '9' } },
    { key: 'Teh', cells: { Stok: '1' } },
    { key: 'Kemeja Flanel L', cells: { Ukuran: 'L' } },
  ]);
  const taken = await change(id, [{ key: 'Kemeja Flanel L', cells: { 'Nama Produk': 'kopi gayo 250GR' } }]);

  expect(done.body.data.map(({ key }: Json) => key)).toEqual(['Kemeja Flanel L', 'Kopi Gayo 250gr']);
  expect(wrong.body.errors).toEqual({
    'rows.1.key': [expect.stringContaining('must be the key of a row, once in a call')],
    'rows.2.cells': ['has no column "Ukuran" in the table'],
  });
  expect(taken.body.errors).toEqual({ 'rows.0.cells': ['make the key of another row'] });
  expect((await rowsOf(id)).map(({ cells }) => [cells.Stok, cells['Harga (Rp)']])).toEqual([
    ['11', '145.000'],
    ['0', '85.000'],
  ]);
});

test('rows are added and deleted one by one, all of a call or none', async () => {
  const { api, open, add, remove, rowsOf } = await shop();
  const id = await open();

  const added = await add(id, { 'nama produk': ' Teh/Tarik ', stok: '4' }, { 'Nama Produk': 'Susu' });
  const wrong = await add(
    id,
    ...[{ 'Nama Produk': 'Gula', Stok: '1.2.3' }, { Stok: '1' }, { Warna: 'merah' }],
  );
  const taken = await add(
    id,
    ...[{ 'Nama Produk': 'Gula' }, { 'Nama Produk': 'SUSU' }, { 'Nama Produk': 'gula' }],
  );
  const removed = await remove(id, 'teh/tarik');
  const again = await remove(id, 'teh/tarik');
  const unnamed = await api('DELETE', `/v1/knowledge/tables/${id}/rows`);

  const cells = { 'Nama Produk': 'Teh/Tarik', 'Harga (Rp)': '', Stok: '4', Satuan: '', Bahan: '' };
  expect([added.status, added.body.data[0]]).toEqual([201, { key: 'Teh/Tarik', cells }]);
  expect(wrong.body.errors).toEqual({
    'rows.0.cells': ['Stok: 1.2.3 is not a number, or can be read in several ways'],
    'rows.1.cells': ['Nama Produk: is required'],
    'rows.2.cells': ['has no column "Warna" in the table'],
  });
  expect(taken.body.errors).toEqual({
    'rows.1.cells': ['make the key of another row'],
    'rows.2.cells': ['make the key of another row'],
  });
  expect([removed.status, again.body.error, unnamed.status]).toEqual([204, 'table_row_not_found', 422]);
  expect((await rowsOf(id)).map(({ key }) => key)).toEqual(['Kemeja Flanel L', 'Kopi Gayo', 'Susu']);
  expect((await api('GET', `/v1/knowledge/tables/${id}`)).body.rows).toBe(3);
});

test('single rows and a new file at the same time leave one whole table', async () => {
  const { api, open, add, replace, rowsOf } = await shop();
  const id = await open();

  const answers = await Promise.all([
    ...['Teh', 'Susu', 'Gula'].map((name) => add(id, { 'Nama Produk': name })),
    replace(id, 'Nama Produk\nRoti\nKue\n'),
  ]);

  const keys = (await rowsOf(id)).map(({ key }) => key);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 200]);
  expect(keys.slice(0, 2)).toEqual(['Roti', 'Kue']);
  expect((await api('GET', `/v1/knowledge/tables/${id}`)).body.rows).toBe(keys.length);
});

test('roles that rows do not fit are refused', async () => {
  const { api, open } = await shop();
  const id = await open('Nama,Rak,Harga\nKopi,1.2.3,5\nTeh,1.2.3,6\n');
  const give = async (...columns: object[]) =>
    (await api('PATCH', `/v1/knowledge/tables/${id}`, { columns })).body.errors?.columns[0];

  expect([
    await give({ name: 'Warna', role: 'text' }),
    await give({ name: 'Nama', role: 'text' }),
    await give({ name: 'Rak', role: 'name' }),
    await give({ name: 'Rak', role: 'key' }),
    await give({ name: 'Rak', role: 'price' }),
  ]).toEqual([
    'has no column "Warna" in the table',
    'must have a column as name',
    'must have one column as name',
    'do not fit row 2: has the same name or key as line 1',
    expect.stringContaining('Rak: 1.2.3 is not a number'),
  ]);
});

test('an export comes back as it was, also from a spreadsheet that calculates', async () => {
  const { api, open, replace, rowsOf } = await shop();
  const id = await open(
    'Nama,Harga,Bahan\n=1+1,5,"a;""b"""\n"\'=x",Hubungi kami,"@sum\nbaris"\n+62 815,-3,\n',
  );
  const before = await rowsOf(id);

  const exported = await api('GET', `/v1/knowledge/tables/${id}/export`);
  const again = await replace(id, exported.body);

  expect(exported.body).toContain("'=1+1,5,");
  expect(exported.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(again.body.bad_rows).toBe(0);
  expect(await rowsOf(id)).toEqual(before);
});

test('an account has a limited number of tables and rows', async () => {
  const { upload, replace, open, add } = await shop();
  const id = await open();
  const pretend = (rows: number) =>
    ctx.pool.query('update knowledge_tables set row_count = $2 where table_uuid = $1', [id, rows]);

  await pretend(MAX_ROWS_OF_ACCOUNT - 1);
  const beyond = await upload();
  await pretend(MAX_ROWS_OF_ACCOUNT - MAX_TABLES - 1);
  for (let table = 2; table <= MAX_TABLES; table += 1) await upload('Nama\nKopi\n');
  const another = await upload('Nama\nKopi\n');
  const larger = await replace(id, 'Nama\nKopi\n');
  await pretend(MAX_ROWS);
  const row = await add(id, { Nama: 'Teh' });

  expect([beyond, another].map(({ body }) => body.message)).toEqual([
    expect.stringContaining('rows in all tables'),
    expect.stringContaining(`at most ${MAX_TABLES} tables`),
  ]);
  expect(larger.status).toBe(200);
  expect(row.body).toMatchObject({
    ...{ error: 'knowledge_limit_reached', message: expect.stringContaining(`at most ${MAX_ROWS} rows`) },
  });
});
