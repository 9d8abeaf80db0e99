import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addressOf } from '../../../src/inbox/staff/links/link.ts';
import { makeLogInLink } from '../../../src/inbox/staff/users/creation.ts';
import { insertEvents } from '../../harness/events.ts';
import { makeLive } from '../../harness/live-stream.ts';
import { isLong } from '../../harness/long.ts';
import { longTest } from '../../harness/long-test.ts';
import { insertAccount, insertDevice } from '../../harness/rows.ts';
import { PASSWORD } from '../../harness/staff.ts';
import { tablesOf } from '../../harness/tables.ts';
import { axeProblems } from '../axe.ts';
import { openSite } from '../site.ts';
import { openApp } from './app.ts';

const HOSTILE = '<img src=x onerror=alert(1)> & "Sari" \u202e';

const app = await openApp();
const site = await openSite();
await tablesOf(app.ctx.db)
  .updateTable('accounts')
  .set({ name: HOSTILE })
  .where('id', '=', app.account.id)
  .execute();
const device = await insertDevice(app.ctx, app.account);
await makeLive(app.ctx, app.account.id);

const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[autocomplete=current-password]').fill(password);
  await page.locator('button[type=submit]').click();
}

test('a user logs in, and comes to the page that was asked for', async () => {
  const { user } = await app.user('admin');
  const page = await app.open(null, { path: '/audit?from=2026-01-31' });

  await logIn(page, user.email);
  await title(page, 'Audit').waitFor();

  expect(new URL(page.url())).toMatchObject({ pathname: '/app/audit', search: '?from=2026-01-31' });
});

longTest('a page never sees what it does not know in its address', async () => {
  const page = await app.open(await app.user('owner'), { path: '/reports?days=1e12&device=x' });
  await title(page, 'Reports').waitFor();
  const reports = page.url();
  await page.goto(`${app.base}/app/inbox?view=constructor`);
  await title(page, 'Inbox').waitFor();

  expect([reports, page.url()]).toEqual([`${app.base}/app/reports?device=x`, `${app.base}/app/inbox`]);
});

test('a wrong password says so in the language of the user, and nothing typed is lost', async () => {
  const { user } = await app.user('agent');
  const page = await app.open(null, { language: 'id' });

  await logIn(page, user.email, 'salah salah salah');
  const text = await page.getByRole('alert').innerText();

  expect(text).toBe('Email, kata sandi, atau kode salah.');
  await expect.poll(() => page.locator('input[type=email]').inputValue()).toBe(user.email);
});

test('a second factor is asked for when the user has one', async () => {
  const { user, call } = await app.user('admin');
  const { body } = await call('POST', '/app/api/totp', { password: PASSWORD });
  const code = TOTP.generate({ secret: Secret.fromBase32(body.secret) });
  const { body: confirmed } = await call('POST', '/app/api/totp/confirm', { code });
  const page = await app.open(null);

  await logIn(page, user.email);
  const field = page.getByLabel('Code of your authenticator app');
  await field.fill(confirmed.recovery_codes[0]);
  await page.locator('button[type=submit]').click();

  await title(page, 'Inbox').waitFor();
  expect(confirmed.recovery_codes).toHaveLength(10);
});

test('an account without a device begins at its devices, and another one in the inbox', async () => {
  const account = await insertAccount(app.ctx, {}, 'sandbox');
  const { user } = await app.user('owner', { account });
  const page = await app.open(null);

  await logIn(page, user.email);
  await title(page, 'Devices').waitFor();
  await insertDevice(app.ctx, account);
  await page.goto(`${app.base}/app/`);
  await title(page, 'Inbox').waitFor();

  expect(new URL(page.url()).pathname).toBe('/app/inbox');
});

test('an invited user chooses a password, and is inside', async () => {
  const { call } = await app.user('owner');
  const invited = { email: 'baru@toko.example', name: 'Baru', role: 'agent', device_ids: [] };
  const { body } = await call('POST', '/app/api/invitations', invited);
  const token = new URL(body.link.url).hash;
  const page = await app.open(null, { path: `/link${token}` });

  await page.getByText('For your user in').waitFor();
  const address = page.url();
  await page.reload();
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('baru@toko.example');
  const problems = await axeProblems(page);
  await page.getByLabel('New password').fill('teh manis panas sekali');
  await page.getByRole('button', { name: 'Save and log in' }).click();
  await title(page, 'Inbox').waitFor();

  expect(address).not.toContain('#');
  expect(problems).toEqual([]);
  await page.goto(`${app.base}/app/link`);
  await page.getByText('This link is not complete.').waitFor();
});

/** An owner as `./kurir start` makes one, and what prints links. */
async function ownerByLink() {
  const account = await insertAccount(app.ctx, {}, 'sandbox');
  await insertDevice(app.ctx, account);
  const { user } = await app.user('owner', { account, name: 'Ani' });
  await app.ctx.pool.query('update users set password_hash = null where id = $1', [user.id]);
  const printLink = async () => {
    const { link } = await makeLogInLink(app.ctx, account, user.user_uuid);
    return addressOf(app.base, link);
  };
  return { account, user, printLink };
}

longTest(
  'a log-in link that is pasted into the open log-in page works, with any user in the browser',
  async () => {
    const { printLink } = await ownerByLink();
    const page = await app.open(null, { path: '/log-in' });
    await page.getByText('./kurir user log-in-link').waitFor();
    const other = await app.tab(page, '/log-in');
    await logIn(other, (await app.user('admin', { name: 'Dewi' })).user.email);
    await other.getByRole('button', { name: /Dewi/ }).waitFor();

    await page.goto(`${app.base}/app/log-in#AAAA`);
    await page.getByText('The log-in link did not work').waitFor();
    await page.goto(await printLink());

    await page.getByRole('button', { name: /Ani/ }).waitFor();
    await other.getByRole('button', { name: /Ani/ }).waitFor();
    expect(page.url()).not.toContain('#');
  },
);

test('an owner who came by a link is warned at the log-out, and sets a password as the first step', async () => {
  const { user, printLink } = await ownerByLink();
  const page = await app.open(null, { path: '/log-in' });
  await page.goto(await printLink());
  const menu = page.getByRole('button', { name: /Ani/ });

  await menu.click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  const warning = page.getByRole('dialog', { name: 'Log out without a password?' });
  await warning.getByText(`./kurir user log-in-link ${user.email}`).waitFor();
  const problems = await axeProblems(page);
  await warning.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'First steps' }).click();
  const first = page.getByRole('dialog').getByRole('listitem').first();
  await first.getByText('Set a password').click();
  await page.getByText('Set a password first.').waitFor();
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('button', { name: 'Turn on second factor' }).waitFor();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await logIn(page, user.email);
  await menu.waitFor();

  expect([...problems, ...(await axeProblems(page))]).toEqual([]);
});

test('a log-out in one tab ends the other one, and leaves no unsent text in the browser', async () => {
  const first = await app.open(await app.user('admin'), { path: '/broadcasts/new' });
  await first.getByLabel('Name of the broadcast').fill('Rahasia');
  const stored = () => first.evaluate<string>('JSON.stringify(localStorage)');
  await expect.poll(stored).toContain('Rahasia');
  const second = await app.tab(first);
  await title(second, 'Inbox').waitFor();

  await first.getByRole('button', { name: /Staff/ }).click();
  await first.getByRole('menuitem', { name: 'Log out' }).click();
  for (const page of [first, second]) await page.locator('input[type=password]').waitFor();

  expect(new URL(second.url()).pathname).toBe('/app/log-in');
  expect(await stored()).not.toContain('Rahasia');
});

test('when another user logs in, the other tabs of the browser show that user alone', async () => {
  const [first, other] = [
    await app.user('admin', { name: 'Ani' }),
    await app.user('admin', { name: 'Budi' }),
  ];
  const page = await app.open(first);
  // The page of the team has a button for each user, too.
  const shell = page.getByRole('banner');
  await title(page, 'Inbox').waitFor();
  const [name = '', value = ''] = other.cookie.split('=');
  await page.context().addCookies([{ name, value, url: app.base, httpOnly: true }]);

  await page.getByRole('link', { name: 'Team' }).click();

  await shell.getByRole('button', { name: /Budi/ }).waitFor();
  await expect.poll(() => shell.getByRole('button', { name: /Ani/ }).count()).toBe(0);
  await logIn(await app.tab(page, '/log-in'), first.user.email);
  await shell.getByRole('button', { name: /Ani/ }).waitFor();
});

longTest('a log-out, and another user in the browser, leave a form with changes at once', async () => {
  const [first, other] = [await app.user('admin'), await app.user('admin', { name: 'Citra' })];
  const questions: string[] = [];
  const dirty = async (page: Page) => {
    page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      void dialog.accept();
    });
    await page.getByLabel('New label').fill('VIP');
  };
  const page = await app.open(first, { path: '/settings/labels' });
  await dirty(page);
  const [name = '', value = ''] = other.cookie.split('=');
  await page.context().addCookies([{ name, value, url: app.base, httpOnly: true }]);
  await app.tab(page, '/inbox');

  await page.getByRole('button', { name: /Citra/ }).waitFor();
  await page.goto(`${app.base}/app/settings/labels`);
  await dirty(page);
  await page.getByRole('button', { name: /Citra/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.locator('input[type=password]').waitFor();

  expect(questions).toEqual([]);
});

longTest(
  'when the session ends, a form with changes can stay, and is saved after a log-in in another tab',
  async () => {
    const staff = await app.user('admin');
    const page = await app.open(staff, { path: '/settings/labels' });
    const add = page.getByRole('button', { name: 'Add' });
    await page.getByLabel('New label').fill('Grosir');
    await staff.call('DELETE', '/app/api/session');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();

    const tab = await app.tab(page, '/log-in');
    await logIn(tab, staff.user.email);
    await title(tab, 'Inbox').waitFor();
    await expect
      .poll(async () => {
        await add.click();
        return page.getByRole('listitem').filter({ hasText: 'Grosir' }).count();
      })
      .toBe(1);
  },
);

test('a user of two accounts chooses one', async () => {
  const { user } = await app.user('admin');
  const second = await app.user('admin', { account: await insertAccount(app.ctx) });
  await app.ctx.pool.query('update users set email = $1 where id = $2', [user.email, second.user.id]);
  const page = await app.open(null);

  await logIn(page, user.email);
  await page.getByLabel('Account').selectOption('Toko');
  await page.locator('button[type=submit]').click();

  const menu = page.getByRole('button', { name: second.user.name });
  await menu.waitFor();
  await expect.poll(() => menu.count()).toBe(1);
});

longTest(
  'behind a proxy that lacks a header the pages name the line to add, instead of asking for HTTPS',
  async () => {
    const page = await app.open(null, { language: 'id', isChanged: true });
    const line = page.getByText(
      'operator menambahkan baris ini: proxy_set_header X-Forwarded-Proto $scheme;',
    );

    await page.setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.7' });
    await logIn(page, 'ani@toko.example');
    await line.waitFor();
    await page.goto(`${app.base}/app/inbox`);
    await line.waitFor();

    // React logs what the page shows.
    expect(app.forgive(/^Problem: The proxy does not send/)).toBe(1);
  },
);

longTest('below a path of a proxy everything works, also from a page below', async () => {
  const { user } = await app.user('admin');
  const base = site.pass('/kurir', app.base);
  const page = await app.open(null, { base, path: '/devices' });

  await logIn(page, user.email);
  await title(page, 'Devices').waitFor();
  await page.goto(`${base}/app/deep/er?x=1`);
  await page.getByText('There is no such page.').waitFor();
  await page.getByRole('link', { name: 'To the start' }).click();
  await title(page, 'Inbox').waitFor();
  await page.goto(`${base}/app`);
  await title(page, 'Inbox').waitFor();

  expect(page.url()).toBe(`${base}/app/inbox`);
});

test('language and theme stay after a reload', async () => {
  const page = await app.open(await app.user('admin'));
  await page.getByRole('button', { name: /Staff/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).or(page.getByText('Dark')).click();
  await page.getByRole('button', { name: /Staff/ }).click();
  await page.getByText('Bahasa Indonesia').click();

  await page.reload();
  await title(page, 'Kotak masuk').waitFor();

  const html = page.locator('html');
  await expect.poll(() => html.getAttribute('lang')).toBe('id');
  await expect.poll(() => html.getAttribute('class')).toContain('dark');
});

test.each(isLong ? (['light', 'dark'] as const) : (['light'] as const))(
  'people with disabilities can use it in %s',
  async (theme) => {
    const inside = await app.open(await app.user('owner'), { theme });
    const outside = await app.open(null, { theme, language: 'id', width: 375 });
    await title(inside, 'Inbox').waitFor();
    await outside.locator('input[type=password]').waitFor();

    const problems = [await axeProblems(inside), await axeProblems(outside)];
    const isWide = await outside.evaluate('document.documentElement.scrollWidth > innerWidth');

    expect(problems).toEqual([[], []]);
    expect(isWide).toBe(false);
  },
);

test('names of accounts and users are text', async () => {
  const page = await app.open(await app.user('owner', { name: HOSTILE }));
  await title(page, 'Inbox').waitFor();

  await expect.poll(() => page.getByText(HOSTILE).count()).toBeGreaterThan(1);
  expect(await page.locator('img[src=x]').count()).toBe(0);
});

/** Notes the names of all events that reach this browser. */
async function noteEvents(page: Page, userId: string): Promise<() => Promise<number[]>> {
  await page.evaluate(
    `globalThis.noted = [];
     new BroadcastChannel('kurir-live-${userId}').onmessage = ({ data }) => {
       for (const { data: { n } } of data.events ?? []) if (n) noted.push(n);
     };`,
  );
  return () => page.evaluate('noted');
}

const happens = (n: number) =>
  insertEvents(app.ctx.pool, [
    {
      account_id: app.account.id,
      type: 'message.status',
      body: `{"event":"message.status","device_uuid":"${device.device_uuid}","n":${n}}`,
      created_at: new Date(),
    },
  ]);

test('two tabs share one stream, and the second goes on where the first ended', async () => {
  const staff = await app.user('admin');
  const first = await app.open(staff);
  const address = first.url();
  // Its stream counts from a new page on.
  await first.goto('about:blank');
  const streams: string[] = [];
  first.context().on('request', (request) => {
    if (request.url().endsWith('/app/api/stream')) streams.push(request.headers()['last-event-id'] ?? 'new');
  });
  await first.goto(address);
  await title(first, 'Inbox').waitFor();
  const second = await app.tab(first);
  await title(second, 'Inbox').waitFor();
  const noted = await noteEvents(second, staff.user.user_uuid);

  await happens(1);
  await expect.poll(noted).toEqual([1]);
  const shared = streams.length;
  await first.close();
  await happens(2);
  await expect.poll(noted).toEqual([1, 2]);

  expect([shared, streams.length]).toEqual([1, 2]);
  expect(streams[1]).toMatch(/^\d+$/);
});

longTest('an open page of an earlier build loads itself again', async () => {
  const page = await app.open(await app.user('owner'));
  await title(page, 'Inbox').waitFor();
  const newer = '<script type="module" src="./assets/index-newer.js"></script>';
  await page.route('**/app/', (route) => route.fulfill({ body: newer }), { times: 1 });
  await page.route('**/assets/palette-*.js', (route) => route.abort(), { times: 1 });

  const reloaded = page.waitForEvent('load');
  await page.keyboard.press('Control+k');
  await reloaded;
  await title(page, 'Inbox').waitFor();
  await page.keyboard.press('Control+k');

  await page.getByPlaceholder('Search customers, pages and acts').waitFor();
  expect(app.forgive(/palette|Failed to (?:load|fetch)|dynamically/)).toBeGreaterThan(0);
});

test('the keyboard reaches everything, and the palette finds people and acts', async () => {
  const owner = await app.user('owner');
  await owner.call('POST', '/app/api/contacts', { phone: '6281255550142', name: 'Rahmawati' });
  const page = await app.open(owner);
  await title(page, 'Inbox').waitFor();

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search customers, pages and acts').fill('entry');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/entry-points**');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search customers, pages and acts').fill('Rahmawati');
  await page.getByRole('option', { name: /Rahmawati.*555-0142/ }).hover();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Rahmawati' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.getByRole('button', { name: 'New chat' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search customers, pages and acts').fill('new chat');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'New chat' }).waitFor();
  await page.keyboard.press('Control+k');

  expect(await page.getByRole('dialog').count()).toBe(1);
});
