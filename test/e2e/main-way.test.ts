import { expect, test } from 'vitest';
import { choosePort } from '../harness/free-port.ts';
import { installation } from '../harness/gateway.ts';
import { longTest } from '../harness/long-test.ts';
import { preparedInstallation } from '../harness/prepared-installation.ts';
import { startReceiver } from '../harness/receiver.ts';
import { type Json, openShop, readQr, verifiedEvents } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

const OWNER = '6281100000001';
const CUSTOMER = '6281234567890';
const TEXTS = [
  'Halo Budi 👋🏽 pesanan siap 🚚',
  'Baris satu\nBaris dua\n\n— “Terima kasih” —',
  'é'.repeat(4096),
  'Selamat pagi, Kak.',
];

test('a number pairs by QR, messages go out, statuses and replies come back as signed webhooks', {
  timeout: 60_000,
}, async () => {
  const installed = await installation();
  const shop = await openShop(installed, await installed.start());
  const receiver = await startReceiver();

  const hook = await shop.api('POST', '/v1/webhooks', {
    url: receiver.url,
    events: ['message.received', 'message.status', 'device.status'],
  });
  expect(hook.status).toBe(201);
  const events = () => verifiedEvents(receiver.requests, hook.body.secret);

  await shop.api('PATCH', '/v1/conversations/settings', { read_receipts: 'on_reply' });

  // Pairing
  const created = await shop.api('POST', '/v1/devices', { label: 'Kasir' });
  expect(created).toMatchObject({ status: 201, body: { status: 'provisioned' } });
  const device: string = created.body.device_uuid;
  const first = await shop.api('GET', `/v1/devices/${device}/qr`);
  expect(first.status).toBe(202);
  const ready = await until(async () => {
    const answer = await shop.api('GET', `/v1/devices/${device}/qr`);
    return answer.status === 200 && answer;
  });
  expect(ready.body.qr).toMatch(/^data:image\/png;base64,/);
  const scanned = await shop.sandbox('POST', `/phones/${OWNER}/scan`, { qr: readQr(ready.body.qr) });
  expect(scanned.status).toBe(200);
  const connected = await until(async () => {
    const { body } = await shop.api('GET', `/v1/devices/${device}`);
    return body.status === 'connected' && body;
  });
  expect(connected.phone_number).toBe(OWNER);
  expect((await shop.api('GET', `/v1/devices/${device}/qr`)).body.error).toBe('already_connected');

  // Out
  await shop.sandbox('POST', '/phones', { number: CUSTOMER });
  const accepted = [];
  for (const text of TEXTS) accepted.push(await shop.send(device, `+62 812-3456-7890`, text));
  expect(
    accepted.map(({ status, body }) => [status, body.status, body.wa_message_id, body.direction]),
  ).toEqual(TEXTS.map(() => [202, 'queued', null, 'out']));
  const arrived = await until(async () => {
    const messages = (await shop.phone(CUSTOMER)).filter((message) => message.direction === 'in');
    return messages.length === TEXTS.length && messages;
  });
  expect(arrived.map((message) => message.text)).toEqual(TEXTS);
  expect(arrived.every((message) => message.copies === 1 && message.from === OWNER)).toBe(true);

  // Statuses
  const id: number = accepted[0]?.body.id;
  const delivered = await until(async () => {
    const { body } = await shop.api('GET', `/v1/messages/${id}`);
    return body.status === 'delivered' && body;
  });
  expect(delivered.wa_message_id).toBe(arrived[0]?.wa_message_id);
  await shop.sandbox('POST', `/phones/${CUSTOMER}/read`, { wa_message_id: delivered.wa_message_id });
  await until(async () => (await shop.api('GET', `/v1/messages/${id}`)).body.status === 'read');

  // In
  const write = (text: string) => shop.sandbox('POST', `/phones/${CUSTOMER}/messages`, { to: OWNER, text });
  const reply = await write('Terima kasih 🙏');
  expect(reply.status).toBe(201);

  // Away
  const received = await until(async () => events().find((event) => event.event === 'message.received'));
  expect(received).toEqual({
    event: 'message.received',
    event_id: expect.any(String),
    device_uuid: device,
    from: CUSTOMER,
    type: 'text',
    body: 'Terima kasih 🙏',
    wa_message_id: reply.body.wa_message_id,
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    message_id: expect.any(Number),
    conversation_id: expect.any(String),
    name: 'Sari',
    ...{ kind: 'text', details: null, quote: null, referral: null, media: null },
  });

  // Read marks
  const isSeen = async ({ body }: { body: Json }, peer = OWNER) => {
    const chat = await shop.sandbox('GET', `/phones/${CUSTOMER}/chat?with=${peer}`);
    return chat.body.data.some((message: Json) => message.id === body.wa_message_id && message.read);
  };
  expect(await isSeen(reply)).toBe(false);
  await shop.send(device, CUSTOMER, 'Sama-sama, Kak.');
  await until(() => isSeen(reply));
  await shop.api('PATCH', '/v1/conversations/settings', { read_receipts: 'on_open' });
  const question = await write('Buka jam berapa?');
  await until(async () => events().find((event) => event.wa_message_id === question.body.wa_message_id));
  await shop.api('POST', `/v1/conversations/${received.conversation_id}/read`, {});
  await until(() => isSeen(question));

  const members = [CUSTOMER, OWNER];
  const { id: group } = (await shop.sandbox('POST', '/groups', { subject: 'Reseller', members })).body;
  await shop.api('PATCH', `/v1/devices/${device}`, { groups: 'on' });
  const inGroup = await until(async () => {
    const message = { to: OWNER, text: 'Ada kue?', group: { id: group, name: '' } };
    const asked = await shop.sandbox('POST', `/phones/${CUSTOMER}/messages`, message);
    const [chat] = (await shop.api('GET', '/v1/conversations?chat=group')).body.data;
    return chat && { asked, chat };
  });
  await until(async () => events().find((event) => event.wa_message_id === inGroup.asked.body.wa_message_id));
  await shop.api('POST', `/v1/conversations/${inGroup.chat.id}/seen`);
  await until(() => isSeen(inGroup.asked, group));

  const released = await shop.api('DELETE', `/v1/devices/${device}`);
  expect(released).toMatchObject({ status: 200, body: { device_uuid: device, status: 'disconnected' } });

  // Deliveries run side by side: the order of arrival is not promised.
  const told = (count: number, fits: (event: Json) => boolean) =>
    until(() => {
      const found = events().filter(fits);
      return found.length >= count && found;
    });
  const ofMessage = await told(3, (event) => event.message_id === id);
  expect(ofMessage.map((event) => event.status).toSorted()).toEqual(['delivered', 'read', 'sent']);
  const ofDevice = await told(4, (event) => event.event === 'device.status');
  expect(ofDevice.map((event) => `${event.previous_status} -> ${event.status}`).toSorted()).toEqual([
    'connected -> disconnected',
    'null -> provisioned',
    'provisioned -> qr_pending',
    'qr_pending -> connected',
  ]);
});

longTest(
  'a stopped gateway reconnects its devices without a new QR and goes on with the queue',
  {
    timeout: 60_000,
  },
  async () => {
    const installed = await preparedInstallation({ KURIR_PORT: String(await choosePort()) });
    const gateway = await installed.start();
    const shop = await openShop(installed, gateway);
    const device = await shop.pairedDevice(OWNER);
    await shop.sandbox('POST', '/phones', { number: CUSTOMER });
    const texts = Array.from({ length: 30 }, (_, n) => `pesan ${n}`);
    for (const text of texts) expect((await shop.send(device, CUSTOMER, text)).status).toBe(202);
    gateway.child.kill('SIGTERM');
    expect(await gateway.ended).toEqual({ code: 0, signal: null });

    const again = await installed.start();

    expect(again.url).toBe(gateway.url);
    const arrived = await until(async () => {
      const messages = (await shop.phone(CUSTOMER)).filter((message) => message.direction === 'in');
      return messages.length >= texts.length && messages.map((message) => message.text);
    });
    expect(arrived).toEqual(texts);
    expect((await shop.api('GET', `/v1/devices/${device}`)).body.status).toBe('connected');
  },
);
