import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { insertAccount, insertDevice, insertMessage } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { type Account, setStatus } from '../../../platform/accounts/account.ts';
import { speakFor } from '../../devices/channels/channel.ts';
import type { LeasedDevice } from '../../devices/sessions/session-listener.ts';
import type { PhoneReply } from '../../engines/engine.ts';
import { createInbound } from '../inbound/inbound.ts';
import { writeStatuses } from '../queue/status-writer.ts';
import type { StoredReply } from './phone-reply.ts';

const ctx = await testContext({ cleanup: afterAll });
const BUDI = '6281234567890';
const AT = new Date('2025-01-01T10:00:00Z');
let ids = 0;

const reply = (fields: Partial<PhoneReply> = {}): PhoneReply => {
  ids += 1;
  return {
    waMessageId: `3A${ids}`,
    to: BUDI,
    type: 'text',
    body: 'Saya bantu',
    at: AT,
    isLive: true,
    ...fields,
  };
};

async function owner(number?: string) {
  return deviceOf(await insertAccount(ctx), number);
}

async function deviceOf(account: Account, number?: string) {
  const device = await insertDevice(ctx, account);
  if (number) {
    await ctx.db.transaction((tx) => speakFor(tx, { ...device, channel_id: null }, number));
  }
  return { ...device, epoch: 1 };
}

/** Answers what the hook got. */
async function store(device: LeasedDevice, ...replies: PhoneReply[]): Promise<StoredReply[]> {
  const seen: StoredReply[] = [];
  const inbound = createInbound(ctx, [], [async (_tx, rows) => void seen.push(...rows)]);
  const replied = await inbound.numberReceived(replies.map((each) => ({ device, reply: each })));
  await ctx.db.transaction((tx) => inbound.storeReplies(tx, replied));
  return seen;
}

const rowsOf = (device: LeasedDevice) =>
  tablesOf(ctx.db)
    .selectFrom('messages')
    .selectAll()
    .where('device_id', '=', device.id)
    .orderBy('id')
    .execute();

test('a reply is a sent message of the phone, with a public id, no unit of the quota and no event', async () => {
  const device = await owner();

  const seen = await store(device, reply({ waMessageId: 'A1' }));

  expect(await rowsOf(device)).toMatchObject([
    {
      public_id: 1,
      direction: 'out',
      source: 'phone',
      status: 'sent',
      phone: BUDI,
      body: 'Saya bantu',
      wa_message_id: 'A1',
      due: false,
      created_at: AT,
      details: null,
    },
  ]);
  expect(seen).toMatchObject([
    { id: expect.any(Number), device_id: device.id, phone: BUDI, takes_over: true },
  ]);
  const usage = tablesOf(ctx.db)
    .selectFrom('usage_months')
    .selectAll()
    .where('account_id', '=', device.account_id);
  expect(await usage.execute()).toEqual([]);
  expect(await eventsOf(ctx, 'message.status')).toEqual([]);
});

test('a long reply of the phone is cut with a mark, as a text of a customer', async () => {
  const device = await owner();

  await store(device, reply({ body: 'x'.repeat(100_000) }));

  expect((await rowsOf(device))[0]?.body).toBe(`${'x'.repeat(65_532)} […]`);
});

test('a repeated reply is stored once, also in one batch and in two at once', async () => {
  const device = await owner();
  const one = reply();

  const seen = await Promise.all([store(device, one, one), store(device, one)]);
  const again = await store(device, one, reply({ body: 'lagi' }));

  expect(seen.flat()).toHaveLength(1);
  expect(again.map(({ body }) => body)).toEqual(['lagi']);
  expect(await rowsOf(device)).toHaveLength(2);
});

test('the echo of a message that Kurir sends is no reply, before its ack and after it', async () => {
  const device = await owner();
  const outbound = { reserved_wa_id: 'K1', maybe_written: true };
  await insertMessage(ctx, device, { ...outbound, status: 'queued' });
  await insertMessage(ctx, device, {
    ...outbound,
    reserved_wa_id: 'K2',
    wa_message_id: 'K2',
    status: 'sent',
  });
  await insertMessage(ctx, device, {
    ...outbound,
    reserved_wa_id: 'K3',
    wa_message_id: 'wamid.3',
    status: 'read',
  });

  const seen = await store(device, ...['K1', 'K2', 'wamid.3'].map((waMessageId) => reply({ waMessageId })));

  expect(seen).toEqual([]);
  expect(await rowsOf(device)).toHaveLength(3);
});

test('another device of the number knows the message too; a device of another account or number does not', async () => {
  const account = await insertAccount(ctx);
  const device = await deviceOf(account, '6281100000001');
  const twin = await deviceOf(account, '6281100000001');
  const other = await deviceOf(account, '6281100000002');
  const foreign = await owner('6281100000001');
  await insertMessage(ctx, device, { reserved_wa_id: 'K1', wa_message_id: 'K1', status: 'sent' });
  const both = reply();

  const ofTwin = await store(twin, reply({ waMessageId: 'K1' }), both);
  const repeated = await store(device, both);
  const elsewhere = [
    await store(other, reply({ waMessageId: 'K1' })),
    await store(foreign, reply({ waMessageId: 'K1' })),
  ];

  expect(ofTwin).toMatchObject([{ wa_message_id: both.waMessageId }]);
  expect(repeated).toEqual([]);
  expect(elsewhere.map((seen) => seen.length)).toEqual([1, 1]);
});

test('a late reply is kept, and takes no chat over', async () => {
  const device = await owner();

  const seen = await store(device, reply({ isLive: false, details: { quote: { id: 'x' } } }));

  expect(seen).toMatchObject([{ takes_over: false }]);
  expect(await rowsOf(device)).toMatchObject([{ details: { quote: { id: 'x' }, phone_late: true } }]);
});

test('a cancelled account stores no reply', async () => {
  const device = await owner();
  await setStatus(ctx, device.account_id, 'cancelled');

  expect(await store(device, reply())).toEqual([]);
  expect(await rowsOf(device)).toEqual([]);
});

test('receipts raise the status of a reply, and no event follows', async () => {
  const device = await owner();
  await store(device, reply({ waMessageId: 'R1' }), reply({ waMessageId: 'wamid.R2' }));
  const change = { device_id: device.id, error_code: null, error_message: null, refund: false };

  await writeStatuses(ctx, [{ ...change, wa_message_id: 'R1', status: 'read' }]);
  await writeStatuses(ctx, [{ ...change, wa_message_id: 'R1', status: 'delivered' }]);
  // The official provider knows no reserved id of this message.
  const official = { ...change, wa_message_id: null, provider_id: 'wamid.R2' };
  await writeStatuses(ctx, [{ ...official, status: 'delivered' }]);

  expect((await rowsOf(device)).map(({ status }) => status)).toEqual(['read', 'delivered']);
  expect(await eventsOf(ctx, 'message.status')).toEqual([]);
});
