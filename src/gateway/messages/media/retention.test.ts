import { expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertMedia, mediaOf } from '../../../../test/harness/media-rows.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { DAY, MINUTE } from '../../../platform/lib/clock.ts';
import { allStatements } from '../../../platform/lib/db/statement.ts';
import { type FileStore, StoreUnavailable } from '../../../platform/lib/file-store/file-store.ts';
import { deleteRemovedMedia, removeOldMedia } from './retention.ts';

/** Files whose days have ended. */
async function scene(files: number) {
  const ctx = await testContext();
  const device = await insertDevice(ctx, await insertAccount(ctx, {}, 'live'));
  const ids: number[] = [];
  for (let n = 0; n < files; n += 1)
    ids.push((await insertMedia(ctx, device, { state: 'failed', source: null })).id);
  ctx.clock.advance(91 * DAY);
  return { ctx, ids };
}

function storeWith(remove: FileStore['remove']): FileStore {
  return { put: async () => {}, open: async () => null, remove, close: async () => {} };
}

test.each(['media.expire', 'media.list_removed'])(
  '%s reads no row of a file that the storage refuses to delete',
  async (name) => {
    const ctx = await testContext();
    const statement = allStatements().find((each) => each.name === name);
    const client = await ctx.pool.connect();

    const { rows } = await client.query(`explain (generic_plan) ${statement?.text}`);
    client.release();

    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan using message_media_(created|withdrawn)/);
    expect(plan).not.toContain('Filter');
  },
);

test('a run ends inside a chunk when the storage does not answer, and the next one goes on', async () => {
  const { ctx, ids } = await scene(20);
  let calls = 0;
  const silent = storeWith(async () => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, 30));
    throw new StoreUnavailable('timeout');
  });

  const first = await removeOldMedia(ctx, silent, 50);
  const tried = calls / 2;
  const second = await deleteRemovedMedia(
    ctx,
    storeWith(async () => {}),
  );
  ctx.clock.advance(10 * MINUTE);
  const third = await deleteRemovedMedia(
    ctx,
    storeWith(async () => {}),
  );

  expect(tried).toBeLessThan(5);
  expect([first, second, third]).toEqual([0, ids.length - tried, tried]);
  for (const id of ids) expect((await mediaOf(ctx, id)).removed_at).not.toBeNull();
});
