import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openAdmission } from '../../../../test/harness/admission.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { changeMessage } from '../../../../test/harness/message-rows.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { until } from '../../../../test/harness/until.ts';
import type { Received } from '../../devices/sessions/session-listener.ts';
import { createInbound } from '../inbound/inbound.ts';
import { getMessage } from '../message.ts';
import * as queue from './queue.ts';
import { moveStatuses } from './settle-store.ts';

const ctx = await testContext({ cleanup: afterAll });
/** Three processes: each has its own batches. */
const admits = [openAdmission(ctx), openAdmission(ctx), openAdmission(ctx)];

async function shop() {
  const account = await insertAccount(ctx, { monthly_quota: 1_000 });
  const device = await insertDevice(ctx, account);
  let keys = 0;
  return {
    account,
    device,
    /** One process accepts a message. Returns its id. */
    async send(process = 0, key = `order-${++keys}`): Promise<number> {
      const input = {
        device_uuid: device.device_uuid,
        to: '081234567890',
        type: 'text',
        body: 'Halo',
      } as const;
      const message = { input, phone: '6281234567890' };
      const request = { account, idempotencyKey: key, rawBody: input, message, problem: null };
      return (await admits[process % admits.length]?.(request))?.message.public_id ?? 0;
    },
    /** Messages of any other sender. Returns their ids. */
    async insert(count: number): Promise<number[]> {
      const phone = `62812${++keys}`;
      const content = { phone, type: 'text', body: 'Hai', media_url: null, interactive: null };
      const message = { ...content, device_id: device.id, broadcast_place: null, refusal: null };
      const origin = { account_id: account.id, broadcast_id: null };
      const messages = Array<queue.Outbound>(count).fill(message);
      await ctx.db.transaction((tx) =>
        queue.insert(tx, { ...origin, source: 'staff', author_id: 1 }, messages, ctx.now()),
      );
      const { rows } = await ctx.pool.query<{ public_id: number }>(
        'select public_id from messages where account_id = $1 and phone = $2 order by id',
        [account.id, phone],
      );
      return rows.map(({ public_id }) => public_id);
    },
    async receive(waMessageId: string): Promise<number> {
      const { numberReceived, storeReceived } = createInbound(ctx, []);
      const numbered = await numberReceived<Received>([
        {
          device: { id: device.id, account_id: account.id, device_uuid: device.device_uuid, epoch: 1 },
          message: { waMessageId, from: '62813', type: 'text', body: 'Halo', at: ctx.now() },
        },
      ]);
      await ctx.db.transaction((tx) => storeReceived(tx, numbered));
      return numbered[0]?.publicId ?? 0;
    },
  };
}

type Shop = Awaited<ReturnType<typeof shop>>;

const step = fc.record({
  isOther: fc.boolean(),
  do: fc.oneof(
    fc.record({ kind: fc.constant('send' as const), process: fc.nat({ max: 2 }) }),
    fc.record({ kind: fc.constant('replay' as const) }),
    fc.record({ kind: fc.constant('insert' as const), count: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('receive' as const) }),
  ),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function play({ send, insert, receive }: Shop, n: number, { do: each }: Step): Promise<number[]> {
  if (each.kind === 'send') return [await send(each.process)];
  if (each.kind === 'insert') return insert(each.count);
  if (each.kind === 'receive') return [await receive(`in-${n}`)];
  await send(0, 'the same');
  return [];
}

/** The new ids of the first account, in the order of acceptance. */
async function idsOf(steps: readonly Step[]): Promise<number[]> {
  const [one, other] = [await shop(), await shop()];
  const ids = [await one.send(0, 'the same')];
  for (const [n, each] of steps.entries()) {
    const given = await play(each.isOther ? other : one, n, each);
    if (!each.isOther) ids.push(...given);
  }
  return ids;
}

test('the ids of an account rise, and are the same with and without another account', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const together = await idsOf(steps);
      const alone = await idsOf(steps.filter(({ isOther }) => !isOther));

      expect(together).toEqual(alone);
      expect(together).toEqual([...new Set(together)].sort((a, b) => a - b));
      expect(together[0]).toBe(1);
    }),
    { numRuns: 25 },
  );
});

test('over several processes, a message that is accepted later has a higher id', async () => {
  const [one, other] = [await shop(), await shop()];
  const rounds: number[][] = [];

  for (let round = 0; round < 10; round += 1) {
    const sent = Array.from({ length: 30 }, (_, n) => one.send(n));
    const noise = Array.from({ length: 30 }, (_, n) => other.send(n + 1));
    const [ids, , more] = await Promise.all([Promise.all(sent), Promise.all(noise), one.insert(5)]);
    rounds.push([...ids, ...more].sort((a, b) => a - b));
  }

  const all = rounds.flat();
  expect(all).toEqual(all.toSorted((a, b) => a - b));
  expect(new Set(all).size).toBe(all.length);
});

test('one batch of two accounts gives each its own ids, in the order of its requests', async () => {
  const [one, other] = [await shop(), await shop()];

  const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).send(0)));

  expect(ids).toEqual(Array.from({ length: 20 }, (_, n) => 1 + Math.floor(n / 2)));
});

test('answers, events and look-ups of one message show one id, and never its row id', async () => {
  const [one, other] = [await shop(), await shop()];
  await Promise.all(Array.from({ length: 9 }, () => other.send()));
  const id = await one.send();
  await changeMessage(ctx, one.account, id, { reserved_wa_id: 'one' });
  const change = { device_id: one.device.id, wa_message_id: 'one', error_code: null, error_message: null };

  await moveStatuses(ctx.db, [{ ...change, status: 'sent', refund: false }], ctx.now());

  const announced = (await eventsOf(ctx, 'message.status')).filter(
    ({ device_uuid }) => device_uuid === one.device.device_uuid,
  );
  expect(announced.map(({ message_id }) => message_id)).toEqual([id]);
  expect(await getMessage(ctx, one.account, id)).toMatchObject({ public_id: id, status: 'sent' });
  const { rows } = await ctx.pool.query('select id from messages where account_id = $1', [one.account.id]);
  expect(rows[0].id).not.toBe(id);
  await expect(getMessage(ctx, one.account, rows[0].id)).rejects.toMatchObject({ code: 'message_not_found' });
});

test('a message from a customer has an id of the same series, unknown to look-ups of outbound messages', async () => {
  const { account, send, receive } = await shop();
  const sent = await send();

  const received = [await receive('in-1'), await receive('in-1'), await receive('in-2')];

  expect([sent, ...received, await send()]).toEqual([1, 2, 3, 4, 5]);
  const { rows } = await ctx.pool.query(
    'select id, public_id from messages where account_id = $1 and direction = $2 order by id',
    [account.id, 'in'],
  );
  expect(rows.map(({ public_id }) => public_id)).toEqual([2, 4]);
  for (const id of [2, 4, rows[0].id])
    await expect(getMessage(ctx, account, id)).rejects.toMatchObject({ code: 'message_not_found' });
});

test('the transaction of messages from customers holds no counter, and commits the ids before itself', async () => {
  const { device, send } = await shop();
  await send();
  const { numberReceived, storeReceived } = createInbound(ctx, []);
  const message = { waMessageId: 'in-1', from: '62813', type: 'text' as const, body: 'Halo', at: ctx.now() };
  const numbered = await numberReceived([{ device: { ...device, epoch: 1 }, message }]);

  await ctx.db.transaction(async (tx) => {
    await storeReceived(tx, numbered);

    expect(await send()).toBe(3);
  });

  const { rows } = await ctx.pool.query(
    "select setting = reset_val as is_reset from pg_settings where name = 'synchronous_commit'",
  );
  expect(rows).toEqual([{ is_reset: true }]);
});

test('a rolled back message leaves its id to the next one, and a waiting batch gets later ids', async () => {
  const { account, send } = await shop();
  const first = await send();
  const batch = await ctx.pool.connect();
  await batch.query('begin');
  await batch.query('update message_counters set last_public_id = 50 where account_id = $1', [account.id]);
  const waiting = send(1);
  await until(async () => {
    const locks = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await ctx.pool.query(locks)).rowCount === 1;
  });

  await batch.query('commit');
  batch.release();

  expect([first, await waiting, await send(2)]).toEqual([1, 51, 52]);
});
