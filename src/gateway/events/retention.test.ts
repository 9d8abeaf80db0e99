import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertEvents } from '../../../test/harness/events.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import { DAY } from '../../platform/lib/clock.ts';
import { type EventConsumer, subscribe } from './consumer.ts';
import { EVENT_TYPES } from './event.ts';
import { deleteOldEvents } from './retention.ts';

const ctx = await testContext({ cleanup: afterAll });

test('an event stays while one consumer has not taken it, or does not release it', async () => {
  const account = await insertAccount(ctx);
  const kept = new Set<number>();
  const consumer = (name: string): EventConsumer => ({
    name,
    types: EVENT_TYPES,
    release: async (_, ids) => ids.filter((id) => !kept.has(id)),
  });
  const [one, two] = [consumer('one'), consumer('two')];
  await ctx.db.transaction((tx) => subscribe(tx, two, account.id, async () => ['message.status']));
  const event = { account_id: account.id, body: '{}', created_at: new Date(ctx.now().getTime() - 31 * DAY) };
  const [waiting, needed, free] = await insertEvents(ctx.pool, [
    { ...event, type: 'message.status' },
    { ...event, type: 'device.status' },
    { ...event, type: 'device.status' },
  ]);
  kept.add(needed?.id ?? 0);

  const deleted = await deleteOldEvents(ctx, [one, two]);
  const { rows: left } = await ctx.pool.query('select id from events order by id');
  await ctx.pool.query('delete from event_backlog');
  kept.clear();
  const deletedLater = await deleteOldEvents(ctx, [one, two]);

  expect(deleted).toBe(1);
  expect(left).toEqual([{ id: waiting?.id }, { id: needed?.id }]);
  expect(free).toBeDefined();
  expect(deletedLater).toBe(2);
});
