import { afterAll, expect, test } from 'vitest';
import { openChats } from '../../../test/harness/assistant-chats.ts';
import { testContext } from '../../../test/harness/context.ts';
import { eraser, inbound, receiver } from '../../../test/harness/conversations.ts';
import { runJobs } from '../../../test/harness/jobs.ts';
import { insertDevice } from '../../../test/harness/rows.ts';
import { openService } from '../../../test/harness/service.ts';
import { HOUR, MINUTE } from '../../platform/lib/clock.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { openMemory } from '../assistant.ts';
import { startEvaluation } from './evaluation.ts';
import { evaluationJob } from './evaluator.ts';
import { shareOf } from './share.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const evaluation = evaluationJob(ctx, openMemory(ctx));
const evaluate = () => runJobs(ctx, [evaluation]);
const CUSTOMERS = ['6281200000021', '6281200000022', '6281200000023', '6281200000024'];
/** What each customer asks, and what staff answers. */
const DAY_OF_SHOP = [
  ['brp ongkir ke bandung ya?', 'Ke Bandung 15 ribu ya Kak'],
  ['cara bayar?', 'Bisa transfer BCA atau qris Kak'],
  ['jam buka toko?', 'Maaf Kak, hari ini tutup'],
  ['bisa custom warna cat tembok gak', 'Bisa Kak'],
] as const;

/** Four chats in shadow mode, with their answers of staff. */
async function watchedDay(settings: object = {}) {
  const shop = await openChats(ctx, service, { mode: 'shadow', ...settings });
  for (const [at, [question, answer]] of DAY_OF_SHOP.entries()) {
    const phone = CUSTOMERS[at] ?? '';
    await shop.asksAs(phone, question);
    await shop.judges();
    expect((await shop.staffWrites(answer, phone)).status).toBe(202);
  }
  await shop.judges(10 * MINUTE);
  const report = async (query = '') => (await shop.api('GET', `/v1/assistant/report${query}`)).body;
  return { ...shop, report };
}

test.each([
  [0, 0, null, null, null],
  [0, 5, 0, 0, 43.4],
  [41, 100, 41, 31.9, 50.8],
  [5, 5, 100, 56.6, 100],
])('%i of %i is a share with honest bounds', (count, of, percent, low, high) => {
  expect(shareOf(count, of)).toEqual({ count, of, percent, low, high });
});

test('the report says how much it would have answered, and how much of it staff said too', async () => {
  const shop = await watchedDay();

  const report = await shop.report();

  expect(report.total).toMatchObject({
    ...{ judged: 4, answered: { count: 3, of: 4, percent: 75 }, handed_off: { count: 1 } },
    ...{ agrees: 2, differs: 1, right: { count: 2, of: 3, percent: 66.7 } },
  });
  expect(report.days).toHaveLength(7);
  expect(report.days.at(-1)).toMatchObject({ date: report.to, judged: 4 });
  expect(report.devices).toMatchObject([{ device_uuid: shop.device.device_uuid, judged: 4 }]);
  const wrong = report.examples.find(({ kind }: { kind: string }) => kind === 'wrong');
  expect(wrong).toMatchObject({
    ...{ question: 'jam buka toko?', staff_answer: 'Maaf Kak, hari ini tutup', action: 'answer' },
    answer: 'Kami buka Senin sampai Sabtu, 08.00 sampai 17.00.',
  });
});

test('what staff marks counts before the estimate, and names the right pair for a test question', async () => {
  const shop = await watchedDay();
  const { examples } = await shop.report();
  const wrong = examples.find(({ kind }: { kind: string }) => kind === 'wrong');
  const faqs = (await shop.api('GET', '/v1/knowledge/faqs')).body.data;
  const path = `/v1/decisions/${wrong.decision_id}/feedback`;

  const marked = await shop.api('POST', path, { verdict: 'right', faq_id: faqs[1].id });

  expect([marked.status, marked.body]).toMatchObject([200, { verdict: 'right' }]);
  expect((await shop.report()).total).toMatchObject({ marked_right: 1, right: { count: 3, of: 3 } });
  const { body } = await shop.api('GET', '/v1/assistant/test-questions');
  expect(body.data).toMatchObject([
    { id: marked.body.test_question_id, question: 'jam buka toko?', faq_id: faqs[1].id, outcome: null },
  ]);
});

test('the live report counts answers, chosen questions and take-overs', async () => {
  const shop = await openChats(ctx, service);
  await shop.asksAs('6281200000031', 'cara bayar?');
  await shop.asksAs('6281200000032', 'brp ongkir ke bandung ya?');
  await shop.staffWrites('Saya bantu ya Kak', '6281200000032');

  await shop.judges(10 * MINUTE);
  await shop.judges(HOUR);
  const { body } = await shop.api('GET', '/v1/assistant/report');

  expect(body).toMatchObject({
    mode: 'live',
    total: { judged: 2, answered: { count: 2 }, taken_over: { count: 1, of: 2, percent: 50 } },
  });
});

test('a report of another device is empty, and too many days are refused', async () => {
  const shop = await watchedDay();
  const other = await insertDevice(ctx, shop.account);

  const ofOther = await shop.report(`?device_uuid=${other.device_uuid}`);
  const tooLong = await shop.api('GET', '/v1/assistant/report?from=2026-01-01&to=2026-11-01');

  expect(ofOther).toMatchObject({ total: { judged: 0, answered: { percent: null } }, examples: [] });
  expect([tooLong.status, Object.keys(tooLong.body.errors)]).toEqual([422, ['from']]);
});

test('an evaluation plays the messages of the past again, changes nothing, and groups what has no answer', async () => {
  const shop = await watchedDay({ enabled: false, mode: 'live' });
  const receive = receiver(ctx);
  for (const [at, body] of ['jual cat tembok anti bocor?', 'cat tembok anti bocor jual?'].entries())
    await receive(inbound(shop.device, `62812000000${51 + at}`, { body, at: ctx.now() }));
  await receive(inbound(shop.device, '120363041234567890@g.us', { body: 'jam buka toko?', at: ctx.now() }));
  ctx.clock.advance(MINUTE);
  const messages = async () =>
    (
      await ctx.pool.query('select id, status from messages where account_id = $1 order by id', [
        shop.account.id,
      ])
    ).rows;
  const before = await messages();

  const started = await shop.api('POST', '/v1/assistant/evaluations', { days: 7 });
  const again = await shop.api('POST', '/v1/assistant/evaluations', { days: 30 });
  await evaluate();
  const { body } = await shop.api('GET', `/v1/assistant/evaluations/${started.body.id}`);

  expect([started.status, started.body.state, again.body.id]).toEqual([202, 'waiting', started.body.id]);
  expect(body).toMatchObject({
    ...{ state: 'done', test: null },
    history: {
      ...{ judged: 6, answered: { count: 3 }, handed_off: { count: 3 }, agrees: 2, differs: 1 },
      unanswered: [{ count: 2 }, { count: 1 }],
    },
  });
  const [differs] = body.history.examples.filter(({ kind }: { kind: string }) => kind === 'differs');
  expect(differs).toMatchObject({ question: 'jam buka toko?', staff_answer: 'Maaf Kak, hari ini tutup' });
  const chat = await shop.read(CUSTOMERS[2]);
  expect(differs.conversation_id).toBe(chat.conversation_uuid);
  expect(await messages()).toEqual(before);
});

test('an evaluation leaves out what never comes to the assistant, with and without decisions', async () => {
  const shop = await openChats(ctx, service);
  const keyword = (name: string) =>
    shop.api('POST', '/v1/auto-replies', {
      ...{ kind: 'keyword', name, patterns: [name], replies: [{ type: 'text', body: 'Diskon 10 %.' }] },
    });
  const rule = await keyword('promo');
  const nodes = [
    { id: 'start', type: 'start', triggers: [{ match: 'exact', patterns: ['daftar'] }], next: 'ask' },
    { id: 'ask', type: 'ask', text: 'Namanya?', answer: { kind: 'text' }, answered: 'end' },
    { id: 'end', type: 'end' },
  ];
  const flow = await shop.api('POST', '/v1/flows', { name: 'Daftar', definition: { nodes } });
  await shop.api('POST', `/v1/flows/${flow.body.id}/publish`, {});
  await shop.asks('daftar', 'toko tutup jam berapa ya');
  for (const [at, body] of ['promo', 'admin', 'STOP', 'cara bayar?'].entries())
    await shop.asksAs(`62812000000${81 + at}`, body);
  await shop.api('DELETE', `/v1/auto-replies/${rule.body.id}`);
  await keyword('katalog');
  const past = ['katalog', 'cs', 'BERHENTI', 'promo', 'jam buka toko?'];
  for (const body of past)
    await receiver(ctx)(inbound(shop.device, '6281200000091', { body, at: ctx.now() }));
  ctx.clock.advance(MINUTE);

  const { body } = await shop.api('POST', '/v1/assistant/evaluations', { days: 7 });
  await evaluate();
  const { history } = (await shop.api('GET', `/v1/assistant/evaluations/${body.id}`)).body;

  expect(history).toMatchObject({ judged: 3, others: 8, answered: { count: 2 }, handed_off: { count: 1 } });
  expect(history.unanswered).toMatchObject([{ question: 'promo' }]);
});

test('an evaluation starts while another one ends, and two starts at once are one', async () => {
  const { account, api } = await service.customer();
  const wish = { kind: 'history', days: 7, max_messages: 10 } as const;
  const earlier = await startEvaluation(ctx, account, wish);
  const endEarlier = () =>
    ctx.pool.query(
      "update assistant_evaluations set state = 'done', due_at = null, finished_at = now() where id = $1",
      [earlier.id],
    );
  const db: Db = {
    ...ctx.db,
    transaction: (work) =>
      ctx.db.transaction((tx) =>
        work({
          ...tx,
          async query(statement, values) {
            if (statement.name === 'automation.find_running_evaluation') await endEarlier();
            return tx.query(statement, values);
          },
        }),
      ),
  };

  const later = await startEvaluation({ ...ctx, db }, account, wish);
  const runs = await Promise.all(
    [1, 2, 3].map(() => api('POST', '/v1/assistant/evaluations', { kind: 'test_questions' })),
  );

  expect(later).toMatchObject({ state: 'waiting' });
  expect(later.id).toBeGreaterThan(earlier.id);
  expect(runs.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(new Set(runs.map(({ body }) => body.id)).size).toBe(1);
});

test('the report of an evaluation names messages, so that a deleted one leaves no text in it', async () => {
  const shop = await watchedDay({ enabled: false, mode: 'live' });
  const received = inbound(shop.device, '6281200000071', {
    body: 'jual cat tembok anti bocor?',
    at: ctx.now(),
  });
  await receiver(ctx)(received);
  ctx.clock.advance(MINUTE);
  const started = await shop.api('POST', '/v1/assistant/evaluations', { days: 7 });
  await evaluate();

  await eraser(ctx)(shop.device, '6281200000071', received.message.waMessageId);
  const { body } = await shop.api('GET', `/v1/assistant/evaluations/${started.body.id}`);
  const { rows } = await ctx.pool.query('select * from assistant_evaluations where account_id = $1', [
    shop.account.id,
  ]);

  expect(body.history).toMatchObject({ judged: 5, handed_off: { count: 2 }, unanswered: [{ count: 1 }] });
  expect(JSON.stringify([body, rows])).not.toContain('cat tembok anti bocor');
});

test('runs of two accounts take turns, each from where its last slice ended', async () => {
  const shops = [await openChats(ctx, service), await openChats(ctx, service)];
  for (const shop of shops) {
    const texts = Array.from({ length: 60 }, (_, n) =>
      inbound(shop.device, '6281200000061', { body: `harga ${n}` }),
    );
    await receiver(ctx)(...texts);
    await ctx.pool.query('update messages set created_at = $2 where account_id = $1', [
      shop.account.id,
      new Date(ctx.now().getTime() - MINUTE),
    ]);
    await shop.api('POST', '/v1/assistant/evaluations', {});
  }
  const seen: unknown[] = [];
  const lists = () => Promise.all(shops.map(({ api }) => api('GET', '/v1/assistant/evaluations')));
  const watched = {
    ...evaluation,
    async run(...given: Parameters<typeof evaluation.run>) {
      seen.push((await lists()).map(({ body }) => body.data[0].looked_at));
      return evaluation.run(...given);
    },
  };

  await runJobs(ctx, [watched]);

  expect(seen.slice(0, 4)).toEqual([
    [0, 0],
    [50, 0],
    [50, 50],
    [60, 50],
  ]);
  expect((await lists()).map(({ body }) => body.data[0].state)).toEqual(['done', 'done']);
});

test('test questions are asked again after a training, with what got worse', async () => {
  const shop = await openChats(ctx, service);
  const faqs = (await shop.api('GET', '/v1/knowledge/faqs')).body.data;
  const [ongkir] = faqs;
  const csv = `question,faq_id\nbrp ongkir bandung,${ongkir.id}\nsiapa presiden amerika,\n,${ongkir.id}\nhalo,x\n`;
  const imported = await shop.api('POST', '/v1/assistant/test-questions/import', csv, {
    'content-type': 'text/csv',
  });
  const run = async () => {
    const { body } = await shop.api('POST', '/v1/assistant/evaluations', { kind: 'test_questions' });
    await evaluate();
    return (await shop.api('GET', `/v1/assistant/evaluations/${body.id}`)).body.test;
  };
  const first = await run();

  await shop.api('PATCH', `/v1/knowledge/faqs/${ongkir.id}`, { questions: ['Berapa lama garansi?'] });
  await shop.learn();
  await evaluate();

  expect(imported.body).toMatchObject({ rows: 4, saved: 2, bad_rows: 2 });
  expect(first).toMatchObject({ questions: 2, right: { count: 2, percent: 100 }, worse: [] });
  const [latest] = (await shop.api('GET', '/v1/assistant/evaluations')).body.data;
  const { body } = await shop.api('GET', `/v1/assistant/evaluations/${latest.id}`);
  expect(body).toMatchObject({
    kind: 'test_questions',
    test: { questions: 2, worse: [{ question: 'brp ongkir bandung', earlier_outcome: 'right' }] },
  });
  const { data } = (await shop.api('GET', '/v1/assistant/test-questions')).body;
  expect(data).toMatchObject([{ earlier_outcome: 'right' }, { outcome: 'right' }]);
  expect((await shop.api('DELETE', `/v1/assistant/test-questions/${data[0].id}`)).status).toBe(204);
});
