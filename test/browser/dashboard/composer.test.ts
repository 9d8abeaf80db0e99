import { expect, test } from 'vitest';
import { axeProblems } from '../axe.ts';
import { openPhoneApp } from './app.ts';
import { field, inbox, log, openChat, openShop } from './chats.ts';

const app = await openPhoneApp();
const { customer } = await openShop(app, '6281100000061');

test('emoji are found by words, chosen by keys alone, and put where the caret is', async () => {
  const page = await app.open(await app.user('owner'), { ...inbox, language: 'id' });
  const { name, number } = await customer('Pesanan saya?');
  await page.getByRole('link', { name }).first().click();
  const reply = page.getByRole('textbox', { name: 'Balasan' });
  await reply.fill('Siap Kak');
  await reply.press('Home');

  await page.getByRole('button', { name: 'Emoji' }).focus();
  await page.keyboard.press('Enter');
  const search = page.getByRole('searchbox', { name: 'Cari emoji' });
  await expect.poll(() => search.evaluate((input) => input.matches(':focus'))).toBe(true);
  await search.fill('terima kasih');
  await page.getByRole('gridcell', { name: 'melipat tangan' }).waitFor();
  const problems = await axeProblems(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect.poll(() => reply.evaluate((input) => input.matches(':focus'))).toBe(true);
  await page.keyboard.press('Enter');

  await expect.poll(() => app.line.textsAt(number)).toEqual(['🙏Siap Kak']);
  expect(problems).toEqual([]);
});

test('the quote of a draft stays after a reload, and goes with the reply', async () => {
  const page = await app.open(await app.user('owner'), inbox);
  const { name, number, say } = await customer('Yang merah masih ada?');
  await say('Yang biru?');
  await openChat(page, name);
  await page.getByRole('button', { name: 'Acts on this message' }).first().click();
  await page.getByRole('menuitem', { name: 'Quote' }).click();
  await field(page).fill('Masih, Kak');
  await page.getByText('Answers to').waitFor();

  await page.reload();
  await page.getByText('Answers to: Yang merah masih ada?').waitFor();
  await expect.poll(() => field(page).inputValue()).toBe('Masih, Kak');
  await field(page).press('Enter');

  await expect.poll(() => app.line.textsAt(number)).toEqual(['Masih, Kak']);
  await expect.poll(() => page.getByText('Answers to').count()).toBe(0);
});

test('a first message that fails says why in the chat that it made', async () => {
  const page = await app.open(await app.user('owner'), { path: '/inbox?to=0812-9999-0077' });
  const dialog = page.getByRole('dialog', { name: 'New chat' });
  await dialog.getByLabel('Message').fill('Pesanan Kakak siap.');

  await dialog.getByRole('button', { name: 'Send' }).click();

  await log(page).getByText('The number is not on WhatsApp.').waitFor();
  await log(page).getByRole('button', { name: 'Send again' }).waitFor();
  await expect.poll(() => field(page).isVisible()).toBe(true);
});

test('on a phone the composer is one row, whose menu has the rest', async () => {
  const staff = await app.user('owner');
  await staff.call('POST', '/app/api/canned-replies', {
    shortcut: 'jam',
    title: 'Jam buka',
    body: 'Buka 8-17',
  });
  const page = await app.open(staff, { ...inbox, width: 390 });
  const { name } = await customer('Buka jam berapa?');
  await openChat(page, name);
  const box = await page.locator('[data-composer]').boundingBox();
  const hasTop = await page.getByRole('banner').isVisible();

  await field(page).fill('Halo Kak, ');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Canned replies' }).click();
  await page.getByRole('option', { name: /Jam buka/ }).click();

  await expect.poll(() => field(page).inputValue()).toBe('Halo Kak, Buka 8-17');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Write a note' }).click();
  await field(page, 'Note').waitFor();
  expect([hasTop, (box?.height ?? 0) < 70]).toEqual([false, true]);
});
