import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import { failHopeless, failUnknown, moveStatuses } from '../statuses/store.ts';
import { claimDue, deferMessages, lookDue, markWritten, savePrepared } from './store.ts';

const ctx = await testContext({ cleanup: afterAll });
const GROWTH = 20_000;

/** All that is done with messages on their way, with one of them each time, on one connection. */
async function scene(client: pg.PoolClient) {
  const device = await insertDevice(ctx, await insertAccount(ctx));
  const node = randomUUID();
  const prefix = randomUUID();
  await ctx.db
    .updateTable('device_leases')
    .set({ node_id: node, epoch: 1 })
    .where('device_id', '=', device.id)
    .execute();
  const claimed: number[] = [];

  return {
    claimed,
    add: (count: number) =>
      client.query(
        `insert into messages (account_id, device_id, direction, type, status, phone, reserved_wa_id, due, created_at)
         select $1, $2, 'out', 'text', 'queued', '62812', $3 || gen_random_uuid(), true, now() from generate_series(1, $4::int) n`,
        [device.account_id, device.id, prefix, count],
      ),
    settleAll: () => client.query(`update messages set due = false, status = 'sent'`),
    async all() {
      for (const due of [claimDue, lookDue]) {
        const messages = await due(client, {
          nodeId: node,
          devices: [{ device_id: device.id, epoch: 1, room: 1, only_ready: false }],
          preparedTypes: [],
          inHand: claimed,
          freshIds: [''],
          now: ctx.now(),
        });
        claimed.push(...messages.map((message) => message.id));
      }
      const id = claimed.at(-1) ?? 0;
      const { rows } = await client.query('select reserved_wa_id from messages where id = $1', [id]);
      const { reserved_wa_id } = rows[0];
      await markWritten(client, node, [{ id, reserved_wa_id, device_id: device.id, epoch: 1 }], ctx.now());
      await deferMessages(client, [
        { id, not_before: new Date(0), counted: false, maybe_written: false, epoch: null },
      ]);
      await savePrepared(client, [{ id, prepared: Buffer.from('x') }], false);
      const sent = { device_id: device.id, wa_message_id: reserved_wa_id, status: 'sent' as const };
      await moveStatuses(
        client,
        [{ ...sent, error_code: null, error_message: null, refund: false }],
        ctx.now(),
      );
      await failHopeless(client, new Date(0), ctx.now());
      await failUnknown(client, ['official_cloud'], ctx.now());
    },
  };
}

/** Rows of messages that were looked at in this transaction, through an index or not. */
async function rowsRead(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query(
    `select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = 'messages'`,
  );
  return rows[0].count;
}

test.each([
  ['a small queue', async () => undefined],
  ['an empty queue', async ({ settleAll }: Awaited<ReturnType<typeof scene>>) => settleAll()],
])('statements that were planned for %s read no large one from end to end', async (_, settle) => {
  const client = await ctx.pool.connect();
  const { claimed, add, all, ...rest } = await scene(client);
  await add(30);
  for (let n = 0; n < 8; n += 1) await all();
  await settle({ claimed, add, all, ...rest });
  await client.query('analyze messages');
  await add(GROWTH);

  await client.query('begin');
  const before = await rowsRead(client);
  await all();
  const after = await rowsRead(client);
  await client.query('rollback');
  client.release();

  expect(claimed).toHaveLength(18);
  expect(after - before).toBeLessThan(100);
});
