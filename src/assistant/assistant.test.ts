import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../test/harness/context.ts';
import { inbound, receiver } from '../../test/harness/conversations.ts';
import { runJobs } from '../../test/harness/jobs.ts';
import { type LanguageModelServer, startLanguageModel } from '../../test/harness/language-model.ts';
import { insertDevice } from '../../test/harness/rows.ts';
import { openService } from '../../test/harness/service.ts';
import { createGuardedClient } from '../platform/lib/guarded-fetch/client.ts';
import { startJobs } from '../platform/lib/jobs.ts';
import { silentLog } from '../platform/lib/log.ts';
import { openAssistant } from './assistant.ts';
import type { Chat } from './chat.ts';
import { renewalJob } from './language-model/embeddings/renewal.ts';
import { openLanguageModels } from './language-model/language-model.ts';
import { openShop, SHOP, said, textsOf, turnsOf } from './test-scene.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8'] });
afterAll(() => client.close());
const models = openLanguageModels(ctx, { live: client, sandbox: client });
const assistant = openAssistant(ctx, models);
const shop = await openShop(ctx, service);
const { deciding, turn } = turnsOf(ctx, assistant);
test('a question of the knowledge gets its answer, with the name of the customer', async () => {
  const plan = await turn(await shop.chat(), 'halo kak', 'brp ongkir ke bandung ya?');

  expect(plan).toMatchObject({ stage: 'assistant', outcome: 'answered', reason: 'faq' });
  expect(textsOf(plan)).toEqual(['Ongkir ke Bandung Rp15.000, Budi.']);
  expect(plan.replies[0]?.by).toEqual({ kind: 'assistant', faq_id: plan.faq_id });
  expect(plan.score).toBeGreaterThan(0.5);
});

test('the first answer says that a machine speaks, the next ones do not', async () => {
  const introducing = await openShop(ctx, service, { introduce: true });
  const chat = await introducing.chat();

  const first = await turn(chat, 'cara bayar?');
  const next = await turn(chat, 'jam buka toko?');
  const greeted = await turn(await introducing.chat(), 'halo');

  expect(textsOf(greeted)).toEqual(['Halo Kak, saya asisten otomatis. Ada yang bisa saya bantu?']);
  expect(textsOf(first)[0]).toMatch(/^Halo Kak, saya asisten otomatis\.\n\nBayar lewat/);
  expect(textsOf(next)[0]).toMatch(/^Kami buka/);
});

test('what it does not know is asked again once, then staff gets the chat', async () => {
  const chat = await shop.chat();
  await shop.api('PATCH', '/v1/assistant', { scope: 'pesanan {dan} $&' });

  const first = await turn(chat, 'siapa presiden pertama amerika serikat');
  const second = await turn(chat, 'tolong buatkan puisi tentang laut biru');

  expect(first).toMatchObject({ outcome: 'clarified', reason: 'unsure' });
  expect(textsOf(first)[0]).toContain('Saya bisa membantu soal pesanan {dan} $&.\n0. Bicara dengan tim kami');
  expect(second).toMatchObject({ outcome: 'handed_off', replies: [] });
  expect(second.end).toEqual({ to: 'human_waiting', reason: 'assistant_unsure', text: null });
});

test('a customer whom it does not understand reaches a person by one digit', async () => {
  const chat = await shop.chat();

  await turn(chat, 'siapa presiden amerika');
  const plan = await turn(chat, '0');

  expect(plan).toMatchObject({ outcome: 'handed_off', end: { reason: 'asked_for_person' } });
});

test('an answer in between begins the count of unanswered questions again', async () => {
  const chat = await shop.chat();

  const outcomes: string[] = [];
  for (const text of ['siapa presiden amerika', 'cara bayar?', 'resep rendang padang asli'])
    outcomes.push((await turn(chat, text)).outcome);

  expect(outcomes).toEqual(['clarified', 'answered', 'clarified']);
});

test('after a give-back, the assistant remembers neither its choices nor its unanswered questions', async () => {
  const chat = await shop.chat();
  await turn(chat, 'siapa presiden amerika');

  const later = await turn(
    { ...chat, ownership_version: chat.ownership_version + 2 },
    'resep rendang padang',
  );

  expect(later.outcome).toBe('clarified');
});

/** From this confidence on it asks back, and never answers by itself. */
const CLARIFIES = { bands: { answer: 1, clarify: 0.01 } };

test('a doubtful question becomes a choice; a number, its title or 0 decide', async () => {
  const doubtful = await openShop(ctx, service, CLARIFIES);
  const ask = async () => {
    const chat = await doubtful.chat();
    const plan = await turn(chat, 'ongkir bandung sama bogor');
    return { chat, lines: (textsOf(plan)[0] ?? '').split('\n'), plan };
  };
  const { chat, lines, plan } = await ask();
  const [byTitle, byPerson, byOther] = [await ask(), await ask(), await ask()];

  const chosen = await turn(chat, '1.');
  const titled = await turn(byTitle.chat, 'berapa ongkir ke bandung');
  const person = await turn(byPerson.chat, '0');
  const wrong = await turn(byOther.chat, '9');
  const again = await turn(byOther.chat, 'nomor 1');

  expect(plan).toMatchObject({ outcome: 'clarified', reason: 'choices' });
  expect(lines[1]).toBe('1. Berapa ongkir ke Bandung?');
  expect(lines.at(-1)).toBe('0. Bicara dengan tim kami');
  expect(chosen).toMatchObject({ outcome: 'answered', reason: 'chosen' });
  expect(textsOf(titled)).toEqual(textsOf(chosen));
  expect(person.end).toMatchObject({ to: 'human_waiting', reason: 'asked_for_person' });
  expect(textsOf(wrong)).toEqual(['Maaf Kak, balas dengan salah satu angka di atas.']);
  expect(textsOf(again)).toEqual(textsOf(chosen));
});

test('a number after a text of another automation chooses nothing', async () => {
  const doubtful = await openShop(ctx, service, CLARIFIES);
  const chat = await doubtful.chat();
  await turn(chat, 'ongkir bandung sama bogor');

  const plan = await turn({ ...chat, last_stage: 'rule' }, '1');

  expect(plan.reason).not.toBe('chosen');
});

test('after two choices without a hit, staff gets the chat', async () => {
  const doubtful = await openShop(ctx, service, CLARIFIES);
  const chat = await doubtful.chat();

  const plans = [
    await turn(chat, 'ongkir bandung sama bogor'),
    await turn(chat, 'makasih'),
    await turn(chat, 'retur kena ongkir'),
    await turn(chat, 'bayar retur gimana'),
  ];

  expect(plans.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['clarified', 'choices'],
    ['answered', 'small_talk'],
    ['clarified', 'choices'],
    ['handed_off', 'choices'],
  ]);
  expect(plans[3]?.end).toMatchObject({ to: 'human_waiting', reason: 'assistant_unsure' });
});

test('a forbidden topic goes to staff at once, also when an answer exists', async () => {
  const strict = await openShop(ctx, service, {
    forbidden_topics: [{ name: 'retur', words: ['retur', 'uang kembali'] }],
  });

  const plan = await turn(await strict.chat(), 'cara RETUR barang?');

  expect(plan).toMatchObject({ outcome: 'handed_off', reason: 'forbidden_topic' });
  expect(plan.end).toMatchObject({
    reason: 'forbidden_topic',
    note: expect.stringContaining('Topic: retur'),
  });
});

test.each([
  'saya kecewa sekali, ini penipuan!',
  'barang rusak mau dikembalikan!!',
  'BARANG RUSAK MAU DIKEMBALIKAN',
])('a complaint goes to staff at once: %s', async (text) => {
  const plan = await turn(await shop.chat(), text);

  expect(plan).toMatchObject({ outcome: 'handed_off', reason: 'complaint', end: { reason: 'complaint' } });
});

test('a greeting and a thanks get a word back, and no staff', async () => {
  const chat = await shop.chat();

  const plans = [
    await turn(chat, 'Halooo kak'),
    await turn(chat, 'ok makasih banyak ya kak'),
    await turn(chat, '👍🏽🙏🏼 🙏'),
  ];

  expect(plans.map(({ outcome, reason }) => [outcome, reason])).toEqual(
    Array(3).fill(['answered', 'small_talk']),
  );
  expect(plans.flatMap(textsOf)).toEqual([
    'Halo Kak, ada yang bisa saya bantu?',
    'Sama-sama, Kak.',
    'Sama-sama, Kak.',
  ]);
});

test('the assistant is silent while it is off, in shadow mode, on other devices, and without a text', async () => {
  const off = await openShop(ctx, service, { enabled: false });
  const watching = await openShop(ctx, service, { mode: 'shadow' });
  const scoped = await openShop(ctx, service);
  const other = await insertDevice(ctx, scoped.account);
  await scoped.api('PATCH', '/v1/assistant', { device_uuids: [other.device_uuid] });
  const answer = async (chat: Chat, text: string | null) =>
    assistant.answer(chat, [{ ...said(''), text }], deciding());

  const answers = [
    await answer(await off.chat(), 'cara bayar?'),
    await answer(await watching.chat(), 'cara bayar?'),
    await answer(await scoped.chat(), 'cara bayar?'),
    await answer(await shop.chat(), null),
  ];

  expect(answers).toEqual([null, null, null, null]);
});

test('an assistant for closed hours answers then alone', async () => {
  const night = await openShop(ctx, service, { schedule: 'closed' });
  const monday = new Date('2026-11-30T03:00:00Z');
  const ask = async (at: Date) =>
    assistant.answer(await night.chat(), [said('cara bayar?')], { ...deciding(), at });
  const hours = {
    timezone: 'Asia/Jakarta',
    weekly: { monday: [{ from: '09:00', to: '17:00' }] },
    holidays: [],
  };
  const week = ['tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const weekly = { ...hours.weekly, ...Object.fromEntries(week.map((day) => [day, []])) };
  const set = await night.api('PUT', '/v1/business-hours', { ...hours, weekly });

  const [open, closed] = [await ask(monday), await ask(new Date(monday.getTime() + 12 * 60 * 60_000))];
  await night.api('PATCH', '/v1/assistant', { schedule: 'open' });
  const later = await ask(monday);

  expect(set.status).toBe(200);
  expect([open, closed?.outcome, later?.outcome]).toEqual([null, 'answered', 'answered']);
});

test('a pair for one device answers there only', async () => {
  const two = await openShop(ctx, service);
  const other = await insertDevice(ctx, two.account);
  const { body } = await two.api('POST', '/v1/knowledge/faqs', {
    answer: 'Ada parkir gratis.',
    questions: ['Apakah ada parkir?', 'parkir mobil gratis', 'tempat parkir di mana', 'bisa parkir motor'],
    device_uuids: [other.device_uuid],
  });
  await two.learn();
  const ask = (device_uuid: string) => two.ask('apakah ada parkir?', { device_uuid });

  const [there, here] = [await ask(other.device_uuid), await ask(two.deviceUuid)];

  expect(there).toMatchObject({ action: 'answer', text: 'Ada parkir gratis.', sources: [{ id: body.id }] });
  expect(here.candidates.map(({ faq_id }: { faq_id: string }) => faq_id)).not.toContain(body.id);
});

test('two pairs with one answer are one candidate, and no choice', async () => {
  const { api, ask, learn } = await openShop(ctx, service);
  const answer = 'Parkir gratis di depan toko.';
  for (const question of ['Ada tempat parkir?', 'Ada tempat parkir mobil?']) {
    await api('POST', '/v1/knowledge/faqs', { answer, questions: [question] });
  }
  await learn();

  const asked = await ask('ada tempat parkir kak');

  expect(asked).toMatchObject({ action: 'answer', reason: 'faq', text: answer });
  expect(
    asked.candidates.filter(({ question }: { question: string }) => /parkir/.test(question)),
  ).toHaveLength(1);
});

test('a deleted pair is never sent, also before the next training', async () => {
  const changing = await openShop(ctx, service);
  const { faq_id } = (await changing.ask('cara bayar?')).candidates[0];

  await changing.api('DELETE', `/v1/knowledge/faqs/${faq_id}`);
  const asked = await changing.ask('cara bayar?');

  expect(asked.is_current).toBe(false);
  expect(asked).toMatchObject({ action: 'handoff', reason: 'unsure' });
  expect(asked.candidates.map((each: { faq_id: string }) => each.faq_id)).not.toContain(faq_id);
});

test('a reworded pair is not answered by its old words before the next training', async () => {
  const changing = await openShop(ctx, service);
  const { faq_id } = (await changing.ask('cara bayar?')).candidates[0];

  await changing.api('PATCH', `/v1/knowledge/faqs/${faq_id}`, { questions: ['nomor rekening toko'] });
  const before = await changing.ask('cara bayar?');
  await changing.learn();
  const after = await changing.ask('nomor rekening tokonya?');

  expect(before.action).toBe('handoff');
  expect(after).toMatchObject({ action: 'answer', sources: [{ id: faq_id }] });
});

test('a new answer of a pair is sent at once', async () => {
  const changing = await openShop(ctx, service);
  const { faq_id } = (await changing.ask('cara bayar?')).candidates[0];

  await changing.api('PATCH', `/v1/knowledge/faqs/${faq_id}`, { answer: 'Tunai saja.' });

  expect(await changing.ask('cara bayar?')).toMatchObject({ action: 'answer', text: 'Tunai saja.' });
});

test('a pair of the language of the customer answers, also when the message does not say the language', async () => {
  const bilingual = await openShop(ctx, service);
  const questions = ['parking', 'parking lot', 'tempat parking'];
  await bilingual.api('POST', '/v1/knowledge/faqs', { answer: 'Ada.', questions, language: 'id' });
  await bilingual.api('POST', '/v1/knowledge/faqs', { answer: 'Yes.', questions, language: 'en' });
  await bilingual.learn();
  const [english, indonesian] = [await bilingual.chat(), await bilingual.chat()];
  await turn(english, 'what is the price of the moon');
  await turn(indonesian, 'berapa harga bulan');

  const answers = [await turn(english, 'parking'), await turn(indonesian, 'parking')];

  expect(answers.flatMap(textsOf)).toEqual(['Yes.', 'Ada.']);
});

test('an account without knowledge hands off, and says why', async () => {
  const { api } = await service.customer();

  const { status, body } = await api('POST', '/v1/assistant/ask', { question: 'berapa ongkir?' });

  expect([status, body]).toMatchObject([
    200,
    { action: 'handoff', reason: 'no_knowledge', candidates: [], confidence: 0 },
  ]);
  expect(body.text).toContain('saya teruskan ke tim kami');
});

const UNSURE = { answer: 1, clarify: 0.99 };

/** A shop that is never sure, so that its language model is asked. */
async function modernShop(more: object = {}) {
  const server = await startLanguageModel();
  const language_model = { provider: 'openai_compatible', url: server.url, model: 'a', ...more };
  const modern = await openShop(ctx, service, { bands: UNSURE, scope: 'pesanan Toko Maju', language_model });
  return { ...modern, server };
}

/** Answers from the source with this word. */
const from =
  (word: string, reply: { answer: string; action?: 'answer' | 'clarify' }): LanguageModelServer['always'] =>
  ({ question }) => {
    const about = question?.sources.find(({ text }) => text.includes(word));
    return about ? { ...reply, citations: [about.n] } : { answer: '', action: 'unknown' };
  };

test('where the assistant is unsure, its language model answers from the pairs that are near', async () => {
  const { server, chat: open } = await modernShop({ embedding_model: 'b' });
  ctx.clock.advance(2_000);
  await runJobs(ctx, [renewalJob(ctx, models)]);
  const chat = await open();
  server.always = from('QRIS', { answer: 'Bisa bayar pakai QRIS atau transfer BCA ya Kak.' });

  const answered = await turn(chat, 'min kalo bayarnya pas sudah sampai rumah gmn');
  server.always = { status: 500 };
  const failed = await turn(chat, 'min kalo bayarnya pas sudah sampai rumah gmn');

  expect(answered).toMatchObject({
    outcome: 'answered',
    reason: 'language_model',
    faq_id: expect.any(String),
  });
  expect(textsOf(answered)).toEqual(['Bisa bayar pakai QRIS atau transfer BCA ya Kak.']);
  expect(JSON.stringify(server.calls)).not.toMatch(/Budi|62812/);
  expect(failed).toMatchObject({ outcome: 'clarified', reason: 'unsure, language_model: provider_error' });
});

test('a question that shares no word with the knowledge costs no call', async () => {
  const { server, chat } = await modernShop();

  const plan = await turn(await chat(), 'xylophone quantum zebra');

  expect(plan).toMatchObject({ outcome: 'clarified', reason: 'unsure' });
  expect(textsOf(plan)[0]).toContain('pesanan Toko Maju');
  expect(server.calls).toEqual([]);
});

test('the model asks back with questions of the business, and hands off in silence', async () => {
  const { server, chat } = await modernShop();
  server.always = from('QRIS', { answer: 'Toko ini penipu?', action: 'clarify' });

  const clarified = await turn(await chat(), 'mau bayar');
  server.always = { answer: 'Saya refund ya.', action: 'handoff' };
  const handedOver = await turn(await chat(), 'mau bayar');

  expect(clarified).toMatchObject({ outcome: 'clarified', reason: 'choices' });
  expect(textsOf(clarified)[0]).toMatch(/\n1\. Cara bayar\?\n0\. /);
  expect(handedOver).toMatchObject({
    ...{ outcome: 'handed_off', reason: 'language_model', replies: [] },
    end: { to: 'human_waiting', reason: 'assistant_unsure' },
  });
});

test('the model reads what was written since the automation has the chat, and only when staff wrote', async () => {
  const { server, chat, device } = await modernShop();
  const opened = await chat();
  for (const text of ['rahasia staf', 'mau tanya', 'yang qris']) {
    await receiver(ctx)(inbound(device, opened.phone, { body: text }));
  }
  const { rows } = await ctx.pool.query('select id, body from messages where phone = $1 order by id', [
    opened.phone,
  ]);
  const idOf = (text: string) => Number(rows.find(({ body }) => body === text).id);
  const given = {
    ...opened,
    context_from: idOf('mau tanya'),
    last_human_at: new Date('2026-11-20T03:00:00Z'),
  };
  const last = { ...said('bayar pakai yang qris'), id: idOf('yang qris') };

  await assistant.answer(given, [last], deciding());

  const [call] = server.calls;
  expect(call?.question?.conversation).toEqual([{ from: 'customer', text: 'mau tanya' }]);
  expect(JSON.stringify(call?.body)).toContain(
    'A person of the business wrote with this customer until 2026-11-20.',
  );
  expect(JSON.stringify(call?.body)).not.toContain('rahasia');
});

test('a person who takes the chat over ends the call of the model', async () => {
  const { server, chat } = await modernShop();
  const opened = await chat();
  server.always = { fault: 'hangs' };

  const asked = assistant.answer(opened, [said('mau bayar qris')], deciding());
  await expect.poll(() => server.calls.length).toBe(1);
  const taken = 'update conversations set ownership_version = ownership_version + 1 where id = $1';
  await ctx.pool.query(taken, [opened.conversation_id]);
  ctx.bus.publish('events');

  expect((await asked)?.reason).toContain('language_model: aborted');
});

test('a provider of vectors that hangs delays neither the training nor the vectors of others', async () => {
  const slow = await modernShop({ embedding_model: 'b' });
  const quick = await modernShop({ embedding_model: 'b' });
  slow.server.always = { fault: 'hangs' };
  ctx.clock.advance(2_000);
  // The jobs are due by the clock of the test, which is ahead.
  await ctx.pool.query('update graphile_worker._private_jobs set run_at = now()');
  const jobs = startJobs(ctx.databaseUrl, [renewalJob(ctx, models)], silentLog);

  await expect.poll(() => slow.server.calls.length, { timeout: 10_000 }).toBe(1);
  await slow.api('POST', '/v1/knowledge/faqs', { answer: 'Ada.', questions: ['Ada parkir?'] });
  await slow.learn();
  const vectors = 'select 1 from embeddings where account_id = $1';
  const countOf = async ({ id }: { id: number }) => (await ctx.pool.query(vectors, [id])).rowCount;
  await expect.poll(() => countOf(quick.account), { timeout: 10_000 }).toBe(SHOP.length);
  const learned = (await slow.api('GET', '/v1/assistant')).body.model;
  await jobs.stop();

  expect(learned).toMatchObject({ state: 'ready', report: { faqs: SHOP.length + 1 } });
  expect(await countOf(slow.account)).toBe(0);
  const { rows } = await ctx.pool.query(
    'select locked_by, attempts from graphile_worker.jobs where key = $1',
    [`embeddings.renew:${slow.account.id}`],
  );
  expect(rows).toEqual([{ locked_by: null, attempts: 0 }]);
});

test('a flow gets an answer only where the assistant answers', async () => {
  const asking = await openShop(ctx, service);
  const chat = await asking.chat();
  const other = await insertDevice(ctx, asking.account);
  const ask = async (changes: object, at: Chat = chat) => {
    await asking.api('PATCH', '/v1/assistant', changes);
    const asked = { ...deciding(), incoming: null };
    return (await assistant.answerAlone(at, 'brp ongkir ke bandung ya?', asked))?.answer.action ?? null;
  };

  const live = await ask({ device_uuids: [chat.device_uuid] });
  const elsewhere = await ask({}, { ...chat, device_uuid: other.device_uuid });
  const watching = await ask({ mode: 'shadow' });
  const off = await ask({ mode: 'live', enabled: false });

  expect([live, elsewhere, watching, off]).toEqual(['answer', null, null, null]);
});

test('a question of a flow that stays without an answer is noted, when the customer asked it', async () => {
  const asking = await openShop(ctx, service);
  const chat = await asking.chat();
  let asked = 0;
  const ask = async (question: string, read: string) => {
    asked += 1;
    const incoming = { ...said(read), id: 900_000 + asked };
    const reply = await assistant.answerAlone(chat, question, { ...deciding(), incoming });
    await ctx.db.transaction(async (tx) => reply?.save(tx, ctx.now()));
    return incoming.id;
  };
  const noted = await ask('xylophone quantum zebra', ' xylophone  quantum zebra');
  await ask('xylophone quantum zebra untuk M', 'M');
  await ask('brp ongkir ke bandung ya?', 'brp ongkir ke bandung ya?');

  const { rows } = await ctx.pool.query(
    'select message_id, due_at = asked_at as is_due from unanswered_questions where account_id = $1',
    [asking.account.id],
  );

  expect(rows).toEqual([{ message_id: noted, is_due: true }]);
});
