import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CONTROL_TOKEN } from '../../../sandbox/test-sandbox.ts';
import { listContacts } from '../../../src/gateway/contacts/contact.ts';
import { upsertContacts } from '../../../src/gateway/contacts/store.ts';
import { saveRates } from '../../../src/gateway/costs/rates/rates.ts';
import { DAY } from '../../../src/platform/lib/clock.ts';
import { inbound, receiver } from '../../harness/conversations.ts';
import { longTest } from '../../harness/long-test.ts';
import { pictureOf } from '../../harness/pictures.ts';
import { axeProblems } from '../axe.ts';
import { openOfficialShop } from './chats.ts';
import { HOSTILE, openReachout, PHONES, TAGS } from './reachout-scene.ts';

const { app, ctx, account, line, device, admin } = await openReachout();

test('a broadcast to three tags is previewed, sent once to each phone, and followed live', async () => {
  const page = await app.open(admin, { path: '/broadcasts/new' });
  await page.getByLabel('Name of the broadcast').fill('Promo');
  await page.getByLabel('Device').selectOption(device.device_uuid);
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('Halo {{nama}}');
  for (const tag of TAGS) await page.getByLabel(new RegExp(`^${tag}`)).check();
  await page.getByLabel('Shortest pause in seconds').fill('0');
  await page.getByLabel('Longest pause in seconds').fill('0');

  await page
    .getByText('“{{nama}}” is not a placeholder: customers see its marks. Write {nama} for the name.')
    .waitFor();
  await text.fill('Halo {nama}');
  await page.getByText(`Halo ${HOSTILE}`, { exact: true }).waitFor();
  const problems = await axeProblems(page);
  await page.getByRole('button', { name: 'Review and send' }).click();
  await page.getByRole('button', { name: 'Send 3 messages' }).click();
  await page.getByText('3 of 3 sent').waitFor();

  expect(problems).toEqual([]);
  expect(await Promise.all(PHONES.map((phone) => line.textsAt(phone)))).toEqual([
    [`Halo ${HOSTILE}`],
    ['Halo Kak 1'],
    ['Halo Kak 2'],
  ]);
});

test('the results of a broadcast lead to the people of a stage, their file and their chats', async () => {
  const { body } = await admin.call('GET', '/app/api/broadcasts');
  const id = body.data[0].id;
  await receiver(ctx)(
    inbound({ ...device, account_id: account.id }, PHONES[1] ?? '', { body: 'Masih ada?' }),
  );
  const page = await app.open(admin, { path: `/broadcasts/${id}` });

  await page.getByRole('link', { name: /^Replied 1 33\.3%/ }).click();
  const people = page.getByRole('table', { name: 'Have replied' });
  await people.getByText('Kak 1').waitFor();
  const problems = await axeProblems(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  await people.getByRole('link', { name: 'Open the chat with Kak 1' }).click();
  await page.getByRole('main').getByText('Masih ada?').first().waitFor();

  expect(file.split('\r\n')[1]).toMatch(/^62812-0000-0002,Kak 1,\d+,(sent|delivered|read),,,[\w-]{36},text$/);
  expect(problems).toEqual([]);
});

test('those who have not replied get a second broadcast, from a copy of the first', async () => {
  const { body } = await admin.call('GET', '/app/api/broadcasts');
  const page = await app.open(admin, {
    path: `/broadcasts/${body.data[0].id}?stage=not_replied`,
    width: 390,
  });

  await page.getByRole('link', { name: 'Write to them again' }).click();
  await page.getByLabel('Recipients of “Promo”').waitFor();
  await page.getByLabel('Text', { exact: true }).fill('Masih ada, {nama}');
  await page.getByText('2 recipients').first().waitFor();
  const problems = await axeProblems(page);
  await page.getByRole('button', { name: 'Review and send' }).click();
  await page.getByRole('button', { name: 'Send 2 messages' }).click();
  await page.getByText('2 of 2 sent').waitFor();

  expect((await line.textsAt(PHONES[0] ?? '')).at(-1)).toBe(`Masih ada, ${HOSTILE}`);
  expect(await line.textsAt(PHONES[1] ?? '')).not.toContain('Masih ada, Kak 1');
  expect(problems).toEqual([]);
});

test('an import shows bad rows with their lines before it sends, and reports them after it', async () => {
  const page = await app.open(admin, { path: '/contacts/import' });
  const file = 'Nama,No HP,Tag\nSari,0812-7777-0001,baru\nTanpa,,\nPendek,0812,\nSari 2,081277770001,\n';

  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'pelanggan.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  const rows = page.locator('section', { hasText: 'Rows that are left out' }).locator('tbody tr');
  await rows.first().waitFor();
  const shown = (await rows.allInnerTexts()).map((row) => row.split('\t'));
  const problems = await axeProblems(page);
  await page.getByRole('button', { name: 'Import 1 contact' }).click();
  await page.getByRole('heading', { name: 'The import is done' }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the list' }).click();
  const report = await readFile(await (await download).path(), 'utf8');

  expect(shown.map(([number, reason]) => [number, reason])).toEqual([
    ['3', 'No number'],
    ['4', 'Not a phone number of 8 to 15 digits'],
    ['5', 'Same number as line 2'],
  ]);
  expect(report).toContain('3,No number,Tanpa');
  expect(problems).toEqual([]);
});

test('an import adds tags, reads numbers without their 0, and is undone later the same day', async () => {
  const known = {
    account_id: account.id,
    phone: '6281322223333',
    name: 'Wati',
    tags: ['langganan', 'reseller'],
  };
  await upsertContacts(ctx.db, [known], ctx.now());
  // As Excel writes "Unicode text". The first column has row numbers.
  const file = '\ufeffNo\tNama\tNo HP\r\n1\tIbu Wati\t81322223333\r\n2\tSari\t0812-7777-0009\r\n';
  const rowsOf = async (phone: string) => (await searched(phone)).map(({ name, tags }) => ({ name, tags }));
  const page = await app.open(admin, { path: '/contacts/import' });
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'excel.txt', mimeType: 'text/plain', buffer: Buffer.from(file, 'utf16le') });

  await page.getByText('1 number seems to be of Indonesia, without its 0: read it as such').waitFor();
  const preview = page.getByRole('table', { name: 'Preview' }).locator('tbody tr');
  await expect
    .poll(() => preview.allInnerTexts())
    .toEqual(['2\t+6281322223333\tIndonesia\tIbu Wati\t\t', '3\t+6281277770009\tIndonesia\tSari\t\t']);
  await page.getByLabel('Tags for all of them').fill('pameran');
  // A real press: the tag becomes a chip, and the button stays where it is.
  const button = page.getByRole('button', { name: 'Import 2 contacts' });
  await button.scrollIntoViewIfNeeded();
  const box = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + box.width / 2, box.y + 2);
  await page.mouse.down();
  await page.getByText('Then 2 tags go, of 1 contact').waitFor();
  await page.mouse.up();
  await page.getByRole('heading', { name: 'The import is done' }).waitFor();
  const imported = [
    await rowsOf('6281322223333'),
    await rowsOf('6281277770009'),
    await rowsOf('81322223333'),
  ];

  await page.getByRole('link', { name: 'Show the contacts' }).click();
  const line = page.getByText(/^Import of .*: 1 new, 1 changed\./);
  await line.waitFor();
  const problems = await axeProblems(page);
  await page.getByRole('button', { name: 'Undo the import' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click();
  await page.getByText('The import is undone. Removed: 1. As before: 1.').first().waitFor();
  await line.waitFor({ state: 'detached' });

  expect(imported).toEqual([
    [{ name: 'Ibu Wati', tags: ['langganan', 'pameran', 'reseller'] }],
    [{ name: 'Sari', tags: ['pameran'] }],
    [],
  ]);
  expect([await rowsOf('6281322223333'), await rowsOf('6281277770009')]).toEqual([
    [{ name: 'Wati', tags: ['langganan', 'reseller'] }],
    [],
  ]);
  expect(problems).toEqual([]);
});

longTest(
  'a number without its 0 is asked about before it is stored, and before it is written to',
  async () => {
    const page = await app.open(admin, { path: '/contacts' });
    const add = async (phone: string) => {
      await page.getByRole('button', { name: 'Add contact' }).click();
      await page.getByRole('dialog').getByLabel('Number').fill(phone);
      await page.getByRole('button', { name: 'Save' }).click();
    };
    const isClosed = () => page.getByRole('dialog').waitFor({ state: 'detached' });

    await add('81388880001');
    const question = page.getByText('81388880001 looks like a number of Indonesia without its 0.');
    await question.waitFor();
    const unasked = await searched('8138888000');
    const problems = await axeProblems(page);
    await page.getByRole('button', { name: 'Use +6281388880001' }).click();
    await isClosed();
    await add('81388880002');
    await page.getByRole('button', { name: 'Keep +81388880002 (Japan)' }).click();
    await isClosed();
    await page.goto(`${app.base}/app/inbox`);
    await line.sandbox.post('/sandbox/phones', { number: '6281388880003' });
    await page.getByRole('button', { name: 'New chat' }).click();
    await page.getByLabel('Number or name of the customer').fill('81388880003');
    await page.getByLabel('Message').fill('Halo, Kak');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Use +6281388880003' }).click();
    await line.sandbox.messageAt('6281388880003', 'Halo, Kak');

    expect(unasked).toEqual([]);
    expect((await searched('+62813888800')).map(({ phone }) => phone)).toEqual(['6281388880001']);
    expect((await searched('+8138888000')).map(({ phone }) => phone)).toEqual(['81388880002']);
    expect(problems).toEqual([]);
  },
);

async function searched(phone: string) {
  const { contacts } = await listContacts(ctx, account, { q: phone, page: 1, per_page: 50 });
  return contacts;
}

test('contacts are found by name, show hostile names as text, and are exported without a formula', async () => {
  const page = await app.open(admin, { path: '/contacts', width: 375, language: 'id', theme: 'dark' });

  await page.getByRole('searchbox').fill('HYPERLINK');
  await page.getByText('1 kontak').waitFor();
  const name = await page.locator('tbody button').innerText();
  const problems = await axeProblems(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Ekspor' }).click();
  const file = await readFile(await (await download).path(), 'utf8');

  expect(name).toBe(HOSTILE);
  expect(file).toContain(`62812-0000-0001;"'=HYPERLINK(""http://evil.example"")`);
  expect(file).not.toContain('Kak 1');
  expect(problems).toEqual([]);
});

test('a scheduled broadcast is paused, resumed and cancelled, and reaches no phone', async () => {
  const inTwoDays = new Date(Date.now() + 2 * DAY).toISOString().slice(0, 16);
  const page = await app.open(admin, { path: '/broadcasts/new' });
  await page.getByLabel('Name of the broadcast').fill(HOSTILE);
  await page.getByLabel('Device').selectOption(device.device_uuid);
  await page.getByLabel('Text', { exact: true }).fill('Besok');
  await page.getByLabel(/^vip/).check();
  await page.getByLabel('Start', { exact: true }).fill(inTwoDays);
  await page.getByRole('button', { name: 'Review and schedule' }).click();
  await page.getByRole('button', { name: 'Schedule 1 message' }).click();
  const main = page.getByRole('main');
  await main.getByText('Scheduled', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Pause' }).click();
  await main.getByText('You or a colleague paused it.').waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await main.getByText('Scheduled', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Cancel broadcast' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel this broadcast?' });
  await question.getByRole('button', { name: 'Cancel broadcast' }).click();
  await main.getByText('Cancelled', { exact: true }).first().waitFor();

  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(HOSTILE);
  await expect.poll(() => page.getByRole('button', { name: /Pause|Resume|Cancel/ }).count()).toBe(0);
  expect((await Promise.all(PHONES.map(line.textsAt))).flat()).not.toContain('Besok');
});

test('a scheduled broadcast is changed after a test to oneself, and rests in its quiet hours', async () => {
  const ids = (await admin.call('GET', '/app/api/contacts')).body.data.map(({ id }: { id: number }) => id);
  const plan = {
    device_uuid: device.device_uuid,
    name: 'Besok',
    message_template: 'Besok',
    contact_ids: ids,
  };
  const scheduled_at = new Date(Date.now() + DAY).toISOString();
  const { body } = await admin.call('POST', '/app/api/broadcasts', { ...plan, scheduled_at });
  const hour = ctx.now().getHours();
  const clock = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:00`;
  const page = await app.open(admin, { path: `/broadcasts/${body.id}` });
  await page.getByRole('link', { name: 'Change broadcast' }).click();
  await page.getByLabel('Text', { exact: true }).fill('Nanti malam, {nama}');

  await page.getByLabel('Send a test to your own number').fill(PHONES[2] ?? '');
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect.poll(() => line.textsAt(PHONES[2] ?? '')).toContain('Nanti malam, Budi');
  await page.getByLabel('Quiet hours').check();
  await page.getByLabel('Quiet from').fill(clock(0));
  await page.getByLabel('Until').fill(clock(2));
  await page.getByLabel('Start', { exact: true }).fill('');
  await page.getByText('The recipients stay as they are.').waitFor();
  await page.getByRole('button', { name: 'Change the recipients' }).click();
  await page.getByRole('checkbox', { name: /^vip/ }).check();
  const problems = await axeProblems(page);
  await page.getByRole('button', { name: 'Save and start now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send 1 message' }).click();
  await page.getByText('Quiet hours: it goes on by itself').waitFor();

  const changed = await admin.call('GET', `/app/api/broadcasts/${body.id}`);
  expect([problems, changed.body.total_recipients < ids.length]).toEqual([[], true]);
  expect(await line.textsAt(PHONES[0] ?? '')).not.toContain(`Nanti malam, ${HOSTILE}`);
  await admin.call('POST', `/app/api/broadcasts/${body.id}/cancel`);
});

test('a picture is chosen, replaced after a refusal, and reaches the phone with its caption', async () => {
  const picture = Buffer.from(await pictureOf('image/jpeg', 640, 480));
  const page = await app.open(admin, { path: '/broadcasts/new', width: 390 });
  const choose = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /^Choose a(nother)? file$/ }).click();
    await (await chooser).setFiles({ name, mimeType: 'image/jpeg', buffer });
  };
  await page.getByLabel('Name of the broadcast').fill('Kue');
  await page.getByLabel('Device').selectOption(device.device_uuid);
  await page.getByLabel(/^lama/).check();

  await choose('rusak.jpg', Buffer.from('Halo'));
  await page.getByRole('alert').getByText('rusak.jpg').waitFor();
  app.forgive(/415/);
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose('kue.jpg', picture);
  await page.getByLabel('Caption (may be empty)').fill('Kue baru, {nama}');
  await page.getByRole('img', { name: 'kue.jpg' }).nth(1).waitFor();
  await page.getByText('Kue baru, Kak 2').waitFor();
  const problems = await axeProblems(page);
  await page.getByRole('button', { name: 'Review and send' }).click();
  await page.getByRole('button', { name: 'Send 1 message' }).click();
  await page.getByText('1 of 1 sent').waitFor();
  await page.getByRole('main').getByRole('img', { name: 'kue.jpg' }).waitFor();

  const { wa_message_id } = await line.sandbox.messageAt(PHONES[2] ?? '', 'Kue baru, Kak 2');
  const path = `/sandbox/phones/${PHONES[2]}/messages/${wa_message_id}/media`;
  const sent = await fetch(`${line.sandbox.current.url}${path}`, {
    headers: { 'x-sandbox-control': CONTROL_TOKEN },
  });
  expect(Buffer.from(await sent.arrayBuffer()).equals(picture)).toBe(true);
  expect(problems).toEqual([]);
});

test('new broadcasts begin with the quiet hours of the account', async () => {
  const page = await app.open(admin, { path: '/settings/business-hours' });
  await page.getByLabel('Quiet hours').check();
  await page.getByLabel('Quiet from').fill('22:15');
  const problems = await axeProblems(page);
  await page
    .locator('section', { hasText: 'Quiet hours of broadcasts' })
    .getByRole('button', { name: 'Save' })
    .click();
  await page.getByText('The quiet hours are saved.').first().waitFor();

  const composer = await app.tab(page, '/broadcasts/new');
  await expect.poll(() => composer.getByLabel('Quiet from').inputValue()).toBe('22:15');
  expect(problems).toEqual([]);
  await admin.call('PUT', '/app/api/quiet-hours', { quiet_hours: null });
});

longTest('a draft is thrown away after a question alone', async () => {
  const page = await app.open(admin, { path: '/broadcasts/new' });
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('Belum selesai');

  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  const kept = await text.inputValue();
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  expect(kept).toBe('Belum selesai');
  await expect.poll(() => text.inputValue()).toBe('');
});

test('an opt-out is added and removed by hand', async () => {
  const page = await app.open(admin, { path: '/broadcasts/opt-outs' });
  const removeIt = page.getByRole('button', { name: 'Remove 6281200000009' });
  await page.getByText('No opt-outs yet').waitFor();

  await page.getByLabel('Add a number').fill('12');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('This is not a phone number.').waitFor();
  await page.getByLabel('Add a number').fill('0812-0000-0009');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('6281200000009 gets no more broadcasts.').first().waitFor();
  await removeIt.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();

  await page.getByText('No opt-outs yet').waitFor();
  await expect.poll(() => removeIt.count()).toBe(0);
});

test('two people with hostile names are merged into one, and separated again', async () => {
  const receive = receiver(ctx);
  const row = { ...device, account_id: account.id };
  for (const phone of PHONES.slice(0, 2)) await receive(inbound(row, phone));
  const page = await app.open(admin, { path: '/contacts?q=Kak%201' });
  const contact = page.getByRole('dialog', { name: 'Edit contact' });
  const merge = page.getByRole('dialog', { name: 'Merge with another person' });
  await page.locator('tbody button').click();

  await contact.getByRole('button', { name: 'Merge with another person' }).click();
  await merge.getByRole('searchbox', { name: 'The other person' }).fill('HYPERLINK');
  await merge.getByRole('radio', { name: HOSTILE }).check();
  await merge.getByRole('button', { name: 'Merge', exact: true }).click();
  await contact.getByText(`Also ${PHONES[0]}`).waitFor();
  const problems = await axeProblems(page);
  await contact.getByRole('button', { name: 'Separate' }).click();
  const question = page.getByRole('dialog', { name: 'Show them apart again?' });
  await question.getByRole('button', { name: 'Separate' }).click();
  await contact.getByText(`Also ${PHONES[0]}`).waitFor({ state: 'detached' });

  expect(await page.locator('img[src=x]').count()).toBe(0);
  expect(problems).toEqual([]);
});

longTest(
  'a QR and a widget of an address of this machine alone say so, with the address and the setting',
  async () => {
    const link = { name: 'Kasir', slug: 'kasir', device_uuid: device.device_uuid, text: 'Halo' };
    await admin.call('POST', '/app/api/entry-points', link);
    const widget = { name: 'Toko', mode: 'button', allowed_origins: ['https://toko.example'] };
    const { body } = await admin.call('POST', '/app/api/widgets', {
      ...widget,
      device_uuid: device.device_uuid,
    });
    const page = await app.open(admin, { path: '/entry-points' });
    const warning = page.getByText('This address works on this machine alone.');
    await warning.waitFor();

    await page.getByRole('button', { name: 'QR code' }).click();
    const dialog = page.getByRole('dialog');
    const said = await dialog.getByText('KURIR_PUBLIC_URL').innerText();
    const shown = await dialog.getByText('/l/kasir').innerText();
    const problems = await axeProblems(page);
    await page.goto(`${app.base}/app/entry-points/widgets/${body.id}`);
    await warning.waitFor();

    expect(said).toMatch(/^This address works on this machine alone\. .*KURIR_PUBLIC_URL/);
    expect([shown, problems]).toEqual([`${app.base}/l/kasir`, []]);
  },
);

longTest('a widget has the only number of the account, and the name of a site is enough', async () => {
  const page = await app.open(admin, { path: '/entry-points/widgets/new' });
  await page.getByLabel('Name', { exact: true }).fill('Melati');

  await page.getByLabel(/^Websites/).fill('tokomelati.example localhost:3000');
  await page.getByRole('button', { name: 'Create widget' }).click();
  await page.waitForURL(/widgets\/[\w-]{36}$/);
  const { body } = await admin.call('GET', '/app/api/widgets');

  expect(body.data.find(({ name }: { name: string }) => name === 'Melati')).toMatchObject({
    device_uuid: device.device_uuid,
    allowed_origins: ['https://tokomelati.example', 'http://localhost:3000'],
  });
});

// The last one: it adds a number, and an earlier test needs an account with one.
test('from an official number a text warns, and a template reaches a person who never wrote', async () => {
  const [official, phone] = [await openOfficialShop(app), '6281377788811'];
  await official.staff.call('POST', '/app/api/sandbox/phones', { number: phone, name: 'Rina' });
  await official.staff.call('POST', '/app/api/contacts', { phone, name: 'Rina', tags: ['resmi'] });
  const components = [{ type: 'BODY', text: 'Halo {{1}}, ada {{2}}.' }];
  const rate = { market: 'Indonesia', category: 'marketing', valid_from: '2026-01-01', currency: 'IDR' };
  await saveRates(app.ctx, [{ ...rate, amount: '586.33' }]);
  const approved = { language: 'id', category: 'MARKETING', status: 'APPROVED', components };
  await official.setTemplates([{ name: 'promo', ...approved }]);
  const page = await app.open(official.staff, { path: '/broadcasts/new' });
  await page.getByLabel('Name of the broadcast').fill('Promo resmi');
  await page.getByLabel('Device').selectOption(official.device_uuid);
  await page.getByLabel('Text', { exact: true }).fill('Halo {nama}');
  await page.getByLabel(/^resmi/).check();
  await page.getByLabel('Shortest pause in seconds').fill('0');
  await page.getByLabel('Longest pause in seconds').fill('0');

  await page.getByText(/^0 of them have written to this number in the last 24 hours\./).waitFor();
  await page.getByLabel('Kind of message').selectOption('template');
  await page.getByText('Choose a template and fill its values.').waitFor();
  await page.getByLabel('{{1}}').fill('{nama}');
  await page.getByLabel('{{2}}').fill('diskon');
  await page.getByText('Halo Rina, ada diskon.', { exact: true }).waitFor();
  await page.getByText('1 message (Marketing) costs about').waitFor();
  await page.getByText('Indonesia: 1 × IDR 586.33').waitFor();
  const problems = await axeProblems(page);
  await page.getByRole('button', { name: 'Review and send' }).click();
  await page.getByRole('button', { name: 'Send 1 message' }).click();
  await page.getByText('1 of 1 sent').waitFor();

  expect(problems).toEqual([]);
  expect(await official.texts(phone)).toEqual(['Halo Rina, ada diskon.']);
});
