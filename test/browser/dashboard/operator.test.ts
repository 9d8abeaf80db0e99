import { expect, test } from 'vitest';
import { saveRates } from '../../../src/gateway/costs/rates/rates.ts';
import { longTest } from '../../harness/long-test.ts';
import { insertAccount, insertDevice } from '../../harness/rows.ts';
import type { Customer } from '../../harness/service.ts';
import { until } from '../../harness/until.ts';
import { axeProblems } from '../axe.ts';
import { openApp } from './app.ts';

const app = await openApp();
const operator = () => app.user('admin', { isOperator: true });
const HOSTILE = '<img src=x onerror=alert(1)>';

/** Another customer of the installation, with a key and an owner who is logged in. */
async function customerOf(name: string) {
  const account = await insertAccount(app.ctx, {}, 'sandbox');
  await app.ctx.pool.query('update accounts set name = $2 where id = $1', [account.id, name]);
  return { ...(await app.customerOf(account)), owner: await app.user('owner', { account }) };
}

/** Sends until the answer has this status: a change applies within a second. */
const sendUntil = (customer: Customer, status: number) =>
  until(async () => {
    const answer = await customer.send();
    return answer.status === status && answer.body;
  });

test('who is no operator sees no page of the installation', async () => {
  const page = await app.open(await app.user('owner'), { path: '/operator/health' });
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  await links.first().waitFor();

  const names = await links.allInnerTexts();

  expect(names).toContain('Settings');
  expect(names).not.toContain('Operator');
  expect(new URL(page.url()).pathname).not.toContain('operator');
});

test('an operator suspends an account with a reason, its calls are refused, and it goes on', async () => {
  const customer = await customerOf(HOSTILE);
  const page = await app.open(await operator(), { path: '/operator' });

  await page.getByLabel('Search names').fill('onerror');
  await page.getByRole('link', { name: HOSTILE }).click();
  await page.getByRole('button', { name: 'Suspend' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Unpaid <b>invoice</b>');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await page.getByText('Unpaid <b>invoice</b>').waitFor();
  const problems = await axeProblems(page);
  const refused = await sendUntil(customer, 403);
  const theirs = await app.open(customer.owner);
  await theirs.getByText('This account is suspended or cancelled. Contact the operator.').waitFor();
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await page.getByText('The account is active.').waitFor();

  expect(app.forgive(/The account is suspended or cancelled/)).toBeGreaterThan(0);
  expect(refused.error).toBe('account_inactive');
  expect((await sendUntil(customer, 202)).status).toBe('queued');
  expect(problems).toEqual([]);
});

longTest('a cancellation asks for the name of the account', async () => {
  const { account } = await customerOf('Toko Lama');
  const page = await app.open(await operator(), { path: `/operator/accounts/${account.id}` });

  await page.getByRole('button', { name: 'Cancel account' }).click();
  const dialog = page.getByRole('dialog');
  const act = dialog.getByRole('button', { name: 'Cancel account' });
  const before = await act.isDisabled();
  await dialog.getByLabel('Type Toko Lama to confirm').fill('Toko Lama');
  await act.click();
  await page.getByText('it cannot be activated again').waitFor();

  expect(before).toBe(true);
});

test('a new account has its key and the link of its owner once; a plan is made for it', async () => {
  const page = await app.open(await operator(), { path: '/operator/plans' });

  await page.getByRole('button', { name: 'New plan' }).click();
  await page.getByLabel('Name').fill('besar');
  await page.getByLabel('Messages per month').fill('');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('cell', { name: 'no quota' }).last().waitFor();
  await page.getByRole('link', { name: 'Accounts', exact: true }).click();
  await page.getByRole('button', { name: 'New account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Toko Besar');
  await dialog.getByLabel('Plan').selectOption('besar');
  await dialog.getByLabel('Name of the owner').fill('Olga');
  await dialog.getByLabel('E-mail of the owner').fill('olga@besar.example');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('Toko Besar is created').waitFor();
  const [key = '', link = ''] = await dialog.locator('code').allInnerTexts();
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('row', { name: /Toko Besar.*besar/ }).waitFor();

  const usage = await fetch(`${app.base}/v1/usage`, { headers: { authorization: `Bearer ${key}` } });
  expect(await usage.json()).toMatchObject({ plan: 'besar', messages_remaining: null });
  expect(link).toMatch(/\/app\/link#/);
});

test('the health says what is wrong and what to do, and the backups how to make one', async () => {
  const page = await app.open(await operator(), { path: '/operator/health', language: 'id', width: 375 });

  await page.getByText('Belum ada cadangan yang tercatat').waitFor();
  const problems = await axeProblems(page);
  const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  await page.getByRole('link', { name: 'Cadangan' }).click();
  await page.getByText('kurir backup').first().waitFor();

  expect([problems, isWide]).toEqual([[], false]);
  expect(await axeProblems(page)).toEqual([]);
});

test('after a restore the health offers to go on without what was queued', async () => {
  const customer = await customerOf('Toko pulih');
  const { body: sent } = await customer.send();
  await app.ctx.pool.query(
    `update accounts set status = 'suspended', held_at = now() where name = 'Toko pulih'`,
  );
  const page = await app.open(await operator(), { path: '/operator/health' });

  await page.getByRole('button', { name: 'Drop what was queued, and go on' }).click();
  const problems = await axeProblems(page);
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Drop what was queued, and go on' });
  await confirm.click();
  await page.getByText('1 account works again.').waitFor();

  expect(problems).toEqual([]);
  await page.getByText('The database was restored').waitFor({ state: 'detached' });
  await until(async () => (await customer.api('GET', '/v1/usage')).status === 200);
  const { body } = await customer.api('GET', `/v1/messages/${sent.id}`);
  expect(body).toMatchObject({ status: 'failed', error: { code: 'dropped' } });
});

longTest('costs show charged messages, and money only where the operator has entered a rate', async () => {
  const { ctx, account } = app;
  const device = await insertDevice(ctx, account, { engine: 'official_cloud' });
  await ctx.pool.query(
    `insert into message_costs (account_id, day, device_id, category, pricing_type, billable, calling_code,
       broadcast_id, automation, messages)
     select $1, (now() at time zone 'UTC')::date, $2, category, '', billable, code, broadcast_id, automation, messages
     from (values ('marketing', true, '62', 12, '', 30), ('service', true, '60', 0, 'flow 7', 4),
       ('service', false, '62', 0, '', 6)) as c (category, billable, code, broadcast_id, automation, messages)`,
    [account.id, device.id],
  );
  const admin = await app.user('admin');
  const page = await app.open(admin, { path: '/reports/costs' });
  await page.getByText('The operator of this installation has entered no rates').waitFor();

  const rates = await app.open(await operator(), { path: '/operator/rates' });
  await rates.getByRole('button', { name: 'Import a file' }).click();
  const file =
    'Market;Category;Valid_from;Currency;Amount\nindonesia;Marketing;2026-01-01;idr;500\nPeru;utility;2026-01-01;USD;1';
  await rates
    .getByLabel('CSV file')
    .setInputFiles({ name: 'rates.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await rates.getByRole('dialog').getByRole('button', { name: 'Import a file' }).click();
  await rates.getByRole('button', { name: 'Change Peru, utility' }).click();
  await rates.getByLabel('Amount').fill('');
  await rates.getByRole('button', { name: 'Save' }).click();
  await rates.getByText('Saved rates: 0. Removed rates: 1.').waitFor();
  await rates.getByRole('button', { name: 'Change Peru, utility' }).waitFor({ state: 'detached' });
  const listed = await rates.getByRole('table', { name: 'Rates' }).getByRole('row').allInnerTexts();
  const ratesProblems = await axeProblems(rates);
  await page.reload();
  await page.getByText('Without 4 charged messages that have no rate').waitFor();
  await page.getByRole('row', { name: /^Service/ }).waitFor();
  const rows = await page.getByRole('table', { name: 'Per category' }).getByRole('row').allInnerTexts();

  expect(rows.slice(1).map((row) => row.replaceAll(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/^Marketing 30 30 IDR.15,000$/),
    'Service 10 4 –',
  ]);
  await page.getByRole('link', { name: 'Broadcast 12' }).waitFor();
  await page.getByRole('cell', { name: 'Flow 7' }).waitFor();
  expect(await axeProblems(page)).toEqual([]);
  expect([listed.length, listed[1]]).toEqual([
    2,
    expect.stringMatching(/^Indonesia\s+marketing\s.*IDR 500\.00/),
  ]);
  expect(ratesProblems).toEqual([]);
});

longTest('the owner sets a cap, and admins see in the inbox that it is reached', async () => {
  const account = await insertAccount(app.ctx, {}, 'sandbox');
  const device = await insertDevice(app.ctx, account, { engine: 'official_cloud' });
  const rate = { market: 'Malaysia', category: 'service', valid_from: '2026-01-01', currency: 'MYR' };
  await saveRates(app.ctx, [{ ...rate, amount: '0.10' }]);
  await app.ctx.pool.query(
    `insert into message_costs (account_id, day, device_id, category, pricing_type, billable, calling_code,
       broadcast_id, automation, messages)
     values ($1, (now() at time zone 'UTC')::date, $2, 'service', 'regular', true, '60', 0, '', 90)`,
    [account.id, device.id],
  );
  const [owner, admin] = [await app.user('owner', { account }), await app.user('admin', { account })];
  const page = await app.open(owner, { path: '/reports/costs' });

  await page.getByRole('button', { name: 'Set a cap' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cost cap' });
  await dialog.getByLabel('Amount per month').fill('0');
  await dialog.getByLabel('Currency').selectOption('MYR');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter a number above 0').waitFor();
  await dialog.getByLabel('Amount per month').fill('10');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('nearly reached').waitFor();
  const problems = await axeProblems(page);
  const near = await app.open(admin, { path: '/inbox' });
  await near.getByText(/^MYR.9 of the cost cap of MYR.10 are spent\.$/).waitFor();
  await page.getByRole('button', { name: 'Change' }).click();
  await dialog.getByLabel('Amount per month').fill('9');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Broadcasts of official numbers are paused').waitFor();
  const reached = await app.open(admin, { path: '/inbox', language: 'id', width: 375 });
  await reached.getByText(/^Batas biaya (RM|MYR).?9 tercapai\.$/).waitFor();
  await reached.getByRole('link', { name: 'Buka biaya' }).click();
  await reached.getByText('tercapai', { exact: true }).waitFor();

  expect(await reached.getByRole('button', { name: 'Ubah' }).count()).toBe(0);
  expect([problems, await axeProblems(reached)]).toEqual([[], []]);
});
