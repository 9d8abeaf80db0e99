import { expect, test } from 'vitest';
import { eventsOf } from '../../../../test/harness/events.ts';
import { CUSTOMER, type Line, OWNER, openLine, startNode } from '../../../../test/harness/line.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';

const write = async ({ sandbox }: Line, text: string, from = OWNER, to = CUSTOMER): Promise<string> =>
  (await sandbox.post(`/sandbox/phones/${from}/messages`, { to, text })).body.wa_message_id;

const rows = ({ ctx }: Line) =>
  tablesOf(ctx.db)
    .selectFrom('messages')
    .select(['id', 'source', 'direction', 'status', 'phone', 'body', 'wa_message_id', 'device_id'])
    .orderBy('id')
    .execute();

const rowOf = (line: Line, text: string) =>
  until(async () => (await rows(line)).find(({ body }) => body === text), { what: `the row of ${text}` });

test('what the owner types on the phone is a reply of the number, whose receipts raise its status', async () => {
  const line = await openLine();
  const device = await line.pair();

  const id = await write(line, 'Saya cek dulu ya');
  const delivered = await until(async () => (await rows(line)).find(({ status }) => status === 'delivered'), {
    what: 'a delivered reply',
  });
  await line.sandbox.post(`/sandbox/phones/${CUSTOMER}/read`, { wa_message_id: id });
  await until(async () => (await rows(line))[0]?.status === 'read', { what: 'a read reply' });

  expect(delivered).toMatchObject({
    source: 'phone',
    direction: 'out',
    phone: CUSTOMER,
    body: 'Saya cek dulu ya',
    wa_message_id: id,
    device_id: device.id,
  });
  expect(await eventsOf(line.ctx, 'message.status')).toEqual([]);
  expect(await eventsOf(line.ctx, 'message.received')).toEqual([]);
});

test('two devices of one number: what one of them sends is no reply, and a reply is stored once', async () => {
  const line = await openLine();
  const [first, second] = [await line.pair(), await line.pair()];

  await line.send(first.device_uuid, 'dari API');
  await line.send(second.device_uuid, 'dari API juga');
  await until(async () => (await line.textsAt(CUSTOMER)).length === 2, { what: 'both messages' });
  await write(line, 'dari HP');
  await rowOf(line, 'dari HP');
  // The copies of both messages came before that of the reply.
  await write(line, 'selesai');
  await rowOf(line, 'selesai');

  const stored = (await rows(line)).map(({ source, body }) => [source, body]);
  expect(stored).toEqual([
    ['api', 'dari API'],
    ['api', 'dari API juga'],
    ['phone', 'dari HP'],
    ['phone', 'selesai'],
  ]);
});

test('replies that were typed while the gateway was down are kept once after its start', async () => {
  const line = await openLine();
  const device = await line.pair();
  await line.send(device.device_uuid, 'sebelum');
  await until(async () => (await line.textsAt(CUSTOMER)).length === 1, { what: 'the message' });
  await line.node.stop();

  await write(line, 'sementara mati');
  startNode(line.ctx, line.sandbox);
  await rowOf(line, 'sementara mati');
  await write(line, 'sudah hidup');
  await rowOf(line, 'sudah hidup');

  expect((await rows(line)).map(({ source, body }) => [source, body])).toEqual([
    ['api', 'sebelum'],
    ['phone', 'sementara mati'],
    ['phone', 'sudah hidup'],
  ]);
});
