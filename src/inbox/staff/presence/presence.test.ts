import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { type Staff, staffOf } from '../../../../test/harness/staff.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { createSeenUsers } from './seen-users.ts';

const ctx = await testContext({ cleanup: afterAll });
const { http } = await openService(ctx);

async function team() {
  const account = await insertAccount(ctx);
  const join = (name: string) => staffOf(http, ctx, { account, role: 'agent', name });
  return { account, join, ani: await join('Ani'), budi: await join('Budi') };
}

const presences = async (staff: Staff): Promise<Json[]> =>
  (await staff.call('GET', '/app/api/users/presence')).body.data;

const rowsOf = (staff: Staff) =>
  tablesOf(ctx.db).selectFrom('user_presence').selectAll().where('user_id', '=', staff.user.id).execute();

test('a user is present after a call, until a minute without one', async () => {
  const { ani, budi } = await team();

  await budi.call('GET', '/app/api/me');
  const seen = await until(async () => (await rowsOf(budi))[0]);
  const present = await presences(ani);
  ctx.clock.advance(59 * SECOND);
  const still = await presences(ani);
  ctx.clock.advance(22 * SECOND);
  const absent = await presences(ani);

  expect(seen).toMatchObject({ seen_at: expect.any(Date), state: 'available' });
  const of = (list: Json[]) => list.find(({ name }) => name === 'Budi');
  expect(of(present)).toEqual({
    ...{ id: budi.user.user_uuid, name: 'Budi', state: 'available', present: true },
    teams: [],
    seen_at: seen?.seen_at?.toISOString(),
  });
  expect([of(still).present, of(absent).present]).toEqual([true, false]);
});

test('a user who is away is not present, also with calls', async () => {
  const { ani, budi } = await team();

  const { status, body } = await budi.call('PUT', '/app/api/me/presence', { state: 'away' });
  ctx.clock.advance(SECOND);
  await budi.call('PUT', '/app/api/me/presence', { state: 'away' });
  const [row] = await rowsOf(budi);

  expect([status, body.data[1]]).toMatchObject([200, { name: 'Budi', state: 'away', present: false }]);
  expect((row?.seen_at?.getTime() ?? 0) - (row?.state_since.getTime() ?? 0)).toBe(SECOND);
  await budi.call('PUT', '/app/api/me/presence', { state: 'available' });
  expect((await presences(ani))[1]).toMatchObject({ state: 'available', present: true });
});

test('disabled users are in no list', async () => {
  const { ani, budi } = await team();
  await tablesOf(ctx.db)
    .updateTable('users')
    .set({ status: 'disabled' })
    .where('id', '=', budi.user.id)
    .execute();

  expect((await presences(ani)).map(({ name }) => name)).toEqual(['Ani']);
});

test('a thousand calls of a user are one write in 20 seconds', async () => {
  const { ani } = await team();
  const seen = createSeenUsers(ctx);
  for (let n = 0; n < 1_000; n += 1) seen.note(ani.user.id);
  await seen.flush();
  const first = (await rowsOf(ani))[0]?.seen_at;

  ctx.clock.advance(19 * SECOND);
  seen.note(ani.user.id);
  await seen.flush();
  const same = (await rowsOf(ani))[0]?.seen_at;
  ctx.clock.advance(SECOND);
  seen.note(ani.user.id);
  await seen.close();
  await seen.flush();

  expect(same).toEqual(first);
  expect((await rowsOf(ani))[0]?.seen_at).toEqual(ctx.now());
});
