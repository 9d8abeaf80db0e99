import { afterAll, expect, test } from 'vitest';
import { chatOf } from '../../test/harness/automation-chat.ts';
import { testContext } from '../../test/harness/context.ts';
import { insertAccount, insertDevice, insertMessage } from '../../test/harness/rows.ts';
import { openService } from '../../test/harness/service.ts';
import { watchAllStatements } from '../../test/harness/statements.ts';
import { DAY } from '../platform/lib/clock.ts';
import { openAssistant } from './assistant.ts';
import type { Chat } from './chat.ts';
import { readHistory } from './chats/history.ts';
import type { Plan } from './plan.ts';
import { openShop, said, textsOf, turnsOf } from './test-scene.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const assistant = openAssistant(ctx, null);

const { deciding, turn } = turnsOf(ctx, assistant);

test('chats that ask at the same time share what they read of their account', async () => {
  const asked: (string | undefined)[] = [];
  const db = watchAllStatements(ctx.db, ({ name }) => void asked.push(name));
  const busy = openAssistant({ ...ctx, db }, null);
  const shop = await openShop(ctx, service);
  const chats = [await shop.chat(), await shop.chat(), await shop.chat()];
  await busy.answer(chats[0] as Chat, [said('cara bayar?')], deciding());
  asked.length = 0;

  const plans = await Promise.all(chats.map((chat) => busy.answer(chat, [said('cara bayar?')], deciding())));

  expect(plans.map((plan) => plan?.reason)).toEqual(['faq', 'faq', 'faq']);
  const shared = [
    'automation.find_assistant',
    'automation.find_assistant_chats',
    'automation.find_model_state',
  ];
  expect(asked.filter((name) => shared.includes(name ?? ''))).toEqual(shared);
});

test('where hand-offs are off, nothing offers a person, and the chat goes on', async () => {
  const alone = await openShop(ctx, service, { handoff: { enabled: false }, scope: 'pesanan' });
  const chat = await alone.chat();
  const asked = ['siapa presiden amerika', '0', 'resep rendang padang', 'siapa juara piala dunia'];

  const plans: Plan[] = [];
  for (const text of asked) plans.push(await turn(chat, text));
  const texts = [
    await assistant.declineText(chat, { reason: 'asked_for_person', text: 'admin' }),
    await assistant.declineText(chat, { reason: 'failed', text: null }),
    (await alone.ask('Can I talk to a human?')).text,
  ];

  expect(plans.map(({ outcome }) => outcome)).toEqual(['clarified', 'handed_off', 'clarified', 'handed_off']);
  expect(plans.flatMap(textsOf).join('\n')).not.toMatch(/tim kami|^0\./m);
  expect(texts[0]).toMatch(/tidak ada staf yang membalas.* Saya bisa membantu soal pesanan\.$/);
  expect(texts[1]).toMatch(/Boleh dikirim lagi\?$/);
  expect(texts[2]).not.toMatch(/our team|tim kami/);
});

test('with start words, the assistant begins after one of them, and goes on', async () => {
  const quiet = await openShop(ctx, service, { start_words: ['tanya', 'mau tanya'] });
  const chat = await quiet.chat();

  const before = await assistant.answer(chat, [said('cara bayar?')], deciding());
  const started = await turn(chat, 'Tanya');
  const next = await turn(chat, 'cara bayar?');
  const other = await turn(await quiet.chat(), 'halo', 'Mau tanya, cara bayar?');
  const later = { ...chat, ownership_version: chat.ownership_version + 1 };
  const again = await assistant.answer(later, [said('cara bayar?')], deciding());

  expect([before, again]).toEqual([null, null]);
  expect(textsOf(started)).toEqual(['Halo Kak, ada yang bisa saya bantu?']);
  expect([next, other].flatMap(textsOf)).toEqual(Array(2).fill('Bayar lewat transfer BCA atau QRIS.'));
});

test.each([
  ['a broadcast of this week', 6 * DAY, 'broadcast', 1],
  ['an older broadcast', 8 * DAY, 'broadcast', 0],
  ['a reply of staff', 6 * DAY, 'staff', 0],
] as const)(
  'what a customer may answer is read along with the conversation: %s',
  async (_, ms, source, read) => {
    const device = await insertDevice(ctx, await insertAccount(ctx));
    const chat = chatOf({ account: { id: device.account_id }, device });
    const sent = { status: 'sent', phone: chat.phone, body: 'Promo kopi', source } as const;
    await insertMessage(ctx, device, { ...sent, created_at: new Date(ctx.now().getTime() - ms) });
    const asked = { ...said('mau dong'), id: 2 ** 40, at: ctx.now() };

    const { turns } = await readHistory(ctx.db, { ...chat, context_from: asked.id }, [asked]);

    expect(turns).toEqual(read ? [{ from: 'business', text: 'Promo kopi' }] : []);
  },
);

test('a customer who sends only the code of a link is greeted, except where a start word is missing', async () => {
  const came_by = { entry_point_id: '7f3d1f4e-93c4-4f3b-9d20-2d3f5b7f4a55', ad_id: null };
  const [open, quiet] = [
    await openShop(ctx, service),
    await openShop(ctx, service, { start_words: ['tanya'] }),
  ];
  const arriveAt = async (shop: typeof open) =>
    assistant.answer(await shop.chat(), [{ ...said(''), came_by }], deciding());

  const greeted = await arriveAt(open);
  const waiting = await arriveAt(quiet);

  expect(greeted && textsOf(greeted)).toEqual(['Halo Kak, ada yang bisa saya bantu?']);
  expect(waiting).toBeNull();
});
