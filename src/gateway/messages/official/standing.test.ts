import { afterAll, expect, test } from 'vitest';
import { callBack, callbackServer, signCallback } from '../../../../test/harness/callback.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { HOUR, SECOND } from '../../../platform/lib/clock.ts';
import { noteStanding } from '../../devices/official/standing.ts';

const SECRET = 'secret-of-the-app';
const ctx = await testContext({ cleanup: afterAll });
const http = await callbackServer(ctx, [{ network: 'live', appSecret: SECRET, verifyToken: null }]);
const account = await insertAccount(ctx);
let numbers = 0;

async function device(waba: string, owner = account) {
  numbers += 1;
  const { id } = await insertDevice(ctx, owner, { engine: 'official_cloud' });
  const phone = `62811000${1000 + numbers}`;
  const facts = { official_phone_number_id: `50${numbers}`, official_waba_id: waba, phone_number: phone };
  await tablesOf(ctx.db).updateTable('devices').set(facts).where('id', '=', id).execute();
  const row = () =>
    tablesOf(ctx.db)
      .selectFrom('devices')
      .select([
        'official_quality',
        'official_quality_before',
        'official_daily_limit',
        'official_limit_told_at',
      ])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  return { id, phone, row };
}

async function tell(waba: string, field: string, value: object, at = ctx.now()): Promise<void> {
  const time = Math.floor(at.getTime() / SECOND);
  const payload = JSON.stringify({ entry: [{ id: waba, time, changes: [{ field, value }] }] });
  expect((await callBack(http, payload, signCallback(payload, SECRET))).statusCode).toBe(200);
}
const quality = (phone: string, event: string, more: object = {}) => ({
  ...{ display_phone_number: phone, event, ...more },
});
const ago = (ms: number) => new Date(ctx.now().getTime() - ms);

test('a flag makes the quality of its number red, and its end unknown until the next check', async () => {
  const [one, other] = [await device('waba-q'), await device('waba-q')];
  await noteStanding(ctx, one.id, { quality: 'green', limit: null });

  await tell('waba-q', 'phone_number_quality_update', quality(one.phone, 'FLAGGED'));
  const flagged = await one.row();
  await tell('waba-q', 'phone_number_quality_update', quality(one.phone, 'UNFLAGGED'));
  const unflagged = await one.row();
  await tell('waba-q', 'phone_number_quality_update', quality(one.phone, 'FLAGGED'), ago(HOUR));

  expect(flagged).toMatchObject({ official_quality: 'red', official_quality_before: 'green' });
  expect(unflagged).toMatchObject({ official_quality: null, official_quality_before: 'red' });
  expect((await one.row()).official_quality).toBeNull();
  expect((await other.row()).official_quality).toBeNull();
});

test.each([
  [
    'the capability',
    'business_capability_update',
    { max_daily_conversations_per_business: 'TIER_2K' },
    2_000,
  ],
  ['its older name', 'business_capability_update', { max_daily_conversation_per_phone: 250 }, 250],
  [
    'no limit',
    'business_capability_update',
    { max_daily_conversations_per_business: 'TIER_UNLIMITED' },
    null,
  ],
  ['an upgrade', 'phone_number_quality_update', { event: 'UPGRADE', current_limit: 'TIER_10K' }, 10_000],
])('%s sets the limit of all numbers of the business account', async (_name, field, value, perDay) => {
  const waba = `waba-${numbers}`;
  const [one, two, other] = [await device(waba), await device(waba), await device(`${waba}-other`)];

  await tell(waba, field, value);

  const limits = [await one.row(), await two.row(), await other.row()];
  expect(limits.map(({ official_daily_limit }) => official_daily_limit)).toEqual([perDay, perDay, null]);
  expect(limits.map(({ official_limit_told_at: at }) => at !== null)).toEqual([true, true, false]);
});

test('the limit of messages per second is none of people', async () => {
  const one = await device('waba-t');
  const value = { ...quality(one.phone, 'THROUGHPUT_UPGRADE'), current_limit: 'TIER_UNLIMITED' };

  await tell('waba-t', 'phone_number_quality_update', value);

  expect((await one.row()).official_limit_told_at).toBeNull();
});

test('numbers of one portfolio share what is read for one of them, in their account', async () => {
  const stranger = await insertAccount(ctx);
  const [one, two] = [await device('waba-p1'), await device('waba-p2')];
  const foreign = await device('waba-p3', stranger);
  const read = (perDay: number) => ({ quality: null, limit: { perDay, portfolioId: 'portfolio-1' } });
  for (const each of [one, two, foreign]) await noteStanding(ctx, each.id, read(250));

  await tell('waba-p1', 'business_capability_update', { max_daily_conversations_per_business: 'TIER_2K' });
  await tell(
    'waba-p1',
    'business_capability_update',
    { max_daily_conversations_per_business: 'TIER_50' },
    ago(HOUR),
  );

  const limits = [await one.row(), await two.row(), await foreign.row()];
  expect(limits.map(({ official_daily_limit }) => official_daily_limit)).toEqual([2_000, 2_000, 250]);
});
