import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../test/harness/conversations.ts';
import { keyOf, listeningService, makeLive, readStream } from '../../../test/harness/live-stream.ts';
import { insertMedia } from '../../../test/harness/media-rows.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import { type Staff, staffOf } from '../../../test/harness/staff.ts';
import { until } from '../../../test/harness/until.ts';
import { inboundHooks } from '../../app/inbound-hooks.ts';
import type { Role } from '../../platform/accounts/role.ts';
import { MINUTE } from '../../platform/lib/clock.ts';
import { createLink } from '../entry-points/entry-point.ts';
import { listPresences } from '../staff/presence/presence.ts';

let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);
const ctx = await testContext({ cleanup: afterAll, parts: { now } });
const other = await testContext({ cleanup: afterAll, databaseUrl: ctx.databaseUrl, parts: { now } });
const [one, two] = [await listeningService(ctx), await listeningService(other)];
const receive = receiver(ctx);

async function shop() {
  const account = await insertAccount(ctx);
  await makeLive(ctx, account.id);
  const devices = [await insertDevice(ctx, account), await insertDevice(ctx, account)] as const;
  const user = (role: Role, deviceIds: number[] = []) => staffOf(one.http, ctx, { account, role, deviceIds });
  const watch = ({ cookie }: Pick<Staff, 'cookie'>, { url } = two) =>
    readStream(url, { cookie }, '/app/api/stream');
  return { account, devices, user, watch };
}

const timed = async (work: Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work;
  return performance.now() - started;
};

test('an agent sees what happens at its devices, and nothing else', async () => {
  const { devices, user, watch } = await shop();
  const [own, hidden] = devices;
  const agent = await watch(await user('agent', [own.id]));
  const owner = await watch(await user('owner'));

  for (const device of [hidden, own]) await receive(inbound(device, '6281200000001'));
  for (const stream of [agent, owner]) {
    await stream.get('message.received', ({ device_uuid }) => device_uuid === own.device_uuid);
    await stream.get('conversation.changed', ({ device_uuid }) => device_uuid === own.device_uuid);
  }
  await until(() => owner.events.length === 6);
  await until(() => agent.events.length === 3);

  expect(owner.events.filter(({ data }) => data.device_uuid === hidden.device_uuid)).toHaveLength(2);
  expect(agent.events.map(({ event }) => event).toSorted()).toEqual([
    'conversation.changed',
    'conversation.event',
    'message.received',
  ]);
  expect(JSON.stringify(agent.events)).not.toContain(hidden.device_uuid);
});

test.each<[string, string]>([
  ['a disabled user', `update users set status = 'disabled' where id = $1`],
  ['a session that was logged out', 'delete from user_sessions where user_id = $1'],
  ['a removed user', 'delete from users where id = $1'],
])('the stream of %s ends within a second, on every process', async (_, end) => {
  const { user, watch } = await shop();
  const staff = await user('admin');
  const streams = [await watch(staff, one), await watch(staff, two)];

  await ctx.pool.query(end, [staff.user.id]);

  expect(await timed(Promise.all(streams.map(({ ended }) => ended)))).toBeLessThan(1_000);
});

test('an agent that gets other devices sees them within a second, and the former ones no more', async () => {
  const { devices, user, watch } = await shop();
  const [former, next] = devices;
  const staff = await user('agent', [former.id]);
  const stream = await watch(staff);

  await ctx.pool.query('update user_devices set device_id = $1 where user_id = $2', [next.id, staff.user.id]);
  const tookMs = await timed(stream.get('resync'));
  for (const device of devices) await receive(inbound(device, '6281200000001'));
  await stream.get('conversation.event');
  await until(() => stream.events.length === 4);

  expect(tookMs).toBeLessThan(1_000);
  expect(JSON.stringify(stream.events)).not.toContain(former.device_uuid);
});

test('the conversations of a number go with it to the agents of its new device', async () => {
  const { account, devices, user, watch } = await shop();
  const [former, next] = devices;
  await receive(inbound(former, '6281200000001'));
  const [{ channel_id, conversation_uuid: uuid = '' } = {}] = await conversationsOf(ctx, account);
  const owner = await user('owner');
  const streams = [
    await watch(await user('agent', [former.id])),
    await watch(await user('agent', [next.id])),
  ];

  await ctx.pool.query('update channels set device_id = $1 where id = $2', [next.id, channel_id]);
  for (const stream of streams) await stream.get('resync');
  await owner.call('POST', `/app/api/conversations/${uuid}/notes`, { body: 'pindah' });
  const { data } = (await streams[1]?.get('conversation.event', ({ body }) => body === 'pindah')) ?? {};

  expect(data).toMatchObject({ conversation_id: uuid, kind: 'note' });
  expect(streams[0]?.events.at(-1)?.event).toBe('resync');
});

test('two people on two processes see each other and the customer within a second', async () => {
  const { account, devices, user, watch } = await shop();
  const [ani, budi] = [await user('agent', [devices[0].id]), await user('admin')];
  const [here, there] = [await watch(ani, one), await watch(budi, two)];

  await receive(inbound(devices[0], '6281200000001', { body: 'Ada stok?' }));
  const heard = await timed(
    Promise.all([here, there].map(({ get }) => get('message.received', ({ body }) => body === 'Ada stok?'))),
  );
  const [{ conversation_uuid: uuid = '' } = {}] = await conversationsOf(ctx, account);
  await ani.call('POST', `/app/api/conversations/${uuid}/takeover`, {});
  const taken = await timed(
    there.get('conversation.changed', ({ owner_state }) => owner_state === 'human_active'),
  );
  await budi.call('POST', `/app/api/conversations/${uuid}/notes`, { body: 'Pelanggan lama' });
  const noted = await timed(here.get('conversation.event', ({ body }) => body === 'Pelanggan lama'));

  expect(Math.max(heard, taken, noted)).toBeLessThan(1_000);
});

test('users see at once who looks at a conversation and who types, at their devices alone', async () => {
  const { account, devices, user, watch } = await shop();
  await receive(inbound(devices[0], '6281200000001'));
  const [{ conversation_uuid: uuid = '' } = {}] = await conversationsOf(ctx, account);
  const ani = await user('agent', [devices[0].id]);
  const other = await watch(await user('agent', [devices[1].id]));
  const stream = await watch(await user('admin'));
  const look = (state: string) => ani.call('PUT', `/app/api/conversations/${uuid}/presence`, { state });

  await look('typing');
  const tookMs = await timed(stream.get('conversation.viewers', ({ viewers }) => viewers.length === 1));
  await look('left');
  await stream.get('conversation.viewers', ({ viewers }) => viewers.length === 0);

  expect(tookMs).toBeLessThan(1_000);
  const [first] = stream.events.filter(({ event }) => event === 'conversation.viewers');
  expect(first?.data).toEqual({
    conversation_id: uuid,
    viewers: [{ id: ani.user.user_uuid, name: ani.user.name, state: 'typing' }],
  });
  expect(other.events.filter(({ event }) => event === 'conversation.viewers')).toEqual([]);
});

test('a new stream, also the first of its account, begins with those who look now', async () => {
  const { account, devices, user, watch } = await shop();
  for (const device of devices) await receive(inbound(device, '6281200000001'));
  const chats = await conversationsOf(ctx, account);
  const [ani, budi] = [await user('admin'), await user('agent', [devices[0].id])];
  const look = (uuid: string, state: string) =>
    ani.call('PUT', `/app/api/conversations/${uuid}/presence`, { state });
  for (const { conversation_uuid } of chats) await look(conversation_uuid, 'viewing');

  const [first, second] = [await watch(ani), await watch(ani)];
  const agent = await watch(budi);
  for (const stream of [first, second])
    await until(() => stream.events.filter(({ event }) => event === 'conversation.viewers').length === 2);
  const { data } = await agent.get('conversation.viewers');
  await look(data.conversation_id, 'left');
  await agent.get('conversation.viewers', ({ viewers }) => viewers.length === 0);

  expect(data.viewers).toEqual([{ id: ani.user.user_uuid, name: ani.user.name, state: 'viewing' }]);
  expect(agent.events.filter(({ event }) => event === 'conversation.viewers')).toHaveLength(2);
});

test('the path of a file is the one of its reader, in streams, lists and histories', async () => {
  const { account, devices, user, watch } = await shop();
  await receive(inbound(devices[0], '6281200000001'));
  const { id, publicId } = await insertMedia(ctx, devices[0]);
  await ctx.pool.query('update messages set phone = $2 where id = $1', [id, '6281200000001']);
  const [{ conversation_uuid: uuid = '' } = {}] = await conversationsOf(ctx, account);
  const ani = await user('admin');
  const { headers } = await keyOf(ctx, account.id);
  const streams = [await watch(ani), await readStream(two.url, headers)];

  await ani.call('POST', `/app/api/conversations/${uuid}/takeover`, {});
  const changes = await Promise.all(streams.map((stream) => stream.get('conversation.changed')));
  const shown = await ani.call('GET', `/app/api/conversations/${uuid}`);
  const history = await ani.call('GET', `/app/api/conversations/${uuid}/messages`);

  const [ofUser, ofKey] = changes.map(({ data }) => data.last_message.media.url);
  expect([ofUser, ofKey]).toEqual(['/app/api', '/v1'].map((base) => `${base}/messages/${publicId}/media`));
  expect([shown.body.last_message, history.body.data[0]].map(({ media }) => media.url)).toEqual([
    ofUser,
    ofUser,
  ]);
});

test('an open stream keeps its user present, without any other call', async () => {
  const { account, user, watch } = await shop();
  const staff = await user('admin');
  const opened = now();
  const stream = await watch(staff);
  const presence = async () => (await listPresences({ db: ctx.db, now }, account.id))[0];
  await until(async () => (await presence())?.present);

  aheadMs += 2 * MINUTE;
  const later = await until(async () => ((await presence())?.present ? presence() : null), {
    timeoutMs: 5_000,
  });
  stream.close();

  expect((later?.seen_at?.getTime() ?? 0) - opened.getTime()).toBeGreaterThanOrEqual(2 * MINUTE);
});

test('a page of another site opens no stream with the cookie of a user', async () => {
  const { user } = await shop();
  const { cookie } = await user('admin');
  const open = (headers: Record<string, string>) =>
    readStream(one.url, headers, '/app/api/stream').then(
      () => 200,
      ({ status }) => status,
    );

  const statuses = [
    await open({ cookie, 'sec-fetch-site': 'cross-site' }),
    await open({ cookie, origin: 'https://evil.example' }),
    await open({}),
    await open({ cookie: 'kurir_session=stolen' }),
    await open({ cookie, 'sec-fetch-site': 'same-origin' }),
  ];

  expect(statuses).toEqual([403, 403, 401, 401, 200]);
});

test('users read a message without the code of its chat link, and keys read what the customer sent', async () => {
  const { account, devices, user, watch } = await shop();
  const [device] = devices;
  const { code } = await createLink(ctx, account, {
    ...{ name: 'Poster', device_uuid: device.device_uuid, text: '', enabled: true, expires_at: null },
  });
  const owner = await watch(await user('owner'));
  const key = await readStream(two.url, (await keyOf(ctx, account.id)).headers);

  await receiver(ctx, inboundHooks(ctx))(inbound(device, '6281200000001', { body: `Halo (ref ${code})` }));
  const [shown, sent] = await Promise.all([owner.get('message.received'), key.get('message.received')]);

  expect([shown.data.body, sent.data.body]).toEqual(['Halo', `Halo (ref ${code})`]);
});
