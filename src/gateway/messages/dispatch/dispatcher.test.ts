import { expect, test } from 'vitest';
import { eventsOf } from '../../../../test/harness/events.ts';
import { CUSTOMER, type Line, OWNER, openLine, startNode } from '../../../../test/harness/line.ts';
import { longTest } from '../../../../test/harness/long-test.ts';
import { messageRow } from '../../../../test/harness/message-rows.ts';
import { queryableOf } from '../../../../test/harness/queryable.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';
import { claimDue } from './claim-store.ts';

const status = (line: Line, id: number, wanted: string) =>
  until(async () => (await line.statusOf(id)) === wanted, { what: `status ${wanted}` });

const announced = async (line: Line, id: number) =>
  (await eventsOf(line.ctx, 'message.status')).filter((event) => event.message_id === id);

test('messages arrive in the order of their acceptance and are recorded as delivered', async () => {
  const line = await openLine();
  const device = await line.pair();
  const texts = Array.from({ length: 60 }, (_, n) => `pesan ${n}`);

  const ids = [];
  for (const text of texts) ids.push(await line.send(device.device_uuid, text));
  for (const id of ids) await status(line, id, 'delivered');

  expect(await line.textsAt(CUSTOMER)).toEqual(texts);
});

test('sent follows the ack of the server, read the phone, and each rank is announced once', async () => {
  const line = await openLine();
  const device = await line.pair();
  const id = await line.send(device.device_uuid, 'Halo');
  await status(line, id, 'delivered');

  const { wa_message_id } = await line.sandbox.messageAt(CUSTOMER, 'Halo');
  await line.sandbox.post(`/sandbox/phones/${CUSTOMER}/read`, { wa_message_id });
  await status(line, id, 'read');

  const events = await announced(line, id);
  expect(events.map((event) => event.status)).toEqual(['sent', 'delivered', 'read']);
  expect(events.map((event) => event.wa_message_id)).toEqual([wa_message_id, wa_message_id, wa_message_id]);
});

test('a number that is not on the network fails the message and refunds its unit', async () => {
  const line = await openLine();
  const device = await line.pair();

  const id = await line.send(device.device_uuid, 'Halo', '6289999999999');
  await status(line, id, 'failed');

  expect(await announced(line, id)).toMatchObject([{ status: 'failed', error: { code: 'not_on_whatsapp' } }]);
  const usage = await tablesOf(line.ctx.db)
    .selectFrom('usage_months')
    .select('messages_sent')
    .executeTakeFirst();
  expect(usage?.messages_sent).toBe(0);
});

test('a queued message to a number from before the upper bound fails, and the engine never gets it', async () => {
  const line = await openLine();
  const device = await line.pair();

  const tooLong = await line.send(device.device_uuid, 'Halo', '8'.repeat(20_000));
  const good = await line.send(device.device_uuid, 'Halo');
  await status(line, tooLong, 'failed');
  await status(line, good, 'delivered');

  expect(await announced(line, tooLong)).toMatchObject([
    { status: 'failed', error: { code: 'invalid_phone', message: expect.stringContaining('15 digits') } },
  ]);
  const usage = await tablesOf(line.ctx.db)
    .selectFrom('usage_months')
    .select('messages_sent')
    .executeTakeFirst();
  expect(usage?.messages_sent).toBe(1);
});

test('without an ack the message is not sent, and is re-sent under the same id', async () => {
  const line = await openLine({ ackTimeoutMs: 200 });
  const device = await line.pair();
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/faults`, { acks: false, receipts: false });

  const id = await line.send(device.device_uuid, 'Halo');
  await until(async () => (await line.sandbox.messagesOf(CUSTOMER)).some((message) => message.copies >= 2));
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/faults`, { acks: true, receipts: true });
  await until(async () => ['sent', 'delivered'].includes((await line.statusOf(id)) ?? ''));

  expect(await line.textsAt(CUSTOMER)).toEqual(['Halo']);
});

test('messages without an ack when the connection is lost are re-sent after the reconnect', async () => {
  const line = await openLine();
  const device = await line.pair();
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/drop`);

  const id = await line.send(device.device_uuid, 'Halo');
  expect(await line.statusOf(id)).toBe('queued');
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/restore`);

  await status(line, id, 'delivered');
  expect(await line.textsAt(CUSTOMER)).toEqual(['Halo']);
});

longTest('a stream that the server restarts under load loses no message', async () => {
  const line = await openLine();
  const device = await line.pair();
  const texts = Array.from({ length: 40 }, (_, n) => `pesan ${n}`);

  const ids = [];
  for (const [n, text] of texts.entries()) {
    ids.push(await line.send(device.device_uuid, text));
    if (n === 10) await line.sandbox.post(`/sandbox/numbers/${OWNER}/faults`, { close: { code: '515' } });
  }
  for (const id of ids) await status(line, id, 'delivered');

  expect(new Set(await line.textsAt(CUSTOMER))).toEqual(new Set(texts));
});

test('a claim whose answer was lost is made again', async () => {
  const line = await openLine();
  const device = await line.pair();
  const lease = await tablesOf(line.ctx.db).selectFrom('device_leases').selectAll().executeTakeFirstOrThrow();
  const capacity = {
    device_id: device.id,
    account_id: line.account.id,
    epoch: lease.epoch,
    capacity: 10,
    only_ready: false,
  };

  // Both in one transaction: no other process has seen the message before.
  const client = await line.ctx.pool.connect();
  await client.query('begin');
  const { rows } = await client.query(
    `insert into messages (account_id, device_id, direction, type, status, phone, body, due, created_at)
     select account_id, id, 'out', 'text', 'queued', $2, 'Halo', true, now() from devices where id = $1 returning id`,
    [device.id, CUSTOMER],
  );
  const lost = await claimDue(queryableOf(client), 'line', {
    nodeId: lease.node_id ?? '',
    devices: [capacity],
    preparedTypes: [],
    inFlight: [],
    freshIds: ['3EB0LOST'],
    now: new Date(),
  });
  await client.query('commit');
  client.release();
  const id: number = rows[0]?.id;
  await status(line, id, 'delivered');

  expect(lost.map((message) => message.id)).toEqual([id]);
  expect(await line.sandbox.messageAt(CUSTOMER, 'Halo')).toMatchObject({
    wa_message_id: '3EB0LOST',
    copies: 1,
  });
});

test('a receipt with an id that no database can store does not affect other messages', async () => {
  const line = await openLine();
  const device = await line.pair();
  const lease = line.node.sessions.leasedDevices()[0];
  if (!lease) throw new Error('the device has no lease');

  const id = await line.send(device.device_uuid, 'Halo');
  line.node.dispatcher.receipt(lease, {
    type: 'receipt',
    waMessageId: 'a\0b',
    status: 'read',
    at: new Date(),
  });

  await status(line, id, 'delivered');
  expect(await line.textsAt(CUSTOMER)).toEqual(['Halo']);
});

test('a refusal by the server fails the message with a code', async () => {
  const line = await openLine();
  const device = await line.pair();
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/faults`, { ack_error: '403' });

  const id = await line.send(device.device_uuid, 'Halo');
  await status(line, id, 'failed');

  expect(await announced(line, id)).toMatchObject([{ status: 'failed', error: { code: 'not_allowed' } }]);
});

test('a temporary refusal leaves the message queued for another attempt', async () => {
  const line = await openLine();
  const device = await line.pair();
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/faults`, { ack_error: '479' });

  const id = await line.send(device.device_uuid, 'Halo');

  const row = await until(async () => {
    const message = await messageRow(line.ctx, line.account, id);
    return message.attempts === 1 && message;
  });
  expect(row.status).toBe('queued');
  expect(row.not_before.getTime()).toBeGreaterThan(Date.now());
});

const received = (line: Line) => eventsOf(line.ctx, 'message.received');

test.each(['pn', 'lid'])(
  'a reply addressed by %s is stored with its event, from digits',
  async (addressing) => {
    const line = await openLine();
    const device = await line.pair();

    const sent = await line.sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, {
      to: OWNER,
      text: 'balasan',
      addressing,
    });
    const [event] = await until(async () => {
      const events = await received(line);
      return events.length > 0 && events;
    });

    const { wa_message_id } = sent.body;
    expect(event).toMatchObject({
      from: CUSTOMER,
      body: 'balasan',
      device_uuid: device.device_uuid,
      wa_message_id,
    });
  },
);

test('what a customer writes quickly is announced in its order, each once', async () => {
  const line = await openLine();
  await line.pair();
  const texts = Array.from({ length: 20 }, (_, n) => `balasan ${n}`);

  for (const text of texts)
    await line.sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, { to: OWNER, text });
  const events = await until(async () => {
    const all = await received(line);
    return all.length >= texts.length && all;
  });

  expect(events.map(({ body }) => body)).toEqual(texts);
});

test('hostile text from a phone is text', async () => {
  const line = await openLine();
  await line.pair();
  const text = `'; drop table messages; -- <script>\u202e \0 {{7*7}}`;

  await line.sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, { to: OWNER, text });

  const row = await until(() =>
    tablesOf(line.ctx.db)
      .selectFrom('messages')
      .select('body')
      .where('direction', '=', 'in')
      .executeTakeFirst(),
  );
  expect(row.body).toBe(text.replace('\0', '\uFFFD'));
});

test('a device moves to another process with its queue', async () => {
  const line = await openLine();
  const device = await line.pair();
  await line.node.stop();
  const id = await line.send(device.device_uuid, 'Halo');

  startNode(line.ctx, line.sandbox);

  await status(line, id, 'delivered');
  expect(await line.textsAt(CUSTOMER)).toEqual(['Halo']);
});
