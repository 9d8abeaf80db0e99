import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { giveLeases, insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { rowsRead } from '../../../../test/harness/rows-read.ts';
import { failUnresolved, failUnsendable, moveStatuses } from '../queue/settle-store.ts';
import { claimDue } from './claim-store.ts';
import { deferMessages, markWritten, savePrepared } from './in-flight-store.ts';

const ctx = await testContext({ cleanup: afterAll });
const GROWTH = 20_000;

/** Runs every statement of the dispatcher with one message. */
async function scene() {
  const device = await insertDevice(ctx, await insertAccount(ctx));
  const node = randomUUID();
  const prefix = randomUUID();
  await giveLeases(ctx, node, [device.id]);
  const claimed: number[] = [];

  return {
    claimed,
    add: (count: number) =>
      ctx.pool.query(
        `insert into messages (account_id, public_id, device_id, direction, type, status, phone, reserved_wa_id,
           due, created_at)
         select $1, (select greatest(max(public_id), 1000000) from messages) + n, $2, 'out', 'text', 'queued',
           '62812', $3 || gen_random_uuid(), true, now()
         from generate_series(1, $4::int) n`,
        [device.account_id, device.id, prefix, count],
      ),
    settleAll: () => ctx.pool.query(`update messages set due = false, status = 'sent'`),
    async all() {
      for (const transport of ['line', 'calls'] as const) {
        const messages = await claimDue(ctx.db, transport, {
          nodeId: node,
          devices: [
            { device_id: device.id, account_id: device.account_id, epoch: 1, capacity: 1, only_ready: false },
          ],
          preparedTypes: [],
          inFlight: claimed,
          freshIds: [''],
          now: ctx.now(),
        });
        claimed.push(...messages.map((message) => message.id));
      }
      const id = claimed.at(-1) ?? 0;
      const { rows } = await ctx.pool.query('select reserved_wa_id from messages where id = $1', [id]);
      const { reserved_wa_id } = rows[0];
      await markWritten(ctx.db, node, [{ id, reserved_wa_id, device_id: device.id, epoch: 1 }], ctx.now());
      await deferMessages(ctx.db, [
        { id, not_before: new Date(0), counted: false, maybe_written: false, epoch: null },
      ]);
      await savePrepared(ctx.db, [{ id, reserved_wa_id, prepared: Buffer.from('x') }], false);
      const sent = { device_id: device.id, wa_message_id: reserved_wa_id, status: 'sent' as const };
      await moveStatuses(
        ctx.db,
        [{ ...sent, error_code: null, error_message: null, refund: false }],
        ctx.now(),
      );
      await failUnsendable(ctx.db, new Date(0), ctx.now());
      await failUnresolved(ctx.db, ['official_cloud'], ctx.now());
    },
  };
}

test.each([
  ['a small queue', false],
  ['an empty queue', true],
])('statements that were planned for %s read no large one from end to end', async (_, isSettled) => {
  const { claimed, add, settleAll, all } = await scene();
  await add(30);
  for (let n = 0; n < 8; n += 1) await all();
  if (isSettled) await settleAll();
  await ctx.pool.query('analyze messages');
  await add(GROWTH);

  const before = await rowsRead(ctx.pool, 'messages');
  await all();
  const after = await rowsRead(ctx.pool, 'messages');

  expect(claimed).toHaveLength(18);
  expect(after - before).toBeLessThan(100);
});
