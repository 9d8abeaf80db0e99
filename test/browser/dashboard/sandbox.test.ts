import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { SENT_KIND_NAMES, SENT_KINDS } from '../../../src/gateway/engines/sent-kinds/table.ts';
import { makeLive } from '../../harness/live-stream.ts';
import { longTest } from '../../harness/long-test.ts';
import { insertAccount } from '../../harness/rows.ts';
import { axeProblems } from '../axe.ts';
import { openPhoneApp } from './app.ts';
import { log, openOfficialShop } from './chats.ts';

const HOSTILE = '<img src=x onerror=alert(1)> \u202e "Sari"';

const app = await openPhoneApp();
await makeLive(app.ctx, app.account.id);

const screen = (page: Page) => page.getByRole('log', { name: 'Messages on the phone' });
const button = (page: Page, name: string) => page.getByRole('button', { name });

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.getByLabel('Message', { exact: true }).press('Enter');
}

/** A phone of a customer, with its chat to the only device open. */
async function openCustomer(page: Page, name: string): Promise<void> {
  await button(page, 'Add a phone').click();
  await page.getByLabel('Name').fill(name);
  await button(page, 'Add').last().click();
  await page.getByRole('list', { name: 'Chats' }).getByRole('link').click();
  await screen(page).waitFor();
}

test('the page leads from no device to a message, its answer and its ticks', async () => {
  const page = await app.open(await app.user('owner'), { path: '/sandbox' });
  await page.getByRole('link', { name: 'Add a device' }).click();
  await button(page, 'By QR code').click();
  await page.getByLabel('Label').fill('Kasir');
  await button(page, 'Continue').click();
  await page.getByRole('img', { name: 'QR code' }).waitFor();

  await button(page, 'Scan with a simulated phone').click();
  await page.getByRole('link', { name: 'Continue in the sandbox' }).click();
  await button(page, 'Write as a customer to this number').click();
  await screen(page).getByText('Halo').waitFor();
  const inbox = await app.tab(page, '/inbox?view=all');
  await inbox.getByRole('link', { name: 'Customer 1' }).click();
  await inbox.getByRole('textbox', { name: 'Reply' }).fill('Ada yang bisa dibantu?');
  await inbox.getByRole('textbox', { name: 'Reply' }).press('Enter');

  await screen(page).getByText('Ada yang bisa dibantu?').waitFor();
  await inbox.getByRole('log').getByRole('img', { name: 'Read' }).waitFor();
  await expect.poll(() => screen(page).getByRole('img', { name: 'Sent' }).count()).toBe(1);
  expect(await axeProblems(page)).toEqual([]);
});

test('hostile names, texts and file names are text; a reply quotes; a lost line says so', async () => {
  const page = await app.open(await app.user('owner'), { path: '/sandbox' });
  await openCustomer(page, HOSTILE);

  await page.locator('input[type=file]').setInputFiles({
    name: '<img src=x onerror=alert(2)>.html',
    mimeType: 'text/html',
    buffer: Buffer.from('<script>alert(3)</script>'),
  });
  await write(page, '<script>alert(4)</script>');
  await screen(page).getByText('<img src=x onerror=alert(2)>.html').waitFor();
  await screen(page).getByText('<script>alert(4)</script>').hover();
  await button(page, 'Actions of the message').click();
  await page.getByRole('menuitem', { name: 'Reply' }).click();
  await write(page, 'Yang ini');
  await screen(page).getByText('Yang ini').waitFor();
  await button(page, 'Lose the line').click();
  await page.getByText('The line is lost.').waitFor();
  await button(page, 'Bring the line back').click();
  await page.getByText('The line works.').waitFor();

  await expect.poll(() => screen(page).getByText('<script>alert(4)</script>').count()).toBe(2);
  expect(await page.locator('img[src=x]').count()).toBe(0);
});

test('the account attaches an official number, and one of its phones is its customer', async () => {
  const page = await app.open(await app.user('admin'), { path: '/sandbox' });
  await button(page, 'Add an official number').click();
  await page.getByLabel('Name of the business').fill('Toko Resmi');
  await button(page, 'Create').click();
  await button(page, 'Attach as a device').click();
  await page.getByRole('link', { name: 'Device', exact: true }).waitFor();

  await page.getByRole('link', { name: /^Customer 1/ }).click();
  await page.getByRole('list', { name: 'Chats' }).getByRole('link', { name: 'Toko Resmi' }).click();
  await button(page, 'Send a file').click();
  await page.getByRole('menuitem', { name: 'A sample picture' }).click();
  await screen(page).getByRole('img', { name: 'Picture' }).waitFor();

  expect(await axeProblems(page)).toEqual([]);
});

longTest('each kind is on the phone and in the thread, and what the phone answers comes back', async () => {
  const { staff, name, write, phone, number } = await openOfficialShop(app);
  const thread = await app.open(staff, { path: '/inbox?view=all' });
  await write({ text: 'Halo lagi' });
  await thread.getByRole('link', { name }).first().click();
  await log(thread).getByText('Halo lagi').waitFor();
  const id = new URL(thread.url()).pathname.split('/').at(-1);
  const path = `/app/api/conversations/${id}/messages`;
  const { body: before } = await staff.call('GET', path);
  const asked = before.data.find(({ body }: { body: string }) => body === 'Halo lagi');
  const send = (content: object, n: number) =>
    staff.call('POST', path, content, { 'idempotency-key': `kind-${n}` });

  for (const [n, type] of SENT_KIND_NAMES.filter((each) => each !== 'sticker').entries()) {
    const reaction = type === 'reaction' && { reaction: { message_id: asked.id, emoji: '❤️' } };
    expect((await send({ type, ...SENT_KINDS[type].example, ...reaction }, n)).status).toBe(202);
  }
  const page = await app.tab(thread, `/sandbox?phone=${phone}&chat=${number}`);
  await screen(page).getByText('Lihat katalog kami.').waitFor();
  await screen(page).getByText('❤️').waitFor();
  for (const tap of ['Send a location', 'Pesan meja', 'SKU-78']) await button(page, tap).click();
  await log(thread).getByText('Rumah').waitFor();
  await log(thread).getByText('Answers of a form').waitFor();
  await log(thread).getByText('Order', { exact: true }).waitFor();
  // Its message is above the end, where the list draws nothing.
  await log(thread).press('Home');
  await log(thread).getByText('❤️', { exact: true }).waitFor();
  await log(thread).press('End');
  await log(thread).getByText('Order', { exact: true }).waitFor();

  const counts = (words: readonly string[]) =>
    Promise.all(words.map((text) => log(thread).getByText(text, { exact: true }).count()));
  const words = [
    'Toko Kopi',
    'Budi Santoso',
    'Asks for a location',
    'Lacak',
    'Stok terbatas.',
    'The catalogue',
  ];
  await expect.poll(() => counts(words)).toEqual(words.map(() => 1));
  const others = ['Products of the catalogue', 'Form to fill in', 'Katalog', 'Reaction'];
  await expect.poll(() => counts(others)).toEqual([1, 1, 1, 0]);
  expect(await axeProblems(thread)).toEqual([]);
  expect(await axeProblems(page)).toEqual([]);
});

longTest('another account sees no phone, and a live account has no such page', async () => {
  const other = await insertAccount(app.ctx, {}, 'sandbox');
  const live = await insertAccount(app.ctx, {}, 'live');
  const stranger = await app.open(await app.user('owner', { account: other }), { path: '/sandbox' });
  await stranger.getByText('No phones yet.').waitFor();

  const page = await app.open(await app.user('owner', { account: live }), { path: '/sandbox' });
  await page.waitForURL('**/app/devices**');

  expect(await page.getByRole('link', { name: 'Sandbox' }).count()).toBe(0);
  expect(await stranger.getByText('Customer 1').count()).toBe(0);
});
