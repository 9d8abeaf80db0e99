import { expect, test } from 'vitest';
import { phoneText } from '../../../web/src/numbers/phone-text.ts';
import { axeProblems } from '../axe.ts';
import { openPhoneApp } from './app.ts';
import { field, inbox, log, openShop } from './chats.ts';

const SHOP = '6281100000055';
const [ANI, BUDI] = ['6281300000001', '6281300000002'];
const app = await openPhoneApp();
const { customer } = await openShop(app, SHOP);

test('staff lets a number take part in groups, reads who wrote apart from customers, and answers', async () => {
  const { sandbox } = app.line;
  await sandbox.post('/sandbox/phones', { number: ANI, name: 'Bu Ani' });
  await sandbox.post('/sandbox/phones', { number: BUDI, name: '<b>Budi</b>' });
  const { body: group } = await sandbox.post('/sandbox/groups', {
    subject: 'Reseller Jaya',
    description: 'Harga <i>grosir</i>',
    members: [ANI, BUDI, SHOP],
  });
  const say = (number: string, text: string) =>
    sandbox.post(`/sandbox/phones/${number}/messages`, {
      ...{ to: SHOP, text, group: { id: group.id, name: '' } },
    });
  const { name } = await customer('Kuenya ada?');
  const admin = await app.user('admin');
  const page = await app.open(admin, { path: '/devices' });

  await page
    .getByRole('button', { name: /^Actions of/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Take part in groups' }).click();
  await page.getByText('Take part in groups').waitFor({ state: 'detached' });
  await expect.poll(async () => (await admin.call('GET', '/app/api/devices')).body.data[0].groups).toBe('on');
  await page
    .getByRole('button', { name: /^Actions of/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Let automation answer mentions in groups' }).click();
  await expect
    .poll(async () => (await admin.call('GET', '/app/api/devices')).body.data[0].group_automation)
    .toBe('mentioned');
  await say(ANI, 'Ada stok brownies?');
  await say(BUDI, 'Saya pesan dua');
  const chats = await app.open(admin, inbox);
  await chats.getByRole('link', { name }).first().waitFor();
  const shown = await chats.getByRole('link', { name: 'Reseller Jaya' }).count();
  await chats.getByRole('button', { name: 'Groups' }).click();
  await chats.getByRole('link', { name: 'Reseller Jaya' }).click();
  await log(chats).getByText('Saya pesan dua').waitFor();
  await log(chats).getByText('<b>Budi</b>').waitFor();
  expect(await chats.getByText('Resolved').count()).toBe(1);
  const panel = chats.getByRole('complementary', { name: 'Details' });
  const members = await panel.locator('section', { hasText: '3 members' }).innerText();
  const problems = await axeProblems(chats);
  await field(chats).fill('Ada, Kak');
  await field(chats).press('Enter');
  await log(chats).getByText('Ada, Kak').waitFor();

  expect(members.split('\n').filter(Boolean).slice(1)).toEqual([
    ...[
      'Harga <i>grosir</i>',
      'Bu Ani',
      'Admin',
      phoneText(ANI),
      '<b>Budi</b>',
      phoneText(BUDI),
      phoneText(SHOP),
    ],
  ]);
  expect(shown).toBe(0);
  await expect
    .poll(async () => JSON.stringify((await sandbox.get(`/sandbox/phones/${ANI}/messages`)).body))
    .toContain('Ada, Kak');
  expect(problems).toEqual([]);
});

test('staff finds a group of the number by its subject, and writes the first message', async () => {
  const { sandbox } = app.line;
  const members = [ANI, BUDI, SHOP];
  const { body: group } = await sandbox.post('/sandbox/groups', { subject: 'Arisan RT 5', members });
  const agent = await app.user('admin');
  const page = await app.open(agent, inbox);

  await page.getByRole('button', { name: 'New chat' }).click();
  const to = page.getByLabel('Number or name of the customer, or a group');
  await to.fill('arisan');
  await page.locator(`datalist option[value="${group.id}"]`).waitFor({ state: 'attached' });
  await to.fill(group.id);
  expect(await to.inputValue()).toBe('Arisan RT 5');
  await page.getByLabel('Message', { exact: true }).fill('Halo semua');
  await page.getByRole('button', { name: 'Send', exact: true }).click();

  await log(page).getByText('Halo semua').waitFor();
  await page.getByRole('heading', { name: 'Arisan RT 5' }).waitFor();
  await expect
    .poll(async () => JSON.stringify((await sandbox.get(`/sandbox/phones/${ANI}/messages`)).body))
    .toContain('Halo semua');
});
