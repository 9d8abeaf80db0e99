import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { applyTrigger, createDevice } from '../../../src/devices/device.ts';
import { makeLive } from '../../harness/live-stream.ts';
import { insertDevice } from '../../harness/rows.ts';
import { readQr } from '../../harness/shop.ts';
import { axeProblems } from '../axe.ts';
import { openPhoneApp } from './app.ts';

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
  expect(await card.getByText('Connected').isVisible()).toBe(true);
  expect(await card.getByText('+6281100000071').isVisible()).toBe(true);
  expect(problems).toEqual([]);
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
  expect(await page.getByLabel('Phone number ID').inputValue()).toBe('1055599');
  expect(await page.getByLabel('Access token').inputValue()).toBe('EAAG-salah');
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await cardOf(page, 'Resmi').count()).toBe(0);
});

test('when no phone scans in time, the window says so, shows what helps, and offers a new code', async () => {
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
  const isHelpShown = await ended.getByText('A phone can have four linked devices.').isVisible();
  const problems = await axeProblems(page);
  await ended.getByRole('button', { name: 'Show a new code' }).click();
  await picture.waitFor();

  expect(isHelpShown).toBe(true);
  expect(problems).toEqual([]);
  expect(await picture.getAttribute('src')).not.toBe(first);
});

test('a pairing without a network shows why there is no code', async () => {
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

  const told = panel.getByText('Nama web.whatsapp.com tidak ditemukan. Minta operator memeriksa DNS');
  await told.waitFor();
  expect(await told.isVisible()).toBe(true);
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
  const isConnected = await cardOf(page, 'Resmi').getByText('Connected', { exact: true }).isVisible();
  await register('EAAGkedua');
  await page.getByRole('button', { name: 'Actions of Resmi' }).click();
  await page.getByRole('menuitem', { name: 'Replace token' }).click();
  await token.fill('EAAGsalah');
  await page.getByRole('button', { name: 'Check and replace' }).click();
  const refusal = await page.getByRole('alert').innerText();
  await token.fill('EAAGkedua');
  await page.getByRole('button', { name: 'Check and replace' }).click();
  await page.getByText('The new token is in use.', { exact: true }).waitFor();

  expect(isConnected).toBe(true);
  expect(refusal).toMatch(/^The provider refuses these values\. Nothing was changed\./);
  expect(await page.getByRole('dialog').count()).toBe(0);
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

  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(HOSTILE);
  expect(await main.locator('img').count()).toBe(0);
  // The uuid can be copied.
  expect(buttons).toEqual(['Copy']);
  expect(await axeProblems(page)).toEqual([]);
});
