import { expect, test } from 'vitest';
import { CONTROL_TOKEN, openTestSandbox } from '../../../sandbox/test-sandbox.ts';
import { testContext } from '../../../test/harness/context.ts';
import { createAccount, listAccounts } from '../../platform/accounts/account.ts';
import { DEMO_CUSTOMER, DEMO_OWNER } from '../../platform/lib/demo.ts';
import type { Sandbox } from './sandbox/sandbox-process.ts';
import { plainWelcome, sandboxWelcome } from './welcome.ts';
import { plainText } from './welcome-line.ts';

const URL = 'http://127.0.0.1:8080';
const READY = `Kurir is ready: ${URL}\n`;
const DASHBOARD = `Dashboard: ${URL}/app\n`;
const LINK =
  /^Dashboard\. This link logs you in once, within an hour: http:\/\/[\d.:]+\/app\/log-in#([\w-]{43})\n\n/m;
const SANDBOX: Sandbox = {
  address: { url: 'http://127.0.0.1:9', token: '' },
  ready: async () => {},
  stop: async () => {},
  kill: () => {},
};

test('a start on an empty database says how to create an account, until one exists', async () => {
  const ctx = await testContext();

  const empty = await plainWelcome(ctx, URL);
  const withoutApi = await plainWelcome(ctx, null);
  await createAccount(ctx, { name: 'Toko', plan: 'pro', kind: 'live' });
  const used = await plainWelcome(ctx, URL);
  await createAccount(ctx, { name: 'Warung', plan: 'pro', kind: 'live' });
  const shared = await plainWelcome(ctx, URL);

  expect(plainText(empty)).toBe(
    `${READY}${DASHBOARD}There is no account yet. Create one: ./kurir account create --name NAME\n`,
  );
  expect(plainText(withoutApi)).toBe('Kurir is ready (without the api role).\n');
  expect(plainText(used)).toBe(
    `${READY}${DASHBOARD}To replace a lost API key: ./kurir key create --account 1\n`,
  );
  const list = '(list the accounts: ./kurir account list)';
  expect(plainText(shared)).toBe(
    `${READY}${DASHBOARD}To replace a lost API key: ./kurir key create --account ID ${list}\n`,
  );
});

test('the command needs the settings of a gateway with its own database, or with another folder', async () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:9/kurir', KURIR_SECRET_KEY: '0'.repeat(64) };
  const shared = await testContext({ env });
  const folder = await testContext({ env: { KURIR_DATA_DIR: '/srv/kurir' } });

  const welcomes = [await plainWelcome(shared, URL), await plainWelcome(folder, URL)];

  expect(plainText(welcomes[0] ?? [])).toContain(
    'Create one, with the settings of this gateway: ./kurir account create',
  );
  expect(plainText(welcomes[1] ?? [])).toContain(
    'Create one: KURIR_DATA_DIR=/srv/kurir ./kurir account create',
  );
});

test('a later start with the sandbox says how to replace a lost key of a test account', async () => {
  const ctx = await testContext();
  await createAccount(ctx, { name: 'Toko', plan: 'pro', kind: 'live' });
  const welcome = () => sandboxWelcome(ctx, URL, SANDBOX, AbortSignal.timeout(10_000));
  const another = 'Another test account: ./kurir account create --name Test --plan pro --sandbox\n';

  const live = await welcome();
  const { account_id } = await createAccount(ctx, { name: 'Demo', plan: 'pro', kind: 'sandbox' });
  const sandbox = await welcome();

  expect(plainText(live)).toBe(READY + DASHBOARD + another);
  expect(plainText(sandbox).replace(LINK, 'LINK')).toBe(
    `${READY}LINKAnother API key: ./kurir key create --account ${account_id}\n${another}`,
  );
});

test('without the dashboard, no line names its address', async () => {
  const ctx = await testContext({ env: { KURIR_DASHBOARD: 'off' } });
  await createAccount(ctx, { name: 'Toko', plan: 'pro', kind: 'live' });

  const welcome = plainText(await plainWelcome(ctx, URL));

  expect(welcome).not.toMatch(/dashboard|\/app/i);
});

test('two gateways that start at the same moment make one demo account', async () => {
  const ctx = await testContext();
  const { current } = await openTestSandbox();
  const sandbox = { ...SANDBOX, address: { url: current.url, token: CONTROL_TOKEN } };
  const start = () => sandboxWelcome(ctx, URL, sandbox, AbortSignal.timeout(10_000));

  const welcomes = await Promise.all([start(), start()]);

  const keys = welcomes.filter((lines) => plainText(lines).includes('API key of the demo account'));
  expect(keys).toHaveLength(1);
  expect(await listAccounts(ctx.db)).toHaveLength(1);
});

test('the first start gives its phones to the demo account', async () => {
  const ctx = await testContext();
  const { current } = await openTestSandbox();
  const sandbox = { ...SANDBOX, address: { url: current.url, token: CONTROL_TOKEN } };

  await sandboxWelcome(ctx, URL, sandbox, AbortSignal.timeout(10_000));

  const { rows } = await ctx.pool.query(
    `select number, is_phone, a.name as account from sandbox_numbers n join accounts a on a.id = n.account_id
     order by number`,
  );
  const phone = { is_phone: true, account: 'Demo' };
  expect(rows).toEqual([
    { ...phone, number: DEMO_OWNER },
    { ...phone, number: DEMO_CUSTOMER },
  ]);
});

test('each start with the sandbox shows a new link of the demo owner', async () => {
  const ctx = await testContext();
  const { account_id } = await createAccount(ctx, { name: 'Demo', plan: 'pro', kind: 'sandbox' });
  const welcome = async () =>
    LINK.exec(plainText(await sandboxWelcome(ctx, URL, SANDBOX, AbortSignal.timeout(10_000))));

  const links = [await welcome(), await welcome()];

  expect(new Set(links.map((link) => link?.[1]))).toHaveProperty('size', 2);
  const { rows } = await ctx.pool.query(
    'select account_id::int, email, role, status, is_operator from users',
  );
  const demo = { account_id, email: 'demo@kurir.test', role: 'owner', status: 'active' };
  expect(rows).toEqual([{ ...demo, is_operator: true }]);
});

test('beside another account the demo owner is no operator of the installation', async () => {
  const ctx = await testContext();
  await createAccount(ctx, { name: 'Demo', plan: 'pro', kind: 'sandbox' });
  await createAccount(ctx, { name: 'Toko', plan: 'pro', kind: 'live' });

  await sandboxWelcome(ctx, URL, SANDBOX, AbortSignal.timeout(10_000));

  const { rows } = await ctx.pool.query('select is_operator from users');
  expect(rows).toEqual([{ is_operator: false }]);
});

test.each([
  ['https://kurir.example/wa/', URL, /: https:\/\/kurir\.example\/wa\/app\/log-in#[\w-]{43}\n/],
  ['http://kurir.example', URL, /: http:\/\/127\.0\.0\.1:8080\/app\/log-in#[\w-]{43}\n/],
  [undefined, 'http://192.0.2.1:8080', /\(it needs HTTPS to log in\): http:\/\/192\.0\.2\.1:8080\/app\n/],
])(
  'with the public address %s, a gateway at %s prints an address that takes log-ins',
  async (given, url, line) => {
    const ctx = await testContext({ env: given === undefined ? {} : { KURIR_PUBLIC_URL: given } });
    await createAccount(ctx, { name: 'Demo', plan: 'pro', kind: 'sandbox' });

    const welcome = await sandboxWelcome(ctx, url, SANDBOX, AbortSignal.timeout(10_000));

    expect(plainText(welcome)).toMatch(line);
  },
);
