import { afterAll, expect, test } from 'vitest';
import { callBack, callbackServer, signCallback } from '../../../../test/harness/callback.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { eventsOf } from '../../../../test/harness/events.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { rotateCredentials } from '../../devices/official/official.ts';

const SECRET = 'secret-of-the-app';
const ctx = await testContext({ cleanup: afterAll });
const http = await callbackServer(ctx, [{ network: 'live', appSecret: SECRET, verifyToken: null }]);
let numbers = 0;

/** A connected number with its own business account, unless one is named. */
async function device(wabaId?: string) {
  numbers += 1;
  const { id } = await insertDevice(ctx, await insertAccount(ctx), { engine: 'official_cloud' });
  const facts = {
    official_phone_number_id: `40${numbers}`,
    official_waba_id: wabaId ?? `waba-${numbers}`,
    phone_number: `628110000${100 + numbers}`,
  };
  await tablesOf(ctx.db).updateTable('devices').set(facts).where('id', '=', id).execute();
  const row = () =>
    tablesOf(ctx.db).selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return {
    id,
    row,
    number: facts.official_phone_number_id,
    waba: facts.official_waba_id,
    phone: facts.phone_number,
  };
}

async function tell(id: string, field: string, value: object, time?: number): Promise<number> {
  const payload = JSON.stringify({ entry: [{ id, time, changes: [{ field, value }] }] });
  return (await callBack(http, payload, signCallback(payload, SECRET))).statusCode;
}
const about = (number: string, fields: object) => ({ metadata: { phone_number_id: number }, ...fields });
const seconds = (at: Date) => Math.floor(at.getTime() / SECOND);
const later = (ms: number) => new Date(seconds(ctx.now()) * SECOND + ms);
const failed = (code: number, at = ctx.now()) => ({
  id: 'wamid.1',
  status: 'failed',
  timestamp: String(seconds(at)),
  errors: [{ code, title: 'No' }],
});

test.each([
  [131048, 'restricted:spam'],
  [131064, 'restricted:templates'],
  [131042, 'restricted:payment'],
  [131037, 'restricted:display_name'],
  [131047, null],
  [131026, null],
])('a message that fails later with %i makes the reason of its device %s', async (code, reason) => {
  const [to, other] = [await device(), await device()];

  const status = await tell(to.waba, 'messages', about(to.number, { statuses: [failed(code)] }));

  expect(status).toBe(200);
  expect(await to.row()).toMatchObject({ status: 'connected', reason, restricted_until: null });
  expect((await other.row()).reason).toBeNull();
});

test('an error of the number that comes without messages counts too; a limit does not', async () => {
  const [held, busy] = [await device(), await device()];

  await tell(held.waba, 'messages', about(held.number, { errors: [{ code: 131042, title: 'Payment' }] }));
  await tell(busy.waba, 'messages', about(busy.number, { errors: [{ code: 130429, title: 'Rate' }] }));

  expect([(await held.row()).reason, (await busy.row()).reason]).toEqual(['restricted:payment', null]);
});

test('a fast clock of the provider makes no restriction longer', async () => {
  const to = await device();

  await tell(to.waba, 'messages', about(to.number, { statuses: [failed(131048, later(365 * DAY))] }));

  expect((await to.row()).restriction_lapses_at).toEqual(new Date(ctx.now().getTime() + 15 * MINUTE));
});

test('a callback that comes late says nothing about now', async () => {
  const to = await device();

  await tell(to.waba, 'messages', about(to.number, { statuses: [failed(131048, later(-HOUR))] }));

  expect((await to.row()).reason).toBeNull();
});

const restriction = (restriction_type: string, until: Date) => ({
  restriction_type,
  expiration: seconds(until),
});

test('a restriction of the account lasts as long as the provider says, on all its numbers', async () => {
  const first = await device();
  const [second, other] = [await device(first.waba), await device()];
  const restriction_info = [
    restriction('RESTRICTED_BIZ_INITIATED_MESSAGING', later(DAY)),
    restriction('RESTRICTED_CUSTOMER_INITIATED_MESSAGING', later(2 * DAY)),
  ];

  await tell(first.waba, 'account_update', { event: 'ACCOUNT_RESTRICTION', restriction_info });

  const held = { status: 'connected', reason: 'restricted:account', restricted_until: later(2 * DAY) };
  expect([await first.row(), await second.row()]).toMatchObject([held, held]);
  expect((await other.row()).reason).toBeNull();
  expect(await eventsOf(ctx, 'device.status')).toEqual([]);
});

test.each([
  [
    'a violation',
    { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SPAM' } },
    'restricted:violation',
  ],
  ['a restriction without an end', { event: 'ACCOUNT_RESTRICTION' }, 'restricted:account'],
  [
    'a restriction that is over',
    { event: 'ACCOUNT_RESTRICTION', restriction_info: [restriction('X', later(-MINUTE))] },
    null,
  ],
  [
    'no more numbers',
    {
      event: 'ACCOUNT_RESTRICTION',
      restriction_info: [restriction('RESTRICTED_ADD_PHONE_NUMBER_ACTION', later(DAY))],
    },
    null,
  ],
  [
    'a restriction that never ends',
    { event: 'ACCOUNT_RESTRICTION', restriction_info: [{ expiration: 1e300 }, { expiration: '9e11' }] },
    'restricted:account',
  ],
  [
    'a restriction that says nothing',
    { event: 'ACCOUNT_RESTRICTION', restriction_info: 'soon' },
    'restricted:account',
  ],
  [
    'null for an end',
    { event: 'ACCOUNT_RESTRICTION', restriction_info: [{ expiration: null }] },
    'restricted:account',
  ],
  [
    'a text for an end',
    { event: 'ACCOUNT_RESTRICTION', restriction_info: [{ expiration: 'Dec 30' }, null] },
    'restricted:account',
  ],
  [
    'one end of two',
    {
      event: 'ACCOUNT_RESTRICTION',
      restriction_info: [restriction('X', later(DAY)), { restriction_type: 'Y' }],
    },
    'restricted:account',
  ],
  ['nonsense', { event: 7, restriction_info: [{}] }, null],
])('%s makes the reason %j', async (_name, update, reason) => {
  const to = await device();

  await tell(to.waba, 'account_update', update);

  expect(await to.row()).toMatchObject({ status: 'connected', reason, restricted_until: null });
});

test('an account that is reinstated is restricted no more', async () => {
  const to = await device();
  await tell(to.waba, 'account_update', { event: 'ACCOUNT_VIOLATION' });

  await tell(to.waba, 'account_update', {
    event: 'DISABLED_UPDATE',
    ban_info: { waba_ban_state: ['REINSTATE'] },
  });

  expect(await to.row()).toMatchObject({ status: 'connected', reason: null, restriction: null });
});

test('an update on the quality of a number is stored for it, once, and restricts nothing', async () => {
  const first = await device();
  const second = await device(first.waba);
  const news = { display_phone_number: `+${second.phone}`, event: 'FLAGGED', current_limit: 'TIER_1K' };

  await tell(first.waba, 'phone_number_quality_update', news);
  await tell(first.waba, 'phone_number_quality_update', news);

  const kept = await tablesOf(ctx.db)
    .selectFrom('official_updates')
    .select(['device_id', 'field', 'payload'])
    .where('device_id', 'in', [first.id, second.id])
    .execute();
  expect(kept).toEqual([{ device_id: second.id, field: 'phone_number_quality_update', payload: news }]);
  expect([(await first.row()).reason, (await second.row()).reason]).toEqual([null, null]);
});

test.each(['PARTNER_REMOVED', 'PARTNER_APP_UNINSTALLED', 'ACCOUNT_DELETED'])(
  '%s is about the account that it names itself, wherever it comes from',
  async (event) => {
    const [gone, other] = [await device(), await device()];

    await tell(other.waba, 'account_update', { event, waba_info: { waba_id: gone.waba } });
    await tell('the-business', 'account_update', {
      event,
      waba_info: { waba_id: 7, owner_business_id: '1' },
    });

    expect(await gone.row()).toMatchObject({ status: 'disconnected', reason: 'account_removed' });
    expect(await other.row()).toMatchObject({ status: 'connected', reason: null });
  },
);

const ban = (waba_ban_state: string) => ({ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state } });

test.each([
  ['null', null],
  ['an end that is a text', [{ expiration: 'Dec 30' }]],
])('a ban is a ban, with any other content: %s', async (_name, restriction_info) => {
  const to = await device();

  await tell(to.waba, 'account_update', { ...ban('DISABLE'), restriction_info });

  expect((await to.row()).status).toBe('banned');
});

test('an account update that is repeated days later changes nothing', async () => {
  const to = await device();
  const tellAt = (state: string, at: Date) => tell(to.waba, 'account_update', ban(state), seconds(at));
  const statuses: string[] = [];

  for (const [state, at] of [
    ['DISABLE', later(-2 * HOUR)],
    ['REINSTATE', later(-MINUTE)],
    ['DISABLE', later(-2 * HOUR)],
    ['DISABLE', later(-MINUTE)],
    ['REINSTATE', later(DAY)],
    ['DISABLE', later(0)],
  ] as const) {
    await tellAt(state, at);
    statuses.push((await to.row()).status);
  }
  await tell(to.waba, 'account_update', ban('REINSTATE'));

  expect(statuses).toEqual(['banned', 'connected', 'connected', 'banned', 'connected', 'banned']);
  expect((await to.row()).status).toBe('connected');
});

test('an update that the database refuses for one device reaches the others, and is not repeated', async () => {
  const first = await device();
  const [second, third] = [await device(first.waba), await device(first.waba)];
  await ctx.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before update on devices for each row
      when (new.id = ${second.id}) execute function refuse()`);

  const held = await tell(second.waba, 'messages', about(second.number, { statuses: [failed(131048)] }));
  const learned = await tell('another', 'messages', about(second.number, { errors: [] }));
  const banned = await tell(first.waba, 'account_update', ban('DISABLE'));

  expect([held, learned, banned]).toEqual([200, 200, 200]);
  const rows = [await first.row(), await second.row(), await third.row()];
  expect(rows.map(({ status }) => status)).toEqual(['banned', 'connected', 'banned']);
  await ctx.pool.query('drop trigger refuse on devices');
});

test.each([
  ['DISABLE', 'connected', 'banned'],
  ['REINSTATE', 'banned', 'connected'],
])('%s counts, although a later update of another kind came before', async (state, before, after) => {
  const to = await device();
  if (before === 'banned') {
    await tell(to.waba, 'account_update', ban('DISABLE'), seconds(later(-HOUR)));
  }

  await tell(to.waba, 'account_update', { event: 'ACCOUNT_VIOLATION' }, seconds(later(-MINUTE)));
  await tell(to.waba, 'account_update', ban(state), seconds(later(-2 * MINUTE)));

  expect((await to.row()).status).toBe(after);
});

test('a violation that is reported days later restricts nothing', async () => {
  const to = await device();

  await tell(to.waba, 'account_update', { event: 'ACCOUNT_VIOLATION' }, seconds(later(-3 * DAY)));

  expect((await to.row()).reason).toBeNull();
});

test('a restriction from before the reinstatement of the account is over', async () => {
  const to = await device();
  await tell(to.waba, 'account_update', ban('REINSTATE'), seconds(later(-MINUTE)));

  await tell(to.waba, 'account_update', { event: 'ACCOUNT_VIOLATION' }, seconds(later(-HOUR)));

  expect((await to.row()).reason).toBeNull();
});

test('an account update from before the provider accepted a token is outdated', async () => {
  const to = await device();
  const disabled = () => tell(to.waba, 'account_update', ban('DISABLE'), seconds(later(-HOUR)));
  const found = {
    outcome: 'valid',
    phoneNumber: to.phone,
    verifiedName: 'Toko',
    isBanned: false,
    token: null,
    standing: { quality: null, limit: null },
    creds: Buffer.from('sealed by the device'),
  } as const;
  await disabled();

  await rotateCredentials(ctx, await to.row(), { official_access_token: 'new' }, async () => found);
  await disabled();

  expect(await to.row()).toMatchObject({ status: 'connected', reason: null });
});
