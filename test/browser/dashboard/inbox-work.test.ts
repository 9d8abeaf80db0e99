import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { erasureSteps } from '../../../src/app/erasure.ts';
import { RATING_WORDS } from '../../../src/assistant/rating-words.ts';
import { erasureJob } from '../../../src/gateway/people/erasure/job.ts';
import { ratingJob } from '../../../src/inbox/conversations/ratings/asking.ts';
import { SearchIndexer } from '../../../src/inbox/conversations/search/indexer.ts';
import { runJobs } from '../../harness/jobs.ts';
import { isLong } from '../../harness/long.ts';
import { longTest } from '../../harness/long-test.ts';
import { indexAll } from '../../harness/search.ts';
import { axeProblems } from '../axe.ts';
import { openPhoneApp } from './app.ts';
import { field, inbox, log, openChat, openOfficialShop, openShop, owner } from './chats.ts';

const app = await openPhoneApp();
const { customer } = await openShop(app, '6281100000043');

test('keys do what the help says: pairs open pages, and an open menu takes them', async () => {
  const page = await app.open(await app.user('owner'), inbox);
  const { name } = await customer('Ada diskon?');
  await openChat(page, name);
  await page.getByRole('heading', { name: 'Inbox' }).click();
  await page.keyboard.press('t');
  await owner(page).getByText('You answer').waitFor();

  await page.keyboard.press('a');
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('b');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  const afterMenu = await owner(page).innerText();
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await page.waitForURL('**/app/broadcasts');
  await page.goBack();

  await owner(page).getByText('You answer').waitFor();
  expect(afterMenu).toBe('You answer');
});

test('a search finds resolved chats and those of colleagues', async () => {
  const page = await app.open(await app.user('owner'), { path: '/inbox' });
  const done = await customer('Sudah sampai', 'Wulan Sari');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await openChat(page, done.name);
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await page.getByText('Resolved.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Mine' }).click();

  await page.getByRole('searchbox').fill('Wulan');
  await page.getByRole('link', { name: done.name }).click();

  await log(page).getByText('Sudah sampai').waitFor();
  await expect.poll(() => page.locator('nav [aria-pressed=true]').count()).toBe(0);
});

longTest(
  'a found message opens its chat there, also far above the end; otherwise the end is in view',
  async () => {
    const { name, say, number } = await customer('Apakah ada kemeja flanel ukuran besar?', 'Dian Flanel');
    const page = await app.open(await app.user('owner'), { ...inbox, isChanged: true });
    await page.getByRole('link', { name }).waitFor();
    await app.ctx.pool.query(
      `insert into messages (account_id, device_id, direction, source, type, status, phone, due, body, created_at)
     select account_id, device_id, 'in', 'customer', 'text', 'received', phone, false, 'Baris ' || n,
       now() - (121 - n) * interval '1 millisecond'
     from messages, generate_series(1, 120) n where phone = $1`,
      [number],
    );
    await say('Terakhir');
    await indexAll(app.ctx, new SearchIndexer(app.ctx));

    await page.getByRole('searchbox').fill('flanel besar');
    await page.locator('a[href*="message="]', { hasText: name }).click();

    const message = log(page).getByText('Apakah ada kemeja flanel ukuran besar?');
    await expect.poll(() => isInView(page, message)).toBe(true);
    expect(await isInView(page, log(page).getByText('Terakhir'))).toBe(false);
    // A slow phone paints, and reports the place, after each step in which the list learns its heights.
    await page.addInitScript(`const { scrollTo } = Element.prototype;
    Element.prototype.scrollTo = function (...place) {
      scrollTo.apply(this, place);
      this.dispatchEvent(new Event('scroll'));
    };`);
    await page.goto(`${app.base}/app/inbox?view=all`);
    await page.getByRole('link', { name }).click();
    await expect.poll(() => isInView(page, log(page).getByText('Terakhir'))).toBe(true);
    // As when a notice or the keyboard of a phone comes.
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    await page.setViewportSize({ width, height: height - 150 });
    await expect.poll(async () => (await log(page).boundingBox())?.height).toBeLessThan(height - 150);
    await expect.poll(() => isInView(page, log(page).getByText('Terakhir'))).toBe(true);
  },
);

async function isInView(page: Page, line: Locator): Promise<boolean> {
  if ((await line.count()) === 0) return false;
  const [inner, outer] = [await line.boundingBox(), await log(page).boundingBox()];
  if (!inner || !outer) return false;
  return inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
}

test('what happened while the line of the browser was lost appears when it is back', async () => {
  const page = await app.open(await app.user('owner'), inbox);
  const { name, say } = await customer('Halo');
  await openChat(page, name);
  await log(page).getByText('Halo').waitFor();

  const stream = '**/app/api/stream';
  await page.route(stream, (route) => route.abort());
  app.http.server.closeAllConnections();
  await page.getByText('No connection').waitFor();
  await say('Kak, masih di sana?');
  await page.unroute(stream);
  await log(page).getByText('Kak, masih di sana?').waitFor();

  app.forgive(/net::ERR_/);
  await expect.poll(() => log(page).getByText('Kak, masih di sana?').count()).toBe(1);
});

test('a chat that comes after the list was read, and before the stream begins, is shown', async () => {
  const colleague = await app.open(await app.user('owner'), inbox);
  const page = await app.open(await app.user('owner'), inbox);
  await openChat(colleague, (await customer('Halo')).name);
  const gate = Promise.withResolvers<void>();
  await page.route('**/app/api/stream', (route) => gate.promise.then(() => route.continue()));

  await page.reload();
  await page.getByRole('link', { name: /Halo/ }).first().waitFor();
  const { name } = await customer('Masih buka?');
  await colleague.getByRole('link', { name }).waitFor();
  gate.resolve();

  await page.getByRole('link', { name }).waitFor();
  expect(await page.getByRole('link', { name }).count()).toBe(1);
});

test('a draft stays after a reload; labels, a canned reply, a snooze and a new message work', async () => {
  const staff = await app.user('owner');
  const canned = { shortcut: 'rek', title: 'Nomor rekening', body: 'BCA 123 456' };
  await staff.call('POST', '/app/api/canned-replies', canned);
  const page = await app.open(staff, inbox);
  const { name, number, say } = await customer('Transfer ke mana?');
  await openChat(page, name);
  await field(page).fill('Sebentar');
  await expect.poll(() => page.evaluate<string>('JSON.stringify(localStorage)')).toContain('Sebentar');
  await page.reload();
  await expect.poll(() => field(page).inputValue()).toBe('Sebentar');

  await field(page).fill('/rek');
  await page.getByRole('listbox').waitFor();
  await field(page).press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await field(page).fill('/re');
  await page.getByRole('option', { name: /Nomor rekening/ }).click();
  await expect.poll(() => field(page).inputValue()).toBe('BCA 123 456');
  await field(page).press('Enter');
  await log(page).getByRole('img', { name: 'Delivered' }).waitFor();
  await page.getByRole('combobox', { name: 'Add a label' }).fill('VIP');
  await page.getByRole('combobox', { name: 'Add a label' }).press('Enter');
  await page.getByRole('button', { name: 'Remove the label VIP' }).waitFor();
  const problems = await axeProblems(page);
  await page.getByRole('button', { name: 'Snooze', exact: true }).click();
  await page.getByRole('menuitem').first().click();
  await page.getByRole('button', { name: 'Snoozed' }).click();
  await page.getByRole('link', { name }).waitFor();
  await say('Sudah, ya');
  await log(page).getByText('Sudah, ya').waitFor();
  await page.getByRole('heading', { name: 'Inbox' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name }).waitFor({ state: 'detached' });

  expect(await app.line.textsAt(number)).toEqual(['BCA 123 456']);
  expect(problems).toEqual([]);
});

test('an agent writes first, once although the answer is lost, in a chat with its ticks; others find it', async () => {
  const { id } = await app.line.pair('6281100000044');
  const rina = await app.user('agent', { name: 'Rina', deviceIds: [id] });
  const page = await app.open(rina, { path: '/inbox?to=0812-9999-0001' });
  await app.line.sandbox.post('/sandbox/phones', { number: '6281299990001', name: 'Baru' });
  const dialog = page.getByRole('dialog', { name: 'New chat' });
  await dialog.getByLabel('Message').fill('Pesanan Kakak siap.');
  const problems = await axeProblems(page);

  await page.route('**/app/api/conversations', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByRole('alert').waitFor();
  await page.unroute('**/app/api/conversations');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await owner(page).getByText('You answer').waitFor();
  await log(page).getByRole('img', { name: 'Delivered' }).waitFor();
  await page.getByRole('listitem').getByRole('link', { name: '+62 812-9999-0001' }).waitFor();
  await expect.poll(() => log(page).getByText('Rina started the chat').count()).toBe(1);
  await field(page).fill('Sampai nanti.');
  await field(page).press('Enter');
  await expect.poll(() => app.line.textsAt('6281299990001')).toContain('Sampai nanti.');
  const boss = await app.open(await app.user('owner'), { path: '/inbox' });
  await boss.getByRole('searchbox').fill('99990001');
  await boss.getByRole('link', { name: '+62 812-9999-0001' }).waitFor();

  app.forgive(/net::ERR_/);
  expect(await app.line.textsAt('6281299990001')).toEqual(['Pesanan Kakak siap.', 'Sampai nanti.']);
  expect(problems).toEqual([]);
});

longTest('the field of a new chat finds contacts by their name', async () => {
  const admin = await app.user('admin');
  await admin.call('POST', '/app/api/contacts', { phone: '081277700011', name: 'Dewi Lestari' });
  const page = await app.open(admin, inbox);
  await page.getByRole('button', { name: 'New chat' }).click();
  const number = page.getByRole('dialog').getByLabel('Number or name');

  await number.fill('Dewi');

  await expect
    .poll(() =>
      page
        .getByRole('dialog')
        .locator('datalist option')
        .evaluateAll((all) => all.map(String)),
    )
    .toHaveLength(1);
  const option = page.getByRole('dialog').locator('datalist option');
  await expect.poll(() => option.getAttribute('value')).toBe('6281277700011');
});

longTest('a number with a chat leads to it; the text of the new chat joins the draft there', async () => {
  const page = await app.open(await app.user('admin'), inbox);
  const { name, number } = await customer('Halo');
  await openChat(page, name);
  await field(page).fill('Sebentar, Kak');
  await page.getByRole('heading', { name: 'Inbox' }).click();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'New chat' });
  const write = async (to: string, text: string) => {
    await dialog.getByLabel('Number or name of the customer').fill(to);
    await dialog.getByLabel('Message').fill(text);
    await dialog.getByRole('button', { name: 'Send' }).click();
  };

  await write('12', 'Sudah dikirim?');
  await dialog.getByText('8 to 15 digits').waitFor();
  await write(number, 'Sudah dikirim?');
  await expect.poll(() => field(page).inputValue()).toBe('Sudah dikirim?\nSebentar, Kak');
  await page.goto(`${app.base}/app/inbox?view=all&to=${number}`);
  await dialog.getByLabel('Message').fill('Kapan?');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name }).first().waitFor();

  await expect.poll(() => field(page).inputValue()).toBe('Kapan?\nSudah dikirim?\nSebentar, Kak');
  expect(await app.line.textsAt(number)).toEqual([]);
});

test('a template reaches a customer after the reply window, also when it fails and is sent again', async () => {
  const official = await openOfficialShop(app);
  await official.setTemplates([]);
  const page = await app.open(official.staff, inbox);
  await page.getByRole('link', { name: official.name }).click();
  await page.getByRole('button', { name: 'Choose a template' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a template' });
  await dialog.getByText('This number has no approved template').waitFor();
  const link = await dialog.getByRole('link', { name: 'All templates' }).getAttribute('href');
  const buttons = [{ type: 'QUICK_REPLY', text: 'Lacak paket' }];
  const components = [
    { type: 'BODY', text: 'Halo {{1}}, pesanan sudah dikirim.' },
    { type: 'BUTTONS', buttons },
  ];
  const base = { language: 'id', category: 'UTILITY', components };
  await official.setTemplates([
    { ...base, name: 'dikirim', status: 'APPROVED' },
    { ...base, name: 'tertunda', status: 'PENDING' },
  ]);

  await dialog.getByRole('button', { name: 'Read again' }).click();
  await dialog.getByLabel('{{1}}').fill('Sari');
  const offered = await dialog.getByRole('option').allInnerTexts();
  await app.line.sandbox.post('/sandbox/cloud/faults', { code: 132015, count: 1 });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await log(page).getByText('Halo Sari, pesanan sudah dikirim.').waitFor();
  await log(page).getByRole('listitem').getByText('Lacak paket').waitFor();
  await log(page).getByRole('button', { name: 'Send again' }).click();
  await log(page).getByRole('img', { name: 'Delivered' }).waitFor();

  expect(link).toMatch(/devices\/[\w-]{36}$/);
  expect(offered).toEqual(['dikirim (id)']);
  expect(await official.texts()).toContain('Halo Sari, pesanan sudah dikirim.');
});

longTest('two chats of one person show their numbers, also beside a long name and a long wait', async () => {
  const [devices, phone] = [['6281100000045', '6281100000046'], '6281200000099'];
  for (const number of devices) {
    await app.line.pair(number);
    await app.line.sandbox.post('/sandbox/phones', { number: phone, name: 'Ani Wijaya' });
    await app.line.sandbox.post(`/sandbox/phones/${phone}/messages`, { to: number, text: 'Halo' });
  }
  const page = await app.open(await app.user('owner'), inbox);
  await page.getByRole('link', { name: 'Ani Wijaya' }).nth(1).waitFor();
  await app.ctx.pool.query(
    `update conversations set waiting_since = now() - interval '3 hours', assignee = 'Rina Kusumawardhani Putri',
       owner_state = 'human_active' where phone = $1`,
    [phone],
  );
  await page.reload();

  const rows = page.getByRole('link', { name: 'Ani Wijaya' });
  await rows.nth(1).getByText('Rina Kusumawardhani').waitFor();
  const shown = await rows.evaluateAll((links) =>
    links.map((link) => {
      const [place, row] = [link.querySelector('span[title]:not(:first-child)'), link];
      const [inner, outer] = [place?.getBoundingClientRect(), row.getBoundingClientRect()];
      const isIn = inner !== undefined && inner.bottom <= outer.bottom && inner.right <= outer.right;
      return isIn && place && place.scrollWidth <= place.clientWidth ? place.textContent : null;
    }),
  );

  expect(new Set(shown)).toEqual(new Set(devices.map((number) => expect.stringContaining(number.slice(-4)))));
});

test('an official number writes first with a template, whose gaps have words; then only templates go on', async () => {
  const [{ staff, device_uuid, setTemplates, texts }, budi] = [await openOfficialShop(app), '6281377788800'];
  await staff.call('POST', '/app/api/sandbox/phones', { number: budi, name: 'Budi' });
  const BUTTONS = [
    { type: 'URL', text: 'Lacak', url: 'https://toko.example/lacak/{{1}}', example: ['7'] },
    { type: 'QUICK_REPLY', text: 'Terima kasih' },
  ];
  const components = [
    { type: 'HEADER', format: 'TEXT', text: 'Pesanan {{1}}' },
    { type: 'BODY', text: 'Sudah dikirim lewat {{1}}.' },
    { type: 'BUTTONS', buttons: BUTTONS },
  ];
  await setTemplates([
    { name: 'lacak', language: 'id', category: 'UTILITY', status: 'APPROVED', components },
  ]);
  const page = await app.open(staff, { path: `/inbox?to=${budi}` });
  const dialog = page.getByRole('dialog', { name: 'New chat' });
  await dialog.getByLabel('From').selectOption(device_uuid);

  await dialog.getByLabel('Heading, {{1}}').fill('INV-7');
  await dialog.getByLabel('{{1}}', { exact: true }).fill('JNE');
  const link = dialog.getByLabel('End of the link of the button “Lacak”');
  await link.fill('a7');
  await dialog.getByText('https://toko.example/lacak/a7').waitFor();
  const preview = dialog.getByRole('region', { name: 'What the customer sees' });
  const lines = async () => (await preview.innerText()).split('\n').filter(Boolean);
  await expect.poll(lines).toEqual(['Pesanan INV-7', 'Sudah dikirim lewat JNE.', 'Lacak', 'Terima kasih']);
  const problems = await axeProblems(page);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await log(page).getByRole('img', { name: 'Delivered' }).waitFor();
  await page.getByText('The customer has not written to this number yet.').waitFor();
  await page.getByRole('button', { name: 'Choose a template' }).waitFor();

  expect(problems).toEqual([]);
  expect((await texts(budi)).join()).toContain('Sudah dikirim lewat JNE.');
});

test.each(isLong ? [1280, 390] : [390])(
  'a canned reply with a gap names the gap in words, above what people type: %i px',
  async (width) => {
    const staff = await app.user('owner');
    const canned = { shortcut: `hai${width}`, title: 'Salam', body: 'Halo {{customer.first_name}}!' };
    await staff.call('POST', '/app/api/canned-replies', canned);
    const page = await app.open(staff, { ...inbox, width });
    const question = `Harga ${width}?`;
    const { name } = await customer(question);
    await page.getByRole('link', { name }).first().waitFor();
    await app.ctx.pool.query('update people set name = null where name = $1', [name]);
    await page.getByRole('link', { name: question }).click();

    await field(page).fill(`/hai${width}`);
    await page.getByRole('option', { name: 'Salam' }).waitFor();
    await field(page).press('Enter');
    const notice = page.getByRole('region', { name: 'Notices' });
    await notice.getByText('Nothing is known for: first name of the customer.').waitFor();
    const [noticeBox, thread] = [await notice.boundingBox(), await log(page).boundingBox()];
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await notice.getByRole('paragraph').waitFor({ state: 'detached' });

    expect((noticeBox?.y ?? 800) + (noticeBox?.height ?? 0)).toBeLessThan(
      (thread?.y ?? 0) + (thread?.height ?? 0),
    );
    await expect.poll(() => field(page).inputValue()).toBe('Halo !');
  },
);

test('an owner erases a person by writing the word, and the chat is gone; an admin has no such button', async () => {
  const { name } = await customer('Tolong hapus data saya', 'Gita Lestari');
  const admin = await openChat(await app.open(await app.user('admin'), inbox), name);
  const page = await openChat(await app.open(await app.user('owner'), { ...inbox, isChanged: true }), name);
  const details = (each: Page) => each.getByRole('complementary', { name: 'Details' });
  await details(admin).getByText('First contact').waitFor();
  const ofAdmin = await details(admin).getByRole('button', { name: 'Erase this person' }).count();

  await details(page).getByRole('button', { name: 'Erase this person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const problems = await axeProblems(page);
  await dialog.getByRole('textbox').fill('ERASE');
  await dialog.getByRole('button', { name: 'Erase this person' }).click();
  await dialog.waitFor({ state: 'detached' });
  await runJobs(app.ctx, [erasureJob(app.ctx, erasureSteps(app.ctx))]);

  await page.getByRole('link', { name }).waitFor({ state: 'detached' });
  expect([ofAdmin, problems]).toEqual([0, []]);
});

test('a customer who is asked rates the resolved chat, and the report counts it', async () => {
  const staff = await app.user('owner');
  await staff.call('PATCH', '/app/api/conversations/settings', { rating_request: { says_thanks: false } });
  const page = await app.open(staff, { path: '/inbox' });
  const { name, number, say } = await customer('Pesanan saya sudah dikirim?', 'Rina Puas');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await openChat(page, name);
  await field(page).fill('Sudah, Kak.');
  await page.keyboard.press('Enter');
  await log(page).getByText('Sudah, Kak.').waitFor();
  await expect.poll(() => app.line.textsAt(number)).toContain('Sudah, Kak.');
  await owner(page).getByText('You answer').waitFor();
  const chat = page.url();
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  const makeDue = `update conversation_ratings set ask_at = now() - interval '1 minute' where asked_at is null`;
  await expect.poll(async () => (await app.ctx.pool.query(makeDue)).rowCount).toBe(1);
  await ratingJob(app.ctx, RATING_WORDS).run({ accountId: app.account.id }, new AbortController().signal);
  await page.goto(chat);
  await log(page).getByText('Asked for a rating').waitFor();
  await expect.poll(() => app.line.textsAt(number)).toHaveLength(2);

  await say('5 cepat sekali');
  await log(page).getByText('Rated 5 of 5: 5 cepat sekali').waitFor();
  const shown = await owner(page).innerText();
  await page.goto(`${app.base}/app/reports/ratings`);
  const newest = page.getByRole('table', { name: 'Newest ratings' });
  await newest.getByText('5 cepat sekali').waitFor();

  expect(shown).toContain('Resolved');
  expect(await axeProblems(page)).toEqual([]);
  await staff.call('PATCH', '/app/api/conversations/settings', { rating_request: null });
});
