import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertDevice, insertMessage } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { until } from '../../../../test/harness/until.ts';
import { DAY, HOUR } from '../../../platform/lib/clock.ts';
import type { EngineSession } from '../../engines/engine.ts';
import { deleteOldReadReceipts, watchReadReceipts } from './read-receipts.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx);
const ANI = '6281200000010';
const BUDI = '6281200000020';

/** A shop with a connected number, and what its customers see. */
async function shop(setting: 'never' | 'on_reply' | 'on_open') {
  const { account, api } = await service.customer();
  const device = await insertDevice(ctx, account);
  expect((await api('PATCH', '/v1/conversations/settings', { read_receipts: setting })).status).toBe(200);
  const receipts = watchReadReceipts(ctx);
  onTestFinished(() => receipts.watch.stop());
  const markRead = vi.fn<EngineSession['markRead']>();
  const lease = { id: device.id, device_uuid: device.device_uuid, account_id: account.id, epoch: 1 };
  const session = { markRead } as Partial<EngineSession> as EngineSession; // it calls nothing else
  const reply = (columns: object = {}) =>
    insertMessage(ctx, device, { phone: ANI, status: 'sent', due: false, ...columns });
  return {
    account,
    device,
    reply,
    connect: () =>
      receipts.watch.connected({ lease, session, readReceipts: () => setting, typingMarksRead: false }),
    write: async (from = ANI) => {
      const received = inbound(device, from);
      await receive(received);
      return received.message.waMessageId;
    },
    open: async (body: object = {}) => {
      const [chat] = await conversationsOf(ctx, account);
      const answer = await api('POST', `/v1/conversations/${chat?.conversation_uuid}/read`, body);
      expect(answer.status).toBe(200);
    },
    see: async (body: object = {}) => {
      const [chat] = await conversationsOf(ctx, account);
      const answer = await api('POST', `/v1/conversations/${chat?.conversation_uuid}/seen`, body);
      expect([answer.status, answer.body.unread]).toEqual([200, 0]);
    },
    sent: (message: { id: number; phone: string }) => receipts.sent(lease, message),
    look: () => receipts.watch.look(),
    seen: () => markRead.mock.calls,
  };
}

test('who opens a conversation shows its new messages as read, once', async () => {
  const { connect, write, open, seen } = await shop('on_open');
  connect();
  const first = [await write(), await write()];
  await open();
  await until(() => seen().length === 1);
  await open();
  const later = await write();
  await open();
  await until(() => seen().length === 2);

  expect(seen()).toEqual([
    [ANI, first],
    [ANI, [later]],
  ]);
});

test('a call shows messages as read, also those that were read in secret', async () => {
  const { connect, write, open, see, seen } = await shop('never');
  connect();
  const first = await write();
  await open();
  const last = await write();

  await see();

  await until(() => seen().length === 1);
  expect(seen()).toEqual([[ANI, [first, last]]]);
});

test('what is opened while the number is away is marked when it is back, oldest first', async () => {
  const { connect, write, open, seen } = await shop('on_open');
  const first = await write();
  await open();
  const second = await write();
  await open();

  connect();
  await until(() => seen().length > 0);

  expect(seen()).toEqual([[ANI, [first, second]]]);
});

test('in a group, the author of each message is named', async () => {
  const { device, connect, see, seen } = await shop('never');
  connect();
  const group = { id: '120363041234567890@g.us', subject: null };
  const ids: string[] = [];
  for (const from of [ANI, BUDI]) {
    const received = inbound(device, from);
    await receive({ ...received, message: { ...received.message, group } });
    ids.push(received.message.waMessageId);
  }

  await see();

  await until(() => seen().length === 1);
  expect(seen()).toEqual([
    [
      group.id,
      ids,
      new Map([
        [ids[0], ANI],
        [ids[1], BUDI],
      ]),
    ],
  ]);
});

test('a number that is away for a day marks nothing later', async () => {
  const { connect, write, open, look, seen } = await shop('on_open');
  await write();
  await open();
  const later = (ms: number) => ({ ...ctx, now: () => new Date(ctx.now().getTime() + ms) });

  await deleteOldReadReceipts(later(DAY - HOUR), new AbortController().signal);
  const kept = await ctx.pool.query('select from due_read_receipts');
  await deleteOldReadReceipts(later(DAY + HOUR), new AbortController().signal);
  connect();
  await look();

  expect([kept.rowCount, seen()]).toEqual([1, []]);
});

test('at most the latest 100 messages of a chat wait', async () => {
  const { connect, write, open, seen } = await shop('on_open');
  const ids: string[] = [];
  for (let n = 0; n < 70; n += 1) ids.push(await write());
  await open();
  for (let n = 0; n < 50; n += 1) ids.push(await write());
  await open();

  connect();
  await until(() => seen().length > 0);

  expect(seen()).toEqual([[ANI, ids.slice(-100)]]);
});

test('a reply that has left marks the messages since the reply before', async () => {
  const { connect, write, reply, sent, seen } = await shop('on_reply');
  connect();
  await write();
  await reply();
  await write(BUDI);
  const asked = [await write(), await write()];
  await reply({ status: 'failed' });
  const message = await reply();
  await write();

  sent(message);

  await until(() => seen().length > 0);
  expect(seen()).toEqual([[ANI, asked]]);
});

test('by default, opening and replying mark nothing', async () => {
  const { connect, write, open, reply, sent, look, seen } = await shop('never');
  connect();
  await write();
  await open();
  sent(await reply());
  await look();

  expect(seen()).toEqual([]);
});

test('with receipts on replies, opening marks nothing; with receipts on opening, replies mark nothing', async () => {
  for (const setting of ['on_reply', 'on_open'] as const) {
    const { connect, write, open, reply, sent, look, seen } = await shop(setting);
    connect();
    await write();
    if (setting === 'on_reply') await open();
    else sent(await reply());
    await look();

    expect(seen()).toEqual([]);
  }
});
