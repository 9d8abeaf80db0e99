import { afterAll, expect, test } from 'vitest';
import { CHAT_PHONE, openChats } from '../../../../test/harness/chat.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { inbound } from '../../../../test/harness/conversations.ts';
import { openService } from '../../../../test/harness/service.ts';
import { findRevision } from '../knowledge.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const chats = openChats(ctx, service);

async function shop() {
  const customer = await chats.shop();
  const { api, uuid, device, reply } = customer;
  return {
    ...customer,
    ask: (body: string) => chats.receive(inbound(device, CHAT_PHONE, { body, at: ctx.now() })),
    answer: async (body: string): Promise<number> => (await reply({ body })).body.id,
    learn: (message: number | string, body: object = {}) =>
      api('POST', `/v1/knowledge/conversations/${uuid}/messages/${message}/faq`, body),
  };
}

test('an answer of staff becomes an FAQ pair, and the same answer later one more question of it', async () => {
  const { ask, answer, learn, account } = await shop();
  await ask('bisa kirim ke Papua?');
  await ask('berapa lama?');
  const first = await answer('Bisa Kak, 7 hari.');
  const revision = await findRevision(ctx.db, account.id);
  await ask('ke jayapura bisa gak');
  const second = await answer('Bisa Kak, 7 hari.');

  const [made, more, again] = [await learn(first), await learn(second), await learn(second)];

  expect([made.status, made.body]).toMatchObject([
    200,
    {
      faq: { answer: 'Bisa Kak, 7 hari.' },
      question: expect.stringContaining('bisa kirim ke Papua? berapa lama?'),
    },
  ]);
  expect(more.body.faq).toMatchObject({ id: made.body.faq.id });
  expect(more.body.faq.questions).toEqual([made.body.question, 'ke jayapura bisa gak']);
  expect(again.body).toEqual(more.body);
  expect(await findRevision(ctx.db, account.id)).toBe(revision + 2);
});

test('the question can be written, or go to another pair', async () => {
  const { api, answer, learn } = await shop();
  const pair = await api('POST', '/v1/knowledge/faqs', { answer: 'Ya, setiap hari.', questions: ['Buka?'] });
  const message = await answer('Buka Kak, tiap hari.');

  const written = await learn(message, { question: 'Apakah buka hari Minggu?' });
  const added = await learn(message, { question: 'Minggu buka?', faq_id: pair.body.id });

  expect(written.body.faq).toMatchObject({
    answer: 'Buka Kak, tiap hari.',
    questions: ['Apakah buka hari Minggu?'],
  });
  expect(added.body.faq).toMatchObject({ answer: 'Ya, setiap hari.', questions: ['Buka?', 'Minggu buka?'] });
});

test('a message of the automation, of the customer or of another chat teaches nothing', async () => {
  const [{ own, botSends, messagesOf, learn, answer }, other] = [await shop(), await shop()];
  await own('bot');
  await botSends('Halo');
  const [bot] = await messagesOf('bot');
  const written = await answer('Ada.');

  const answers = [
    await learn(bot?.public_id ?? bot?.id ?? 'none'),
    await other.learn(written + 1_000),
    await learn('x'),
    await learn(written, { question: 'Ada?', faq_id: '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20' }),
  ];

  expect(answers.map(({ status, body }) => [status, body.error ?? Object.keys(body.errors)])).toEqual([
    [422, ['message_id']],
    [404, 'message_not_found'],
    [404, 'message_not_found'],
    [404, 'faq_not_found'],
  ]);
});
