import { expect, test } from 'vitest';
import { insertAccount, insertDevice } from '../../harness/rows.ts';
import { axeProblems } from '../axe.ts';
import { openApp } from './app.ts';

const app = await openApp();

test('an admin defines own fields, fills them, filters contacts by them, and a broadcast names them', async () => {
  const account = await insertAccount(app.ctx);
  await insertDevice(app.ctx, account, { status: 'connected' });
  const admin = await app.user('admin', { account });
  const people = [
    ['6281200000001', 'Budi'],
    ['6281200000002', 'Sari'],
  ];
  for (const [phone, name] of people)
    await admin.call('POST', '/app/api/contacts', { phone, name, tags: ['vip'] });
  const page = await app.open(admin, { path: '/settings/contact-fields' });
  const dialog = page.getByRole('dialog');
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await button('Add field').click();
  await dialog.getByLabel('Name').fill('Poin belanja');
  await dialog.getByLabel('Type').selectOption({ label: 'Number' });
  const problems = await axeProblems(page);
  await dialog.getByRole('button', { name: 'Add field' }).click();
  await page.getByText('{{contact.poin_belanja}}').waitFor();
  await button('Add field').click();
  await dialog.getByLabel('Name').fill('Level');
  await dialog.getByLabel('Type').selectOption({ label: 'Choice' });
  for (const level of ['emas', 'perak']) {
    await dialog.getByLabel('Choices').fill(level);
    await dialog.getByLabel('Choices').press('Enter');
  }
  await dialog.getByRole('button', { name: 'Add field' }).click();
  await page.getByText('Choice: emas, perak').waitFor();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Contacts' }).click();
  await button('Sari').click();
  await dialog.getByLabel('Poin belanja').fill('120');
  await dialog.getByLabel('Level').selectOption('emas');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await button('Add a condition').click();
  await page.getByLabel('Field', { exact: true }).selectOption('poin_belanja');
  await page.getByLabel('Comparison').selectOption('>=');
  await page.getByLabel('Value').fill('100');
  await page.getByRole('dialog').getByRole('button', { name: 'Add a condition' }).click();
  await button('Budi').waitFor({ state: 'detached' });
  await button('Sari').waitFor();
  problems.push(...(await axeProblems(page)));

  const { body } = await admin.call('GET', '/app/api/contacts');
  expect(body.data).toMatchObject([{ fields: {} }, { fields: { poin_belanja: 120, level: 'emas' } }]);
  const [device] = (await admin.call('GET', '/app/api/devices')).body.data;
  const preview = await admin.call('POST', '/app/api/broadcasts/preview', {
    ...{ device_uuid: device.device_uuid, tags: ['vip'] },
    message_template: 'Kak {nama}: {{contact.poin_belanja|0}} poin, {{contact.level|biasa}}',
  });
  expect(preview.body.samples.map(({ text }: { text: string }) => text)).toEqual([
    'Kak Budi: 0 poin, biasa',
    'Kak Sari: 120 poin, emas',
  ]);
  expect(problems).toEqual([]);
});

test('an import names columns that it would drop, and keeps them as own fields on request', async () => {
  const admin = await app.user('admin', { account: await insertAccount(app.ctx) });
  const page = await app.open(admin, { path: '/contacts/import' });
  const file = 'Nama;No HP;Kota;Ukuran Kue;Kosong\nSari;081277770001;Bandung;20 cm;\n';

  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'kontak.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByText('The import drops the columns Kota, Ukuran Kue.').waitFor();
  const problems = await axeProblems(page);
  await page.getByRole('button', { name: 'Keep them as own fields (text)' }).click();
  await page.getByText('The import drops').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Import 1 contact' }).click();
  await page.getByRole('heading', { name: 'The import is done' }).waitFor();

  const { body } = await admin.call('GET', '/app/api/contacts');
  expect(body.data).toMatchObject([{ name: 'Sari', fields: { kota: 'Bandung', ukuran_kue: '20 cm' } }]);
  expect(problems).toEqual([]);
});
