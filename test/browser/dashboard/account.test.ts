import { readFile } from 'node:fs/promises';
import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import { exportJobs } from '../../../src/app/account-copy/exports/job.ts';
import { openRetention } from '../../../src/app/retention.ts';
import { openFileStore } from '../../../src/files.ts';
import { makeLogInLink } from '../../../src/inbox/staff/users/creation.ts';
import { DAY } from '../../../src/platform/lib/clock.ts';
import { runJobs } from '../../harness/jobs.ts';
import { longTest } from '../../harness/long-test.ts';
import { startReceiver } from '../../harness/receiver.ts';
import { insertAccount, insertDevice, insertMessages } from '../../harness/rows.ts';
import { openWebhookWorker } from '../../harness/service.ts';
import { PASSWORD } from '../../harness/staff.ts';
import { until } from '../../harness/until.ts';
import { axeProblems } from '../axe.ts';
import { chooseIn, openApp } from './app.ts';

const app = await openApp();
openWebhookWorker(app.ctx, { start: true });
let answers = 0;
/** Refuses the first event, as a receiver with a mistake does. */
const receiver = await startReceiver(
  (_, response) => {
    answers += 1;
    response.writeHead(answers === 1 ? 500 : 200).end(answers === 1 ? '<b>oops</b>' : 'ok');
  },
  '127.0.0.1',
  (end) => afterAll(end),
);

const statusOf = async (key: string) =>
  (await fetch(`${app.base}/v1/usage`, { headers: { authorization: `Bearer ${key}` } })).status;

test('an API key is shown once, works, and ends when it is revoked', async () => {
  const page = await app.open(await app.user('admin'), { path: '/developers' });

  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill('<i>Toko</i>');
  await page.getByLabel('Rights').selectOption('read');
  await page.getByRole('button', { name: 'Create' }).click();
  const key = await page.getByRole('dialog').locator('code').innerText();
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByText('It is shown only now.').waitFor();
  await question.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  const before = await statusOf(key);
  const source = await page.content();
  await page.getByRole('button', { name: 'Revoke <i>Toko</i>' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('1 revoked or expired key').waitFor();

  expect(key).toMatch(/^kurir_\w+$/);
  expect(source).not.toContain(key);
  expect(before).toBe(200);
  await until(async () => (await statusOf(key)) === 401);
});

/** As if the user had logged in a while ago. */
const age = ({ user }: { user: { id: number } }) =>
  app.ctx.pool.query(
    `update user_sessions set created_at = created_at - interval '10 minutes', proved_at = null where user_id = $1`,
    [user.id],
  );

test('a new key asks for the password once, and goes on with what was typed', async () => {
  const admin = await app.user('admin');
  await age(admin);
  const page = await app.open(admin, { path: '/developers' });
  const makeKey = async (name: string) => {
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Create' }).click();
  };
  const question = page.getByRole('dialog', { name: 'Is it you?' });
  const saved = page.getByRole('button', { name: 'I have saved it' });

  await makeKey('Kasir');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Confirm that it is you').waitFor();
  await page.getByRole('button', { name: 'Create' }).click();
  await question.getByLabel('Password', { exact: true }).fill('salah salah salah');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await question.getByText('This is wrong.').waitFor();
  const problems = await axeProblems(page);
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await saved.click();
  await makeKey('Gudang');
  await saved.click();

  await page.getByRole('button', { name: 'Revoke Kasir' }).waitFor();
  await page.getByRole('button', { name: 'Revoke Gudang' }).waitFor();
  expect(problems).toEqual([]);
});

longTest('who leaves takes the keys along, if the owner says so', async () => {
  const account = await insertAccount(app.ctx, {}, 'sandbox');
  const leaver = await app.user('admin', { account, name: 'Yuni' });
  const { body } = await leaver.call('POST', '/app/api/api-keys', { name: 'Kasir', scope: 'full' });
  const page = await app.open(await app.user('owner', { account }), { path: '/developers' });

  await page.getByRole('row', { name: /Kasir.*Yuni/ }).waitFor();
  await page.goto(`${app.base}/app/team`);
  await page.getByRole('button', { name: 'Actions for Yuni' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Revoke 1 API key of this user too').check();
  const problems = await axeProblems(page);
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await page.getByText('Disabled', { exact: true }).waitFor();

  expect(problems).toEqual([]);
  await until(async () => (await statusOf(body.api_key)) === 401);
});

longTest('who has no password logs in again in another tab, and goes on in the first', async () => {
  const account = await insertAccount(app.ctx, {}, 'sandbox');
  const owner = await app.user('owner', { account });
  await app.ctx.pool.query('update users set password_hash = null where id = $1', [owner.user.id]);
  await age(owner);
  const page = await app.open(owner, { path: '/settings' });

  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  const question = page.getByRole('dialog', { name: 'Is it you?' });
  await question.getByText(`./kurir user log-in-link ${owner.user.email}`).waitFor();
  const { link } = await makeLogInLink(app.ctx, account, owner.user.user_uuid);
  const tab = await app.tab(page, `/log-in#${link.token}`);
  await tab.getByRole('heading', { name: 'Devices', level: 1 }).waitFor();
  await question.getByRole('button', { name: 'Continue' }).click();

  await page.getByRole('button', { name: 'Change password' }).waitFor();
  expect(
    (await owner.call('POST', '/app/api/session', { email: owner.user.email, password: PASSWORD })).status,
  ).toBe(201);
});

test('an owner asks customers for ratings, in own words', async () => {
  const owner = await app.user('owner', { account: await insertAccount(app.ctx) });
  const page = await app.open(owner, { path: '/settings/conversations' });
  const question = page.getByRole('group', { name: 'Question' }).getByLabel('English');

  await page.getByLabel('Ask customers for a rating').check();
  await question.fill('Happy with {{agent.name}}? Answer 1 to 5.');
  const problems = await axeProblems(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').first().waitFor();
  const { body } = await owner.call('GET', '/app/api/conversations/settings');
  await page.reload();

  expect(problems).toEqual([]);
  expect(body.rating_request).toEqual({
    ...{ delay_minutes: 5, pause_days: 30, says_thanks: true, thanks_texts: {} },
    texts: { en: 'Happy with {{agent.name}}? Answer 1 to 5.' },
  });
  await expect.poll(() => question.inputValue()).toBe('Happy with {{agent.name}}? Answer 1 to 5.');
});

longTest('an owner chooses when customers see that their messages are read', async () => {
  const owner = await app.user('owner', { account: await insertAccount(app.ctx) });
  const page = await app.open(owner, { path: '/settings/conversations' });
  const receipts = page.getByLabel('Customers see that a message is read');

  await receipts.selectOption('When a person opens the chat');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').first().waitFor();
  const { body } = await owner.call('GET', '/app/api/conversations/settings');
  await page.reload();

  expect(body.read_receipts).toBe('on_open');
  await expect.poll(() => receipts.inputValue()).toBe('on_open');
});

test('a test event appears in the log with its answer, and is replayed', async () => {
  const page = await app.open(await app.user('owner'), { path: '/developers/webhooks' });

  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByLabel('Address').fill(receiver.url);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('link', { name: receiver.url }).click();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.getByRole('cell', { name: '500' }).waitFor();
  await page.getByRole('link', { name: 'webhook.test' }).click();
  await page.getByText('<b>oops</b>').waitFor();
  const problems = await axeProblems(page);
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('cell', { name: '200' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  await page.getByText('Switched off since').waitFor();
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('dialog').getByText('Send the events too that it missed?').waitFor();

  const [first, second] = receiver.requests.map(({ body }) => JSON.parse(body.toString()).event_id);
  expect(second).toBe(first);
  expect(problems).toEqual([]);
});

longTest('a new webhook gets the usual events, and others when a person chooses them', async () => {
  const account = await insertAccount(app.ctx);
  const page = await app.open(await app.user('admin', { account }), { path: '/developers/webhooks' });

  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByLabel('Address').fill(receiver.url);
  const others = page.getByRole('checkbox', { checked: false });
  await expect.poll(() => others.count()).toBe(7);
  await page.getByLabel('Reactions').check();
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('link', { name: receiver.url }).waitFor();

  const { rows } = await app.ctx.pool.query('select events from webhooks where account_id = $1', [
    account.id,
  ]);
  expect(rows[0].events).toEqual(['message.received', 'message.status', 'device.status', 'message.reaction']);
});

longTest('a webhook gets the events of the numbers that were chosen, and the list names them', async () => {
  const account = await insertAccount(app.ctx);
  const kasir = await insertDevice(app.ctx, account, {
    label: '<i>Kasir</i>',
    phone_number: '6281200000071',
  });
  const gudang = await insertDevice(app.ctx, account, { label: 'Gudang' });
  const page = await app.open(await app.user('admin', { account }), { path: '/developers/webhooks' });
  const dialog = page.getByRole('dialog');
  const chosen = async () => {
    const { rows } = await app.ctx.pool.query('select device_uuids from webhooks where account_id = $1', [
      account.id,
    ]);
    return rows[0].device_uuids;
  };

  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByLabel('Address').fill(receiver.url);
  await page.getByLabel('All numbers').uncheck();
  await page.getByLabel('Gudang').uncheck();
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByText('Changes of devices · <i>Kasir</i>').waitFor();
  const first = await chosen();
  await page.getByRole('link', { name: receiver.url }).click();
  await page.getByRole('main').getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Change events and numbers' }).click();
  await dialog.getByLabel('<i>Kasir</i> · 6281200000071').uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter at least one.').waitFor();
  const problems = await axeProblems(page);
  await dialog.getByLabel('Gudang').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Changes of devices · Gudang').waitFor();
  const second = await chosen();
  await app.ctx.pool.query('update devices set released_at = now() where id = $1', [gudang.id]);
  await page.reload();
  await page.getByText('Changes of devices · 1 released number').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Change events and numbers' }).click();
  await dialog.getByLabel('All numbers').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Changes of devices · All numbers').waitFor();

  expect([first, second, await chosen()]).toEqual([[kasir.device_uuid], [gudang.device_uuid], null]);
  expect(problems).toEqual([]);
});

test('a developer sees the call that was refused, and why', async () => {
  const account = await insertAccount(app.ctx);
  const { apiKey, send } = await app.customerOf(account, undefined, 'send');
  const page = await app.open(await app.user('admin', { account }), { path: '/developers/requests' });
  await page.getByText('No call yet').waitFor();
  const curl = await page.locator('code', { hasText: 'curl' }).innerText();

  await send({ to: '' }, { 'user-agent': '<img src=x onerror=alert(1)>', 'x-request-id': 'order-17' });
  await send();
  await until(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    return (await page.getByRole('link', { name: 'POST /v1/messages' }).count()) === 2;
  });
  await page.getByLabel('Answer').selectOption('error');
  await page.getByText('More filters').click();
  await page.getByLabel('Request id').fill('order-17');
  await page.waitForURL(/id=order-17/);
  await page.getByRole('link', { name: 'POST /v1/messages' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('to: is required').waitFor();
  const problems = await axeProblems(page);

  expect(curl).toContain(`curl ${app.base}/v1/usage`);
  await expect.poll(() => dialog.innerText()).toContain('<img src=x onerror=alert(1)>');
  await expect.poll(() => dialog.innerText()).toContain('Correct the call.');
  expect(await page.content()).not.toContain(apiKey);
  expect(problems).toEqual([]);
});

test('an invited colleague joins in another browser, and a new role applies there', async () => {
  const owner = await app.open(await app.user('owner'), { path: '/team' });
  const colleague = await app.open(null);

  await owner.getByRole('button', { name: 'Invite' }).click();
  await owner.getByLabel('E-mail').fill('budi@toko.example');
  await owner.getByLabel('Name').fill('Budi');
  await owner.getByRole('button', { name: 'Make link' }).click();
  const link = await owner.getByRole('dialog').locator('code').innerText();
  const warning = await owner.getByText('This address works on this machine alone.').innerText();
  await owner.getByRole('button', { name: 'I have saved it' }).click();
  await colleague.goto(link);
  await colleague.getByLabel('New password').fill(PASSWORD);
  await colleague.getByRole('button', { name: 'Save and log in' }).click();
  const pages = colleague.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Settings' }).waitFor();
  const before = await pages.getByRole('link').allInnerTexts();
  await owner.reload();
  const makeBudi = async (role: 'admin' | 'agent') => {
    await owner.getByRole('button', { name: 'Actions for Budi' }).click();
    await owner.getByRole('menuitem', { name: 'Change' }).click();
    await owner.getByLabel('Role', { exact: true }).selectOption(role);
    await owner.getByRole('button', { name: 'Save' }).click();
    await owner.getByText('Budi is changed.', { exact: true }).first().waitFor();
  };
  await makeBudi('admin');
  await colleague.reload();
  await pages.getByRole('link', { name: 'Team' }).click();
  await colleague.getByRole('button', { name: 'Invite' }).waitFor();
  await makeBudi('agent');
  await colleague.waitForURL('**/app/inbox');

  expect(warning).toContain('KURIR_PUBLIC_URL');
  expect(before).not.toContain('Team');
  await expect.poll(() => colleague.getByText('owner').count()).toBe(0);
});

test('the usage shows the limits of the plan, and the audit log is filtered by action and person', async () => {
  const owner = await app.user('owner', { name: 'Ani' });
  await owner.call('POST', '/app/api/labels', { name: 'Penting' });
  const page = await app.open(owner, { path: '/usage' });

  await page.getByRole('progressbar', { name: 'Devices' }).waitFor();
  await page.getByRole('heading', { name: 'Messages per minute' }).waitFor();
  const problems = await axeProblems(page);
  await page.goto(`${app.base}/app/audit`);
  await chooseIn(page.getByLabel('What', { exact: true }), 'Label created');
  await page.getByLabel('Who', { exact: true }).selectOption({ label: 'Ani' });
  await page.waitForURL('**/audit?action=label.created&actor=**');
  await page.getByRole('row', { name: /Label created.*Ani/ }).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await chooseIn(page.getByLabel('What', { exact: true }), 'Label deleted');
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.getByRole('row').nth(1).waitFor();

  expect([...problems, ...(await axeProblems(page))]).toEqual([]);
});

longTest('an agent sees none of the pages of admins', async () => {
  const page = await app.open(await app.user('agent'));
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  await links.first().waitFor();

  const seen: string[] = [];
  for (const path of ['developers', 'developers/webhooks', 'team', 'usage', 'audit', 'settings/labels']) {
    await page.goto(`${app.base}/app/${path}`);
    await links.first().waitFor();
    seen.push(await page.getByRole('heading', { level: 1 }).innerText());
  }

  const names = ['Developers', 'Team', 'Usage', 'Audit', 'Settings'];
  expect(seen.filter((heading) => names.includes(heading))).toEqual([]);
  expect((await links.allInnerTexts()).filter((name) => names.includes(name))).toEqual(['Settings']);
});

test('a second factor is turned on with the code of an app, and its recovery codes are shown once', async () => {
  const user = await app.user('agent');
  const page = await app.open(user, { path: '/settings' });

  await page.getByRole('button', { name: 'Turn on second factor' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('img', { name: 'QR code' }).waitFor();
  const secret = Secret.fromBase32(await dialog.locator('code').innerText());
  await dialog.getByLabel('Code of the app').fill(new TOTP({ secret }).generate());
  await dialog.getByRole('button', { name: 'Turn on second factor' }).click();
  await dialog.getByText('Your recovery codes').waitFor();
  const codes = (await dialog.locator('code').innerText()).split('\n');
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByText('10 recovery codes are left.').waitFor();

  expect(new Set(codes).size).toBe(10);
  expect(await page.content()).not.toContain(codes[0]);
});

test('a refused form leads to its field, keeps what was typed, and is saved with Enter', async () => {
  const page = await app.open(await app.user('admin'), { path: '/settings/canned-replies' });
  const dialog = page.getByRole('dialog', { name: 'New canned reply' });
  const shortcut = dialog.getByLabel('Shortcut');

  await page.getByRole('button', { name: 'New canned reply' }).click();
  await shortcut.fill('dua kata');
  await dialog.getByLabel('Title').fill('Dikirim');
  await dialog.getByLabel('Text', { exact: true }).fill('Pesanan Kakak sudah dikirim.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await shortcut.and(page.locator('[aria-invalid]:focus')).waitFor();
  const longest = await dialog.getByLabel('Text', { exact: true }).getAttribute('maxlength');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stay' }).click();
  await shortcut.fill('dikirim');
  await shortcut.press('Enter');
  await dialog.waitFor({ state: 'detached' });

  await page.getByText('/dikirim').waitFor();
  expect(longest).toBe('4096');
});

test('an owner lets old messages go, and is asked first', async () => {
  const account = await insertAccount(app.ctx);
  const device = await insertDevice(app.ctx, account);
  const old = new Date(app.ctx.now().getTime() - 400 * DAY);
  await insertMessages(app.ctx, device, [{ status: 'sent', created_at: old }]);
  const owner = await app.user('owner', { account });
  const page = await app.open(owner, { path: '/settings/data' });

  await page.getByLabel('Messages and lines of chats').fill('365');
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Older than that: 1 messages, 0 files.').waitFor();
  const problems = await axeProblems(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Old data go within an hour.').waitFor();
  await runJobs(app.ctx, openRetention(app.ctx, []));

  const { body } = await owner.call('GET', '/app/api/retention');
  expect(body).toMatchObject({ message_days: 365, effective: { message_days: 365 } });
  const left = await app.ctx.pool.query('select from messages where account_id = $1', [account.id]);
  expect([left.rowCount, problems]).toEqual([0, []]);
});

test('an owner exports the account and reads the receipts of erasures; an admin has no such page', async () => {
  const account = await insertAccount(app.ctx);
  const owner = await app.user('owner', { account });
  await owner.call('POST', '/app/api/people/erase', { phone: '081234567890', confirm: 'erase' });
  await app.ctx.pool.query(
    `update erasures set finished_at = now(), subject = null, steps = 20, counts = '{"messages": 31, "files": 2}'
     where account_id = $1`,
    [account.id],
  );
  const files = openFileStore(app.ctx.config);
  const page = await app.open(owner, { path: '/settings' });

  await page.getByRole('link', { name: 'Data', exact: true }).click();
  await page.getByText('messages: 31, files: 2').waitFor();
  await page.getByRole('button', { name: 'Export the account' }).click();
  await page.getByText('Waits').waitFor();
  await runJobs(app.ctx, exportJobs(app.ctx, files));
  const problems = await axeProblems(page);
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Download/ }).click();
  const file = await readFile(await (await started).path());
  const admin = await app.open(await app.user('admin', { account }), { path: '/settings/data' });
  await admin.getByRole('navigation', { name: 'Pages' }).waitFor();

  expect(file.subarray(0, 2).toString()).toBe('PK');
  expect(new URL(admin.url()).pathname).not.toContain('data');
  expect(problems).toEqual([]);
});
