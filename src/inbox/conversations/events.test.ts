import { afterAll, expect, test } from 'vitest';
import { CHAT_PHONE, openChats } from '../../../test/harness/chat.ts';
import { testContext } from '../../../test/harness/context.ts';
import { inbound, receiver } from '../../../test/harness/conversations.ts';
import { eventsOf } from '../../../test/harness/events.ts';
import { insertDevice } from '../../../test/harness/rows.ts';
import { openService } from '../../../test/harness/service.ts';
import { registerWebhook } from '../../gateway/webhooks/webhook.ts';
import { CONVERSATION_UPDATED } from './events.ts';
import { TIMELINE_KINDS } from './timeline-kinds.ts';

const ctx = await testContext({ cleanup: afterAll });
const { shop } = openChats(ctx, await openService(ctx));
const HOOK = { url: 'http://127.0.0.1:9/', events: ['conversation.updated' as const] };

/** A chat of an account with a webhook for its changes. */
async function chat(events: readonly ('conversation.updated' | 'message.received')[] = HOOK.events) {
  const opened = await shop({ automated: false });
  const { account, api, uuid } = opened;
  await registerWebhook(ctx, account, { ...HOOK, events: [...events] });
  return {
    ...opened,
    act: (name: string, body: object = {}) =>
      api('POST', `/v1/conversations/${uuid}/${name}`, { actor: 'Ani', ...body }),
    told: async () =>
      (await eventsOf(ctx, 'conversation.updated')).filter(({ conversation_id }) => conversation_id === uuid),
  };
}

test('each change of a conversation is an event with the state after it', async () => {
  const { api, act, told, device, uuid } = await chat();
  await api('POST', '/v1/labels', { name: 'vip "1"' });
  const until = new Date(ctx.now().getTime() + 3_600_000).toISOString();

  await act('takeover', { assignee: 'Ani' });
  await act('labels', { add: ['vip "1"'] });
  await act('snooze', { until });
  await api('PUT', `/v1/conversations/${uuid}/automation`, { suppressed: true, actor: 'Ani' });
  await act('resolve');
  await receiver(ctx)(inbound(device, CHAT_PHONE, { body: 'Halo lagi' }));

  const common = {
    ...{ event: 'conversation.updated', event_id: expect.any(String), device_uuid: device.device_uuid },
    ...{ timestamp: ctx.now().toISOString(), conversation_id: uuid, phone: CHAT_PHONE, actor: 'Ani' },
    ...{
      ownership_version: 2,
      owner_state: 'human_active',
      assignee: 'Ani',
      team: null,
      labels: ['vip "1"'],
      fields: {},
    },
    ...{ snoozed_until: null, automation_suppressed: false },
  };
  const closed = { owner_state: 'closed', ownership_version: 3, automation_suppressed: true };
  expect(await told()).toEqual([
    { ...common, change: 'taken_over', labels: [] },
    { ...common, change: 'labelled' },
    { ...common, change: 'snoozed', snoozed_until: until },
    { ...common, change: 'automation_off', snoozed_until: until, automation_suppressed: true },
    { ...common, ...closed, change: 'resolved' },
    {
      ...{ ...common, ...closed, change: 'opened', actor: 'customer', assignee: null },
      ...{ owner_state: 'human_waiting', ownership_version: 4 },
    },
  ]);
});

test('its body has the fields of its definition, in their order', async () => {
  const { act, told } = await chat();

  await act('takeover');

  const [event] = await told();
  expect(Object.keys(event)).toEqual(['event', 'event_id', ...Object.keys(CONVERSATION_UPDATED.fields)]);
  expect(CONVERSATION_UPDATED.body.parse(event)).toEqual(event);
});

test('an event says of each kind of the timeline whether it is a change', async () => {
  const { account, told } = await chat();

  await ctx.pool.query(
    `insert into conversation_events (account_id, conversation_id, episode, kind, actor, created_at)
     select account_id, id, episode, kind, 'x', now() from conversations
     cross join unnest($2::text[]) with ordinality as k (kind, n) where account_id = $1 order by n`,
    [account.id, TIMELINE_KINDS],
  );

  const known: readonly string[] = CONVERSATION_UPDATED.fields.change.options;
  expect((await told()).map(({ change }) => change)).toEqual(
    TIMELINE_KINDS.filter((kind) => known.includes(kind)),
  );
});

test('an account gets its own changes, and only if a webhook names them', async () => {
  const [plain, other] = [await chat(['message.received']), await chat()];

  await plain.act('takeover');

  expect([await plain.told(), await other.told()]).toEqual([[], []]);
});

test('chats on web pages have no event', async () => {
  const { account, told } = await chat();
  const widget = await insertDevice(ctx, account, { engine: 'widget' });
  const before = (await eventsOf(ctx, 'conversation.updated')).length;

  await receiver(ctx)(inbound(widget, '0f8fad5bd9cb469fa16570867728950e@visitor'));

  expect([await told(), (await eventsOf(ctx, 'conversation.updated')).length]).toEqual([[], before]);
});
