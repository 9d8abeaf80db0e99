import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { CUSTOMER, OWNER } from '../../../../test/harness/line.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { type Customer, openPairedService, openService } from '../../../../test/harness/service.ts';
import { until } from '../../../../test/harness/until.ts';
import { DAY, SECOND } from '../../../platform/lib/clock.ts';

/** Devices without a session: nothing answers. */
const ctx = await testContext({ cleanup: afterAll });
const alone = await openService(ctx);
const paired = await openPairedService();
const { shop, line } = paired;

const check = ({ api, deviceUuid }: Customer, numbers: unknown, device_uuid = deviceUuid) =>
  api('POST', '/v1/numbers/check', { device_uuid, numbers });
const onNetwork = async (customer: Customer, numbers: string[]) =>
  (await check(customer, numbers)).body.data.map((each: { on_network: unknown }) => each.on_network);

/** A number that no other test uses. */
let used = 0;
const newNumber = () => `62857${String(1_000_000 + used++)}`;
const phoneOn = (number: string) => line.sandbox.post('/sandbox/phones', { number });

test('the check advises on each number, and the network says which ones it has', async () => {
  const local = CUSTOMER.slice(2);

  const answer = await check(shop, [`0${local}`, `+${CUSTOMER}`, local, '6285700000000', '62811', 'x@g.us']);

  const common = {
    number: CUSTOMER,
    country: 'ID',
    plausible: true,
    hint: null,
    local: null,
    on_network: true,
  };
  const hint = `${local} looks like a local number (Indonesia) without its country code: ${CUSTOMER}.`;
  expect(answer.status).toBe(200);
  expect(answer.body.data).toEqual([
    { ...common, input: `0${local}` },
    { ...common, input: `+${CUSTOMER}` },
    {
      ...{ input: local, number: local, country: 'JP', plausible: false, on_network: false },
      hint: `${hint} As it is, it is a number of +81 (Japan).`,
      local: { number: CUSTOMER, country: 'ID' },
    },
    { ...common, input: '6285700000000', number: '6285700000000', on_network: false },
    {
      ...{ input: '62811', number: null, country: null, plausible: false, on_network: null },
      hint: 'It must have at least 8 digits.',
      local: null,
    },
    {
      ...{ input: 'x@g.us', number: null, country: null, plausible: false, on_network: null },
      hint: 'It must be a number, not the address of a chat.',
      local: null,
    },
  ]);
});

test('the check judges the digits that would be sent, and shows them', async () => {
  const typed = [
    ...[
      '+62 0857-2200-0001',
      '0062 0857 2200 0001',
      '6285722000001.0',
      '\u202a+62 857\u20112200\u20110001\u202c',
    ],
    ...['+44 (0)7911 223344', '+971 050 223 4455', '+39 02 1234 5678', '6.28572E+12'],
  ];

  const { body } = await check(shop, typed);

  const judged = body.data.map(({ number, country, plausible }: Record<string, unknown>) => [
    ...[number, country, plausible],
  ]);
  expect(judged).toEqual([
    ...Array(4).fill(['6285722000001', 'ID', true]),
    ...[
      ['447911223344', 'GB', true],
      ['971502234455', 'AE', true],
      ['390212345678', 'IT', true],
      [null, null, false],
    ],
  ]);
  expect(body.data.at(-1).hint).toBe('It was shortened by a spreadsheet: write all its digits.');
});

test.each([
  ['Brazil', '5511987650001', '551187650001'],
  ['Brazil, registered with the 9', '551187650002', '5511987650002'],
  ['Mexico', '525512340001', '5215512340001'],
  ['Argentina', '541158740001', '5491158740001'],
])('a number of %s is found under the other spelling, and gets its message', async (_name, to, owner) => {
  await phoneOn(owner);

  const answers = await onNetwork(shop, [to]);
  const { body: message } = await shop.send({ to, body: `to ${owner}` });

  const { text } = await line.sandbox.messageAt(owner, `to ${owner}`);
  expect([answers, message.status, text]).toEqual([[true], 'queued', `to ${owner}`]);
});

test('a message to a number goes out, regardless of its advice', async () => {
  const answer = await shop.send({ to: CUSTOMER.slice(2) });

  expect(answer.status).toBe(202);
});

test('an answer is known for 30 days, also without a connection, and then asked again', async () => {
  const number = newNumber();
  const first = await onNetwork(shop, [number]);
  await phoneOn(number);

  const known = await onNetwork(shop, [number]);
  await line.ctx.pool.query('update number_checks set asked_at = asked_at - $1::interval where phone = $2', [
    `${30 * DAY} milliseconds`,
    number,
  ]);
  const later = await onNetwork(shop, [number]);

  expect([first, known, later]).toEqual([[false], [false], [true]]);
});

test('what one account knows, another account asks for itself', async () => {
  const number = newNumber();
  await onNetwork(shop, [number]);
  const account = await insertAccount(line.ctx, {}, 'sandbox');
  const device = await insertDevice(line.ctx, account, { status: 'disconnected' });
  const other = await paired.customerOf(account, device.device_uuid);

  const { body } = await check(other, [number]);

  expect(body.data[0]).toMatchObject({
    on_network: null,
    hint: 'The device is not connected, so it could not ask the network.',
  });
});

test('a device asks for 20 unknown numbers in a minute; the others wait without an error', async () => {
  const account = await insertAccount(ctx);
  const customer = await alone.customerOf(account);
  const numbers = Array.from({ length: 25 }, newNumber);
  await answerAll(customer);

  const first = await onNetwork(customer, numbers);
  const { body } = await check(customer, numbers);
  ctx.clock.advance(60_000);
  const later = await onNetwork(customer, numbers);

  expect(first).toEqual([...Array(20).fill(true), ...Array(5).fill(null)]);
  expect(body.data[24]).toMatchObject({
    on_network: null,
    hint: expect.stringContaining('asks the network for 20 unknown numbers in a minute'),
  });
  expect(later).toEqual(Array(25).fill(true));
});

test('calls at once, also of two devices, keep the limit and ask for no number twice', async () => {
  const account = await insertAccount(ctx);
  const customer = await alone.customerOf(account);
  const { device_uuid } = await insertDevice(ctx, account);
  const numbers = Array.from({ length: 30 }, newNumber);
  await answerAll(customer);

  await Promise.all([
    ...Array.from({ length: 4 }, () => check(customer, numbers)),
    check(customer, numbers, device_uuid),
  ]);

  const { rows } = await ctx.pool.query(
    'select device_id, count(*)::int as count from number_checks where account_id = $1 group by 1',
    [account.id],
  );
  expect(rows.filter(({ count }) => count > 20)).toEqual([]);
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(30);
});

test('a device without a sessions process counts as not connected', async () => {
  const { body } = await check(await alone.customer(), [newNumber()]);

  expect(body.data[0].hint).toBe('The device is not connected, so it could not ask the network.');
});

test('an official cloud device answers null without a hint', async () => {
  const account = await insertAccount(ctx);
  const { device_uuid } = await insertDevice(ctx, account, { engine: 'official_cloud' });
  const customer = await alone.customerOf(account, device_uuid);

  const { body } = await check(customer, [CUSTOMER]);

  expect(body.data).toEqual([
    {
      ...{ input: CUSTOMER, number: CUSTOMER, country: 'ID', local: null },
      plausible: true,
      hint: null,
      on_network: null,
    },
  ]);
});

test('a network that does not answer leaves null, and is asked again after a minute', async () => {
  const account = await insertAccount(ctx);
  const customer = await alone.customerOf(account);
  const number = newNumber();
  const stop = await answerAll(customer, null);

  const silent = await check(customer, [number]);
  stop();
  await answerAll(customer);
  const soon = await onNetwork(customer, [number]);
  ctx.clock.advance(60_000);
  const later = await onNetwork(customer, [number]);

  expect(silent.body.data[0].hint).toBe('The network has not answered. Check it again in a minute.');
  expect([soon, later]).toEqual([[null], [true]]);
});

test('an account keeps its newest 20000 numbers', async () => {
  const account = await insertAccount(ctx);
  const customer = await alone.customerOf(account);
  await ctx.pool.query(
    `insert into number_checks (account_id, phone, device_id, asked_at, is_settled, on_network)
     select $1, 62811000000 + n, d.id, $2::timestamptz - n * interval '1 second', true, true
     from devices d, generate_series(61, 20060) n where d.device_uuid = $3`,
    [account.id, ctx.now(), customer.deviceUuid],
  );
  await answerAll(customer);

  await check(customer, [newNumber()]);

  const { rows } = await ctx.pool.query(
    'select count(*)::int as count, min(asked_at) as oldest from number_checks where account_id = $1',
    [account.id],
  );
  expect(rows).toEqual([{ count: 19_000, oldest: new Date(ctx.now().getTime() - 19_059 * SECOND) }]);
});

test.each([
  ['no number', [], 'numbers', 'must have at least 1 item'],
  ['51 numbers', Array(51).fill(CUSTOMER), 'numbers', 'must have at most 50 items'],
  ['a number without quotes', [6281234567890], 'numbers.0', 'must be a string'],
  ['a long text', ['8'.repeat(101)], 'numbers.0', 'must have at most 100 characters'],
  ['NUL', ['\0'], 'numbers.0', 'must not contain NUL or unpaired surrogates'],
  ['no list', undefined, 'numbers', 'is required'],
])('refuses %s', async (_name, numbers, field, text) => {
  const answer = await check(await alone.customer(), numbers);

  expect([answer.status, answer.body.errors]).toEqual([422, { [field]: [text] }]);
});

test.each(['nope', '00000000-0000-4000-8000-000000000000'])('device %s is unknown', async (uuid) => {
  const answer = await check(await alone.customer(), [CUSTOMER], uuid);

  expect([answer.status, answer.body.error]).toEqual([404, 'device_not_found']);
});

test('a device that disconnects leaves null, and its known numbers stay', async () => {
  await onNetwork(shop, [CUSTOMER]);
  await line.sandbox.post(`/sandbox/numbers/${OWNER}/drop`);
  onTestFinished(async () => void (await line.sandbox.post(`/sandbox/numbers/${OWNER}/restore`)));
  const list = async () => (await shop.api('GET', '/v1/devices')).body.data[0].status;
  await until(async () => (await list()) === 'disconnected', { what: 'the loss' });

  const answers = await onNetwork(shop, [CUSTOMER, newNumber()]);

  expect(answers).toEqual([true, null]);
});

/** A sessions process for the devices of a context without one. */
async function answerAll({ account }: Customer, answer: boolean | null = true): Promise<() => void> {
  await ctx.pool.query(
    `update device_leases set node_id = gen_random_uuid(), expires_at = 'infinity'
     where device_id in (select id from devices where account_id = $1)`,
    [account.id],
  );
  const stop = ctx.bus.subscribe('numbers', () => {
    void ctx.pool.query(
      `update number_checks set is_settled = true, on_network = $2 where account_id = $1 and not is_settled`,
      [account.id, answer],
    );
  });
  onTestFinished(stop);
  return stop;
}
