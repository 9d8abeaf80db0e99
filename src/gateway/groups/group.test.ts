import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import { openService } from '../../../test/harness/service.ts';
import { deleteOldGroupQuestions } from '../devices/groups/questions.ts';
import type { GroupFacts } from '../engines/engine.ts';

/** Devices without a session: the test answers. */
const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);

const REPLY: GroupFacts = { id: '1@g.us', subject: 'A', description: null, members_count: 1, members: [] };
let answer: GroupFacts[] | null = [REPLY];
let asked = 0;
ctx.bus.subscribe('groups', async () => {
  const done = await ctx.pool.query(
    'update group_questions set is_settled = true, answer = $1::jsonb where not is_settled',
    [answer && JSON.stringify(answer)],
  );
  asked += done.rowCount ?? 0;
  if (done.rowCount) ctx.bus.publish('groups');
});

async function ownDevice(isOwned = true) {
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account);
  await ctx.pool.query(`update devices set groups = 'on' where id = $1`, [device.id]);
  if (isOwned)
    await ctx.pool.query(
      `update device_leases set node_id = gen_random_uuid(), expires_at = 'infinity' where device_id = $1`,
      [device.id],
    );
  const { api } = await service.customerOf(account, device.device_uuid);
  const at = `/v1/devices/${device.device_uuid}/groups`;
  return { device, list: () => api('GET', at), read: (id: string) => api('GET', `${at}/${id}`) };
}

test('an answer is known for a minute, also to calls at the same time', async () => {
  const { list } = await ownDevice();
  asked = 0;

  const answers = await Promise.all([list(), list(), list()]);
  const known = await list();
  const before = asked;
  ctx.clock.advance(60_000);
  await list();

  expect([...answers, known].map(({ body }) => body.data)).toEqual(
    Array(4).fill([{ id: '1@g.us', subject: 'A', members_count: 1 }]),
  );
  expect([before, asked]).toEqual([1, 2]);
  ctx.clock.advance(61_000);
  expect(await deleteOldGroupQuestions(ctx)).toBe(1);
});

test('a device asks 60 questions in a minute, then the caller waits', async () => {
  const { device, read } = await ownDevice();
  await ctx.pool.query(
    `insert into group_questions (device_id, group_id, asked_at, is_settled)
     select $1, n || '@g.us', $2, true from generate_series(1, 59) n`,
    [device.id, ctx.now()],
  );
  await read('60@g.us');

  const refused = await read('61@g.us');
  const known = await read('60@g.us');
  ctx.clock.advance(60_000);
  const later = await read('61@g.us');

  expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
  expect(refused.headers['retry-after']).toBe('60');
  expect([known.status, later.status]).toEqual([200, 200]);
});

test('a network without an answer, and a device without a session, are said', async () => {
  const [silent, alone] = [await ownDevice(), await ownDevice(false)];
  answer = null;

  expect(await silent.list()).toMatchObject({ status: 503, body: { error: 'network_silent' } });
  expect(await alone.list()).toMatchObject({ status: 409, body: { error: 'device_disconnected' } });
  answer = [REPLY];
});

test('a question without an answer is asked again at once', async () => {
  const { list } = await ownDevice();
  answer = null;
  const silent = await list();
  answer = [REPLY];

  const next = await list();

  expect([silent.body.error, next.body.data]).toEqual([
    'network_silent',
    [{ id: '1@g.us', subject: 'A', members_count: 1 }],
  ]);
});
