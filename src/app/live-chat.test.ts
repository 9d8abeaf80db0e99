import { randomUUID } from 'node:crypto';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { botAnswers } from '../../test/harness/chat.ts';
import { testContext } from '../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../test/harness/conversations.ts';
import { openService } from '../../test/harness/service.ts';
import { tablesOf } from '../../test/harness/tables.ts';
import { until } from '../../test/harness/until.ts';
import { AUTOMATION } from '../assistant/arbiter/consumer.ts';
import { startSessions } from '../gateway/devices/sessions/sessions.ts';
import { createWidgetDevice, releaseWidgetDevice } from '../gateway/devices/widget-device.ts';
import { createWidgetDriver } from '../gateway/engines/widget/driver.ts';
import { subscribe } from '../gateway/events/consumer.ts';
import { startDispatcher } from '../gateway/messages/dispatch/dispatcher.ts';
import { createInbound } from '../gateway/messages/inbound/inbound.ts';
import { supersede } from '../gateway/messages/queue/queue.ts';
import { writeStatuses } from '../gateway/messages/queue/status-writer.ts';
import { visitorPhone } from '../gateway/people/identity.ts';
import { WEBHOOKS } from '../gateway/webhooks/consumer.ts';
import { inboundHooks } from './inbound-hooks.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx, inboundHooks(ctx));
const VISITOR = visitorPhone('0f8fad5bd9cb469fa16570867728950e');

/** An account with the live chat of a widget, to which a visitor has written. */
async function liveChat(text = 'Halo') {
  const customer = await service.customer({ monthly_quota: 0, max_devices: 1 });
  const { account, api } = customer;
  const uuid = randomUUID();
  const id = await ctx.db.transaction((tx) => createWidgetDevice(tx, ctx, { account, uuid, label: 'Toko' }));
  for (const consumer of [WEBHOOKS, AUTOMATION])
    await ctx.db.transaction((tx) => subscribe(tx, consumer, account.id, async () => consumer.types));
  const device = { id, account_id: account.id, device_uuid: uuid };
  await receive(inbound(device, VISITOR, { body: text }));
  const [conversation] = await conversationsOf(ctx, account);
  if (!conversation) throw new Error('there is no conversation');
  const reply = (key = 'r-1') =>
    api(
      'POST',
      `/v1/conversations/${conversation.conversation_uuid}/messages`,
      { type: 'text', body: 'Ada, Kak.' },
      { 'idempotency-key': key },
    );
  const events = async () =>
    (
      await ctx.pool.query('select id, type, body from events where account_id = $1 order by id', [
        account.id,
      ])
    ).rows;
  const backlog = async () =>
    (
      await ctx.pool.query(
        'select consumer, type from event_backlog where account_id = $1 order by event_id',
        [account.id],
      )
    ).rows;
  const sent = async () => (await api('GET', '/v1/usage')).body.messages_sent;
  return { ...customer, device, conversation, reply, events, backlog, sent };
}

test('a visitor makes a conversation of the widget, which automations take, and webhooks do not', async () => {
  const { api, device, conversation, events, backlog } = await liveChat();

  const shown = await api('GET', `/v1/conversations/${conversation.conversation_uuid}`);

  expect(shown.body).toMatchObject({
    device_uuid: device.device_uuid,
    person: { phone: VISITOR },
    unread: 1,
  });
  const [event] = (await events()).filter(({ type }) => type !== 'device.status');
  expect(JSON.parse(event.body)).toMatchObject({
    event: 'visitor.received',
    device_uuid: device.device_uuid,
    from: VISITOR,
    body: 'Halo',
  });
  expect(await backlog()).toEqual([{ consumer: 'automation', type: 'visitor.received' }]);
});

test('a live chat is no device of the contract', async () => {
  const { api, send, device, deviceUuid } = await liveChat();
  const uuid = device.device_uuid;

  const listed = await api('GET', '/v1/devices');
  const answers = await Promise.all([
    api('GET', `/v1/devices/${uuid}`),
    api('GET', `/v1/devices/${uuid}/qr`),
    api('DELETE', `/v1/devices/${uuid}`),
    send({ device_uuid: uuid }),
    api('POST', '/v1/broadcasts', {
      device_uuid: uuid,
      name: 'Promo',
      message_template: 'Halo',
      contact_ids: [1],
    }),
  ]);

  expect(listed.body.data.map((row: { device_uuid: string }) => row.device_uuid)).toEqual([deviceUuid]);
  expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
    answers.map(() => [404, 'device_not_found']),
  );
});

test('a live chat leaves room for all devices of the plan', async () => {
  const { api, account } = await liveChat();
  await ctx.pool.query('update devices set released_at = now() where account_id = $1 and engine = $2', [
    account.id,
    'economy',
  ]);

  const made = await api('POST', '/v1/devices', { label: 'Satu', engine: 'economy' });

  expect(made.status).toBe(201);
});

test('the session of a live chat sends replies to visitors', async () => {
  const { account, device, reply, api, conversation } = await liveChat();
  const shown: [string, string][] = [];
  const nodeId = randomUUID();
  const driver = createWidgetDriver({
    clock: ctx,
    pages: { show: (uuid, { to }) => shown.push([uuid, to]), showTyping: () => {} },
  });
  const dispatcher = startDispatcher(ctx, { nodeId, driver });
  const inbound = createInbound(ctx, []);
  const engines = [{ driver, listener: dispatcher }];
  const sessions = startSessions(ctx, { nodeId, network: account.kind, engines, inbound });
  onTestFinished(() => sessions.stop().then(() => dispatcher.stop()));

  await reply();

  const path = `/v1/conversations/${conversation.conversation_uuid}/messages`;
  const sent = await until(async () => {
    const { body } = await api('GET', path);
    return body.data[0].status === 'sent' && body.data[0];
  });
  expect(sent).toMatchObject({ direction: 'out', wa_message_id: expect.stringMatching(/^web\./) });
  expect(shown).toEqual([[device.device_uuid, VISITOR]]);
});

test('a reply to a visitor uses no quota, also when it fails, and no webhook tells of it', async () => {
  const { account, device, reply, sent, events, backlog } = await liveChat();

  const accepted = await reply();
  const again = await reply();
  const row = await tablesOf(ctx.db)
    .selectFrom('messages')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('direction', '=', 'out')
    .executeTakeFirstOrThrow();
  await ctx.pool.query('update messages set reserved_wa_id = $2 where id = $1', [row.id, 'web.1']);
  const change = {
    device_id: device.id,
    wa_message_id: 'web.1',
    error_code: 'expired',
    error_message: 'late',
  };
  await writeStatuses(ctx, [{ ...change, status: 'failed', refund: true }]);

  expect([accepted.status, again.status, again.headers['idempotency-replayed']]).toEqual([202, 202, 'true']);
  expect(row).toMatchObject({ device_id: device.id, phone: VISITOR, status: 'queued' });
  expect(await sent()).toBe(0);
  const statuses = (await events()).filter(({ type }) => type === 'visitor.status');
  expect(statuses.map(({ body }) => JSON.parse(body).status)).toEqual(['failed']);
  expect((await backlog()).map(({ consumer }) => consumer)).not.toContain('webhooks');
});

test('an automation answers a visitor without quota, and an answer that was not sent gives none back', async () => {
  const { account, conversation, sent } = await liveChat();
  await ctx.pool.query('update channels set automated = true where account_id = $1', [account.id]);
  await ctx.pool.query(`update conversations set owner_state = 'bot' where account_id = $1`, [account.id]);
  const { id: conversation_id, ownership_version } = conversation;
  const answer = { conversation_id, ownership_version, body: 'Ada, Kak.' };

  const queued = await ctx.db.transaction((tx) => botAnswers(tx, answer, ctx.now()));
  const before = await sent();
  await ctx.db.transaction((tx) => supersede(tx, [conversation_id], ctx.now()));

  expect([queued, before, await sent()]).toEqual(['queued', 0, 0]);
});

test('a visitor who writes STOP is on no list of opt-outs', async () => {
  const { api } = await liveChat('STOP');

  expect((await api('GET', '/v1/opt-outs')).body.data).toEqual([]);
});

test('a released live chat stays readable, and answers no more', async () => {
  const { device, api, conversation, reply, events } = await liveChat();

  await ctx.db.transaction((tx) => releaseWidgetDevice(tx, ctx, device.id));

  expect((await reply()).body).toEqual({
    error: 'device_disconnected',
    message: 'The widget was deleted, so its visitors read no answers any more.',
  });
  expect(
    (await api('GET', `/v1/conversations/${conversation.conversation_uuid}/messages`)).body.data,
  ).toHaveLength(1);
  expect((await events()).map(({ type }) => type)).not.toContain('device.status');
});
