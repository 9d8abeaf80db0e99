import { expect, test } from 'vitest';
import { openImportJob } from '../../../src/app/import-job.ts';
import { registerWebhook } from '../../../src/gateway/webhooks/webhook.ts';
import { runJobs } from '../../harness/jobs.ts';
import { isLong } from '../../harness/long.ts';
import { longTest } from '../../harness/long-test.ts';
import { insertAccount, insertDevice } from '../../harness/rows.ts';
import { tablesOf } from '../../harness/tables.ts';
import { until } from '../../harness/until.ts';
import { axeProblems } from '../axe.ts';
import { openPhoneApp } from './app.ts';
import { field, inbox, log, openChat, openOfficialShop, openShop, owner } from './chats.ts';

/** The row that the field with the focus names to screen readers. */
const MARKED =
  "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.textContent";
const HOSTILE = '<img src=x onerror=alert(1)> \u202e "Sari"';

const app = await openPhoneApp();
const { customer } = await openShop(app, '6281100000042');

test('a message arrives by itself, and its reply shows how far it came', async () => {
  const page = await app.open(await app.user('owner'), inbox);
  await page.getByText('No open chats').waitFor();
  const budi = await customer('Halo, ada stok?');
  await openChat(page, budi.name);

  await field(page).fill('Ada, Kak.');
  await field(page).press('Enter');
  await log(page).getByRole('img', { name: 'Delivered' }).waitFor();

  expect(await app.line.textsAt(budi.number)).toEqual(['Ada, Kak.']);
  await expect.poll(() => owner(page).innerText()).toBe('You answer');

  const [reply] = (await app.line.sandbox.messagesOf(budi.number)).filter(({ text }) => text === 'Ada, Kak.');
  const claim = { author: '6281100000042', text: 'Gratis untuk Budi' };
  const forge = (text: string, wa_message_id: string) =>
    budi.send({ text, forged_quote: { ...claim, wa_message_id } });
  await forge('Jadi gratis?', reply?.wa_message_id ?? '');
  await forge('Ini juga gratis?', '3EB0INVENTED');
  await log(page).getByText('Ini juga gratis?').waitFor();
  const quotes = log(page).locator('button:has(bdi)');
  await expect
    .poll(() => quotes.allInnerTexts())
    .toEqual(['You\nAda, Kak.', 'Quote that is not from this chat\nGratis untuk Budi']);
});

test('the inbox opens with who waits, also for a user who looked at an empty view last', async () => {
  const [rina, budi] = [await app.user('owner', { name: 'Rina' }), await app.user('admin', { name: 'Agus' })];
  const { name, say } = await customer('Ada yang jaga?');
  const page = await app.open(rina, { path: '/inbox' });
  await openChat(page, name);
  const start = page.getByRole('button', { name: 'Needs answer' });
  await expect.poll(() => start.getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => start.getAttribute('title')).toMatch(/^Chats: \d+$/);

  await field(page).fill('Saya, Kak.');
  await field(page).press('Enter');
  await log(page).getByRole('img', { name: 'Delivered' }).waitFor();
  const row = page.getByRole('listitem').getByRole('link', { name });
  await expect.poll(() => row.getAttribute('aria-current')).toBe('page');
  await page.getByRole('button', { name: 'Mine' }).click();
  await row.waitFor();
  await page.keyboard.press('a');
  await page.getByRole('menuitemcheckbox', { name: 'Agus' }).click();
  await log(page).getByText('Rina assigned it to Agus').waitFor();
  await page.keyboard.press('Escape');
  await row.waitFor({ state: 'detached' });
  const other = await customer('Halo?', 'Tono');
  await page.goto(`${app.base}/app/inbox`);

  await page.getByRole('listitem').getByRole('link', { name: other.name }).waitFor();
  await say('Terima kasih');
  const mine = await app.open(budi, { path: '/inbox' });
  await mine.getByRole('listitem').getByRole('link', { name }).waitFor();
});

test('a message is drawn once: edits, places, contacts, polls and files', async () => {
  const page = await app.open(await app.user('owner'), inbox);
  const { name, send } = await customer('Dua ya');
  await openChat(page, name);
  const first = await app.line.sandbox.messageAt('6281100000042', 'Dua ya');
  await send({ edit: { wa_message_id: first.wa_message_id, text: 'Tiga saja' } });
  await send({ location: { latitude: -6.1, longitude: 106.8, name: 'Monas', address: 'Jakarta' } });
  await send({ contacts: [{ name: 'Pak Hadi', phones: ['+62 811 222'] }] });
  await send({ poll: { question: 'Kapan bisa?', options: ['Pagi', 'Sore'] } });
  await send({ document: { data: 'JVBERi0xLjQK', mimetype: 'application/pdf', file_name: 'pesanan.pdf' } });
  await log(page).getByText('pesanan.pdf').waitFor();

  const texts = ['Tiga saja', 'Monas', 'Jakarta', 'Pak Hadi', 'Kapan bisa?', 'pesanan.pdf', 'maps.google'];
  await expect
    .poll(() => Promise.all(texts.map((text) => log(page).getByText(text).count())))
    .toEqual([1, 1, 1, 1, 1, 1, 0]);
});

test('an order, the answers of a form and a question about a product are read', async () => {
  const { staff, name, write } = await openOfficialShop(app);
  const page = await app.open(staff, { ...inbox, language: 'id' });
  await page.getByRole('link', { name }).first().click();
  const item = { product_retailer_id: 'SKU-KOPI-250', quantity: 2, item_price: 45000, currency: 'IDR' };
  await write({ order: { catalog_id: '1', text: 'Kirim besok', product_items: [item] } });
  const response_json = '{"flow_token":"RAHASIA","alamat":"Jl. Melati 5","setuju":true}';
  const nfm_reply = { name: 'flow', body: 'Sent', response_json };
  await write({ raw: { type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply } } });
  const referred_product = { catalog_id: '1', product_retailer_id: 'SKU-77' };
  await write({ text: 'Masih ada?', referred_product });
  await log(page).getByText('SKU-77').waitFor();

  const texts = [
    'SKU-KOPI-250',
    'Kirim besok',
    'Total',
    'Alamat',
    'Jl. Melati 5',
    'Masih ada?',
    'true',
    'Product:',
  ];
  const counts = () => Promise.all(texts.map((text) => log(page).getByText(text).count()));
  const receipt = await log(page).getByRole('listitem').filter({ hasText: 'SKU-KOPI-250' }).innerText();

  await expect.poll(counts).toEqual([1, 1, 1, 1, 1, 1, 0, 0]);
  expect(receipt.replaceAll('\u00a0', ' ')).toBe('SKU-KOPI-250\n2 × Rp 45.000\nRp 90.000');
  expect(await page.getByText('RAHASIA').count()).toBe(0);
  expect(await axeProblems(page)).toEqual([]);

  const siti = { wa_id: '6281377788802', user_id: 'ID.4711', name: 'Siti', hidden: true };
  await app.line.sandbox.post('/sandbox/cloud/people', siti);
  await write({ from: siti.wa_id, location: { latitude: -6.9, longitude: 107.6 } });
  const row = page.getByRole('link', { name: 'Siti' });
  await row.getByText('Lokasi', { exact: true }).waitFor();
  await row.click();
  await log(page).getByText('-6.9, 107.6').waitFor();

  await expect.poll(() => page.getByText('Nomor tersembunyi').count()).toBe(2);
  expect(await page.getByText('ID.4711').count()).toBe(0);
});

longTest('messages of businesses and kinds of tomorrow are drawn, also hostile ones', async () => {
  const page = await app.open(await app.user('owner'), inbox);
  const { name, send } = await customer('Halo');
  await openChat(page, name);
  const raw = (content: object) => send({ raw: content });
  const hydratedButtons = [{ urlButton: { displayText: 'Lacak', url: 'https://jx.example/1' } }];
  await raw({
    templateMessage: { hydratedTemplate: { hydratedContentText: 'Paket JX123', hydratedButtons } },
  });
  await raw({ eventMessage: { name: HOSTILE, joinLink: 'javascript:alert(1)', startTime: 1_763_712_930 } });
  await raw({ contactMessage: { vcard: 'N:;Ani;;;\nTEL:0812-9876-5432\nORG:Toko Kopi' } });
  await raw({ groupInviteMessage: { groupName: 'Pelanggan Kopi', inviteCode: 'AbC' } });
  await raw({ pollCreationMessageV5: { name: 'Ukuran?', options: [{ optionName: 'S' }] } });
  await raw({ secretEncryptedMessage: {}, extendedTextMessage: { text: '' } });
  await log(page).getByText('Kurir cannot show this message (extendedTextMessage)').waitFor();

  const texts = ['Paket JX123', 'Lacak', 'Ani', '0812-9876-5432', 'Toko Kopi', 'Pelanggan Kopi', 'Ukuran?'];
  const counts = () => Promise.all(texts.map((text) => log(page).getByText(text, { exact: true }).count()));
  const links = await log(page).locator('a[href^="javascript"], img[src=x]').count();

  await expect.poll(counts).toEqual([1, 1, 1, 1, 1, 1, 1]);
  expect(links).toBe(0);
  expect(await axeProblems(page)).toEqual([]);
});

const NOT_SHOWN = [
  [
    'en',
    'View-once message. Open',
    'Waiting for this message',
    'Missed video call',
    'Incomplete in 24 hours',
    'Messages in 1 group are not handled: <b>Grup</b>.',
  ],
  [
    'id',
    'Pesan sekali lihat',
    'Menunggu pesan ini',
    'Panggilan video tak terjawab',
    'Tidak lengkap dalam 24 jam',
    'Pesan di 1 grup tidak ditangani: <b>Grup</b>.',
  ],
] as const;

test.each(isLong ? NOT_SHOWN : NOT_SHOWN.slice(1))(
  'what Kurir cannot show has its place, in %s',
  async (language, once, waiting, call, counted, groups) => {
    const staff = await app.user('owner');
    const page = await app.open(staff, { ...inbox, language });
    const { name, number, send } = await customer('Halo', `Tanpa isi ${language}`);
    await page.getByRole('link', { name }).first().click();
    await send({ text: 'rahasia', unavailable: 'view_once' });
    await app.line.sandbox.post(`/sandbox/phones/${number}/calls`, { to: '6281100000042', video: true });
    await send({ text: 'nanti', unreadable: true });
    await send({ text: 'promo', group: { id: '120363041234567890@g.us', name: '<b>Grup</b>' } });

    for (const text of [once, waiting, call]) await log(page).getByText(text).waitFor();
    const rest = await log(page).getByText('rahasia').count();
    expect(rest).toBe(0);
    expect(await axeProblems(page)).toEqual([]);
    const [device] = (await staff.call('GET', '/app/api/devices')).body.data;
    await page.goto(`${app.base}/app/devices/${device.device_uuid}`);
    await page.getByText(counted).waitFor();
    await page.getByText(groups).waitFor();
    expect(await axeProblems(page)).toEqual([]);
  },
);

longTest('a file that could not be fetched has the sign of its kind', async () => {
  const page = await app.open(await app.user('owner'), inbox);
  const { name, number, send } = await customer('Foto dan nota');
  const data = Buffer.from('x').toString('base64');
  await send({ image: { data, mimetype: 'image/jpeg' } });
  await send({ document: { data, mimetype: 'application/pdf', file_name: 'nota.pdf' } });
  const fail = `update message_media set state = 'failed', reason = 'expired'
    where state = 'waiting' and message_id in (select id from messages where phone = $1)`;
  let failed = 0;
  await until(async () => {
    failed += (await app.ctx.pool.query(fail, [number])).rowCount ?? 0;
    return failed === 2;
  });

  await openChat(page, name);

  const line = log(page).getByText('WhatsApp has deleted this file');
  await line.nth(1).waitFor();
  await expect.poll(() => line.locator('svg.lucide-image-off').count()).toBe(1);
  await expect.poll(() => line.locator('svg.lucide-file-x').count()).toBe(1);
});

longTest('a notice on the desktop has a word for a customer without a number', async () => {
  const page = await app.open(await app.user('owner'), { ...inbox, isChanged: true });
  const titles: string[] = [];
  await page.exposeFunction('noticed', (title: string) => titles.push(title));
  await page.context().addInitScript(`
    localStorage.setItem('kurir.notices', '{"isOn":true}');
    globalThis.Notification = class { constructor(title) { globalThis.noticed(title); } };
    document.hasFocus = () => false;`);
  await page.reload();
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  const number = '6281200000990';
  await app.line.sandbox.post('/sandbox/phones', { number, name: ' ' });

  const message = { to: '6281100000042', text: 'Halo dari mana?', bare_lid: true };
  await app.line.sandbox.post(`/sandbox/phones/${number}/messages`, message);

  await until(() => titles.length > 0);
  expect(titles).toEqual([expect.stringMatching(/^Customer #\d{4}$/)]);
});

test('a person takes over while the automation has the conversation', async () => {
  const page = await app.open(await app.user('owner'), inbox);
  const { name } = await customer('Jam buka?');
  await openChat(page, name);
  await log(page).getByText('Jam buka?').waitFor();
  await tablesOf(app.ctx.db)
    .updateTable('conversations')
    .set({ owner_state: 'bot' })
    .where('account_id', '=', app.account.id)
    .where('owner_state', '=', 'human_waiting')
    .execute();
  await page.reload();
  await page.getByText('The assistant is about to answer').waitFor();

  await page.getByRole('button', { name: 'Take over' }).click();

  await owner(page).getByText('You answer').waitFor();
  await expect.poll(() => page.getByText('The assistant is about to answer').count()).toBe(0);
});

test('two people see each other write, note and assign', async () => {
  const [ani, budi] = [await app.user('owner', { name: 'Ani' }), await app.user('admin', { name: 'Budi' })];
  const { name } = await customer('Pesanan 4711?');
  const first = await openChat(await app.open(ani, inbox), name);
  const second = await openChat(await app.open(budi, inbox), name);

  await field(first).pressSequentially('Se');
  await second.getByText('Ani is typing').waitFor();
  await first.getByRole('button', { name: 'Note', exact: true }).click();
  await field(first, 'Note').fill('Pelanggan lama');
  await field(first, 'Note').press('Enter');
  await log(second).getByText('Pelanggan lama').waitFor();
  await second.keyboard.press('a');
  await second.getByRole('menuitemcheckbox', { name: 'Me' }).click();
  await owner(first).getByText('Budi answers').waitFor();
  await field(first, 'Note').pressSequentially('Tolong cek stok');
  for (let n = 0; n < 'cek stok'.length; n += 1) await first.keyboard.press('ArrowLeft');
  await first.keyboard.type('@bu');
  await first.getByRole('option', { name: 'Budi', selected: true }).waitFor();
  const marked = await first.evaluate<string>(MARKED);
  const problems = await axeProblems(first);
  await first.keyboard.press('Enter');
  await first.keyboard.type('ya, ');
  await first.keyboard.press('Enter');
  await log(second).getByText('Tolong @Budi ya, cek stok').waitFor();
  await second.keyboard.press('m');
  await second.getByRole('dialog').getByText('Tolong @Budi ya, cek stok').click();
  await second.keyboard.press('m');
  await second.getByText('Nothing new for you').waitFor();

  await first.getByRole('button', { name: 'Reply' }).click();
  await expect.poll(() => field(first).inputValue()).toBe('Se');
  expect([marked, problems]).toEqual(['Budi', []]);
});

test('a refused reply keeps its text and says why', async () => {
  const page = await app.open(await app.user('owner'), inbox);
  const { name } = await customer('Masih ada?');
  await openChat(page, name);
  const replies = '**/app/api/conversations/*/messages';
  const json = { error: 'device_disconnected', message: 'The device is not connected.' };
  await page.route(replies, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 409, json }) : route.continue(),
  );

  await field(page).fill('Masih, Kak.');
  await field(page).press('Enter');
  await log(page).getByRole('alert').getByText('The device is not connected').waitFor();
  await page.reload();
  await log(page).getByRole('alert').getByText('The device is not connected').waitFor();
  await page.unroute(replies);
  await log(page).getByRole('button', { name: 'Send again' }).click();
  await log(page).getByRole('img', { name: 'Delivered' }).waitFor();

  await expect.poll(() => log(page).getByRole('alert').count()).toBe(0);
});

test('hostile names and texts are text, and people with disabilities can use the thread', async () => {
  const page = await app.open(await app.user('owner'), inbox);
  const hostile = await customer(`${'\n'.repeat(3_000)}<script>alert(1)</script>`, HOSTILE);
  await openChat(page, '<img src=x');
  const document = { data: 'QQ==', mimetype: 'text/html', file_name: '<img src=x onerror=alert(2)>.html' };
  await hostile.send({ document });
  await log(page).getByText('<img src=x onerror=alert(2)>.html').waitFor();
  await log(page).getByText('<script>alert(1)</script>').waitFor({ state: 'attached' });

  const images = await page.locator('img[src=x]').count();
  const height = await log(page).evaluate((element: { scrollHeight: number }) => element.scrollHeight);

  expect(images).toBe(0);
  expect(height).toBeLessThan(2_000);
  expect(await axeProblems(page)).toEqual([]);
});

test('another account, and an agent of another device, see nothing', async () => {
  const { name } = await customer('Rahasia');
  const account = await insertAccount(app.ctx, {}, 'sandbox');
  const own = await insertDevice(app.ctx, app.account, { status: 'connected' });
  const known = await openChat(await app.open(await app.user('owner'), inbox), name);
  const address = { path: known.url().slice(`${app.base}/app`.length) };
  const agent = await app.open(await app.user('agent', { deviceIds: [own.id] }), address);
  const stranger = await app.open(await app.user('owner', { account }), address);

  for (const page of [agent, stranger]) {
    await page.getByText('This chat no longer exists').waitFor();
    await page.getByRole('searchbox').fill(name);
    await page.getByText(/No chat matches|No device yet/).waitFor();
  }

  for (const page of [agent, stranger]) expect(await page.getByText('Rahasia').count()).toBe(0);
});

test('a number that is gone and a webhook that is off are shown in inbox, navigation and reply', async () => {
  const { name } = await customer('Masih buka?');
  const { id } = await registerWebhook(app.ctx, app.account, {
    url: 'https://kasir.example/hook',
    events: ['message.received'],
  });
  await app.ctx.pool.query(
    `update webhooks set status = 'disabled', failure_count = 10, disabled_at = now() where id = $1`,
    [id],
  );
  const page = await app.open(await app.user('owner'), inbox);
  await openChat(page, name);
  const banner = page.getByRole('region', { name: 'Needs attention' });
  await banner.getByText('Webhook of kasir.example').waitFor();
  const before = await page.getByText('replies cannot be sent').count();

  await app.line.sandbox.post('/sandbox/numbers/6281100000042/logout', {});
  await page.getByText('“6281100000042” is not connected, so replies cannot be sent now.').waitFor();
  await banner.getByText('The device was removed on the phone. Pair it again.').waitFor();
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const marks = [/^Devices 1 need attention$/, /^Developers 1 need attention$/];
  for (const mark of marks) await pages.getByRole('link', { name: mark }).waitFor();
  const problems = await axeProblems(page);
  await banner.getByRole('link', { name: 'Open device' }).click();
  await page.getByRole('heading', { level: 1, name: '6281100000042' }).waitFor();

  expect([before, problems]).toEqual([0, []]);
});

longTest('an imported chat is marked, and so is one that the agent of the provider holds', async () => {
  const { staff, report, device_uuid } = await openOfficialShop(app);
  const [phone, day] = ['6281377788811', 86_400];
  const messages = [
    { text: 'Apakah bisa kirim ke Medan?', seconds_ago: 40 * day },
    { text: 'Bisa, Kak.', seconds_ago: 40 * day - 600, from_me: true },
  ];
  await report('history', { progress: 60, threads: [{ with: phone, messages }] });
  await report('contacts', { contacts: [{ phone, name: 'Budi Medan' }] });
  const isRead = async () => {
    await runJobs(app.ctx, [openImportJob(app.ctx)]);
    const { body } = await staff.call('GET', '/app/api/conversations?q=Budi Medan');
    return body.data.length > 0;
  };
  await expect.poll(isRead, { timeout: 20_000 }).toBe(true);
  const page = await app.open(staff, { path: '/inbox?view=all' });
  await page.getByRole('searchbox').fill('Budi Medan');
  await page.getByRole('link', { name: 'Budi Medan' }).first().click();
  await log(page).getByText('before the number was connected').waitFor();
  const marks = log(page).getByLabel('From the history of the Business app');
  await expect.poll(() => marks.count()).toBe(2);

  await report('standby', { with: phone, text: 'Halo, masih buka?' });
  await report('standby', { with: phone, text: 'Kami buka sampai jam 9.', from_me: true });
  await page.getByText('The agent of Meta answers here').waitFor();
  await log(page).getByText('Kami buka sampai jam 9.').waitFor();
  const row = page.getByRole('link', { name: 'Budi Medan' }).first();
  await row.getByText('Meta agent').waitFor();
  const problems = await axeProblems(page);
  await report('handovers', { with: phone, to: 'escalation' });
  await page.getByText('The agent of Meta answers here').waitFor({ state: 'detached' });
  await page.goto(`${app.base}/app/devices/${device_uuid}`);
  await page.getByText('60 %').waitFor();

  expect(problems).toEqual([]);
});
