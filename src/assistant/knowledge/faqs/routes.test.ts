import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Answer, Json } from '../../../../test/harness/shop.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { findRevision, readKnowledge } from '../knowledge.ts';
import { MAX_QUESTIONS } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const PAIR = { answer: 'Rp15.000.', questions: ['Berapa ongkir?', 'Ongkirnya?'] };
const CSV = { 'content-type': 'text/csv; charset=utf-8' };

async function shop() {
  const customer = await service.customer();
  const { api, account } = customer;
  return {
    ...customer,
    create: (body: object = {}) => api('POST', '/v1/knowledge/faqs', { ...PAIR, ...body }),
    load: (text: string, query = '') => api('POST', `/v1/knowledge/faqs/import${query}`, text, CSV),
    async list(): Promise<Json[]> {
      return (await api('GET', '/v1/knowledge/faqs')).body.data;
    },
    revision: () => findRevision(ctx.db, account.id),
  };
}

test('a pair is made, shown, changed and deleted; each change raises the revision', async () => {
  const { api, create, list, revision } = await shop();
  const made = await create({
    questions: [' Berapa ongkir? ', 'BERAPA ONGKIR', 'Ongkirnya?'],
    language: 'id',
  });
  const path = `/v1/knowledge/faqs/${made.body.id}`;
  ctx.clock.advance(1_000);

  const changed = await api('PATCH', path, { answer: 'Rp20.000.', enabled: false });
  const shown = await api('GET', path);
  const listed = await list();
  const deleted = await api('DELETE', path);

  expect(made).toMatchObject({ status: 201, body: { ...PAIR, language: 'id', enabled: true } });
  expect(changed.body).toMatchObject({ questions: PAIR.questions, answer: 'Rp20.000.', enabled: false });
  expect(changed.body).toEqual({ ...shown.body, warnings: [] });
  expect(listed).toEqual([shown.body]);
  expect([deleted.status, (await api('GET', path)).body.error]).toEqual([204, 'faq_not_found']);
  expect(await revision()).toBe(3);
});

test('a question that another pair answers in another way is saved with a warning', async () => {
  const { create, api } = await shop();
  const first = await create();

  const other = await create({ answer: 'Rp20.000.', questions: ['berapa ongkir', 'Kirim ke mana saja?'] });
  const same = await create({ questions: ['Ongkirnya?'] });
  const english = await create({ answer: 'Rp1.', questions: ['Kirim ke mana saja'], language: 'en' });
  const changed = await api('PATCH', `/v1/knowledge/faqs/${english.body.id}`, { language: null });

  const warning = { code: 'question_answered', question: 'berapa ongkir', faq_id: first.body.id };
  expect([other.status, other.body.warnings]).toEqual([
    201,
    [{ ...warning, message: 'Another pair answers "berapa ongkir" in another way. Keep one of both.' }],
  ]);
  expect(same.body.warnings).toEqual([]);
  expect(changed.body.warnings).toMatchObject([{ question: 'Kirim ke mana saja', faq_id: other.body.id }]);
});

test('the assistant reads what is enabled', async () => {
  const { create, account } = await shop();
  await create();
  await create({ answer: 'Tidak.', questions: ['Bisa COD?'], enabled: false });

  const { revision, faqs } = await readKnowledge(ctx.db, account.id);

  expect(revision).toBe(2);
  expect(faqs).toMatchObject([{ ...PAIR, language: null, device_uuids: null }]);
});

test.each([
  ['answer', { answer: ' ' }],
  ['answer', { answer: 'x'.repeat(4_097) }],
  ['answer', { answer: 'Halo {{nama}}' }],
  ['questions', { questions: [] }],
  ['questions', { questions: Array.from({ length: 101 }, (_, n) => `tanya ${n}`) }],
  ['questions.0', { questions: ['x'.repeat(501)] }],
  ['language', { language: 'fr' }],
  ['device_uuids.0', { device_uuids: ['x'] }],
])('a wrong %s is a field error', async (field, wrong) => {
  const { create } = await shop();

  const { status, body } = await create(wrong);

  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test('a single question may have its own field, also beside others', async () => {
  const { create, list } = await shop();

  const single = await create({ question: 'Jam buka?', questions: undefined });
  await create({ question: 'Bisa COD?', questions: ['bisa cod?', 'Bayar di tempat?'] });
  const neither = await create({ questions: undefined });

  expect(single).toMatchObject({ status: 201, body: { questions: ['Jam buka?'] } });
  expect((await list())[1].questions).toEqual(['Bisa COD?', 'Bayar di tempat?']);
  expect(neither).toMatchObject({
    ...{ status: 422, body: { errors: { questions: ['is required, unless `question` is given'] } } },
  });
});

test('a search finds pairs by their answer and by each question', async () => {
  const { api, create } = await shop();
  await create();
  await create({ answer: 'Bisa, 100%.', questions: ['Bisa COD?'] });
  const find = async (q: string) =>
    (await api('GET', `/v1/knowledge/faqs?q=${encodeURIComponent(q)}`)).body.data.map(
      (faq: Json) => faq.answer,
    );

  expect(await find('ongkirNYA')).toEqual(['Rp15.000.']);
  expect(await find('100%')).toEqual(['Bisa, 100%.']);
  expect(await find('_')).toEqual([]);
});

test('a file with a bad row replaces nothing, and says which row', async () => {
  const { create, load, list } = await shop();
  await create();

  const blank = await load('question,answer\nBisa COD?,Bisa.\n,x\n', '?mode=replace');
  const open = await load('question,answer\nBisa COD?,Bisa.\nOngkir?,"Rp1\nJam?,9\n', '?mode=replace');

  expect([blank.status, open.status]).toEqual([422, 422]);
  expect(blank.body.errors.body).toEqual([
    'line 3: question is required. Nothing was replaced: correct the file first',
  ]);
  expect(open.body.errors.body[0]).toContain('has a quote that does not end');
  expect(await list()).toMatchObject([PAIR]);
});

test('a file is imported, exported, and changes nothing when it comes again', async () => {
  const { api, load, list, revision } = await shop();
  const text =
    '\ufeffPertanyaan;Jawaban\r\n"Ongkir; ke Bandung?";Rp15.000\r\nBiaya kirim?;Rp15.000\r\n;x\r\n';

  const tried = await load(text, '?dry_run=true');
  const first = await load(text, '?language=id');
  const exported = await api('GET', '/v1/knowledge/faqs/export');
  const again = await load(exported.body, '?mode=replace');

  const done = { rows: 3, added_faqs: 1, added_questions: 2, unchanged: 0, removed_faqs: 0, bad_rows: 1 };
  expect(first).toMatchObject({ status: 200, body: done });
  expect(first.body.problems).toEqual([{ line: 4, problem: 'question is required' }]);
  expect(tried.body).toEqual(first.body);
  expect(await list()).toMatchObject([
    { answer: 'Rp15.000', questions: ['Ongkir; ke Bandung?', 'Biaya kirim?'], language: 'id' },
  ]);
  expect(exported.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(again.body).toMatchObject({ unchanged: 2, added_questions: 0, removed_questions: 0, bad_rows: 0 });
  expect(await revision()).toBe(1);
});

test.each([
  ['a JSON body', 415, '{}', { 'content-type': 'application/json' }],
  ['a file without the columns', 422, 'a,b\nc,d\n', CSV],
  ['more than 4 MiB', 413, 'x'.repeat(4 * 1024 * 1024 + 1), CSV],
  ['a packed file', 415, 'question,answer\n', { ...CSV, 'content-encoding': 'gzip' }],
])('an import of %s is refused with %i', async (_, status, text, headers) => {
  const { api } = await shop();

  const answer = await api('POST', '/v1/knowledge/faqs/import', text, headers);

  expect(answer.status).toBe(status);
});

test('an account has a limited number of questions, on pages of any size', async () => {
  const { api, account, create, load } = await shop();
  const at = { created_at: ctx.now(), updated_at: ctx.now() };
  const rows = Array.from({ length: MAX_QUESTIONS / 100 }, (_, faq) => ({
    ...{ account_id: account.id, answer: `Jawab ${faq}`, ...at },
    questions: Array.from({ length: faq === 0 ? 98 : 100 }, (_each, n) => `tanya ${faq} ${n}`),
  }));
  await tablesOf(ctx.db).insertInto('faqs').values(rows).execute();

  const last = await create();
  const beyond = await create();
  const loaded = await load('question,answer\nBaru?,Ya\n');
  const seen = new Set<string>();
  for (let page = ''; page !== null; ) {
    const { body }: Answer = await api('GET', `/v1/knowledge/faqs?limit=30${page}`);
    for (const { id } of body.data) seen.add(id);
    page = body.next_cursor && `&cursor=${body.next_cursor}`;
  }

  expect([last.status, beyond.body.error, loaded.body.error]).toEqual([
    201,
    'knowledge_limit_reached',
    'knowledge_limit_reached',
  ]);
  expect(seen.size).toBe(MAX_QUESTIONS / 100 + 1);
});
