import { expect, test } from 'vitest';
import { axeProblems } from '../axe.ts';
import { openPhoneApp } from './app.ts';
import { field, inbox, log, openChat, openShop, owner } from './chats.ts';

const app = await openPhoneApp();
const { customer } = await openShop(app, '6281100000044');

test('a row has the last words of the customer below an answer, and a draft until it is sent', async () => {
  const page = await app.open(await app.user('owner'), inbox);
  const { name } = await customer('Apakah kue tart cokelat masih ada untuk besok pagi?', 'Sari Kue');
  const row = page.getByRole('link', { name });
  const other = await customer('Halo', 'Lain Orang');

  await openChat(page, name);
  await field(page).fill('Masih ada, Kak');
  await page.keyboard.press('Enter');
  await log(page).getByText('Masih ada, Kak').waitFor();
  await row.getByRole('img', { name: 'Answered' }).waitFor();
  const answered = await row.innerText();
  await field(page).fill('Mau berapa?');
  await openChat(page, other.name);
  await row.getByText('Draft:').waitFor();

  expect(answered).toContain('Apakah kue tart cokelat');
  expect(answered).not.toContain('Masih ada, Kak');
  expect(await row.innerText()).toContain('Mau berapa?');
  expect(await axeProblems(page)).toEqual([]);
});

test('the navigation, the view and its rows count the same chats', async () => {
  const page = await app.open(await app.user('owner'), { path: '/inbox?view=needs' });
  const { name } = await customer('Ada yang bisa bantu?', 'Menunggu Satu');
  const rows = page.getByRole('list', { name: 'Chats' }).getByRole('listitem');
  const needs = page.getByRole('button', { name: /^Needs answer/ });
  const badge = page.getByRole('link', { name: /^Inbox/ });
  await rows.filter({ hasText: name }).waitFor();
  const counts = async () => [
    await rows.count(),
    ...[await needs.innerText(), await badge.innerText()].map((text) => Number(/\d+/.exec(text)?.[0] ?? 0)),
  ];

  await expect.poll(async () => new Set(await counts()).size).toBe(1);
  const [before = 0] = await counts();
  await openChat(page, name);
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();

  await expect.poll(async () => (await counts()).slice(1)).toEqual([before - 1, before - 1]);
});

test('a chat whose answer is due says so in words, and the bell counts it', async () => {
  const staff = await app.user('owner');
  await staff.call('PATCH', '/app/api/conversations/settings', { first_answer_minutes: 3 });
  const { name, number } = await customer('Buka jam berapa?', 'Target Satu');
  const page = await app.open(staff, { path: '/inbox?view=needs' });
  const row = page.getByRole('link', { name });

  await row.getByText(/^Due in [23] min$/).waitFor();
  await page.getByRole('button', { name: /^For you/ }).click();
  await page.getByText(`The answer to ${name} is due soon`).waitFor();
  await page.keyboard.press('Escape');
  await app.ctx.pool.query(
    `update conversations set waiting_since = waiting_since - interval '10 minutes' where phone = $1`,
    [number],
  );
  await page.reload();

  await row.getByText(/^Overdue [78] min$/).waitFor();
  await page.getByRole('button', { name: /^For you, \d+/ }).waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await staff.call('PATCH', '/app/api/conversations/settings', { first_answer_minutes: null });
});

test('after an end the next chat opens; undo brings the ended one back, with its wait', async () => {
  const page = await app.open(await app.user('owner'), { path: '/inbox?view=needs' });
  const first = await customer('Pesanan saya di mana?', 'Urutan Satu');
  const second = await customer('Mau tanya harga', 'Urutan Dua');
  await openChat(page, first.name);
  await page.getByRole('heading', { name: 'Inbox' }).click();
  const row = page.getByRole('link', { name: first.name });

  await page.keyboard.press('e');
  await page.getByRole('heading', { name: second.name, level: 2 }).waitFor();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await row.getByText('Unassigned').waitFor();

  expect(await row.innerText()).toContain('Pesanan saya di mana?');
});

test('several chats get a label and a colleague, are ended, and come back', async () => {
  await app.user('agent', { name: 'Budi Borongan' });
  const owner = await app.user('owner');
  await owner.call('POST', '/app/api/labels', { name: 'Grosir', color: 'purple' });
  const names = ['Borong Satu', 'Borong Dua', 'Borong Tiga'];
  for (const name of names) await customer('Beli banyak', name);
  const page = await app.open(owner, { path: '/inbox?view=all' });
  const row = (name = '') => page.getByRole('listitem').filter({ hasText: name });
  const bar = page.getByRole('region', { name: 'Selected chats' });
  const choose = async () => {
    // The bar of the last choice is gone, and the first choice draws it again: both move the rows.
    await bar.waitFor({ state: 'detached' });
    for (const [n, name] of names.entries()) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).check({ timeout: 6000 });
      await bar.getByText(`${n + 1} selected`).waitFor();
    }
  };

  await choose();
  const problems = await axeProblems(page);
  await bar.getByRole('button', { name: 'Add a label' }).click();
  await page.getByRole('menuitem', { name: 'Grosir' }).click();
  await page.getByText('3 chats labelled.').waitFor();
  for (const name of names) await row(name).getByText('Grosir').waitFor();
  await choose();
  await bar.getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('menuitemcheckbox', { name: /Me/ }).click();
  for (const name of names) await row(name).getByText(owner.user.name).waitFor();
  await choose();
  await bar.getByRole('button', { name: 'Resolve' }).click();
  for (const name of names) await row(name).waitFor({ state: 'detached' });
  await page.getByText('3 chats resolved.').locator('..').getByRole('button', { name: 'Undo' }).click();
  for (const name of names) await row(name).getByText(owner.user.name).waitFor();

  expect(problems).toEqual([]);
});

test('an assignment marks the chat for the assignee, is in the list for them, and is read there', async () => {
  const budi = await app.user('admin', { name: 'Budi Tugas' });
  const rina = await app.user('owner', { name: 'Rina Tugas' });
  const page = await app.open(budi, { path: '/inbox?view=all' });
  const { name } = await customer('Barang saya rusak', 'Oki Keluhan');
  const row = page.getByRole('link', { name });
  await row.waitFor();
  const { body } = await rina.call('GET', '/app/api/conversations');
  const { id } = body.data.find(({ person }: { person: { name: string } }) => person.name === name);
  await rina.call('POST', `/app/api/conversations/${id}/read`, {});
  await rina.call('POST', `/app/api/conversations/${id}/assign`, { assignee: budi.user.name });

  await row.getByText('For you', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'For you, 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'For you' });
  await dialog.getByText('Desktop notifications').waitFor();
  const problems = await axeProblems(page);
  await dialog.getByText(`Rina Tugas gave you the chat with ${name}`).click();
  await log(page).getByText('Barang saya rusak').waitFor();
  await row.getByText('For you', { exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'For you', exact: true }).waitFor();

  expect(problems).toEqual([]);
});

test('a chat goes to a team: its member sees it in the queue, and another agent only by the filter', async () => {
  const owner = await app.user('owner', { name: 'Rina Tim' });
  await app.user('admin', { name: 'Ani Retur' });
  const [admin, other] = [await app.user('admin', { name: 'Budi Jual' }), await app.user('admin')];
  const team = await app.open(owner, { path: '/team' });
  for (const [name, member] of [
    ['Retur', 'Ani Retur'],
    ['Penjualan', 'Budi Jual'],
  ] as const) {
    await team.getByRole('button', { name: 'New team' }).click();
    await team.getByRole('textbox', { name: 'Name' }).fill(name);
    await team.getByRole('checkbox', { name: member }).check();
    await team.getByRole('button', { name: 'Save' }).click();
    await team.getByRole('dialog').waitFor({ state: 'detached' });
  }
  const problems = await axeProblems(team);
  const chat = await customer('Mau beli seratus', 'Pembeli Tim');
  const row = (of: typeof team) => of.getByRole('link', { name: chat.name });
  const page = await app.open(owner, inbox);
  const [seller, stranger] = [
    await app.open(admin, { path: '/inbox?view=needs' }),
    await app.open(other, { path: '/inbox?view=needs' }),
  ];
  for (const each of [seller, stranger]) await row(each).waitFor();

  await openChat(page, chat.name);
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Penjualan' }).click();
  await page.getByText(/^Waits for Penjualan since/).waitFor();
  await log(page).getByText('Rina Tim gave it to Penjualan').waitFor();
  await row(seller).getByText('Penjualan').waitFor();
  await row(stranger).waitFor({ state: 'detached' });
  await stranger.goto(`${app.base}/app/inbox?view=all&team=Penjualan`);
  await row(stranger).waitFor();
  await openChat(seller, chat.name);
  await seller.getByRole('button', { name: 'Take over' }).click();
  await seller.getByText('Team: Penjualan').waitFor();

  expect([problems, await axeProblems(page)]).toEqual([[], []]);
});

test('a shared view is in the menu of colleagues, with its filters', async () => {
  const owner = await app.user('owner');
  await owner.call('POST', '/app/api/labels', { name: 'Katering' });
  const page = await app.open(owner, { path: '/inbox?view=all&label=Katering' });
  const colleague = await app.open(await app.user('agent'), { path: '/inbox' });
  const menu = (of: typeof page) => of.getByRole('button', { name: 'More', exact: true }).click();

  await menu(page);
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  await page.getByLabel('Name').fill('Pesanan katering');
  await page.getByRole('checkbox', { name: 'Share with the team' }).check();
  const problems = await axeProblems(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await colleague.reload();
  await menu(colleague);
  await colleague.getByRole('menuitem', { name: 'Pesanan katering' }).click();
  await colleague.waitForURL('**/inbox?view=all&label=Katering');

  expect(problems).toEqual([]);
});

test('one key runs a macro, one undo takes it back but the reply, and the palette finds it by name', async () => {
  const staff = await app.user('owner');
  const canned = { shortcut: 'lunas', title: 'Lunas', body: 'Terima kasih, {{customer.first_name|Kak}}!' };
  const canned_reply_id = (await staff.call('POST', '/app/api/canned-replies', canned)).body.id;
  const label = (await staff.call('POST', '/app/api/labels', { name: 'lunas' })).body.id;
  const colleague = await app.user('agent');
  const page = await app.open(staff, { path: '/settings/macros' });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New macro' }).click();
  await dialog.getByLabel('Name').fill('Lunas dan selesai');
  await dialog.getByLabel('Reply to the customer').selectOption({ label: 'A canned reply' });
  await dialog.getByLabel('Canned reply', { exact: true }).selectOption(canned_reply_id);
  await dialog.getByRole('group', { name: 'Add labels' }).getByLabel('lunas').check();
  await dialog.getByLabel('In the end').selectOption({ label: 'Resolve' });
  await dialog.getByLabel('Key').selectOption('1');
  const problems = await axeProblems(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('reply · labels · Resolve').waitFor();
  // The colleague sees none of these chats.
  const acts = { labels: { remove: [label] }, assign: colleague.user.user_uuid, end: 'resolve' };
  await staff.call('POST', '/app/api/macros', { name: 'Serahkan', acts });
  const { name } = await customer('Sudah saya transfer', 'Rani Lunas');
  await page.goto(`${app.base}/app/inbox?view=all`);
  await openChat(page, name);
  await page.getByRole('button', { name: 'Macros' }).waitFor();

  await page.keyboard.press('1');
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  const resolved = (await staff.call('GET', '/app/api/conversations?open=false&label=lunas')).body.data;
  await undo.click();
  // The next chat of the list may be open.
  await openChat(page, name);
  await owner(page).getByText('You answer').waitFor();
  await page.getByRole('button', { name: 'Remove the label lunas' }).waitFor({ state: 'detached' });
  const sent = log(page).getByText('Terima kasih, Rani!');
  await sent.waitFor();
  await page.keyboard.press('Control+k');
  await dialog.getByRole('combobox').fill('serah');
  await page.keyboard.press('Enter');
  const stopped = page.getByText(/^Serahkan stopped\./);
  await stopped.waitFor();

  app.forgive(/422/);
  expect(await stopped.innerText()).toMatch(/Done: labels\. Not done: assignment, end\.$/);
  expect([resolved.length, await sent.count(), ...problems]).toEqual([1, 1]);
});

test('staff fills a field of the chat in its details, and a colleague sees it at once', async () => {
  const staff = await app.user('owner');
  const choices = ['rusak', 'terlambat'];
  await staff.call('POST', '/app/api/conversation-fields', { name: 'nomor_pesanan', type: 'text' });
  await staff.call('POST', '/app/api/conversation-fields', { name: 'alasan', type: 'choice', choices });
  const { name } = await customer('Barang saya rusak');
  const [page, colleague] = [await app.open(staff, inbox), await app.open(await app.user('owner'), inbox)];
  for (const each of [page, colleague]) await openChat(each, name);
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'Fill in fields' }).click();
  await dialog.getByLabel('Nomor pesanan').fill('INV-12');
  await dialog.getByLabel('Alasan').selectOption('rusak');
  const problems = await axeProblems(page);
  await dialog.getByRole('button', { name: 'Save' }).click();

  for (const each of [page, colleague])
    await each.getByRole('complementary', { name: 'Details' }).getByText('INV-12').waitFor();
  await log(page)
    .getByText(/changed the fields of the chat/)
    .waitFor();
  expect(problems).toEqual([]);
});
