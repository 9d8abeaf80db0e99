import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { buildDashboardOnce } from '../../harness/dashboard-build.ts';
import { installation } from '../../harness/gateway.ts';
import { startReceiver } from '../../harness/receiver.ts';
import { openBrowser } from '../browser.ts';

/** Each chapter opens several pages of a real gateway. */
const options = { timeout: 90_000 };
const PEOPLE = [
  ['Rini', '6281377700001', 'vip'],
  ['Budi', '6281377700002', 'jakarta'],
  ['Tono', '6281377700003', 'lama'],
] as const;
const CSV = ['Nama,No HP,Tag', ...PEOPLE.map((row) => row.join())].join('\n');

await buildDashboardOnce();
const installed = await installation({}, afterAll);
const gateway = await installed.start();
const receiver = await startReceiver(undefined, undefined, afterAll);
const browser = await openBrowser();
const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
const page = await context.newPage();
/** The phone of the sandbox, in another tab. */
const phone = await context.newPage();

const button = (name: string | RegExp, at: Page | Locator = page) => at.getByRole('button', { name });
const screen = phone.getByRole('log', { name: 'Messages on the phone' });
const thread = page.getByRole('log');
const owner = page.locator('[data-owner]');

const go = (path: string, at = page) => at.goto(`${gateway.url}/app${path}`);

async function write(text: string): Promise<void> {
  await phone.getByLabel('Message', { exact: true }).fill(text);
  await phone.getByLabel('Message', { exact: true }).press('Enter');
}

// Each chapter needs the one before it.

test('the link of the first start logs the owner in, without a password', options, async () => {
  const link = /http\S+\/app\/\S+#\S+/.exec(gateway.welcome)?.[0] ?? '';

  await page.goto(link);
  await page.getByRole('heading', { level: 1 }).waitFor();

  expect(page.url()).not.toContain('#');
});

test('a number is paired by its QR, and a customer is answered', options, async () => {
  await go('/sandbox', phone);
  await phone.getByRole('link', { name: 'Add a device' }).click();
  await button('By QR code', phone).click();
  await phone.getByLabel('Label').fill('Kasir');
  await button('Continue', phone).click();
  await button('Scan with a simulated phone', phone).click();
  await phone.getByRole('link', { name: 'Continue in the sandbox' }).click();
  await button('Write as a customer to this number', phone).click();
  await go('/inbox?view=all');
  await page.getByRole('link', { name: 'Sari' }).click();

  await page.getByRole('textbox', { name: 'Reply' }).fill('Selamat pagi, Kak.');
  await page.getByRole('textbox', { name: 'Reply' }).press('Enter');
  await screen.getByText('Selamat pagi, Kak.').waitFor();

  await thread.getByRole('img', { name: 'Read' }).waitFor();
  await expect.poll(() => owner.innerText()).toBe('You answer');
});

test('a flow is made, tried, published, and runs on the phone', options, async () => {
  await go('/automation/flows');
  await button('New flow').first().click();
  await page.getByRole('radio', { name: /^Name and need/ }).check();
  await page.getByLabel('Name', { exact: true }).fill('Tanya kebutuhan');
  await button('Create').click();
  await button('Test chat').click();
  await page.getByLabel('Message of the customer').fill('info');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Happy to help! What is your name?').last().waitFor();
  await button('Publish').first().click();
  await button(/^Publish/, page.getByRole('complementary')).click();
  await page.getByText('Version 1').first().waitFor();
  await go('/inbox?view=all');
  await page.getByRole('link', { name: 'Sari' }).click();
  await button('Give back').click();
  await owner.getByText('The assistant answers').waitFor();

  await write('info');
  await screen.getByText('Happy to help! What is your name?').waitFor();
  await write('Dewi');
  await screen.getByText('Thank you, Dewi. What do you need?').waitFor();
  await write('Katering 60 orang');
  await screen.getByText('Thank you! A colleague answers you here.').waitFor();

  await page.getByText('Waiting for a reply').waitFor();
  await expect.poll(() => thread.getByText('Dewi needs: Katering 60 orang').count()).toBe(1);
});

test(
  'a person takes over while the bot writes, and nothing of it reaches the customer',
  options,
  async () => {
    const { stdout } = await installed.run('key', 'create', '1', '--json');
    const slow = await fetch(`${gateway.url}/v1/automation`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${JSON.parse(stdout).api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reply_delay: { min_seconds: 10, max_seconds: 10 } }),
    });
    await button('Give back').click();
    await owner.getByText('The assistant answers').waitFor();
    await write('info');
    await page.getByText('The assistant is about to answer').waitFor();

    await button('Take over').click();
    await owner.getByText('You answer').waitFor();
    await page.getByRole('textbox', { name: 'Reply' }).fill('Saya bantu langsung ya.');
    await page.getByRole('textbox', { name: 'Reply' }).press('Enter');
    await screen.getByText('Saya bantu langsung ya.').waitFor();

    expect(slow.status).toBe(200);
    await expect.poll(() => screen.getByText('Happy to help! What is your name?').count()).toBe(1);
    await thread.getByText('Saya bantu langsung ya.').waitFor();
  },
);

test(
  'a broadcast goes to three tags of imported contacts, and each delivery of a webhook is in its log',
  options,
  async () => {
    for (const [name, number] of PEOPLE) {
      await button('Add a phone', phone).click();
      await phone.getByRole('textbox', { name: 'Name' }).fill(name);
      await phone.getByRole('textbox', { name: 'Number' }).fill(number);
      await button('Add', phone).last().click();
      await phone.getByRole('link', { name }).waitFor();
    }
    await go('/developers/webhooks');
    await button('New webhook').first().click();
    await page.getByLabel('Address').fill(receiver.url);
    await button('Create', page.getByRole('dialog')).click();
    await go('/contacts/import');
    const file = { name: 'pelanggan.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };
    await page.getByLabel('CSV file').setInputFiles(file);
    await button('Import 3 contacts').click();
    await page.getByRole('heading', { name: 'The import is done' }).waitFor();

    await go('/broadcasts/new');
    await page.getByLabel('Name of the broadcast').fill('Promo');
    await page.getByLabel('Text', { exact: true }).fill('Halo {nama}');
    for (const [, , tag] of PEOPLE) await page.getByLabel(new RegExp(`^${tag}`)).check();
    await page.getByLabel('Shortest pause in seconds').fill('0');
    await page.getByLabel('Longest pause in seconds').fill('0');
    await button('Review and send').click();
    await button('Send 3 messages').click();
    await page.getByText(/^3 of 3/).waitFor();
    await go('/developers/webhooks');
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByText('message.status').first().waitFor();

    expect(receiver.requests.length).toBeGreaterThan(0);
  },
);
