import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../test/harness/conversations.ts';
import { giveLeases, insertAccount, insertDevice } from '../../test/harness/rows.ts';
import { until } from '../../test/harness/until.ts';
import { SessionWriter } from '../gateway/devices/sessions/session-writer.ts';
import type { PhoneReply, ReceivedMessage } from '../gateway/engines/engine.ts';
import { createInbound } from '../gateway/messages/inbound/inbound.ts';
import { CallbackWatch } from '../gateway/messages/official/callback-watch.ts';
import { ItemWriter } from '../gateway/messages/official/item-writer.ts';
import { inboundHooks } from './inbound-hooks.ts';
import { phoneReplyHooks } from './phone-reply-hooks.ts';

const ctx = await testContext({ cleanup: afterAll, env: { KURIR_DATABASE_POOL: '6' } });
const nodeId = randomUUID();
const [WRITER, ANSWERED] = ['6281200000010', '6281200000011'];

/** Two conversations of one device: one customer writes, and the phone answers the other. */
async function scene() {
  const account = await insertAccount(ctx);
  const row = await insertDevice(ctx, account);
  await giveLeases(ctx, nodeId, [row.id]);
  await receiver(ctx)(inbound(row, WRITER), inbound(row, ANSWERED));
  const [writes, answered] = await conversationsOf(ctx, account);
  const { message } = inbound(row, WRITER);
  const reply: PhoneReply = {
    ...{ waMessageId: `3A${row.id}`, to: ANSWERED, type: 'text', body: 'Siap', at: new Date(), isLive: true },
  };
  const read = async () =>
    (await conversationsOf(ctx, account)).map(({ unread, owner_state }) => [unread, owner_state]);
  return { device: { ...row, epoch: 1 }, message, reply, writes, answered, read };
}

type Device = Awaited<ReturnType<typeof scene>>['device'];
type Write = (device: Device, message: ReceivedMessage, reply: PhoneReply) => Promise<unknown>;

function bySession(): Write {
  const parts = createInbound(ctx, inboundHooks(ctx), phoneReplyHooks(ctx));
  const writer = new SessionWriter(ctx, { ...parts, nodeId, signal: new AbortController().signal });
  return (device, message, reply) => writer.write(device, { received: [message], replies: [reply] });
}

function byCallback(): Write {
  const hooks = {
    hooks: inboundHooks(ctx),
    replyHooks: phoneReplyHooks(ctx),
    noteConsent: async () => {},
    noteHandovers: async () => {},
    noteMoves: async () => {},
  };
  const writer = new ItemWriter(ctx, { ...hooks, watch: new CallbackWatch(ctx) });
  return (device, message, reply) => {
    const ids = { phone_number_id: '1', phone_number: '628110000001', appSecret: null, waba_id: null };
    const official = { ...device, ...ids };
    return Promise.all([
      writer.write(official, { kind: 'message', phoneNumberId: '1', message }),
      writer.write(official, { kind: 'reply', phoneNumberId: '1', reply }),
    ]);
  };
}

test.each([
  ['a session', bySession],
  ['the official provider', byCallback],
])('messages and replies of %s in one batch hold no two conversations', async (_name, open) => {
  const { device, message, reply, writes, answered, read } = await scene();
  const other = await ctx.pool.connect();
  const lock = 'select id from conversations where id = $1 for no key update nowait';
  const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid;
  await other.query('begin');
  await other.query(lock, [answered?.id]);

  const written = open()(device, message, reply);
  const waiting = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
  await until(async () => (await ctx.pool.query(waiting, [pid])).rowCount, {
    what: 'the wait for the conversation',
  });
  const second = await other.query(lock, [writes?.id]).catch((error: Error) => error.message);
  await other.query('rollback');
  other.release();
  await written;

  expect(second).toMatchObject({ rowCount: 1 });
  expect(await read()).toEqual([
    [2, 'human_waiting'],
    [0, 'human_active'],
  ]);
});
