import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertDevice } from '../../../test/harness/rows.ts';
import { openService } from '../../../test/harness/service.ts';
import { MINUTE } from '../../platform/lib/clock.ts';
import { openAssistant } from '../assistant.ts';
import type { Chat } from '../chat.ts';
import type { Column, TableRecord } from '../knowledge/tables/products.ts';
import type { Plan } from '../plan.ts';
import { ProductIndex } from '../tables/product-index.ts';
import { openTables } from '../tables/tables.ts';
import { oneProduct, someProducts } from '../tables/wording.ts';
import { openShop, said } from '../test-scene.ts';
import { rowsNear, tableAnswer } from './tables.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const CSV = { 'content-type': 'text/csv' };
const WORDS = { languages: ['id', 'en'] as ('id' | 'en')[], synonyms: [] };
const FILE = [
  'Nama,Harga,Stok,Satuan,Bahan,Harga Grosir,Harga Modal,Alias',
  'Kemeja Flanel L,150.000,12,pcs,Katun 100%,140.000,90.000,',
  'Kemeja Flanel XL,160.000,0,pcs,,,,',
  'Kopi Gayo 250gr,Rp85.000,30,,,,,Aceh Gayo',
  'Kopi Gayo 1 kg,300.000,Habis,,,,,',
  'Kopi Toraja 250 gram,90.000,5,,,,,',
  'Blue Mug,$12.50,3,,Ceramic,,,',
  'Jasa Desain,Hubungi kami,,,,,,',
  ...['Melati', 'Tarik', 'Hijau', 'Hitam', 'Jahe', 'Susu', 'Lemon'].map(
    (kind, n) => `Teh ${kind},${5 + n}.000,1,,,,,`,
  ),
].join('\n');

async function openTable(file = FILE) {
  const shop = await openShop(ctx, service);
  const made = await shop.api('POST', '/v1/knowledge/tables?name=Toko&currency=IDR', file, CSV);
  return { ...shop, id: made.body.table.id as string };
}

const shop = await openTable();

test.each([
  ['berapa harga kemeja flanel L?', 'Harga Kemeja Flanel L: Rp150.000 per pcs.'],
  ['ada stok kopi gayo 250gr ga', 'Kopi Gayo 250gr tersedia, stok 30.'],
  ['price of the blue mug?', 'Price of Blue Mug: $12.50.'],
  ['do you have the blue mug in stock?', 'Blue Mug is in stock: 3.'],
  ['kopi toraja 250 g berapaan kak', 'Harga Kopi Toraja 250 gram: Rp90.000.'],
  ['ada kopi gayo 1kg?', 'Maaf, Kopi Gayo 1 kg sedang habis.'],
  ['brp hrg kmj flnl xl', 'Harga Kemeja Flanel XL: Rp160.000 per pcs.\nMaaf, Kemeja Flanel XL sedang habis.'],
  ['flanel kemja L harganya brp ya min', 'Harga Kemeja Flanel L: Rp150.000 per pcs.'],
  ['Kemeja flanel ukuran L bahannya apa?', 'Bahan Kemeja Flanel L: Katun 100%.'],
  ['harga grosir kemeja flanel L?', 'Harga Grosir Kemeja Flanel L: Rp140.000 per pcs.'],
  ['stok dan harga blue mug', 'Harga Blue Mug: $12,50.\nBlue Mug tersedia, stok 3.'],
  ['harga aceh gayo', 'Harga Kopi Gayo 250gr: Rp85.000.'],
  ['harga jasa desain', 'Harga Jasa Desain: Hubungi kami.'],
  [
    'harga kopi',
    'Harga:\n- Kopi Gayo 250gr: Rp85.000\n- Kopi Gayo 1 kg: Rp300.000, habis\n- Kopi Toraja 250 gram: Rp90.000',
  ],
])('%j is answered from the row', async (question, text) => {
  const answer = await shop.ask(question);

  expect(answer).toMatchObject({ action: 'answer', reason: 'table', text });
});

test.each([
  ...[
    'harga kopi gayo 500gr',
    'harga 2 kopi gayo',
    'kenapa harga kopi gayo naik',
    'harga kopi luwak',
    'harga',
  ],
  ...['harga topi', 'berapa harga modal kemeja flanel L', 'satuan blue mug', 'blue mug berapa lama sampai'],
  ...[
    'harga teh hangat',
    'harga teh sejenis',
    'berapa ongkir ke bandung?',
    'kalau yang XL?',
    `harga kopi ${'gayo '.repeat(80)}`,
  ],
])('%j is not answered from a table', async (question) => {
  expect((await shop.ask(question)).reason).not.toBe('table');
});

test('a FAQ pair on a product is a choice, and no answer, when the customer asks for another one', async () => {
  const { api, ask, learn } = await openTable();
  await api('POST', '/v1/knowledge/faqs', {
    answer: 'Secangkir kopi Rp 15.000.',
    questions: ['Kopi secangkir berapa?', 'kopi secangkir', 'harga secangkir kopi'],
  });
  await learn();

  const known = await ask('harga kopi secangkir berapa ya kak?');
  const others = [await ask('ada kopi luwak secangkir?'), await ask('berapa harga kopi secangkir jumbo')];

  expect(known).toMatchObject({ action: 'answer', text: 'Secangkir kopi Rp 15.000.' });
  for (const other of others) expect(other.action).not.toBe('answer');
});

test('an answer names its table and row, and many products are counted', async () => {
  const one = await shop.ask('harga blue mug');
  const many = await shop.ask('harga teh');

  const source = { kind: 'table', id: shop.id, url: null };
  expect(one.sources).toEqual([{ ...source, title: 'Toko: Blue Mug', row_key: 'Blue Mug' }]);
  expect(one.confidence).toBe(1);
  expect(many.text.split('\n')).toHaveLength(7);
  expect(many.text).toMatch(
    /^Harga:\n- Teh Melati: Rp5\.000\n[\s\S]*\ndan 2 lainnya\. Sebutkan nama lengkapnya\.$/,
  );
  expect(many.sources).toHaveLength(5);
});

test('a product of two tables is listed once where both say the same, and else with its tables', async () => {
  const { api, ask } = await openTable();
  await api(
    'POST',
    '/v1/knowledge/tables?name=Outlet',
    'Nama,Harga\nBlue Mug,"$12,50"\nTeh Melati,Rp6.000\n',
    CSV,
  );

  const [same, other] = [await ask('harga blue mug'), await ask('harga teh melati')];

  expect(same).toMatchObject({ text: 'Harga Blue Mug: $12,50.', sources: [{ kind: 'table' }] });
  expect(other.text).toContain('- Teh Melati (Toko): Rp5.000');
  expect(other.text).toContain('- Teh Melati (Outlet): Rp6.000');
});

test('a price that changes is answered at once, and so are new rows; a disabled table is silent', async () => {
  const { api, ask, id } = await openTable();
  const price = async () => (await ask('harga blue mug')).text;
  const rows = `/v1/knowledge/tables/${id}/rows`;

  const before = await price();
  await api('PATCH', rows, { rows: [{ key: 'Blue Mug', cells: { Harga: '$13' } }] });
  const after = await price();
  await api('PUT', rows, 'Nama,Harga\nRed Mug,7\nBlue Mug,$14\n', CSV);
  const replaced = [await price(), (await ask('harga kopi gayo')).reason];
  await api('PATCH', `/v1/knowledge/tables/${id}`, { enabled: false });
  const silent = await ask('harga blue mug');

  expect([before, after]).toEqual(['Harga Blue Mug: $12,50.', 'Harga Blue Mug: $13.']);
  expect(replaced).toEqual(['Harga Blue Mug: $14.', expect.not.stringContaining('table')]);
  expect(silent.reason).not.toBe('table');
});

test('single rows are found at once, by reading them alone', async () => {
  const { account, api, ask, id } = await openTable();
  const rows = `/v1/knowledge/tables/${id}/rows`;
  const reasonOf = async (name: string) => (await ask(`harga ${name}`)).reason;
  await ask('harga blue mug');
  await ctx.pool.query(
    `update knowledge_table_rows set cells = jsonb_set(cells, '{0}', '"Jasa Cetak"') where key = 'Jasa Desain'
     and table_id = (select id from knowledge_tables where table_uuid = $1)`,
    [id],
  );

  await api('POST', rows, { rows: [{ cells: { Nama: 'Red Mug', Harga: '$9' } }] });
  await api('PATCH', rows, { rows: [{ key: 'Teh Jahe', cells: { Nama: 'Teh Serai' } }] });
  await api('DELETE', `${rows}?key=Blue%20Mug`);
  const [added, renamed] = [(await ask('harga red mug')).text, (await ask('harga teh serai')).text];
  const gone = [await reasonOf('blue mug'), await reasonOf('teh jahe')];
  const unread = await reasonOf('jasa cetak');
  const anew = await tableAnswer(
    ctx.db,
    {
      ...{ accountId: account.id, deviceUuid: null, text: 'harga jasa cetak', tables: openTables(ctx) },
      settings: { ...WORDS, max_answer_length: 500 },
    },
    'id',
  );

  expect([added, renamed]).toEqual(['Harga Red Mug: $9.', 'Harga Teh Serai: Rp9.000.']);
  expect([...gone, unread]).not.toContain('table');
  expect(anew?.text).toBe('Harga Jasa Cetak: Hubungi kami.');
});

test('an index whose rows come and go finds what a new one finds', () => {
  const word = fc.constantFrom('kopi', 'gayo', 'toraja', 'kemeja', 'flanel', '250gr', 'mug');
  const name = fc.array(word, { minLength: 1, maxLength: 3 });
  const change = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.array(name, { maxLength: 2 }));

  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), name, (changes, asked) => {
      const index = new ProductIndex();
      const rows = new Map<number, readonly string[][]>();
      for (const [place, names] of changes) {
        index.remove(new Set([place]));
        for (const each of names) index.add(place, each);
        rows.set(place, names);
      }
      const anew = new ProductIndex();
      for (const [place, names] of rows) for (const each of names) anew.add(place, each);

      expect(index.search(asked)).toEqual(anew.search(asked));
      expect(index.search(['kemejo'])).toEqual(anew.search(['kemejo']));
    }),
  );
});

test('a FAQ pair with just this question answers first, a similar one does not', async () => {
  const { api, ask, learn } = await openTable();
  await api('POST', '/v1/knowledge/faqs', {
    answer: 'Mug sedang promo.',
    questions: ['Berapa harga Blue Mug?', 'harga mug promo', 'promo mug', 'diskon mug', 'mug diskon berapa'],
  });
  await learn();

  const [same, similar] = [await ask('berapa harga blue mug'), await ask('harga blue mug')];

  expect(same).toMatchObject({ reason: 'faq', text: 'Mug sedang promo.' });
  expect(similar).toMatchObject({ reason: 'table', text: 'Harga Blue Mug: $12,50.' });
});

test('a table for one device answers there only, and no other account sees it', async () => {
  const { account, api, ask, id, deviceUuid } = await openTable();
  const other = await insertDevice(ctx, account);
  await api('PATCH', `/v1/knowledge/tables/${id}`, { device_uuids: [other.device_uuid] });
  const stranger = await openShop(ctx, service);
  const reason = async (device_uuid: string) => (await ask('harga blue mug', { device_uuid })).reason;

  expect(await reason(other.device_uuid)).toBe('table');
  expect(await reason(deviceUuid)).not.toBe('table');
  expect((await stranger.ask('harga blue mug')).reason).not.toBe('table');
});

test('in a chat, the decision has the row', async () => {
  const deciding = { decision_id: 'd', at: ctx.now(), signal: new AbortController().signal };

  const plan = await openAssistant(ctx, null).answer(await shop.chat(), [said('harga blue mug?')], deciding);

  expect(plan).toMatchObject({
    ...{ outcome: 'answered', reason: 'table', replies: [{ body: 'Harga Blue Mug: $12,50.' }] },
    sources: [{ kind: 'table', id: shop.id, row_key: 'Blue Mug' }],
  });
});

const VARIANTS = [
  ...['Nama;Ukuran;Warna;Harga;Stok', 'Kaos Polos;M;Merah;50.000;5', 'Kaos Polos;XL;Merah;60.000;0'],
  ...['Kaos Polos;M;Biru;51.000;7', 'Kaos Polos;L;Biru;52.000;8', 'Kaos Kaki;;Merah;9.000;1'],
  ...[
    'Sandal Gunung;40;;80.000;2',
    'Sandal Gunung;41;;81.000;3',
    'Red Mug;;;$9;4',
    'Kopi Gayo Premium;;;99.000;1',
  ],
].join('\n');
const clothes = await openTable();
await clothes.api('POST', '/v1/knowledge/tables?name=Ragam&currency=IDR', VARIANTS, CSV);
const assistant = openAssistant(ctx, null);

/** Turns of one chat. The answer of the last one. */
async function talk(chat: Chat, ...texts: string[]): Promise<Plan | null> {
  let last: Plan | null = null;
  for (const text of texts) {
    const deciding = { decision_id: randomUUID(), at: ctx.now(), signal: new AbortController().signal };
    const plan = await assistant.answer(chat, [said(text)], deciding);
    await ctx.db.transaction((tx) => plan?.save?.(tx, ctx.now()) ?? Promise.resolve(true));
    last = plan;
  }
  return last;
}

test.each([
  [
    ...[['harga kaos polos merah M?', 'kalau yang XL?']],
    'Harga Kaos Polos XL Merah: Rp60.000.\nMaaf, Kaos Polos XL Merah sedang habis.',
  ],
  [['harga kaos polos merah M?', 'yang warna biru?'], 'Harga Kaos Polos M Biru: Rp51.000.'],
  [['harga kaos polos merah M?', 'terus kalo biru L gimana kak'], 'Harga Kaos Polos L Biru: Rp52.000.'],
  [['harga kaos polos merah M?', 'stoknya?'], 'Kaos Polos M Merah tersedia, stok 5.'],
  [['harga kaos polos merah M?', 'harga kaos ukuran L?'], 'Harga Kaos Polos L Biru: Rp52.000.'],
  [
    ...[['harga kaos polos?', 'yang biru?']],
    'Harga:\n- Kaos Polos M Biru: Rp51.000\n- Kaos Polos L Biru: Rp52.000',
  ],
  [['harga kaos polos?', 'yang biru?', 'ukuran L?'], 'Harga Kaos Polos L Biru: Rp52.000.'],
  [['harga kaos polos?', 'yang biru?', 'stoknya?'], 'Stok:\n- Kaos Polos M Biru: 7\n- Kaos Polos L Biru: 8'],
  [['harga sandal gunung 40', 'kalau 41?'], 'Harga Sandal Gunung 41: Rp81.000.'],
  [
    ['harga kopi gayo 250 gram', 'yang 1kg?'],
    'Harga Kopi Gayo 1 kg: Rp300.000.\nMaaf, Kopi Gayo 1 kg sedang habis.',
  ],
  [['harga kopi gayo 250 gram', 'kalau toraja?'], 'Harga Kopi Toraja 250 gram: Rp90.000.'],
  [['harga teh melati', 'makasih kak', 'yang jahe?'], 'Harga Teh Jahe: Rp9.000.'],
  [
    ['price of the kemeja flanel L?', 'and the XL?', 'is it in stock?'],
    'Sorry, Kemeja Flanel XL is sold out.',
  ],
  [['do you have the blue mug?', 'how much is it?'], 'Price of Blue Mug: $12.50.'],
] as [string[], string][])('%j is about the same product', async (texts, answer) => {
  const plan = await talk(await clothes.chat(), ...texts);

  expect(plan).toMatchObject({ reason: 'table', replies: [{ body: answer }] });
});

test.each([
  ...[['yang XL?'], ['harga kaos polos merah M?', 'yang ungu?'], ['harga kaos polos merah M?', 'yang 3XL?']],
  ...[
    'yang selain merah?',
    'yang tidak biru?',
    'kalau beli 41?',
    'kenapa mahal?',
    'ada warna apa saja?',
    'yang murah?',
  ].map((text) => ['harga kaos polos merah M?', text]),
  ...[
    ['harga kaos kaki merah?', 'yang biru?'],
    ['harga kaos polos merah M?', 'cara bayar?', 'yang XL?'],
  ],
  ...[
    ['harga kaos polos?', 'yang kaki?'],
    ['harga sandal gunung 40', 'yang itu?'],
  ],
])('%j, %j is not guessed', async (...texts) => {
  expect((await talk(await clothes.chat(), ...texts))?.reason).not.toBe('table');
});

test('a chat remembers rows and columns, and no words of the customer', async () => {
  const chat = await clothes.chat();

  await talk(chat, 'kak Rina mau tanya harga kaos pollos merah M');
  await talk(chat, 'harga kaos polos merah M buat saya');

  const { rows } = await ctx.pool.query('select subject from assistant_chats where conversation_id = $1', [
    chat.conversation_id,
  ]);
  expect(rows[0]?.subject).toEqual({
    ...{ table: expect.any(Number), keys: ['Kaos Polos M Merah'], more: 0, columns: ['Harga'] },
    at: ctx.now().toISOString(),
  });
});

test('a follow-up is answered from the rows as they are now, also after a new file', async () => {
  const { api, chat, id } = await openTable();
  const customer = await chat();
  const rows = `/v1/knowledge/tables/${id}/rows`;

  await talk(customer, 'harga blue mug?');
  await api('PATCH', rows, { rows: [{ key: 'Blue Mug', cells: { Stok: '2' } }] });
  const changed = await talk(customer, 'stoknya?');
  await api('PUT', rows, 'Stok,Nama,Harga\n1,Red Mug,7\n6,Blue Mug,$14\n', CSV);
  const replaced = await talk(customer, 'stoknya?', 'harganya?', 'and the red one?');
  await api('DELETE', `${rows}?key=red%20mug`);
  const gone = await talk(customer, 'stoknya?');

  expect(changed?.replies[0]?.body).toBe('Blue Mug tersedia, stok 2.');
  expect(replaced?.replies[0]?.body).toBe('Price of Red Mug: Rp7.');
  expect(gone?.reason).not.toBe('table');
});

test('a subject ends with its owner, with an answer of something else, and after half an hour', async () => {
  const [taken, ruled, late] = [await clothes.chat(), await clothes.chat(), await clothes.chat()];
  for (const chat of [taken, ruled, late]) await talk(chat, 'harga kaos polos merah M?');
  const reasonOf = async (chat: Chat) => (await talk(chat, 'yang XL?'))?.reason;

  const others = [
    await reasonOf({ ...taken, ownership_version: taken.ownership_version + 1 }),
    await reasonOf({ ...ruled, last_stage: 'rule' }),
  ];
  ctx.clock.advance(31 * MINUTE);
  const later = await reasonOf(late);

  expect([...others, later]).not.toContain('table');
});

test('rows are texts for a language model, without hidden columns', async () => {
  const asked = {
    accountId: shop.account.id,
    deviceUuid: null,
    text: 'kemeja flanel yang L cocok buat kerja?',
  };

  const [first, ...others] = await rowsNear(
    ctx.db,
    { ...asked, settings: WORDS, tables: openTables(ctx) },
    3,
  );

  expect(first).toEqual({
    source: {
      kind: 'table',
      id: shop.id,
      title: 'Toko: Kemeja Flanel L',
      url: null,
      row_key: 'Kemeja Flanel L',
    },
    text: [
      ...[
        'Nama: Kemeja Flanel L',
        'Harga: Rp150.000 per pcs',
        'Stok: 12',
        'Satuan: pcs',
        'Bahan: Katun 100%',
      ],
      'Harga Grosir: Rp140.000 per pcs',
    ].join('\n'),
  });
  expect(others.map(({ source }) => source.row_key)).toEqual(['Kemeja Flanel XL']);
});

const ROLES = ['name', 'price', 'stock', 'unit', 'text'] as const;
const columns: Column[] = ROLES.map((role) => ({ name: role, role }));
const digits = fc.nat(99_999_999).map(String);
const amount = fc.oneof(
  digits,
  fc
    .tuple(fc.constantFrom('Rp ', 'IDR ', '$', ''), fc.nat(9_999_999))
    .map(([sign, value]) => `${sign}${value.toLocaleString('id-ID')}`),
  fc.tuple(fc.nat(999_999), fc.nat(99)).map(([whole, cents]) => `${whole},${String(cents).padStart(2, '0')}`),
  fc.constantFrom('', '-', '0', 'habis', 'Hubungi 0812', '10.000 - 15.000', '12 pcs', '1.5', '-4'),
);
const cells = fc
  .tuple(
    fc.constantFrom('Kopi', 'Teh 2', 'Kopi 250gr'),
    amount,
    amount,
    fc.constantFrom('', 'pcs', 'kg'),
    amount,
  )
  .map((texts) => [...texts]);
/** Exact values, without grouping and empty cents: `85.000` and `85000` are one. */
const valuesIn = (text: string) =>
  (text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((number) =>
    number
      .replace(/[.,]00$/, '')
      .replace(/[.,]/g, '')
      .replace(/^0+(?=\d)/, ''),
  );

test('every number of an answer is in its row', () => {
  const table = { columns, currency: 'IDR', decimal_marks: ',' } as const;
  const places = fc.uniqueArray(fc.constantFrom(1, 2, 3, 4), { minLength: 1 });
  const language = fc.constantFrom('id', 'en');

  fc.assert(
    fc.property(fc.array(cells, { minLength: 1, maxLength: 5 }), places, language, (rows, asked, spoken) => {
      const shown = rows.map((each, place) => ({
        ...{ table: table as unknown as TableRecord, row: { place, key: 'k', cells: each } },
      }));
      const speak = spoken === 'id' ? 'id' : 'en';
      const list =
        someProducts(shown, () => asked, { more: 0, language: speak })
          ?.split('\n')
          .slice(1) ?? [];
      const answers = [...shown.map((one) => oneProduct(one, asked, speak) ?? ''), ...list];
      answers.forEach((answer, n) => {
        const known = valuesIn((rows[n % rows.length] ?? []).join(' '));
        for (const value of valuesIn(answer)) expect(known).toContain(value);
      });
    }),
    { numRuns: 300 },
  );
});
