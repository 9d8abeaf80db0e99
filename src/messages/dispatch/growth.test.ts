import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import { moveStatuses, type StatusChange } from '../statuses/store.ts';
import { claimDue, deferMessages, lookDue, markWritten, savePrepared } from './store.ts';

const ctx = await testContext({ cleanup: afterAll });
const GROWTH = 20_000;

test('statements that were first used on a small table read no large one from end to end', async () => {
  const device = await insertDevice(ctx, await insertAccount(ctx));
  const node = randomUUID();
  await ctx.db
    .insertInto('device_leases')
    .values({ device_id: device.id, node_id: node, epoch: 1 })
    .onConflict((oc) => oc.column('device_id').doUpdateSet({ node_id: node, epoch: 1 }))
    .execute();
  const room = { device_id: device.id, epoch: 1, room: 1, only_ready: false };
  const client = await ctx.pool.connect();
  const add = (count: number, prefix: string) =>
    client.query(
      `insert into messages (account_id, device_id, direction, type, status, phone, reserved_wa_id, due, created_at)
       select $1, $2, 'out', 'text', 'queued', '62812', $3 || n, true, now() from generate_series(1, $4::int) n`,
      [device.account_id, device.id, prefix, count],
    );
  await add(30, 'early');
  const { rows } = await client.query('select id from messages order by id limit 1');
  const { id } = rows[0];
  const change = (status: StatusChange['status']): StatusChange => ({
    device_id: device.id,
    wa_message_id: 'early2',
    status,
    error_code: null,
    error_message: null,
    refund: false,
  });
  const claimed: number[] = [];
  const all = async () => {
    for (const due of [claimDue, lookDue]) {
      const messages = await due(client, {
        nodeId: node,
        devices: [room],
        preparedTypes: [],
        inHand: claimed,
        freshIds: [`fresh${claimed.length}`],
        now: ctx.now(),
      });
      claimed.push(...messages.map((message) => message.id));
    }
    const marked = { id: claimed.at(-1) ?? 0, reserved_wa_id: 'x', device_id: device.id, epoch: 1 };
    await markWritten(client, node, [marked], ctx.now());
    await deferMessages(client, [
      { id, not_before: new Date(0), counted: false, maybe_written: false, epoch: null },
    ]);
    await savePrepared(client, [{ id, prepared: Buffer.from('x') }], false);
    await moveStatuses(client, [change('sent')], ctx.now());
  };
  await client.query('analyze messages');
  for (let n = 0; n < 8; n += 1) await all();
  await add(GROWTH, 'late');

  await client.query('begin');
  const read = async () => {
    const stats = await client.query(
      `select seq_tup_read::int from pg_stat_xact_user_tables where relname = 'messages'`,
    );
    return stats.rows[0].seq_tup_read;
  };
  const before = await read();
  await all();
  const after = await read();
  await client.query('rollback');
  client.release();

  expect(claimed).toHaveLength(18);
  expect(after - before).toBe(0);
});
