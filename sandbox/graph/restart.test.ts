import { expect, test } from 'vitest';
import { until } from '../../test/harness/until.ts';
import { openTestCloud, PHONE_ID, type TestCloud } from './test-cloud.ts';

test('numbers, people, settings, files, chats and the clock survive a restart', async () => {
  const cloud = await openTestCloud({ behaviour: { outside_window: 'response' } });
  await cloud.post('/sandbox/cloud/people', { wa_id: '551187654321', aliases: ['5511987654321'] });
  await cloud.post('/sandbox/cloud/clock', { advance_hours: 100 });
  await cloud.write({ image: { data: Buffer.from('foto').toString('base64'), caption: 'Ini' } });
  const before = await cloud.get(`/sandbox/cloud/numbers/${PHONE_ID}/messages`);

  await cloud.restart();
  const after = await cloud.get(`/sandbox/cloud/numbers/${PHONE_ID}/messages`);
  const file = await cloud.get(`/sandbox/cloud/numbers/${PHONE_ID}/messages/${after.body.data[0].id}/media`);
  const alias = await cloud.sendText('Halo', '+5511987654321');
  const { body: state } = await cloud.get('/sandbox/cloud');

  expect(after.body).toEqual(before.body);
  expect(file.body).toBe('foto');
  expect(alias.body.contacts[0].wa_id).toBe('551187654321');
  expect(state.clock.ahead_seconds).toBe(360_000);
});

test('after a restart, only undelivered webhooks are sent again', async () => {
  const cloud = await openTestCloud();
  const taken = await cloud.write({ text: 'Sudah' });
  await until(async () => (await openUpdates(cloud)) === 0);
  cloud.answerWith((_, response) => void response.writeHead(503).end());
  const { body } = await cloud.sendText('Halo');
  const heard = await cloud.write({ text: 'Halo juga' });
  await until(() => cloud.inbound().some(({ id }) => id === heard));

  await cloud.restart(() => cloud.answerWith((_, response) => response.end()));
  const statuses = await until(() => {
    const all = cloud.statuses(body.messages[0].id).map(({ status }) => status);
    return all.includes('delivered') && all;
  });
  await until(async () => (await openUpdates(cloud)) === 0);
  const times = (id: string) => cloud.inbound().filter((each) => each.id === id).length;

  expect(statuses).toContain('sent');
  expect(times(taken)).toBe(1);
  expect(times(heard)).toBeGreaterThan(1);
});

async function openUpdates(cloud: TestCloud): Promise<number> {
  const { body } = await cloud.get('/sandbox/cloud');
  return body.webhooks.open_updates;
}
