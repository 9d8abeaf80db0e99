import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { openService } from '../../../../test/harness/service.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { findOptedOut } from './store.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const KEYWORDS = {
  opt_out_words: expect.arrayContaining(['STOP', 'BERHENTI', 'STOP PROMOTIONS', 'PARAR']),
  opt_in_words: expect.arrayContaining(['START', 'MULAI', 'RESUME PROMOTIONS']),
};

async function shop() {
  const { api, account } = await service.customer();
  return {
    account,
    add: (phone: unknown) => api('POST', '/v1/opt-outs', { phone }),
    list: (query = '') => api('GET', `/v1/opt-outs${query}`),
    remove: (phone: string) => api('DELETE', `/v1/opt-outs/${encodeURIComponent(phone)}`),
    keywords: () => api('GET', '/v1/opt-out-words'),
    setKeywords: (body?: object) => api('PUT', '/v1/opt-out-words', body),
  };
}

test('a number is added once, in any format', async () => {
  const { add, list, account } = await shop();

  const first = await add('0812-3456-7890');
  ctx.clock.advance(1_000);
  const second = await add('+62 812 3456 7890');

  expect(first.status).toBe(201);
  expect(first.body).toEqual({
    phone: '6281234567890',
    word: null,
    reason: 'account',
    created_at: expect.any(String),
  });
  expect([second.status, second.body]).toEqual([200, first.body]);
  expect((await list()).body).toMatchObject({ data: [first.body], total: 1 });
  expect(await findOptedOut(ctx.db, account.id, ['6281234567890', '6281111111111'])).toEqual(
    new Set(['6281234567890']),
  );
});

test.each([[''], ['123'], ['9'.repeat(16)], [null], [81234567890], [undefined], ['ID.1a2b3c4d']])(
  'an opt-out of %j is a field error',
  async (phone) => {
    const { add } = await shop();

    const { status, body } = await add(phone);

    expect([status, Object.keys(body.errors)]).toEqual([422, ['phone']]);
  },
);

test.each([{}, undefined, { opt_out_words: null, opt_in_words: null }, { words: ['STOP'] }])(
  'a change of the keywords without a list is a field error: %j',
  async (change) => {
    const { setKeywords, keywords } = await shop();

    const { status, body } = await setKeywords(change);

    const text = 'is required, unless opt_in_words is given';
    expect([status, body]).toEqual([422, { message: expect.any(String), errors: { opt_out_words: [text] } }]);
    expect((await keywords()).body).toEqual(KEYWORDS);
  },
);

test('a number from before the upper bound is found and removed', async () => {
  const { account, list, remove } = await shop();
  const phone = '9'.repeat(40);
  const created_at = ctx.now();
  await tablesOf(ctx.db)
    .insertInto('opt_outs')
    .values({ account_id: account.id, phone, word: null, created_at })
    .execute();

  const found = await list(`?phone=${phone}`);
  const removed = await remove(phone);

  expect(found.body).toMatchObject({ total: 1, data: [{ phone }] });
  expect(removed.status).toBe(204);
  expect((await list()).body.total).toBe(0);
});

test('the list has pages, newest first, and finds one number', async () => {
  const { add, list } = await shop();
  for (const n of [1, 2, 3]) {
    await add(`08123456780${n}`);
    ctx.clock.advance(1_000);
  }

  const pages = [await list('?per_page=2'), await list('?per_page=2&page=2'), await list('?page=9')];
  const [found, none] = [await list('?phone=0812-3456-7802'), await list('?phone=0899999999')];

  expect(pages.map(({ body }) => body.data.map(({ phone }: { phone: string }) => phone.at(-1)))).toEqual([
    ['3', '2'],
    ['1'],
    [],
  ]);
  expect(pages[1]?.body).toMatchObject({ current_page: 2, last_page: 2, total: 3, per_page: 2 });
  expect(found.body).toMatchObject({ total: 1, data: [{ phone: '6281234567802' }] });
  expect(none.body).toMatchObject({ total: 0, data: [], last_page: 1 });
});

test('a number is removed in any format, once', async () => {
  const { add, remove, list } = await shop();
  await add('0812-3456-7890');

  const answers = [await remove('+62 812-3456-7890'), await remove('6281234567890'), await remove('nobody')];

  expect(answers.map(({ status, body }) => [status, body?.error ?? null])).toEqual([
    [204, null],
    [404, 'opt_out_not_found'],
    [404, 'opt_out_not_found'],
  ]);
  expect((await list()).body.total).toBe(0);
});

test('a number with two spellings is found and removed by either', async () => {
  const { add, remove, list } = await shop();

  const first = await add('+55 11 98765-4321');
  const second = await add('+55 11 8765-4321');
  const found = await list('?phone=551187654321');
  const removed = await remove('551187654321');

  expect([first.status, second.status, second.body]).toEqual([201, 200, first.body]);
  expect(found.body).toMatchObject({ total: 1, data: [{ phone: '5511987654321' }] });
  expect(removed.status).toBe(204);
  expect((await list()).body.total).toBe(0);
});

test('each account has its own list and keywords', async () => {
  const [mine, theirs] = [await shop(), await shop()];
  await mine.add('081234567890');
  await mine.setKeywords({ opt_out_words: ['cukup'] });

  expect((await theirs.list()).body.total).toBe(0);
  expect((await theirs.remove('081234567890')).status).toBe(404);
  expect((await theirs.keywords()).body).toEqual(KEYWORDS);
  expect((await mine.list()).body.total).toBe(1);
});

test('keywords are stored normalized and once, and an absent list stays', async () => {
  const { keywords, setKeywords } = await shop();

  const before = await keywords();
  const changed = await setKeywords({ opt_out_words: ['Stop.', 'stop', ' tidak  mau '] });
  const emptied = await setKeywords({ opt_in_words: [], opt_out_words: null });

  expect(before.body).toEqual(KEYWORDS);
  expect(changed.body).toEqual({ ...KEYWORDS, opt_out_words: ['STOP', 'TIDAK MAU'] });
  expect(emptied.body).toEqual({ opt_out_words: ['STOP', 'TIDAK MAU'], opt_in_words: [] });
  expect((await keywords()).body).toEqual(emptied.body);
});

test.each([
  ['an empty list of opt-out keywords', { opt_out_words: [] }, 'opt_out_words'],
  ['21 keywords', { opt_out_words: Array.from({ length: 21 }, (_, n) => `kata${n}`) }, 'opt_out_words'],
  ['a keyword of 41 characters', { opt_in_words: ['😀'.repeat(41)] }, 'opt_in_words.0'],
  ['punctuation', { opt_out_words: ['STOP', '!!'] }, 'opt_out_words.1'],
  ['NUL', { opt_out_words: ['a\0'] }, 'opt_out_words.0'],
  ['a keyword of the other list', { opt_out_words: ['mulai'] }, 'opt_out_words'],
  ['a keyword in both lists', { opt_out_words: ['X'], opt_in_words: ['x'] }, 'opt_in_words'],
])('refuses %s', async (_name, body, field) => {
  const { keywords, setKeywords } = await shop();

  const answer = await setKeywords(body);

  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  expect((await keywords()).body).toEqual(KEYWORDS);
});

test('equal keywords change nothing, and leave no audit entry', async () => {
  const { setKeywords, keywords, account } = await shop();
  const before = (await keywords()).body.opt_in_words;

  const answers = [
    await setKeywords({ opt_out_words: ['cukup'] }),
    await setKeywords({ opt_out_words: ['CUKUP'] }),
    await setKeywords({ opt_in_words: before }),
  ];

  const kept = { opt_out_words: ['CUKUP'], opt_in_words: before };
  expect(answers.map(({ body }) => body)).toEqual([kept, kept, kept]);
  const actions = (await auditEntries(ctx, account.id)).map(({ action }) => action);
  expect(actions.filter((action) => action === 'opt_out_words.changed')).toHaveLength(1);
});

test('40 characters and 20 keywords are accepted', async () => {
  const { setKeywords } = await shop();
  const list = Array.from({ length: 20 }, (_, n) => `A${'😀'.repeat(37)}${10 + n}`);

  const { status, body } = await setKeywords({ opt_out_words: list });

  expect([status, body.opt_out_words]).toEqual([200, list]);
});
