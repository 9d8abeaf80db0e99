import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { startBroadcastRunner } from '../../../src/broadcasts/runner/runner.ts';
import { upsertContacts } from '../../../src/contacts/store.ts';
import { makeLive } from '../../harness/live-stream.ts';
import { axeProblems } from '../axe.ts';
import { openPhoneApp } from './app.ts';

const HOSTILE = '=HYPERLINK("http://evil.example") <img src=x onerror=alert(1)>';
const PHONES = ['6281200000001', '6281200000002', '6281200000003'];
const TAGS = ['vip', 'jakarta', 'lama'];

const app = await openPhoneApp();
const { ctx, account, line } = app;
await makeLive(ctx, account.id);
const device = await line.pair();
for (const number of PHONES) await line.sandbox.post('/sandbox/phones', { number });
await upsertContacts(
  ctx.db,
  PHONES.map((phone, n) => ({
    ...{ account_id: account.id, phone, tags: [TAGS[n] ?? ''] },
    name: n === 0 ? HOSTILE : `Kak ${n}`,
  })),
  ctx.now(),
);
const runner = startBroadcastRunner(ctx);
afterAll(() => runner.stop());
const admin = await app.user('admin');

test('a broadcast to three tags is previewed, sent once to each phone, and followed live', async () => {
  const page = await app.open(admin, { path: '/broadcasts/new' });
  await page.getByLabel('Name of the broadcast').fill('Promo');
  await page.getByLabel('Device').selectOption(device.device_uuid);
  await page.getByLabel('Text', { exact: true }).fill('Halo {nama}');
  for (const tag of TAGS) await page.getByLabel(new RegExp(`^${tag}`)).check();
  await page.getByLabel('Shortest pause in seconds').fill('0');
  await page.getByLabel('Longest pause in seconds').fill('0');

  await page.getByText(`Halo ${HOSTILE}`).waitFor();
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
  expect(file).toContain(`6281200000001,"'=HYPERLINK(""http://evil.example"")`);
  expect(file).not.toContain('Kak 1');
  expect(problems).toEqual([]);
});
