import { expect, test } from 'vitest';
import { inbound, receiver } from '../../harness/conversations.ts';
import { insertAccount, insertDevice } from '../../harness/rows.ts';
import { axeProblems } from '../axe.ts';
import { openApp } from './app.ts';

const app = await openApp();

const BUDI = { phone: '6281200000001', name: 'Budi Santoso', tags: ['vip', 'jakarta'] };
const SARI = { phone: '6281200000002', name: 'Sari', tags: ['vip'] };

/** The admin of an account with two contacts, of whom Budi has a chat. */
async function openShop() {
  const account = await insertAccount(app.ctx);
  const device = await insertDevice(app.ctx, account, { status: 'connected' });
  const admin = await app.user('admin', { account });
  await admin.call('POST', '/app/api/contact-fields', { name: 'level', type: 'text' });
  for (const contact of [BUDI, SARI]) await admin.call('POST', '/app/api/contacts', contact);
  const { body } = await admin.call('GET', '/app/api/contacts');
  const [budi, sari] = body.data.map(({ id }: { id: number }) => id);
  const change = { email: 'budi@example.com', notes: 'Alergi kacang', fields: { level: 'emas' } };
  await admin.call('PATCH', `/app/api/contacts/${budi}`, change);
  await receiver(app.ctx)(inbound(device, BUDI.phone));
  await admin.call('POST', '/app/api/opt-outs', { phone: SARI.phone });
  return { admin, device, budi, sari };
}

test('a filter becomes a segment, and a broadcast is sent to it', async () => {
  const { admin, device } = await openShop();
  const page = await app.open(admin, { path: '/contacts' });
  const dialog = page.getByRole('dialog');

  await page.getByLabel('Consent').selectOption({ label: 'Gets broadcasts' });
  await page.getByLabel('Last message').selectOption({ label: 'Message in the last 30 days' });
  await page.getByText('1 contact', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save as segment' }).click();
  await dialog.getByLabel('Name').fill('Aktif');
  const problems = await axeProblems(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Rename the segment' }).click();
  await dialog.getByLabel('Name').fill('Aktif sebulan');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The segment Aktif sebulan is saved.').waitFor();
  const composer = await app.tab(page, '/broadcasts/new');
  await composer.getByLabel('Name of the broadcast').fill('Promo');
  await composer.getByLabel('Device').selectOption(device.device_uuid);
  await composer.getByLabel('Text', { exact: true }).fill('Halo {nama}');
  await composer.getByLabel('Segment').selectOption({ label: 'Aktif sebulan' });
  await composer.getByText('1 recipient', { exact: true }).waitFor();
  const inComposer = await axeProblems(composer);
  await composer.getByRole('button', { name: 'Review and send' }).click();
  await composer.getByRole('button', { name: 'Send 1 message' }).click();
  await composer.getByRole('heading', { name: 'Promo' }).waitFor();

  const { body } = await admin.call('GET', '/app/api/contacts/segments');
  expect(body.data).toMatchObject([
    { name: 'Aktif sebulan', filter: { consent: 'not_opted_out', active_days: 30 } },
  ]);
  const sent = (await admin.call('GET', '/app/api/broadcasts')).body.data;
  expect(sent).toMatchObject([{ name: 'Promo', total_recipients: 1 }]);
  expect([...problems, ...inComposer]).toEqual([]);
});

test('the page of a contact shows facts, chats and consent, and changes them', async () => {
  const { admin, device, budi } = await openShop();
  const page = await app.open(admin, { path: `/contacts/${budi}` });

  await page.getByRole('heading', { name: 'Budi Santoso' }).waitFor();
  for (const text of ['budi@example.com', 'jakarta', 'emas', 'Alergi kacang', device.label])
    await page.getByText(text).first().waitFor();
  await page.getByText('No broadcast has a message to this person yet.').waitFor();
  await page.getByRole('button', { name: 'Opt out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Opt out' }).click();
  await page.getByText('By your team').waitFor();
  await page.getByRole('button', { name: 'Edit contact' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Pak Budi');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Pak Budi' }).waitFor();
  const problems = await axeProblems(page);

  expect((await admin.call('GET', `/app/api/contacts/${budi}/consent`)).body.opted_out).toBe(true);
  expect(problems).toEqual([]);
});
