import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { eventsOf } from '../../../test/harness/events.ts';
import { noTemplates } from '../../../test/harness/no-templates.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import { until } from '../../../test/harness/until.ts';
import { type Account, setStatus } from '../../platform/accounts/account.ts';
import { MINUTE } from '../../platform/lib/clock.ts';
import { getUsage, takeUnits } from '../../platform/usage/usage.ts';
import { upsertContacts } from '../contacts/store.ts';
import { releaseDevice } from '../devices/device.ts';
import * as broadcasts from './broadcast.ts';
import type { CreateBroadcast } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });

/** An account with a connected device; contact n has the tags `tagsOf(n)`. */
async function shop(contacts: number, tagsOf: (n: number) => string[] = () => ['all']) {
  const account = await insertAccount(ctx, { monthly_quota: 1_000 });
  const device = await insertDevice(ctx, account);
  const stored = await upsertContacts(
    ctx.db,
    Array.from({ length: contacts }, (_, n) => ({
      account_id: account.id,
      phone: String(62_811_000_000 + n),
      name: `Kak ${n}`,
      tags: tagsOf(n),
    })),
    ctx.now(),
  );
  const { device_uuid } = device;
  const create = (fields: Partial<CreateBroadcast> = { tags: ['all'] }) =>
    broadcasts.createBroadcast({ ctx, templates: noTemplates }, account, {
      device_uuid,
      name: 'Promo',
      message_template: 'Hai',
      ...fields,
    });
  return { account, device, ids: stored.map(({ id }) => id), create };
}
type Shop = Awaited<ReturnType<typeof shop>>;

/** The phones of the recipients, in their order. */
async function phonesOf(account: Account, broadcastId: number): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ phone: string }>(
    `select c.phone from broadcast_targets t
     cross join lateral unnest(t.contacts) with ordinality as r (place, n)
     join contacts c on c.account_id = $1 and c.place = r.place
     where t.broadcast_id = $2 order by t.first_place + r.n`,
    [account.id, broadcastId],
  );
  return rows.map(({ phone }) => phone);
}

const phones = (...numbers: number[]) => numbers.map((n) => String(62_811_000_000 + n));

/** Does what a runner does for the first recipients: one message and one unit of quota each. */
async function claim({ account, device }: Shop, broadcastId: number, count: number): Promise<number[]> {
  const now = ctx.now();
  const { rows } = await ctx.pool.query<{ id: number }>(
    `insert into messages (account_id, device_id, direction, type, status, phone, body, due, created_at,
       broadcast_id, broadcast_place)
     select $1, $2, 'out', 'text', 'queued', (62811000000 + n)::text, 'Hai', true, $3, $4, n
     from generate_series(0, $5 - 1) n
     returning id`,
    [account.id, device.id, now, broadcastId, count],
  );
  await ctx.pool.query(
    `update broadcasts set status = 'running', claimed = $2, started_at = $3 where id = $1`,
    [broadcastId, count, now],
  );
  await ctx.db.transaction((tx) => takeUnits(tx, account.id, now, count));
  return rows.map(({ id }) => id);
}

/** Per message, by id: due, held, and its error code or status. */
async function messages(ids: readonly number[]) {
  const { rows } = await ctx.pool.query<{
    due: boolean;
    held: boolean;
    status: string;
    error_code: string | null;
  }>('select due, held, status, error_code from messages where id = any ($1) order by id', [ids]);
  return rows.map(({ due, held, status, error_code }) =>
    [due && 'due', held && 'held', error_code ?? status].filter(Boolean).join(' '),
  );
}

const set = (id: number | undefined, columns: string) =>
  ctx.pool.query(`update messages set ${columns} where id = $1`, [id]);

const read = ({ account }: Shop, id: number) => broadcasts.getBroadcast(ctx, account, id);

test('the recipients are the union of all tags and ids, each once, in the order of the contact book', async () => {
  const { account, ids, create } = await shop(9, (n) => (n < 3 ? ['a', 'both'] : n < 5 ? ['b', 'both'] : []));
  const [first = 0, last = 0] = [ids[0], ids[8]];

  const broadcast = await create({
    tags: ['b', 'a', 'both', 'nobody'],
    contact_ids: [last, last, first, -1],
  });

  expect(broadcast).toMatchObject({ status: 'draft', total_recipients: 6 });
  expect(await phonesOf(account, broadcast.id)).toEqual(phones(0, 1, 2, 3, 4, 8));
});

test('later changes of tags do not change the recipients', async () => {
  const { account, create } = await shop(3);
  const broadcast = await create();

  await upsertContacts(
    ctx.db,
    [
      { account_id: account.id, phone: '62811000001', tags: [] },
      { account_id: account.id, phone: '62899', tags: ['all'] },
    ],
    ctx.now(),
  );

  expect(await phonesOf(account, broadcast.id)).toEqual(phones(0, 1, 2));
});

test('many recipients are stored in short rows without gaps', async () => {
  const { create } = await shop(2_345, (n) => (n % 5 ? ['all'] : ['fifth']));

  const whole = await create({ tags: ['all', 'fifth'] });
  const sparse = await create({ tags: ['fifth'] });

  const rowsOf = async (id: number) => {
    const { rows } = await ctx.pool.query<{ first_place: number; contacts: number }>(
      `select first_place, cardinality(contacts) as contacts from broadcast_targets
       where broadcast_id = $1 order by 1`,
      [id],
    );
    return rows.map(({ first_place, contacts }) => [first_place, contacts]);
  };
  expect(await rowsOf(whole.id)).toEqual([
    [0, 1_024],
    [1_024, 1_024],
    [2_048, 297],
  ]);
  expect(await rowsOf(sparse.id)).toEqual([
    [0, 205],
    [205, 205],
    [410, 59],
  ]);
});

test('a broadcast that matches no contact stores no row', async () => {
  const { create } = await shop(1);
  const count = async () =>
    (await ctx.pool.query('select count(*)::int as n from broadcast_targets')).rows[0].n;
  const before = await count();

  await expect(create({ tags: ['nobody'], contact_ids: [-1] })).rejects.toThrow('match no contact');

  expect(await count()).toBe(before);
});

test.each([
  [{}, [5, 20]],
  [{ delay_min_seconds: 30 }, [30, 30]],
  [{ delay_max_seconds: 2 }, [2, 2]],
  [{ delay_min_seconds: 0, delay_max_seconds: 0 }, [0, 0]],
  [{ delay_min_seconds: null, delay_max_seconds: 7 }, [5, 7]],
])('the delays %j become %j', async (given, [min, max]) => {
  const { create } = await shop(1);

  const broadcast = await create({ tags: ['all'], ...given });

  expect(broadcast).toMatchObject({ delay_min_seconds: min, delay_max_seconds: max });
});

test('a released device sends no broadcast', async () => {
  const { account, device, create } = await shop(1);
  const { id } = await create();
  await releaseDevice(ctx, account, device.device_uuid);

  await expect(create()).rejects.toMatchObject({ code: 'device_not_found' });
  await expect(broadcasts.retryFailed(ctx, account, id)).rejects.toMatchObject({ code: 'device_not_found' });
});

test('a pause suspends open messages, and the runner resumes them', async () => {
  const own = await shop(5);
  const { id } = await own.create();
  const ids = await claim(own, id, 4);
  await set(ids[0], "due = false, status = 'sent'");
  await set(ids[1], "maybe_written = true, reserved_wa_id = 'id-' || id");

  const paused = await broadcasts.pauseBroadcast(ctx, own.account, id);
  const whilePaused = await messages(ids);
  ctx.clock.advance(86_400_000 * 2);
  const resumed = await broadcasts.resumeBroadcast(ctx, own.account, id);

  expect(paused).toMatchObject({ status: 'paused', reason: 'paused_by_user' });
  expect(whilePaused).toEqual(['sent', 'held queued', 'held queued', 'held queued']);
  expect(resumed).toMatchObject({
    status: 'running',
    reason: null,
    started_at: paused.started_at,
    next_at: ctx.now(),
  });
  expect(await messages(ids)).toEqual(whilePaused);
});

test('a resume does not shorten the delay to the next recipient', async () => {
  const own = await shop(2);
  const { id } = await own.create();
  await claim(own, id, 1);
  const next_at = new Date(ctx.now().getTime() + 3_600_000);
  await ctx.pool.query('update broadcasts set next_at = $2 where id = $1', [id, next_at]);

  await broadcasts.pauseBroadcast(ctx, own.account, id);
  const resumed = await broadcasts.resumeBroadcast(ctx, own.account, id);

  expect(resumed).toMatchObject({ status: 'running', next_at });
});

test('a scheduled broadcast waits for its time again after a pause, or starts if the time has passed', async () => {
  const own = await shop(1);
  const at = new Date(ctx.now().getTime() + 3_600_000);
  const { id } = await own.create({ tags: ['all'], scheduled_at: at });
  const pause = () => broadcasts.pauseBroadcast(ctx, own.account, id);
  const resume = () => broadcasts.resumeBroadcast(ctx, own.account, id);

  await pause();
  const early = await resume();
  await pause();
  ctx.clock.set(at);
  const late = await resume();

  expect(early).toMatchObject({ status: 'scheduled', next_at: at, started_at: null });
  expect(late).toMatchObject({ status: 'running', next_at: at, started_at: at });
});

test('a cancelled broadcast sends no more messages, and refunds those that were not written', async () => {
  const own = await shop(6);
  const { id } = await own.create();
  const ids = await claim(own, id, 4);
  await set(ids[0], "maybe_written = true, reserved_wa_id = 'id-' || id");
  await set(ids[1], 'due = false, held = true');

  const first = await broadcasts.cancelBroadcast(ctx, own.account, id);
  const again = await broadcasts.cancelBroadcast(ctx, own.account, id);

  expect([first.status, again.status]).toEqual(['cancelled', 'cancelled']);
  expect(await messages(ids)).toEqual(['held queued', ...Array(3).fill('broadcast_cancelled')]);
  expect(await read(own, id)).toMatchObject({ total_recipients: 6, sent_count: 0, failed_count: 3 });
  expect((await getUsage(ctx, own.account)).messages_sent).toBe(1);
  const events = (await eventsOf(ctx, 'message.status')).filter(({ message_id }) => ids.includes(message_id));
  expect(events.map(({ status, error }) => [status, error.code])).toEqual(
    Array(3).fill(['failed', 'broadcast_cancelled']),
  );
});

test.each([
  ['requeues unwritten fails at once', 'maybe_written = false', 0, 'broadcast_cancelled', 0],
  [
    'has written waits for a status',
    "maybe_written = true, reserved_wa_id = 'id-' || id",
    MINUTE - 1,
    'held queued',
    1,
  ],
  [
    'has written ends as unknown after a minute without a status',
    "maybe_written = true, reserved_wa_id = 'id-' || id",
    MINUTE,
    'outcome_unknown',
    1,
  ],
])('after the cancellation, a message that the engine %s', async (_name, columns, ms, end, units) => {
  const own = await shop(1);
  const { id } = await own.create();
  const ids = await claim(own, id, 1);
  await set(ids[0], "maybe_written = true, reserved_wa_id = 'id-' || id");
  await broadcasts.cancelBroadcast(ctx, own.account, id);

  await set(ids[0], columns);
  ctx.clock.advance(ms);
  await broadcasts.endCancelled(ctx);

  expect(await messages(ids)).toEqual([end]);
  expect((await getUsage(ctx, own.account)).messages_sent).toBe(units);
});

test('messages of cancelled broadcasts and of cancelled accounts are locked in one order', async () => {
  const [one, other] = [await shop(1), await shop(1)];
  const [first, second] = [await one.create(), await other.create()];
  // The account of the second broadcast is cancelled. It has the older message.
  const older = await claim(other, second.id, 1);
  const newer = await claim(one, first.id, 1);
  for (const [id] of [older, newer]) await set(id, "maybe_written = true, reserved_wa_id = 'id-' || id");
  await setStatus(ctx, other.account.id, 'cancelled');
  await broadcasts.endBroadcasts(ctx, other.account);
  await broadcasts.cancelBroadcast(ctx, one.account, first.id);
  ctx.clock.advance(MINUTE);
  const writer = await ctx.pool.connect();
  await writer.query('begin');
  await writer.query('select from messages where id = any ($1) for update', [older]);

  const ending = broadcasts.endCancelled(ctx);
  await until(async () => {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await ctx.pool.query(waiting)).rowCount === 1;
  });
  await writer.query('select from messages where id = any ($1) for update nowait', [newer]);
  await writer.query('commit');
  writer.release();
  await ending;

  expect(await messages([...older, ...newer])).toEqual(['outcome_unknown', 'outcome_unknown']);
});

test('a retry sends to failed recipients once, also after repeated calls, and not to opt-outs', async () => {
  const own = await shop(6);
  const { account } = own;
  const { id } = await own.create();
  const ids = await claim(own, id, 5);
  await set(ids[0], "due = false, status = 'sent'");
  await set(ids[1], "due = false, status = 'failed', error_code = 'not_on_whatsapp'");
  await set(ids[2], "due = false, status = 'failed', error_code = 'opted_out'");
  await set(ids[3], "due = false, status = 'failed', error_code = 'expired'");

  const answers = await Promise.allSettled([1, 2, 3].map(() => broadcasts.retryFailed(ctx, account, id)));

  const retries = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  expect(retries).toMatchObject([{ status: 'draft', total_recipients: 2, retry_of: id, template: 'Hai' }]);
  expect(await phonesOf(account, retries[0]?.id ?? 0)).toEqual(phones(1, 3));
  expect(answers.filter(({ status }) => status === 'rejected')).toMatchObject(
    Array(2).fill({ reason: { code: 'no_recipients_matched' } }),
  );
});

test('a recipient who failed after the first retry, or whose retry was cancelled, can be retried', async () => {
  const own = await shop(2);
  const { account } = own;
  const { id } = await own.create();
  const ids = await claim(own, id, 2);
  await set(ids[0], "due = false, status = 'failed', error_code = 'expired'");
  const first = await broadcasts.retryFailed(ctx, account, id);
  await set(ids[1], "due = false, status = 'failed', error_code = 'expired'");

  const second = await broadcasts.retryFailed(ctx, account, id);
  await broadcasts.cancelBroadcast(ctx, account, first.id);
  const third = await broadcasts.retryFailed(ctx, account, id);

  expect(await phonesOf(account, second.id)).toEqual(phones(1));
  expect(await phonesOf(account, third.id)).toEqual(phones(0));
});

test('tallies count before they are added to the broadcast', async () => {
  const own = await shop(3);
  const { id } = await own.create();
  await ctx.pool.query(
    'insert into broadcast_tallies (broadcast_id, sent, failed) values ($1, 2, 0), ($1, -1, 1)',
    [id],
  );

  expect(await read(own, id)).toMatchObject({ sent_count: 1, failed_count: 1 });
});
