import { afterAll, expect, test } from 'vitest';
import {
  addPeople,
  createBroadcast,
  type Person,
  receivedBy,
  untilBroadcast,
} from '../harness/broadcast-people.ts';
import { preparedInstallation } from '../harness/prepared-installation.ts';
import { startReceiver } from '../harness/receiver.ts';
import { openShop, verifiedEvents } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

const TIMEOUT_MS = 90_000;

const installed = await preparedInstallation({}, afterAll);
const shop = await openShop(installed, await installed.start());
const receiver = await startReceiver((_, response) => response.end('ok'), '127.0.0.1', afterAll);
const hook = await shop.api('POST', '/v1/webhooks', {
  url: receiver.url,
  events: ['message.status', 'message.received'],
});
const statuses = (phone: string): string[] =>
  verifiedEvents(receiver.requests, hook.body.secret)
    .filter((event) => event.event === 'message.status' && event.to === phone)
    .map((event) => event.status);

/** A device whose number is old enough for these broadcasts; people of the tests beside each other have their own. */
async function oldDevice(number: string): Promise<string> {
  const device = await shop.pairedDevice(number);
  await shop.sandbox('POST', `/devices/${device}/age`, { days: 100 });
  return device;
}

const peopleOf = (prefix: string, names: readonly (string | null)[]): Person[] =>
  names.map((name, n) => ({ phone: `${prefix}${1_000 + n}`, name }));

test.concurrent('every recipient gets one of the texts once, with any name or none', {
  timeout: TIMEOUT_MS,
}, async () => {
  const from = '6281100000001';
  const device = await oldDevice(from);
  const names = ['Budi', '{Sari|Siti}', 'Ani|Ina', '}{', '{nama}', 'Ibu "Ratu" 👋🏽', null, 'O{}|'];
  const people = peopleOf('628121110', names);
  await addPeople(shop, 'pelanggan', people);
  const [first] = people;
  const known = await shop.api('GET', '/v1/contacts?tag=pelanggan');
  await shop.api('POST', '/v1/contacts', { phone: first?.phone, tags: ['pelanggan', 'lama'] });

  const id = await createBroadcast(shop, {
    device_uuid: device,
    message_template: '{Halo|Hai {kak|gan}} {nama}, {promo} {A|B} | sampai besok',
    tags: ['pelanggan', 'lama'],
    contact_ids: known.body.data.slice(0, 3).map((contact: { id: number }) => contact.id),
  });
  const done = await untilBroadcast(shop, id, ({ status }) => status === 'completed');

  expect(done).toMatchObject({
    total_recipients: people.length,
    recipients_by_status: { pending: 0, sent: people.length, failed: 0 },
  });
  await until(() => people.every(({ phone }) => statuses(phone).length === 2), {
    what: 'both events of each',
  });
  const received = await receivedBy(shop, people, { from });
  for (const { phone, name } of people) {
    const texts = ['Halo', 'Hai kak', 'Hai gan'].flatMap((greeting) =>
      ['A', 'B'].map((choice) => `${greeting} ${name ?? ''}, {promo} ${choice} | sampai besok`),
    );
    expect(received.get(phone)).toEqual([expect.toBeOneOf(texts)]);
    // Deliveries run side by side: the order of arrival is not promised.
    expect(statuses(phone).toSorted()).toEqual(['delivered', 'sent']);
  }
});

test.concurrent('a line that drops pauses it with a reason, and after resume it goes on to the end', {
  timeout: TIMEOUT_MS,
}, async () => {
  const from = '6281100000002';
  const device = await oldDevice(from);
  const people = peopleOf(
    '628122220',
    Array.from({ length: 16 }, (_, n) => `Kak ${n}`),
  );
  await addPeople(shop, 'jauh', people);

  const id = await createBroadcast(shop, {
    ...{ device_uuid: device, message_template: 'Halo {nama}', tags: ['jauh'] },
    delay_max_seconds: 1,
  });
  const begun = await untilBroadcast(shop, id, ({ sent_count }) => sent_count >= 2);
  await shop.sandbox('POST', `/devices/${device}/drop`);
  const paused = await untilBroadcast(shop, id, ({ status }) => status === 'paused');
  const early = await shop.api('POST', `/v1/broadcasts/${id}/resume`);
  await shop.sandbox('POST', `/devices/${device}/restore`);
  await until(async () => (await shop.api('GET', `/v1/devices/${device}`)).body.status === 'connected');
  const still = await shop.api('GET', `/v1/broadcasts/${id}`);
  const resumed = await shop.api('POST', `/v1/broadcasts/${id}/resume`);
  const done = await untilBroadcast(shop, id, ({ status }) => status === 'completed');

  expect(paused.reason).toBe('device_disconnected');
  expect(paused.recipients_by_status.pending).toBeGreaterThan(0);
  expect([early.status, early.body.error]).toEqual([409, 'device_not_connected']);
  expect(still.body.status).toBe('paused');
  expect([resumed.status, resumed.body]).toEqual([
    200,
    { id, status: 'running', total_recipients: people.length },
  ]);
  expect(done).toMatchObject({
    started_at: begun.started_at,
    recipients_by_status: { pending: 0, sent: people.length, failed: 0 },
  });
  const received = await receivedBy(shop, people, { from });
  expect([...received.values()]).toEqual(people.map(({ name }) => [`Halo ${name}`]));
});

test.concurrent('who writes STOP gets no further broadcast, and it says so', {
  timeout: TIMEOUT_MS,
}, async () => {
  const from = '6281100000003';
  const device = await oldDevice(from);
  const people = peopleOf('628123330', ['Budi', 'Sari', null]);
  const [, sari] = people;
  await addPeople(shop, 'semua', people);
  const usage = async () => (await shop.api('GET', '/v1/usage')).body;
  const broadcast = (word: string) =>
    createBroadcast(shop, { device_uuid: device, message_template: `{Halo|Hai} ${word}`, tags: ['semua'] });
  const first = await broadcast('satu');
  await untilBroadcast(shop, first, ({ status }) => status === 'completed');

  await shop.sandbox('POST', `/phones/${sari?.phone}/messages`, { to: from, text: ' Stop. ' });
  await until(async () => (await shop.api('GET', '/v1/opt-outs')).body.data.length === 1);
  const second = await untilBroadcast(shop, await broadcast('dua'), ({ status }) => status === 'completed');

  expect(second.recipients_by_status).toEqual({ pending: 0, sent: 2, failed: 1 });
  const ofSari = await until(() => {
    const told = verifiedEvents(receiver.requests, hook.body.secret).filter(
      (event) => event.to === sari?.phone && event.status === 'failed',
    );
    return told.length > 0 && told;
  });
  expect(ofSari.map((event) => event.error.code)).toEqual(['opted_out']);
  const counts = [...(await receivedBy(shop, people, { from, word: 'dua' })).values()].map(
    ({ length }) => length,
  );
  expect(counts).toEqual([1, 0, 1]);
  expect((await usage()).messages_sent).toBeGreaterThan(0);
});
