import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { startLanguageModel } from '../../../../test/harness/language-model.ts';
import { longTest } from '../../../../test/harness/long-test.ts';
import { insertAccount } from '../../../../test/harness/rows.ts';
import { createGuardedClient } from '../../../platform/lib/guarded-fetch/client.ts';
import { seededRandom } from '../../brain/random.ts';
import { openLanguageModels } from '../language-model.ts';
import { changeLanguageModel, type LanguageModelField, showLanguageModel } from '../settings.ts';
import { toDirection } from './direction.ts';
import type { Entry } from './embeddings.ts';
import { fuse } from './fuse.ts';
import { VectorIndex } from './vector-index.ts';

const ctx = await testContext({ cleanup: afterAll });

const SHIPPING: Entry = { kind: 'faq', id: 'f-1', text: 'ongkos kirim paket ke Bandung' };
const HOURS: Entry = { kind: 'faq', id: 'f-2', text: 'jam buka toko hari Sabtu' };
const REFUND: Entry = { kind: 'passage', id: '7', text: 'barang rusak boleh ditukar dengan bukti foto' };

async function scene() {
  const server = await startLanguageModel();
  const { id } = await insertAccount(ctx);
  const set = (field: LanguageModelField) =>
    ctx.db.transaction((tx) => changeLanguageModel(tx, ctx, { id }, field));
  await set({ provider: 'openai_compatible', url: server.url, model: 'stand-in', embedding_model: 'near' });
  const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8'] });
  onTestFinished(() => client.close());
  const open = () => openLanguageModels(ctx, { live: client, sandbox: client });
  const models = open();
  const embedAll = (...entries: Entry[]) => models.embedAll(id, entries);
  const nearest = async (question: string, of = models) =>
    (await of.nearest(id, question, { limit: 2 }))?.map((near) => near.id) ?? null;
  const inputs = () => server.calls.map(({ body }) => body.input);
  const tokens = async () => (await showLanguageModel(ctx, id))?.tokens_today ?? 0;
  return { account: { id }, server, set, open, embedAll, nearest, inputs, tokens };
}

test('the text nearest in meaning is found, in every process', async () => {
  const { open, embedAll, nearest } = await scene();

  const { embedded } = (await embedAll(SHIPPING, HOURS, REFUND)) ?? {};

  expect(embedded).toBe(3);
  expect(await nearest('berapa ongkos kirim ke Bandung')).toEqual(['f-1', expect.any(String)]);
  expect(await nearest('barang rusak', open())).toEqual(['7', expect.any(String)]);
});

test('a question that is too long is cut between two characters', async () => {
  const { embedAll, nearest, inputs } = await scene();
  await embedAll(SHIPPING);

  await nearest(`${'x'.repeat(1_999)}🚚?`);

  expect(inputs().at(-1)).toEqual(['x'.repeat(1_999)]);
});

test('only new and changed texts are sent to the provider, and removed ones are found no more', async () => {
  const { embedAll, nearest, inputs } = await scene();
  await embedAll(SHIPPING, HOURS, REFUND);
  await nearest('barang rusak');

  await embedAll({ ...SHIPPING, text: 'tarif kurir' }, HOURS);
  await embedAll({ ...SHIPPING, text: 'tarif kurir' }, HOURS);

  expect(inputs().slice(2)).toEqual([['tarif kurir']]);
  expect(await nearest('barang rusak')).not.toContain('7');
  expect(await nearest('tarif')).toEqual(['f-1', 'f-2']);
});

test('a failure of the provider keeps what is stored, and the next call goes on', async () => {
  const { server, embedAll, nearest } = await scene();
  const many = Array.from(
    { length: 100 },
    (_, n): Entry => ({ kind: 'row', id: `r-${n}`, text: `barang ke${n}` }),
  );
  server.next.push({ answer: '' }, { status: 401 });

  const first = await embedAll(...many);
  const second = await embedAll(...many);

  expect([first, second]).toEqual([
    { embedded: 64, left: 36, failed: true },
    { embedded: 36, left: 0, failed: false },
  ]);
  server.next.push({ status: 401 });
  expect(await nearest('barang')).toBeNull();
});

test('vectors of another model are not compared, and without a model they are removed', async () => {
  const { account, set, embedAll, nearest } = await scene();
  await embedAll(SHIPPING, HOURS);

  await set({ embedding_model: 'other' });
  const before = await nearest('ongkos');
  const again = await embedAll(SHIPPING, HOURS);
  const after = await nearest('ongkos');
  await set({ embedding_model: null });
  const off = await embedAll(SHIPPING, HOURS);
  const rows = await ctx.pool.query('select 1 from embeddings where account_id = $1', [account.id]);

  expect([before, again, after]).toEqual([null, { embedded: 2, left: 0, failed: false }, ['f-1', 'f-2']]);
  expect([off, await nearest('ongkos')]).toEqual([null, null]);
  expect(rows.rowCount).toBe(0);
});

test('texts use at most half of the budget, so that questions of the day are answered', async () => {
  const { server, set, embedAll, nearest, tokens } = await scene();
  server.usage = null;
  await set({ daily_token_budget: 1_000 });
  const long = (id: string): Entry => ({
    kind: 'passage',
    id,
    text: `${id} kopi susu gula aren `.repeat(10),
  });

  const some = await embedAll(long('a'));
  const more = await embedAll(long('a'), long('b'));

  expect([some, more]).toMatchObject([{ embedded: 1 }, { embedded: 0, failed: true }]);
  expect(await tokens()).toBeLessThanOrEqual(500);
  expect(await nearest('kopi')).toEqual(['a']);
});

test.each([
  ['fewer vectors than texts', { data: [] }],
  ['a vector of zeros', { data: [{ embedding: [0, 0] }] }],
  ['text in a vector', { data: [{ embedding: ['a'] }] }],
])('an answer with %s is not stored', async (_what, body) => {
  const { server, embedAll } = await scene();
  const wrong = { status: 200, body: JSON.stringify({ object: 'list', ...body }) };
  server.next.push(wrong, wrong);

  expect(await embedAll(SHIPPING)).toEqual({ embedded: 0, left: 1, failed: true });
});

test('fused rankings put first what both have', () => {
  expect(fuse(['a', 'b', 'c'], ['c', 'b', 'd'])).toEqual(['c', 'b', 'a', 'd']);
  expect(fuse([], ['a'], [])).toEqual(['a']);
});

longTest('an exact search finds what a full comparison finds, and lets other work go on', async () => {
  const random = seededRandom(7);
  const vectors = Array.from({ length: 6_000 }, () => Array.from({ length: 1_024 }, () => random() - 0.5));
  const rows = vectors.map((vector, n) => ({
    kind: 'row' as const,
    item_id: String(n),
    direction: toDirection(vector),
  }));
  const index = new VectorIndex(rows);
  const asked = vectors[1_234]?.map((each) => each + (random() - 0.5) / 2) ?? [];
  let turns = 0;
  const count = setInterval(() => (turns += 1), 0);
  onTestFinished(() => clearInterval(count));

  const near = await index.nearest(asked, 3);

  const cosines = vectors.map((vector, n) => [String(n), cosine(asked, vector)] as const);
  const naive = cosines.sort(([, a], [, b]) => b - a).slice(0, 3);
  expect(near?.map(({ id }) => id)).toEqual(naive.map(([id]) => id));
  near?.forEach(({ score }, at) => {
    expect(score).toBeCloseTo(naive[at]?.[1] ?? 0, 2);
  });
  expect(turns).toBeGreaterThan(0);
  expect(await index.nearest([1, 2], 3)).toBeNull();
});

function cosine(one: readonly number[], other: readonly number[]): number {
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, each, n) => sum + each * (b[n] ?? 0), 0);
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
}
