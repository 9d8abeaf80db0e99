import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertAccount, insertDevice, insertMessage } from '../../../../test/harness/rows.ts';
import type { MessageChange } from '../../engines/engine.ts';
import { disableWebhook, enableWebhook } from '../../webhooks/enabling/enable.ts';
import { replayEvents } from '../../webhooks/replay/replay.ts';
import type { RegisterWebhook } from '../../webhooks/schema.ts';
import { registerWebhook } from '../../webhooks/webhook.ts';
import { MESSAGE_DELETED, MESSAGE_EDITED, MESSAGE_REACTION } from '../events.ts';
import { createInbound } from '../inbound/inbound.ts';

const ctx = await testContext({ cleanup: afterAll });
const { storeChanges } = createInbound(ctx, []);
const ANI = '6281200000001';
const BUDI = '6281200000002';
const ALL: RegisterWebhook['events'] = ['message.reaction', 'message.edited', 'message.deleted'];
const TIME = '2025-01-01T00:00:00.000Z';
let ids = 0;

/** An account with a message of Ani, a message to her, and a webhook. */
async function shop(events: RegisterWebhook['events'] = ALL) {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account);
  const hook = await registerWebhook(ctx, account, { url: 'http://127.0.0.1:9/', events });
  const received = inbound(device, ANI, { body: 'Halo' });
  await receiver(ctx)(received);
  await insertMessage(ctx, device, { phone: ANI, reserved_wa_id: `OUT${device.id}`, status: 'sent' });
  return {
    account,
    device,
    hook,
    theirs: received.message.waMessageId,
    ours: `OUT${device.id}`,
    change: (...changes: Partial<MessageChange>[]) =>
      ctx.db.transaction((tx) =>
        storeChanges(
          tx,
          changes.map((change) => ({
            device: { ...device, epoch: 1 },
            change: {
              ...{
                kind: 'reaction' as const,
                waMessageId: `C${++ids}`,
                phone: ANI,
                fromMe: false,
                body: null,
              },
              ...{ target: received.message.waMessageId, at: new Date(TIME) },
              ...change,
            },
          })),
        ),
      ),
    async events() {
      const { rows } = await ctx.pool.query(
        `select e.body, b.consumer from events e left join event_backlog b on b.event_id = e.id
         where e.account_id = $1 and e.type = any ($2) order by e.id`,
        [account.id, ALL],
      );
      return rows.map(({ body, consumer }) => ({ ...JSON.parse(body), consumer }));
    },
  };
}

test('a reaction, an edit and a deletion are events with the ids of their message', async () => {
  const { account, device, theirs, ours, change, events } = await shop();

  await change({ body: '👍' }, { body: '🙏', fromMe: true, target: ours }, { body: null });
  await change({ kind: 'edit', body: 'Dua "saja"\n' });
  await change({ kind: 'deletion' }, { kind: 'vote' });

  const [chat] = await conversationsOf(ctx, account);
  const { rows } = await ctx.pool.query(
    'select direction, id, public_id from messages where account_id = $1 order by id',
    [account.id],
  );
  const common = {
    ...{ event_id: expect.any(String), device_uuid: device.device_uuid, timestamp: TIME },
    ...{ conversation_id: chat?.conversation_uuid, phone: ANI, consumer: 'webhooks' },
    ...{ message_id: rows[0].public_id, wa_message_id: theirs, author: 'them' },
  };
  expect(await events()).toEqual([
    { event: 'message.reaction', ...common, emoji: '👍' },
    {
      ...{ event: 'message.reaction', ...common, emoji: '🙏', author: 'us' },
      ...{ message_id: rows[1].public_id ?? rows[1].id, wa_message_id: ours },
    },
    { event: 'message.reaction', ...common, emoji: null },
    { event: 'message.edited', ...common, body: 'Dua "saja"\n' },
    { event: 'message.deleted', ...common },
  ]);
});

test('an account gets the types that a webhook of it names, and no other account gets any', async () => {
  const [one, plain, other] = [
    await shop(['message.deleted']),
    await shop(['message.received']),
    await shop(),
  ];

  for (const { change } of [one, plain]) await change({ body: '👍' }, { kind: 'deletion' });

  expect((await one.events()).map(({ event }) => event)).toEqual(['message.deleted']);
  expect(await plain.events()).toEqual([]);
  expect(await other.events()).toEqual([]);
});

test('the same change is one event, and an earlier one of another person is none', async () => {
  const { ours, change, events } = await shop();

  await change({ waMessageId: 'SAME', body: '👍' });
  await change({ waMessageId: 'SAME', body: '👍' });
  await change({ phone: BUDI, body: '💀' }, { phone: BUDI, kind: 'deletion' });
  await change({ kind: 'deletion', target: ours }, { kind: 'edit', target: ours, body: 'Gratis!' });
  await change({ kind: 'edit', fromMe: true, body: 'Kami tidak menulis ini' });

  expect((await events()).map(({ event, emoji }) => [event, emoji])).toEqual([['message.reaction', '👍']]);
});

test('a change of a message that Kurir does not have keeps the id of the provider', async () => {
  const { change, events } = await shop();

  await change({ kind: 'deletion', target: 'NEVER-SEEN' });

  expect(await events()).toMatchObject([{ message_id: null, wa_message_id: 'NEVER-SEEN' }]);
});

test('a disabled webhook can replay what came meanwhile', async () => {
  const { account, hook, change, events } = await shop();
  const since = ctx.now();
  await disableWebhook(ctx, account, hook.id);

  await change({ body: '👍' });
  const meanwhile = await events();
  await enableWebhook(ctx, account, hook.id);
  const { queued } = await replayEvents(ctx, account, hook.id, { since, only: 'undelivered' });

  expect(meanwhile).toMatchObject([{ event: 'message.reaction', consumer: null }]);
  expect(queued).toBe(1);
});

test('no text of a deleted message comes as a later edit', async () => {
  const { change, events } = await shop();

  await change({ kind: 'deletion' });
  await change({ kind: 'edit', body: 'rahasia' });

  expect((await events()).map(({ event }) => event)).toEqual(['message.deleted']);
});

test('another spelling and the hidden id of a customer are the same person', async () => {
  const { account, device, change, events } = await shop();
  const message = {
    ...inbound(device, '5511987654321').message,
    otherId: '107429872361543@lid',
    waMessageId: 'BR',
  };
  await receiver(ctx)({ device: { ...device, epoch: 1 }, message });

  await change({ phone: '107429872361543@lid', target: 'BR', body: '👍' });
  await change({ phone: '551187654321', target: 'BR', body: '🙏' });

  const chats = await conversationsOf(ctx, account);
  expect(await events()).toMatchObject(
    ['👍', '🙏'].map((emoji) => ({ emoji, conversation_id: chats.at(-1)?.conversation_uuid })),
  );
});

test('own reactions, edits and deletions are events once they are sent, in the form of those of a phone', async () => {
  const { account, device, theirs, ours, change, events } = await shop();
  const [target] = (
    await ctx.pool.query(`select public_id, id from messages where device_id = $1 and direction = 'out'`, [
      device.id,
    ])
  ).rows;
  const send = async (type: string, body: string | null, quoted: string, status = 'sent') => {
    const id = `OWN${++ids}`;
    const details = JSON.stringify({ quote: { id: quoted } });
    const columns = { type, body, phone: ANI, reserved_wa_id: id, details };
    const message = await insertMessage(ctx, device, columns);
    const update = 'update messages set due = false, status = $2, wa_message_id = $3 where id = $1';
    await ctx.pool.query(update, [message.id, status, status === 'failed' ? null : id]);
    return id;
  };

  await send('reaction', '🎂', theirs, 'delivered');
  const text = 'Harga "baru","chat":null';
  await send('edit', text, ours);
  await send('edit', 'Terlambat', ours, 'failed');
  const removed = await send('deletion', null, ours);
  await send('reaction', null, theirs);
  // The phone of the number reports it too.
  await change({ kind: 'deletion', fromMe: true, target: ours, waMessageId: removed });

  const [chat] = await conversationsOf(ctx, account);
  const found = await events();
  const common = {
    ...{ author: 'us', conversation_id: chat?.conversation_uuid, phone: ANI, consumer: 'webhooks' },
    ...{ device_uuid: device.device_uuid, timestamp: ctx.now().toISOString() },
  };
  const own = { message_id: target.public_id ?? target.id, wa_message_id: ours };
  expect(found).toMatchObject([
    { ...common, event: 'message.reaction', wa_message_id: theirs, emoji: '🎂' },
    { ...common, ...own, event: 'message.edited', body: text },
    { ...common, ...own, event: 'message.deleted' },
    { ...common, event: 'message.reaction', wa_message_id: theirs, emoji: null },
  ]);
  for (const { consumer: _, ...body } of found) {
    const definition = [MESSAGE_REACTION, MESSAGE_EDITED, MESSAGE_DELETED].find(
      ({ type }) => type === body.event,
    );
    expect(definition?.body.strict().safeParse(body).error).toBeUndefined();
  }
});

test('own changes in a group name it, however they were made', async () => {
  const { account, device, change, events } = await shop();
  const group = '120363041234567890@g.us';
  await receiver(ctx)(inbound(device, group));
  await ctx.pool.query(`update people set name = 'Reseller "A"' where account_id = $1`, [account.id]);
  const target = `IN-GROUP${device.id}`;
  await insertMessage(ctx, device, { phone: group, reserved_wa_id: target, status: 'sent' });

  for (const [type, body] of [
    ['reaction', '🎂'],
    ['edit', 'Baru'],
    ['deletion', null],
  ] as const) {
    const columns = { type, body, phone: group, reserved_wa_id: `OWN${++ids}` };
    const details = JSON.stringify({ quote: { id: target } });
    const { id } = await insertMessage(ctx, device, { ...columns, details });
    await ctx.pool.query(`update messages set due = false, status = 'sent' where id = $1`, [id]);
    const at = ctx.now();
    await change({ kind: type, body, phone: group, fromMe: true, target, at });
  }

  const chat = (await conversationsOf(ctx, account)).find(({ phone }) => phone === group);
  const found = await events();
  const common = {
    ...{ conversation_id: chat?.conversation_uuid, phone: group, wa_message_id: target, author: 'us' },
    chat: { type: 'group', id: group, subject: 'Reseller "A"' },
  };
  expect(found).toMatchObject([
    ...[common, common].map((body) => ({ ...body, event: 'message.reaction', emoji: '🎂' })),
    ...[common, common].map((body) => ({ ...body, event: 'message.edited', body: 'Baru' })),
    ...[common, common].map((body) => ({ ...body, event: 'message.deleted' })),
  ]);
  const texts = found.map((body) => JSON.stringify({ ...body, event_id: '' }));
  expect([texts[0], texts[2], texts[4]]).toEqual([texts[1], texts[3], texts[5]]);
});

test('an own change of an account without such a webhook is no event', async () => {
  const { device, ours, events } = await shop(['message.status']);
  const details = JSON.stringify({ quote: { id: ours } });
  const message = await insertMessage(ctx, device, {
    type: 'edit',
    body: 'Baru',
    reserved_wa_id: 'OWN-N',
    details,
  });

  await ctx.pool.query(`update messages set due = false, status = 'sent' where id = $1`, [message.id]);

  expect(await events()).toEqual([]);
});
