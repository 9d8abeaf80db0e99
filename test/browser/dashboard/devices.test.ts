import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { applyTrigger, createDevice } from '../../../src/gateway/devices/device.ts';
import { CUSTOMER } from '../../harness/line.ts';
import { makeLive } from '../../harness/live-stream.ts';
import { longTest } from '../../harness/long-test.ts';
import { filesOf, oldGateway, zipOf } from '../../harness/moved-sessions.ts';
import { insertDevice } from '../../harness/rows.ts';
import { readQr } from '../../harness/shop.ts';
import { axeProblems } from '../axe.ts';
import { chooseIn, openPhoneApp } from './app.ts';
import { inbox, log, openOfficialShop } from './chats.ts';

const HOSTILE = '<img src=x onerror=alert(1)> & "Sari" \u202e';

const app = await openPhoneApp();
const { ctx, line, account } = app;
await makeLive(ctx, account.id);
const device = await insertDevice(ctx, account, { label: HOSTILE });

const cardOf = (page: Page, name: string | RegExp) => page.getByRole('listitem').filter({ hasText: name });
const releaseOf = (page: Page) => page.getByRole('button', { name: 'Release device' });

test('a new device shows its QR, and its card turns connected when a phone has scanned it', async () => {
  const page = await app.open(await app.user('admin'), { path: '/devices' });
  await page.getByRole('button', { name: 'Add device' }).click();
  await page.getByRole('button', { name: 'By QR code' }).click();
  await page.getByLabel('Label').fill('Kasir');
  await page.getByRole('button', { name: 'Continue' }).click();
  const picture = page.getByRole('img', { name: 'QR code' });
  await picture.waitFor();
  const problems = await axeProblems(page);

  await line.sandbox.post('/sandbox/phones/6281100000071/scan', {
    qr: readQr((await picture.getAttribute('src')) ?? ''),
  });
  await page.getByRole('dialog', { name: 'Kasir is connected' }).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();

  const card = cardOf(page, 'Kasir');
  await card.getByText('Connected').waitFor();
  await card.getByText('+62 811-0000-0071').waitFor();
  expect(problems).toEqual([]);
});

test('an owner with the page on the phone of the number types a code in place of a scan: 390 px', async () => {
  const page = await app.open(await app.user('owner'), { path: '/devices?add=true', width: 390 });
  await page.getByRole('button', { name: 'By QR code' }).click();
  await page.getByLabel('Label').fill('Ponsel');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Type a code instead' }).click();
  const number = page.getByLabel('Number of the phone');
  await number.fill('123');
  await page.getByRole('button', { name: 'Get a code' }).click();
  await page.getByText('Enter the whole number of the phone.').waitFor();
  await number.fill('0811-0000-0072');
  await page.getByRole('button', { name: 'Get a code' }).click();
  const code = page.getByRole('status', { name: 'Code to type on the phone' });
  await code.waitFor();
  const problems = await axeProblems(page);

  await line.sandbox.post('/sandbox/phones/6281100000072/code', { code: await code.innerText() });
  await page.getByRole('dialog', { name: 'Ponsel is connected' }).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();

  await cardOf(page, 'Ponsel').getByText('+62 811-0000-0072').waitFor();
  expect(problems).toEqual([]);
});

test('an owner moves the session of another gateway in, after a torn file: 390 px', async () => {
  const number = '6281100000074';
  const { folder } = await oldGateway(line.sandbox, { number, customer: CUSTOMER });
  const files = await filesOf(folder);
  const page = await app.open(await app.user('owner'), { path: '/devices?add=true', width: 390 });
  const choose = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await (await chooser).setFiles({ name, mimeType: 'application/zip', buffer });
  };
  await page.getByRole('button', { name: 'By QR code' }).click();
  await page.getByLabel('Label').fill('Pindahan');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code' }).waitFor();
  await page.getByRole('button', { name: 'Move a session from another gateway' }).click();
  const move = page.getByRole('button', { name: 'Move the session' });
  await choose('torn.zip', await zipOf(new Map([...files, ['creds.json', '{"noiseKey']])));
  expect(await move.isDisabled()).toBe(true);
  await page.getByLabel('The other gateway has stopped').check();
  await move.click();
  await page.getByText('A part of the session is cut off or damaged.').waitFor();
  const problems = await axeProblems(page);
  app.forgive(/422/);

  await choose('session.zip', await zipOf(files));
  await move.click();
  await page.getByRole('dialog', { name: 'Pindahan is connected' }).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();

  await cardOf(page, 'Pindahan').getByText('+62 811-0000-0074').waitFor();
  expect(problems).toEqual([]);
});

test('a session that the network has removed is erased, and the window says so', async () => {
  const number = '6281100000075';
  const { folder } = await oldGateway(line.sandbox, { number, customer: CUSTOMER });
  await line.sandbox.post(`/sandbox/numbers/${number}/logout`);
  const { id } = await createDevice(ctx, account, { label: 'Dicabut', engine: 'economy' });
  const page = await app.open(await app.user('owner'), { path: '/devices' });
  await cardOf(page, 'Dicabut').getByRole('button', { name: 'Pair', exact: true }).click();
  await page.getByRole('button', { name: 'Move a session from another gateway' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  const buffer = await zipOf(await filesOf(folder));
  await (await chooser).setFiles({ name: 'session.zip', mimeType: 'application/zip', buffer });
  await page.getByLabel('The other gateway has stopped').check();

  await page.getByRole('button', { name: 'Move the session' }).click();
  const said = page.getByRole('status').getByText('WhatsApp does not know the imported session');
  await said.waitFor();

  const { rows } = await ctx.pool.query('select from session_creds where device_id = $1', [id]);
  expect(rows).toEqual([]);
  await page.getByRole('button', { name: 'Show a new code' }).click();
  await page.getByRole('img', { name: 'QR code' }).waitFor();
});

test('an admin is not offered to move a session in', async () => {
  await createDevice(ctx, account, { label: 'Admin', engine: 'economy' });
  const page = await app.open(await app.user('admin'), { path: '/devices' });
  await cardOf(page, 'Admin').getByRole('button', { name: 'Pair', exact: true }).click();
  await page.getByRole('button', { name: 'Type a code instead' }).waitFor();

  expect(await page.getByRole('button', { name: 'Move a session' }).count()).toBe(0);
});

test('a refused token says why, and nothing typed is lost', async () => {
  const page = await app.open(await app.user('owner'), { path: '/devices?add=true' });
  await page.getByRole('button', { name: 'Official cloud' }).click();
  await page.getByLabel('Label').fill('Resmi');
  await page.getByLabel('Phone number ID').fill('1055599');
  await page.getByLabel('Access token').fill('EAAG-salah');

  await page.getByRole('button', { name: 'Check and add' }).click();
  const said = await page.getByRole('alert').innerText();

  expect(said).toMatch(
    /^The provider refuses these values\. Nothing was changed\.[\s\S]*The provider says: \S/,
  );
  await expect.poll(() => page.getByLabel('Phone number ID').inputValue()).toBe('1055599');
  await expect.poll(() => page.getByLabel('Access token').inputValue()).toBe('EAAG-salah');
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await cardOf(page, 'Resmi').count()).toBe(0);
});

longTest(
  'when no phone scans in time, the window says so, shows what helps, and offers a new code',
  async () => {
    const { id } = await createDevice(ctx, account, { label: 'Gudang', engine: 'economy' });
    const page = await app.open(await app.user('admin'), { path: '/devices' });
    await cardOf(page, 'Gudang').getByRole('button', { name: 'Pair', exact: true }).click();
    const picture = page.getByRole('img', { name: 'QR code' });
    await picture.waitFor();
    const first = await picture.getAttribute('src');

    await applyTrigger(ctx, id, 'pairing_ended', { reason: 'qr_expired' });
    ctx.bus.publish('devices');
    const ended = page.getByRole('dialog', { name: 'Not connected' });
    await ended.getByText('No phone scanned a code in time.').waitFor();
    await ended.getByText('A phone can have four linked devices.').waitFor();
    const problems = await axeProblems(page);
    await ended.getByRole('button', { name: 'Show a new code' }).click();
    await picture.waitFor();

    expect(problems).toEqual([]);
    await expect.poll(() => picture.getAttribute('src')).not.toBe(first);
  },
);

longTest(
  'when the network asks for a passkey, the QR is replaced by a link, and its end by no other QR',
  async () => {
    const number = '6281100000073';
    await line.sandbox.post('/sandbox/phones', { number });
    await line.sandbox.post(`/sandbox/numbers/${number}/faults`, { passkey: 'required' });
    await createDevice(ctx, account, { label: 'Kunci', engine: 'economy' });
    const page = await app.open(await app.user('admin'), { path: '/devices' });
    await cardOf(page, 'Kunci').getByRole('button', { name: 'Pair', exact: true }).click();
    const picture = page.getByRole('img', { name: 'QR code' });
    await picture.waitFor();

    const qr = readQr((await picture.getAttribute('src')) ?? '');
    await line.sandbox.post(`/sandbox/phones/${number}/scan`, { qr });

    const link = page.getByRole('link', { name: 'Open the page for the passkey' });
    await link.waitFor();
    const [href, problems, codes] = [
      await link.getAttribute('href'),
      await axeProblems(page),
      await picture.count(),
    ];
    await line.sandbox.post('/sandbox/faults', { close: { code: '401' } });
    const end = page
      .getByRole('dialog')
      .getByText('WhatsApp asked for a passkey, and then refused the pairing.');
    await end.waitFor();

    expect([href, problems, codes]).toEqual([
      expect.stringMatching(/\/passkey\/#[\da-f-]{36}\.[\w-]{43}$/),
      [],
      0,
    ]);
    const { rows } = await ctx.pool.query(`select wanted from devices where label = 'Kunci'`);
    expect(rows).toEqual([{ wanted: 'idle' }]);
  },
);

test('the window of a device that moves a session in asks for no QR while the network is out of reach', async () => {
  // No session of this gateway takes a live number.
  const columns = { label: 'Pindah', status: 'provisioned' } as const;
  const { id } = await insertDevice(ctx, { ...account, kind: 'live' }, columns);
  await ctx.pool.query(
    `update devices set wanted = 'connected', reason = 'network_unreachable' where id = $1`,
    [id],
  );
  const page = await app.open(await app.user('admin'), { path: '/devices' });

  await cardOf(page, 'Pindah').getByRole('button', { name: 'Pair', exact: true }).click();
  await page.getByRole('dialog', { name: 'Moving the session in' }).waitFor();
  const { rows } = await ctx.pool.query('select wanted from devices where id = $1', [id]);

  expect(rows).toEqual([{ wanted: 'connected' }]);
  await applyTrigger(ctx, id, 'connected', { phoneNumber: '6281100000076' });
  await page.getByRole('dialog', { name: 'Pindah is connected' }).waitFor();
});

longTest('a pairing without a network shows why there is no code', async () => {
  // No session of this gateway takes a live number.
  const { id } = await insertDevice(
    ctx,
    { ...account, kind: 'live' },
    { label: 'Luring', status: 'provisioned' },
  );
  const page = await app.open(await app.user('admin'), { path: '/devices', language: 'id' });
  await cardOf(page, 'Luring').getByRole('button', { name: 'Pasangkan', exact: true }).click();
  const panel = page.getByRole('dialog');
  await panel.getByText('Meminta kode dari jaringan').waitFor();

  await ctx.pool.query(`update devices set reason = 'network_name_unresolved' where id = $1`, [id]);

  const cause = panel.getByText('Nama web.whatsapp.com tidak ditemukan. Minta operator memeriksa DNS');
  await expect.poll(() => cause.isVisible()).toBe(true);
});

test('an official number is added, and keeps its token until the provider accepts a new one', async () => {
  const number = { phone_number_id: '1055577', display_phone_number: '+62 811-0000-077' };
  const register = (access_token: string) =>
    line.sandbox.post('/sandbox/cloud/numbers', { ...number, access_token, verified_name: 'Toko Resmi' });
  await register('EAAGpertama');
  const page = await app.open(await app.user('owner'), { path: '/devices?add=true' });
  const token = page.getByLabel('Access token', { exact: true });

  await page.getByRole('button', { name: 'Official cloud' }).click();
  await page.getByLabel('Label').fill('Resmi');
  await page.getByLabel('Phone number ID').fill(number.phone_number_id);
  await token.fill('EAAGpertama');
  await page.getByRole('button', { name: 'Check and add' }).click();
  await page.getByRole('dialog', { name: 'Toko Resmi is connected' }).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await cardOf(page, 'Resmi').getByText('Connected', { exact: true }).waitFor();
  await register('EAAGkedua');
  await page.getByRole('button', { name: 'Actions of Resmi' }).click();
  await page.getByRole('menuitem', { name: 'Replace token' }).click();
  await token.fill('EAAGsalah');
  await page.getByRole('button', { name: 'Check and replace' }).click();
  const refusal = await page.getByRole('alert').innerText();
  await token.fill('EAAGkedua');
  await page.getByRole('button', { name: 'Check and replace' }).click();
  await page.getByText('The new token is in use.', { exact: true }).waitFor();

  expect(refusal).toMatch(/^The provider refuses these values\. Nothing was changed\./);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

test('a device is released after its label is typed', async () => {
  await createDevice(ctx, account, { label: 'Lama', engine: 'economy' });
  const page = await app.open(await app.user('admin'), { path: '/devices' });
  await page.getByRole('button', { name: 'Actions of Lama' }).click();
  await page.getByRole('menuitem', { name: 'Release' }).click();
  await page.getByLabel('Type Lama to confirm').fill('Lam');
  const early = await releaseOf(page).isDisabled();

  await page.getByLabel('Type Lama to confirm').fill('Lama');
  await releaseOf(page).click();
  await page.getByText('The device was released.', { exact: true }).waitFor();
  await cardOf(page, 'Lama').waitFor({ state: 'detached' });

  expect(early).toBe(true);
});

test('an agent reads the state of a device, with a label that is only text, and changes nothing', async () => {
  const page = await app.open(await app.user('agent', { deviceIds: [device.id] }), { path: '/devices' });

  await page.getByRole('link', { name: HOSTILE }).click();
  await page.getByText('Messages waiting').waitFor();
  const main = page.getByRole('main');
  const buttons = await main.getByRole('button').evaluateAll((all) => all.map((each) => each.ariaLabel));

  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(HOSTILE);
  expect(await main.locator('img').count()).toBe(0);
  // The uuid can be copied.
  expect(buttons).toEqual(['Copy']);
  expect(await axeProblems(page)).toEqual([]);
});

test('a template is made, refused, changed and approved while the page is open; then the inbox offers it', async () => {
  const shop = await openOfficialShop(app);
  await shop.setTemplates([]);
  const page = await app.open(shop.staff, { path: `/devices/${shop.device_uuid}` });
  await page.getByText('No templates yet.').waitFor();
  await page.getByRole('button', { name: 'New template' }).click();
  const dialog = page.getByRole('dialog', { name: 'New template' });
  await dialog.getByLabel('Name').fill('pesanan_siap');
  const text = dialog.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('{{1}}');
  await dialog.getByLabel('{{1}}').fill('Sari');
  await dialog.getByRole('button', { name: 'Send for review' }).click();
  await dialog.getByText('Write words before the first and after the last value.').waitFor();
  await text.fill('Halo Kak ');
  await dialog.getByRole('button', { name: 'Add a value' }).click();
  await text.press('End');
  await text.pressSequentially(', pesanan siap.');
  await dialog.getByRole('button', { name: 'Add a button' }).click();
  await dialog.getByLabel('Label of button 1').fill('Saya ambil');
  const preview = dialog.getByRole('region', { name: 'What the customer sees' });
  await expect.poll(() => preview.innerText()).toBe('Halo Kak Sari, pesanan siap.\nSaya ambil');
  const problems = await axeProblems(page);
  await dialog.getByRole('button', { name: 'Send for review' }).click();

  const row = page.getByRole('row').filter({ hasText: 'pesanan_siap' });
  await row.getByText('In review').waitFor();
  const of = { name: 'pesanan_siap', language: 'id' };
  await shop.review({ ...of, status: 'REJECTED', reason: 'TAG_CONTENT_MISMATCH', category: 'MARKETING' });
  await row.getByText('Refused').waitFor();
  await row.getByText('The text does not fit its category.').waitFor();
  await row.getByText('Marketing').waitFor();
  await row.getByRole('button', { name: 'Actions for pesanan_siap (id)' }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  const change = page.getByRole('dialog', { name: 'Change pesanan_siap (id)' });
  await change.getByLabel('Footer (optional)').fill('Toko Sari');
  await change.getByRole('button', { name: 'Send for review' }).click();
  await row.getByText('In review').waitFor();
  await shop.review({ ...of, status: 'APPROVED', quality_score: 'GREEN' });
  await row.getByText('Approved').waitFor();
  await row.getByText('High').waitFor();

  expect(problems).toEqual([]);
  const chat = await app.tab(page, inbox.path);
  await chat.getByRole('link', { name: shop.name }).click();
  await chat.getByRole('button', { name: 'Choose a template' }).click();
  const offered = chat.getByRole('dialog', { name: 'Choose a template' }).getByRole('option');
  await offered.first().waitFor({ state: 'attached' });
  await expect.poll(() => offered.allInnerTexts()).toEqual(['pesanan_siap (id)']);
});

longTest('a template is copied in another language, deleted, and read by agents without acts', async () => {
  const shop = await openOfficialShop(app);
  const components = [{ type: 'BODY', text: 'Halo {{1}}, ada promo.', example: { body_text: [['Ani']] } }];
  await shop.setTemplates([
    { name: 'promo', language: 'id', category: 'MARKETING', status: 'APPROVED', components },
  ]);
  const page = await app.open(shop.staff, { path: `/devices/${shop.device_uuid}`, language: 'id' });
  await page.getByRole('button', { name: 'Tindakan untuk promo (id)' }).click();
  await page.getByRole('menuitem', { name: 'Salin ke bahasa lain' }).click();
  const dialog = page.getByRole('dialog', { name: 'Salinan promo' });
  await chooseIn(dialog.getByLabel('Bahasa'), 'Inggris (en)');
  await dialog.getByLabel('{{1}}').fill('Anna');
  await dialog.getByRole('button', { name: 'Kirim untuk ditinjau' }).click();
  const copy = page.getByRole('row').filter({ hasText: 'Ditinjau' });
  await copy.getByRole('button', { name: 'Tindakan untuk promo (en)' }).click();
  await page.getByRole('menuitem', { name: 'Hapus' }).click();
  await page
    .getByRole('dialog', { name: 'Hapus promo (en)?' })
    .getByRole('button', { name: 'Hapus' })
    .click();
  await copy.waitFor({ state: 'detached' });

  const { rows } = await ctx.pool.query('select id from devices where device_uuid = $1', [shop.device_uuid]);
  const user = await app.user('agent', { deviceIds: [rows[0].id] });
  const agent = await app.open(user, { path: `/devices/${shop.device_uuid}` });
  await agent.getByRole('row').filter({ hasText: 'promo' }).waitFor();
  expect(await agent.getByRole('button', { name: 'New template' }).count()).toBe(0);
  expect(await agent.getByRole('button', { name: /^Actions for promo/ }).count()).toBe(0);
});

longTest(
  'a template with a picture is made from a file, reviewed by the buttons of the sandbox, and sent',
  async () => {
    const shop = await openOfficialShop(app);
    await shop.setTemplates([]);
    const page = await app.open(shop.staff, { path: `/devices/${shop.device_uuid}` });
    await page.getByRole('button', { name: 'New template' }).click();
    const dialog = page.getByRole('dialog', { name: 'New template' });
    await dialog.getByLabel('Name').fill('promo_foto');
    await dialog.getByLabel('Category').selectOption({ label: 'Marketing' });
    await dialog.getByLabel('Header').selectOption({ label: 'Picture' });
    const file = dialog.getByLabel('Example for the reviewer');
    await file.setInputFiles({ name: 'a.txt', mimeType: 'image/png', buffer: Buffer.from('Halo') });
    await dialog.getByText('Choose a JPEG or PNG picture, an MP4 video or a PDF.').waitFor();
    await file.setInputFiles('sandbox/samples/picture.png');
    await dialog.getByRole('status').getByText('picture.png').waitFor();
    await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('Promo minggu ini.');
    await dialog.getByRole('button', { name: 'Add a button' }).click();
    await dialog.getByLabel('Label of button 1').fill('Mau');
    const preview = dialog.getByRole('region', { name: 'What the customer sees' });
    const picture = preview.getByRole('img', { name: 'Picture' });
    const shown = await picture.getAttribute('src');
    const problems = await axeProblems(page);
    await dialog.getByRole('button', { name: 'Send for review' }).click();
    const row = page.getByRole('row').filter({ hasText: 'promo_foto' });
    await row.getByText('In review').waitFor();

    const provider = await app.tab(page, `/sandbox?official=${shop.phone_number_id}`);
    const reviewed = provider.getByRole('listitem', { name: 'promo_foto (id)' });
    await reviewed.getByRole('button', { name: 'Refuse' }).click();
    const refusal = provider.getByRole('dialog', { name: 'Refuse promo_foto (id)' });
    await refusal.getByLabel('Reason').selectOption('ABUSIVE_CONTENT');
    await refusal.getByRole('button', { name: 'Refuse' }).click();
    await row.getByText('The text is against the rules of the provider.').waitFor();
    await row.getByRole('button', { name: 'Actions for promo_foto (id)' }).click();
    await page.getByRole('menuitem', { name: 'Change' }).click();
    const change = page.getByRole('dialog', { name: 'Change promo_foto (id)' });
    await change.getByRole('button', { name: 'Send for review' }).click();
    await change.getByText('This is required.').waitFor();
    await change.getByLabel('Example for the reviewer').setInputFiles('sandbox/samples/picture.png');
    await change.getByRole('status').getByText('picture.png').waitFor();
    await change.getByRole('button', { name: 'Send for review' }).click();
    await row.getByText('In review').waitFor();
    await reviewed.getByRole('button', { name: 'Approve' }).click();
    await row.getByText('Approved').waitFor();

    const chat = await app.tab(page, `/inbox/${await shop.conversation()}`);
    await chat.getByRole('button', { name: 'Choose a template' }).click();
    const offered = chat.getByRole('dialog', { name: 'Choose a template' });
    await offered.getByLabel('Or its address (https://…)').fill('https://example.com/promo.png');
    await offered.getByRole('button', { name: 'Send' }).click();
    await log(chat).getByText('Promo minggu ini.').waitFor();
    await log(chat).getByRole('listitem').getByText('Mau').waitFor();

    expect([shown, problems]).toEqual([expect.stringMatching(/^blob:/), []]);
    await expect
      .poll(() => log(chat).getByRole('link').getAttribute('href'))
      .toBe('https://example.com/promo.png');
  },
);

longTest(
  'a template of one-time passwords is made by its form, in the words of the provider: 390 px',
  async () => {
    const shop = await openOfficialShop(app);
    await shop.setTemplates([]);
    const page = await app.open(shop.staff, {
      path: `/devices/${shop.device_uuid}`,
      language: 'id',
      width: 390,
    });
    await page.getByRole('button', { name: 'Template baru' }).click();
    const dialog = page.getByRole('dialog', { name: 'Template baru' });
    await dialog.getByLabel('Nama', { exact: true }).fill('kode_masuk');
    await dialog.getByLabel('Kategori').selectOption('authentication');
    const preview = dialog.getByRole('region', { name: 'Yang dilihat pelanggan' });
    await preview.getByText('Kode ini kedaluwarsa dalam 10 menit.').waitFor();
    await dialog.getByLabel('Cara pelanggan memakai kode').selectOption('one_tap');
    await dialog.getByRole('button', { name: 'Tambah aplikasi' }).click();
    await dialog.getByLabel('Nama paket').fill('id.toko.app');
    await dialog.getByLabel('Hash kunci tanda tangan').fill('K8a/AINcGX7');
    const problems = await axeProblems(page);
    await dialog.getByRole('button', { name: 'Kirim untuk ditinjau' }).click();

    const row = page.getByRole('row').filter({ hasText: 'kode_masuk' });
    await row.getByText('Ditinjau').waitFor();
    await row.getByText('adalah kode verifikasi Anda').waitFor();
    expect(problems).toEqual([]);
  },
);
