import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { eraser, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { runJobs } from '../../../../test/harness/jobs.ts';
import { openService } from '../../../../test/harness/service.ts';
import { openProducers } from '../../../app/automation.ts';
import { inboundHooks } from '../../../app/inbound-hooks.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import { openDecider } from '../../arbiter/decider.ts';
import { openAssistant } from '../../assistant.ts';
import { openShop } from '../../test-scene.ts';
import { judgingJob } from '../../trial/judging-job.ts';
import { findRevision } from '../knowledge.ts';
import { deleteOldGaps } from './gap.ts';
import { groupGaps } from './grouping/grouper.ts';
import { type Gap, REOPEN_AFTER } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx, inboundHooks(ctx));
const erase = eraser(ctx);
/** From this confidence on it asks back, and never answers by itself. */
const CLARIFIES = { bands: { answer: 1, clarify: 0.01 } };
let phones = 0;

/** A shop whose customers are new with each question, unless `from` says otherwise. */
async function shop(settings: object = {}) {
  const opened = await openShop(ctx, service, { handoff: { after_abstentions: 3 }, ...settings });
  const { api, device, account } = opened;
  const decider = openDecider(ctx, openProducers(ctx));
  const newPhone = () => `62813${String(++phones).padStart(7, '0')}`;
  async function write(body: string, from = newPhone()) {
    const received = inbound(device, from, { body, at: ctx.now() });
    await receive(received);
    for (let round = 0; round < 2; round += 1) {
      await decider.runOnce();
      ctx.clock.advance(5_000);
    }
    return { from, waMessageId: received.message.waMessageId };
  }
  const group = () => groupGaps(ctx);
  return {
    ...{ ...opened, write, newPhone, group },
    async gaps(query = ''): Promise<Gap[]> {
      await group();
      return (await api('GET', `/v1/knowledge/gaps${query}`)).body.data;
    },
    /** The customer deletes the message on all phones. */
    erase: ({ from, waMessageId }: { from: string; waMessageId: string }) => erase(device, from, waMessageId),
    openQuestions: async () =>
      (await ctx.pool.query('select from unanswered_questions where account_id = $1', [account.id])).rows
        .length,
  };
}

test('similar questions that the assistant cannot answer are one gap, with their conversations', async () => {
  const { write, gaps, api } = await shop();
  await write('terima jasa fotokopi warna');
  await write('jasa fotokopi warna hitam putih');
  await write('siapa presiden pertama amerika serikat');
  await write('cara bayar?');

  const [found, byTime] = [await gaps(), await gaps('?sort=last_asked')];
  const one = await api('GET', `/v1/knowledge/gaps/${found[0]?.id}`);
  const first = await api('GET', '/v1/knowledge/gaps?limit=1');
  const second = await api('GET', `/v1/knowledge/gaps?limit=1&cursor=${first.body.next_cursor}`);

  expect(found.map(({ count, status }) => [count, status])).toEqual([
    [2, 'open'],
    [1, 'open'],
  ]);
  expect(found[0]?.examples.map(({ question }) => question)).toEqual([
    'jasa fotokopi warna hitam putih',
    'terima jasa fotokopi warna',
  ]);
  expect(byTime.map(({ count }) => count)).toEqual([1, 2]);
  expect(one.body).toEqual(found[0]);
  expect([...first.body.data, ...second.body.data]).toEqual(found);
  expect(second.body.next_cursor).toBeNull();
  const { conversation_id, message_id } = one.body.examples[0];
  expect((await api('GET', `/v1/conversations/${conversation_id}/messages`)).body.data).toContainEqual(
    expect.objectContaining({ id: message_id, body: found[0]?.examples[0]?.question }),
  );
});

test('0 after a choice, another question, and silence for a day are gaps; a chosen answer is none', async () => {
  const { write, gaps, newPhone, openQuestions } = await shop(CLARIFIES);
  const [chosen, person, other, silent] = [newPhone(), newPhone(), newPhone(), newPhone()];
  for (const from of [chosen, person, other, silent]) await write('ongkir dong kak', from);
  await write('1', chosen);
  await write('0', person);
  await write('metode pembayarannya', other);

  const early = await gaps();
  const waiting = await openQuestions();
  ctx.clock.advance(DAY);
  const later = await gaps();

  expect(early.map(({ count }) => count)).toEqual([2]);
  expect(early[0]?.candidate).toMatchObject({ question: 'Berapa ongkir ke Bandung?' });
  expect(early[0]?.examples.map(({ question }) => question)).not.toContain('0');
  // Of the silent customer, and the second question of the other one.
  expect(waiting).toBe(2);
  expect(later.map(({ count }) => count)).toEqual([3, 1]);
});

test('in shadow mode the questions are noted too, and a complaint is none', async () => {
  const { write, gaps } = await shop({ mode: 'shadow' });
  await write('siapa presiden pertama amerika serikat');
  await write('saya kecewa sekali, ini penipuan!');
  await runJobs(ctx, [judgingJob(ctx, openAssistant(ctx, null))]);

  expect((await gaps()).map(({ count }) => count)).toEqual([1]);
});

test('one call makes an FAQ pair of a gap, and the assistant answers the next customer', async () => {
  const { write, gaps, api, learn, ask, account } = await shop();
  await write('terima jasa fotokopi warna');
  await write('jasa fotokopi warna hitam putih');
  const [gap] = await gaps();
  const revision = await findRevision(ctx.db, account.id);

  const answered = await api('POST', `/v1/knowledge/gaps/${gap?.id}/answer`, { answer: 'Belum bisa, Kak.' });
  await learn();

  expect(answered.body).toMatchObject({
    gap: { status: 'answered', faq_id: answered.body.faq.id },
    faq: { answer: 'Belum bisa, Kak.', questions: gap?.examples.map(({ question }) => question) },
  });
  expect(await findRevision(ctx.db, account.id)).toBe(revision + 1);
  expect((await ask('jasa fotokopi warna hitam putih')).text).toBe('Belum bisa, Kak.');
  expect(await gaps('?status=open')).toEqual([]);
});

test('a gap can become questions of a present pair, in other words, or be refused without a change', async () => {
  const { write, gaps, api } = await shop();
  await write('siapa presiden pertama amerika serikat');
  const [gap] = await gaps();
  const { body } = await api('GET', '/v1/knowledge/faqs');
  const answer = (given: object) => api('POST', `/v1/knowledge/gaps/${gap?.id}/answer`, given);
  const faq_id = body.data[1].id;

  const refused = [
    await answer({}),
    await answer({ answer: 'A', faq_id }),
    await answer({ faq_id: '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20' }),
  ];
  const present = await gaps();
  const taught = await answer({ faq_id, questions: ['Hari libur buka?'] });

  expect(refused.map(({ status }) => status)).toEqual([422, 422, 404]);
  expect(present[0]?.status).toBe('open');
  expect(taught.body.faq.answer).toBe(body.data[1].answer);
  expect(taught.body.faq.questions).toEqual([...body.data[1].questions, 'Hari libur buka?']);
});

test('a dismissed gap is open again when more customers ask', async () => {
  const { write, gaps, api } = await shop();
  await write('siapa presiden pertama amerika serikat');
  const [gap] = await gaps();

  const dismissed = await api('POST', `/v1/knowledge/gaps/${gap?.id}/dismiss`);
  const statuses: unknown[] = [];
  for (let asked = 1; asked <= REOPEN_AFTER; asked += 1) {
    ctx.clock.advance(1_000);
    await write('siapa presiden pertama amerika serikat');
    statuses.push((await gaps())[0]?.status);
  }

  expect(dismissed.body.status).toBe('dismissed');
  expect(statuses).toEqual(['dismissed', 'dismissed', 'open']);
});

test('a deleted message leaves no text in a gap, before and after it is grouped', async () => {
  const { write, gaps, erase, openQuestions, api } = await shop();
  const grouped = await write('siapa presiden pertama amerika serikat');
  const [gap] = await gaps();
  await erase(grouped);
  const later = await write('resep rendang padang asli dong');
  await erase(later);

  const found = await gaps();
  const answered = await api('POST', `/v1/knowledge/gaps/${gap?.id}/answer`, { answer: 'Tidak tahu.' });

  expect(found).toMatchObject([{ count: 1, examples: [] }]);
  expect(await openQuestions()).toBe(0);
  expect(answered.body.errors).toHaveProperty('questions');
});

test('a gap that was not asked for 90 days goes', async () => {
  const { write, gaps } = await shop();
  await write('siapa presiden pertama amerika serikat');
  await gaps();
  ctx.clock.advance(91 * DAY);

  await deleteOldGaps(ctx);

  expect(await gaps()).toEqual([]);
});
