import { expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { queryableOf } from '../../../../test/harness/queryable.ts';
import { insertAccount, insertDevice, insertMessages } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';
import { moveStatuses, type StatusChange } from './settle-store.ts';

const MESSAGES = 80;
const LOCKED = 15;

/** The answer to a send and the callback about it come to two processes in the same moment. */
test.each([
  ['as it likes', 'select'],
  ['by indexes, row for row', 'set enable_seqscan = off'],
  ['by hashes', 'set enable_nestloop = off'],
])(
  'a later status that waits for an earlier one is not lost, with rows looked up %s',
  async (_name, plan) => {
    const ctx = await testContext();
    const account = await insertAccount(ctx);
    const device = await insertDevice(ctx, account, { engine: 'official_cloud' });
    const numbers = Array.from({ length: MESSAGES }, (_, n) => n);
    const rows = numbers.map((n) => ({ phone: `628123456${1000 + n}`, reserved_wa_id: `kurir.${n}` }));
    await insertMessages(ctx, device, rows);
    const changes = (count: number, status: StatusChange['status']) =>
      numbers.slice(-count).map((n) => ({
        device_id: device.id,
        wa_message_id: `kurir.${n}`,
        provider_id: `wamid.${n}`,
        status,
        error_code: null,
        error_message: null,
        refund: false,
      }));
    const [first, second] = [await ctx.pool.connect(), await ctx.pool.connect()];
    await second.query(plan);
    await first.query('begin');
    await moveStatuses(queryableOf(first), changes(LOCKED, 'sent'), ctx.now());

    const later = moveStatuses(queryableOf(second), changes(MESSAGES, 'delivered'), ctx.now());
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await until(async () => (await ctx.pool.query(waiting)).rowCount === 1);
    await first.query('commit');
    await later;
    first.release();
    second.release();

    const statuses = await tablesOf(ctx.db).selectFrom('messages').select('status').execute();
    expect(statuses).toEqual(numbers.map(() => ({ status: 'delivered' })));
    const told = await eventsOf(ctx, 'message.status');
    expect(new Set(told.map(({ message_id, status }) => `${message_id} ${status}`)).size).toBe(2 * MESSAGES);
    expect(told).toHaveLength(2 * MESSAGES);
  },
);
