import { afterAll, expect, test } from 'vitest';
import { answers, automatedShop, ruleText } from '../../../../test/harness/automation.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { startReceiver } from '../../../../test/harness/receiver.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { watchStatements } from '../../../../test/harness/statements.ts';
import { WebhookWorker } from '../../../gateway/webhooks/delivery/deliverer.ts';
import type { FindMarks } from '../../../gateway/webhooks/delivery/marks.ts';
import { registerWebhook } from '../../../gateway/webhooks/webhook.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { createGuardedClient } from '../../../platform/lib/guarded-fetch/client.ts';
import { findMarks, markOf } from './mark.ts';

const ctx = await testContext({ cleanup: afterAll });
const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8'] });
afterAll(() => client.close());

/** A shop with a webhook. By default its receiver refuses, so that each round is another attempt of each event. */
async function shopWithWebhook(find?: FindMarks, status = 500) {
  await ctx.pool.query('delete from webhook_deliveries; delete from webhook_attempts; delete from webhooks');
  const shop = await automatedShop(ctx);
  const receiver = await startReceiver((_, response) => response.writeHead(status).end());
  await registerWebhook(ctx, shop.account, { url: receiver.url, events: ['message.received'] });
  const names: string[] = [];
  const watched = { ...ctx, db: watchStatements(ctx.db, ({ name }) => names.push(name ?? '')) };
  const byStatement: FindMarks = (messages) => findMarks(watched, messages);
  const worker = new WebhookWorker(watched, { client, findMarks: find ?? byStatement });
  return {
    ...{ ...shop, receiver },
    /** Attempts each event once more. Returns the marks of these attempts by the text of the message. */
    async marks() {
      const before = receiver.requests.length;
      await worker.runOnce();
      ctx.clock.advance(150 * SECOND);
      const sent = receiver.requests.slice(before);
      return Object.fromEntries(
        sent.map(({ body, headers }) => [JSON.parse(body.toString()).body, headers['x-kurir-automation']]),
      );
    },
    /** Statements that looked for marks. */
    looks: () => names.filter((name) => name === 'automation.read_marks').length,
  };
}

test('each attempt says what the automation has done by then; body and signature stay', async () => {
  const shop = await shopWithWebhook();
  await shop.write('Harga');

  const first = await shop.marks();
  await shop.decide({ rules: answers('harga', 'Rp 10.000') });
  const retried = await shop.marks();

  const [one, other] = shop.receiver.requests;
  expect([first, retried]).toEqual([{ Harga: 'pending' }, { Harga: 'answered' }]);
  expect(other?.body).toEqual(one?.body);
  expect(other?.headers['x-service-signature']).toBe(one?.headers['x-service-signature']);
  const { rows } = await ctx.pool.query('select automation from webhook_attempts order by number');
  expect(rows).toEqual([{ automation: 'pending' }, { automation: 'answered' }]);
});

test('the mark follows messages that are answered together, and the owner', async () => {
  const shop = await shopWithWebhook();
  const answer = async () => ruleText('Bisa, Kak.', { stage: 'assistant' });
  await shop.write('Halo', 'bisa COD?');
  await shop.decide({ assistant: { answer } });
  const held = await shop.marks();
  await shop.decide({ assistant: { answer } });
  const answered = await shop.marks();
  await shop.own('human_active');
  await shop.write('Terima kasih');
  await shop.decide();

  const last = await shop.marks();

  expect(held).toEqual({ Halo: 'pending', 'bisa COD?': 'pending' });
  expect(answered).toEqual({ Halo: 'answered', 'bisa COD?': 'answered' });
  expect(last['Terima kasih']).toBe('handed_off');
});

test('a number without an automation has the mark `none` before its decision', async () => {
  const shop = await shopWithWebhook();
  await ctx.pool.query('update automation_accounts set covers_all = false where account_id = $1', [
    shop.account.id,
  ]);
  await shop.write('Harga');

  expect(await shop.marks()).toEqual({ Harga: 'none' });
});

test('another device of the number has the mark of the decision on the first copy', async () => {
  const shop = await shopWithWebhook();
  await shop.write('Harga');
  await shop.decide({ rules: answers('harga', 'Rp 10.000') });
  const other = await insertDevice(ctx, shop.account);
  const { rows } = await ctx.pool.query(
    `with open as (
       insert into channel_devices (channel_id, device_id, from_message_id)
       select channel_id, $2, 0 from channel_devices where device_id = $1 returning device_id
     )
     select wa_message_id from messages where device_id = $1 and direction = 'in'`,
    [shop.device.id, other.id],
  );

  const copy = { device_uuid: other.device_uuid, wa_message_id: rows[0].wa_message_id };

  expect(await findMarks(ctx, [{ account_id: shop.account.id, event_row: 0, ...copy }])).toEqual([
    'answered',
  ]);
});

test('marks cost one statement per claim, and none in an account that never had an automation', async () => {
  const plain = await shopWithWebhook(undefined, 200);
  await ctx.pool.query('delete from automation_accounts where account_id = $1', [plain.account.id]);
  await plain.write('Satu', 'Dua', 'Tiga');
  const none = await plain.marks();
  const automated = await shopWithWebhook(undefined, 200);
  await automated.write('Satu', 'Dua', 'Tiga');

  const pending = await automated.marks();

  expect([none, plain.looks()]).toEqual([{ Satu: 'none', Dua: 'none', Tiga: 'none' }, 0]);
  expect([pending, automated.looks()]).toEqual([{ Satu: 'pending', Dua: 'pending', Tiga: 'pending' }, 1]);
});

test.each<[string, FindMarks]>([
  ['fails', () => Promise.reject(new Error('gone'))],
  ['never ends', () => new Promise(() => {})],
])('a look for marks that %s neither holds nor loses a delivery', async (_, find) => {
  const shop = await shopWithWebhook(find);
  await shop.write('Harga');

  expect(await shop.marks()).toEqual({ Harga: 'pending' });
});

const DECIDED = {
  is_covered: true,
  is_waiting: false,
  state: 'decided',
  stage: 'gate',
  reason: null,
} as const;

test.each([
  [{ outcome: 'clarified' }, 'answered'],
  [{ outcome: 'ended' }, 'answered'],
  [{ outcome: 'handed_off' }, 'handed_off'],
  [{ outcome: 'noticed', stage: 'queue' }, 'handed_off'],
  [{ outcome: 'noticed', stage: 'none' }, 'answered'],
  [{ outcome: 'silent', stage: 'owner', reason: 'human_waiting' }, 'handed_off'],
  [{ outcome: 'silent', stage: 'rule', reason: 'owner_changed' }, 'handed_off'],
  [{ outcome: 'silent', reason: 'too_old' }, 'handed_off'],
  [{ outcome: 'silent', reason: 'suppressed' }, 'none'],
  [{ outcome: 'silent', stage: 'opt_out', reason: 'opted_out' }, 'none'],
  [{ outcome: 'silent', stage: 'none', reason: 'unsupported_message' }, 'none'],
])('a decision %j has the mark %s', (decision, mark) => {
  expect(markOf({ ...DECIDED, ...decision })).toBe(mark);
});
