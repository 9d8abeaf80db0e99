import { expect, test } from 'vitest';
import { BUDI, openTestCloud, PHONE_ID } from '../test-cloud.ts';

const ANI = '6281300000001';
const CLOCK = '/sandbox/cloud/clock';
const template = { type: 'template', template: { name: 'halo', language: { code: 'id' } } };

test('free text fails by webhook a day after the last inbound message, until the next one', async () => {
  const cloud = await openTestCloud();
  await cloud.write({ text: 'Halo' });
  await cloud.post(CLOCK, { advance_hours: 23.9 });
  const inTime = await cloud.sendText('masih');
  await cloud.post(CLOCK, { advance_hours: 0.2 });

  const late = await cloud.sendText('telat');
  const [failed] = await cloud.statusesOf(late.body.messages[0].id, 1);
  const byTemplate = await cloud.send(template);
  await cloud.write({ text: 'Halo lagi' });
  const again = await cloud.sendText('terima kasih');
  const statuses = await Promise.all(
    [inTime, byTemplate, again].map(({ body }) => cloud.statusesOf(body.messages[0].id, 2)),
  );

  expect(late.status).toBe(200);
  expect(failed).toMatchObject({
    status: 'failed',
    errors: [{ code: 131047, title: 'Re-engagement message' }],
  });
  expect(statuses.map((all) => all.map(({ status }) => status))).toEqual([
    ['sent', 'delivered'],
    ['sent', 'delivered'],
    ['sent', 'delivered'],
  ]);
});

test('a clock that is set back leaves no limit in the future', async () => {
  const cloud = await openTestCloud({ behaviour: { outside_window: 'response' } });
  await cloud.post(CLOCK, { advance_hours: 25 });
  await Promise.all(Array.from({ length: 45 }, () => cloud.sendText('besok')));
  const limited = await cloud.sendText('terlalu banyak');

  const { body: clock } = await cloud.post(CLOCK, { reset: true });
  const today = await cloud.sendText('hari ini');
  const both = await cloud.post(CLOCK, { reset: true, advance_hours: 1 });

  expect(limited.body.error.code).toBe(131056);
  expect(clock).toMatchObject({ ahead_seconds: 0, frozen: false });
  expect(today.status).toBe(200);
  expect(both.status).toBe(422);
});

test('`outside_window` refuses free text in the response, or never', async () => {
  const cloud = await openTestCloud({ behaviour: { outside_window: 'response', strangers: 'closed' } });

  const refused = await cloud.sendText('Halo');
  await cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}`, { behaviour: { outside_window: 'allow' } });
  const allowed = await cloud.sendText('Halo');

  expect([refused.status, refused.body.error.code, allowed.status]).toEqual([400, 131047, 200]);
});

test('the first message to a stranger opens the window, unless strangers are closed', async () => {
  const cloud = await openTestCloud();
  const first = await cloud.sendText('Halo');
  await cloud.post(CLOCK, { advance_hours: 25 });
  const dayAfter = await cloud.sendText('Halo?');
  await cloud.post('/sandbox/cloud', { behaviour: { strangers: 'closed' } });
  const stranger = await cloud.sendText('Halo', `+${ANI}`);

  const statuses = await Promise.all(
    [first, dayAfter, stranger].map(({ body }) => cloud.statusesOf(body.messages[0].id, 1)),
  );

  expect(statuses.map(([status]) => status.status)).toEqual(['sent', 'failed', 'failed']);
});

test('each person gets 45 messages at once, then one in 6 seconds', async () => {
  const cloud = await openTestCloud({ behaviour: { messages_per_second: null } });
  await cloud.post(CLOCK, { frozen: true });

  const burst = await Promise.all(Array.from({ length: 46 }, (_, index) => cloud.sendText(`${index}`)));
  const other = await cloud.sendText('Halo', `+${ANI}`);
  await cloud.post(CLOCK, { advance_ms: 5_999 });
  const tooEarly = await cloud.sendText('Halo');
  await cloud.post(CLOCK, { advance_ms: 1 });
  const inTime = await cloud.sendText('Halo');

  const refused = burst.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual([[400, 131056]]);
  expect(refused[0]?.headers.get('retry-after')).toBe('6');
  expect([other.status, tooEarly.status, inTime.status]).toEqual([200, 400, 200]);
});

test('a number handles 80 messages a second, inbound ones included', async () => {
  const cloud = await openTestCloud();
  await cloud.post(CLOCK, { frozen: true });
  await Promise.all(Array.from({ length: 30 }, (_, index) => cloud.write({ text: `${index}` })));
  const people = Array.from({ length: 51 }, (_, index) => `+62820000${1000 + index}`);

  const answers = await Promise.all(people.map((to) => cloud.sendText('Halo', to)));
  await cloud.post(CLOCK, { advance_ms: 1000 });
  const later = await cloud.sendText('Halo');

  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual([[400, 130429]]);
  expect(later.status).toBe(200);
});

test('each number has its own limit of messages per second', async () => {
  const cloud = await openTestCloud({ behaviour: { messages_per_second: 1 } });
  await cloud.post(CLOCK, { frozen: true });

  const slow = [await cloud.sendText('a'), await cloud.sendText('b')];
  await cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}`, {
    behaviour: { messages_per_second: null, pair_rate: false },
  });
  const fast = await Promise.all(Array.from({ length: 100 }, () => cloud.sendText('x')));
  const { body: node } = await cloud.graph('GET', `/${PHONE_ID}?fields=throughput`);

  expect(slow.map(({ status }) => status)).toEqual([200, 400]);
  expect(fast.every(({ status }) => status === 200)).toBe(true);
  expect(node.throughput).toEqual({ level: 'HIGH' });
});

test('templates are refused by status, language, parameters and recipient', async () => {
  const cloud = await openTestCloud();
  const common = { language: 'id', category: 'UTILITY', status: 'APPROVED', body_parameters: 0 };
  await cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}`, {
    templates: [
      { ...common, name: 'halo', body_parameters: 1 },
      { ...common, name: 'jeda', status: 'PAUSED' },
      { ...common, name: 'mati', status: 'DISABLED' },
      { ...common, name: 'kode', category: 'AUTHENTICATION' },
    ],
  });
  const { body: person } = await cloud.post('/sandbox/cloud/people', { wa_id: BUDI });
  const use = (name: string, code = 'id', parameters: object[] = [], to: object = {}) =>
    cloud.send({
      ...to,
      type: 'template',
      template: { name, language: { code }, components: [{ type: 'body', parameters }] },
    });

  const answers = [
    await use('halo', 'id', [{ type: 'text', text: 'Budi' }]),
    await use('halo'),
    await use('halo', 'en'),
    await use('jeda'),
    await use('mati'),
    await use('kode', 'id', [], { recipient: person.user_id }),
  ];

  expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual([
    [200, undefined],
    [400, 132000],
    [404, 132001],
    [400, 132015],
    [400, 132016],
    [400, 131062],
  ]);
});
