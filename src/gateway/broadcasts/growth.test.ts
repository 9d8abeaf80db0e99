import { afterAll, expect, test } from 'vitest';
import { look, openScene } from '../../../test/harness/broadcast-scene.ts';
import { testContext } from '../../../test/harness/context.ts';
import { insertDevice } from '../../../test/harness/rows.ts';
import { rowsRead } from '../../../test/harness/rows-read.ts';
import { cancelBroadcast, pauseBroadcast, resumeBroadcast } from './broadcast.ts';

const ctx = await testContext({ cleanup: afterAll });
const QUEUE = 20_000;

test('a broadcast reads only its own messages of a long queue', async () => {
  const scene = await openScene(ctx, { contacts: 10 });
  const other = await insertDevice(ctx, scene.account);
  const add = (count: number, status: string) =>
    ctx.pool.query(
      `insert into messages (account_id, public_id, device_id, direction, type, status, phone, body, due, created_at)
       select $1, (select greatest(max(public_id), 1000000) from messages) + n, $2, 'out', 'text', $4, '62812', 'Halo',
         $4 = 'queued', now()
       from generate_series(1, $3::int) n`,
      [scene.account.id, other.id, count, status],
    );
  await add(5_000, 'sent');
  // The statistics of the planner show an empty queue.
  await ctx.pool.query('analyze messages');
  await add(QUEUE, 'queued');

  const before = await rowsRead(ctx.pool, 'messages');
  const id = await scene.create();
  await look(ctx);
  await scene.carry(3);
  await pauseBroadcast(ctx, scene.account, id);
  await resumeBroadcast(ctx, scene.account, id);
  await look(ctx);
  await scene.carry(3);
  await cancelBroadcast(ctx, scene.account, id);
  await look(ctx);
  const after = await rowsRead(ctx.pool, 'messages');

  expect(await scene.counts(id)).toMatchObject({ status: 'cancelled', sent: 6 });
  expect(after - before).toBeLessThan(1_000);
});
