import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openLine, statusOfDevice } from '../harness/line.ts';
import { type Asked, openPasskeyScene } from '../harness/passkey-scene.ts';
import { openService } from '../harness/service.ts';
import { until } from '../harness/until.ts';
import { plugIn as plugInPasskey } from './authenticator.ts';
import { axeProblems } from './axe.ts';
import { openBrowser } from './browser.ts';
import { runExtension } from './extension.ts';
import { clickIcon, openInstalled } from './installed-extension.ts';

/** A Chromium that can load extensions: the packaged one cannot. */
const INSTALLED = process.env.KURIR_TEST_CHROMIUM;
const SITE = 'https://web.whatsapp.com';
const line = await openLine({ cleanup: afterAll });
const { ctx, sandbox } = line;
const service = await openService(ctx);
const base = await service.http.listen({ host: '127.0.0.1', port: 0 });
const { demand, call } = await openPasskeyScene(line);
const browser = await openBrowser();
let phones = 0;
let number = '';

beforeEach(() => {
  phones += 1;
  number = `62811000004${String(phones).padStart(2, '0')}`;
});

const isConnected = ({ id }: Asked) => until(async () => (await statusOfDevice(ctx, id)) === 'connected');
const linkOf = ({ device_uuid, token }: Asked) => `${base}/passkey/#${device_uuid}.${token}`;

/** A browser in which the site of the network has one empty page, on the real origin. */
async function openTab(language = 'en-US'): Promise<Page> {
  const context = await browser.newContext({ locale: language });
  await context.route(`${SITE}/**`, (route) => route.fulfill({ contentType: 'text/plain', body: '' }));
  return context.newPage();
}

async function plugIn(page: Page, options?: { isVerified: boolean }): Promise<void> {
  const { body } = await sandbox.get(`/sandbox/phones/${number}/passkey`);
  await plugInPasskey(page, body, options);
}

const goButton = (page: Page) => page.getByRole('button', { name: 'I am linking my own number' });
const status = (page: Page) => page.getByRole('status').first();

test('an owner signs by the extension, and the device connects', async () => {
  const asked = await demand(number);
  const page = await openTab();
  const icon = await runExtension(page.context(), (tab) => plugIn(tab));
  await page.goto(linkOf(asked));
  await goButton(page).click();

  await icon.click(page);
  await isConnected(asked);
  await expect.poll(() => status(page).textContent()).toBe('The number is linked. You can close this page.');

  expect(icon.opened).toEqual([`${SITE}/robots.txt`]);
  expect(page.context().pages()).toHaveLength(1);
  expect(await page.locator('#number').textContent()).toBe(`+${number}`);
});

test.skipIf(!INSTALLED)('the extension as a browser installs it links a number', async () => {
  const asked = await demand(number);
  const ready = Promise.withResolvers<void>();
  const context = await openInstalled(String(INSTALLED), ready.promise);
  const page = await context.newPage();
  await page.goto(linkOf(asked));
  await goButton(page).click();

  const opened = context.waitForEvent('page');
  await clickIcon(page);
  await plugIn(await opened);
  ready.resolve();

  await isConnected(asked);
  await expect.poll(() => status(page).textContent()).toBe('The number is linked. You can close this page.');
});

test('before the click of the owner the extension finds nothing to sign, nor on another page', async () => {
  const asked = await demand(number);
  const page = await openTab();
  const icon = await runExtension(page.context(), (tab) => plugIn(tab));
  const other = await page.context().newPage();
  await other.goto(`${SITE}/`);
  await page.goto(linkOf(asked));
  await goButton(page).waitFor();

  await icon.click(page);
  await icon.click(other);

  expect([icon.badge(page), icon.badge(other), icon.opened]).toEqual(['?', '?', []]);
  expect((await call('GET', asked)).body.stage).toBe('awaiting_assertion');
});

test('the extension signs for no other site than WhatsApp', async () => {
  const page = await openTab();
  const icon = await runExtension(page.context(), (tab) => plugIn(tab));
  const request = JSON.stringify({ challenge: 'x'.repeat(43), rpId: 'example.com' });
  await page.setContent(`<script type="application/json" id="kurir-passkey-request">${request}</script>`);

  await icon.click(page);

  expect([icon.badge(page), icon.opened]).toEqual(['?', []]);
});

test('an owner who does not confirm is asked to try again, and the second try links', async () => {
  const asked = await demand(number);
  const page = await openTab();
  let isVerified = false;
  const icon = await runExtension(page.context(), (tab) => plugIn(tab, { isVerified }));
  await page.goto(linkOf(asked));
  await goButton(page).click();

  await icon.click(page);
  await expect.poll(() => status(page).textContent()).toContain('The browser did not sign.');
  isVerified = true;
  await icon.click(page);

  await isConnected(asked);
});

test('an owner without the extension pastes a text into the console, and its answer into the page', async () => {
  const asked = await demand(number);
  const page = await openTab();
  const site = await page.context().newPage();
  await plugIn(site);
  await site.goto(`${SITE}/`);
  await page.goto(linkOf(asked));
  await goButton(page).click();
  await page.getByText('Without the extension').click();
  const snippet = (await page.locator('#snippet').textContent()) ?? '';
  const field = page.getByLabel('The answer of the browser');

  await field.fill('hello');
  await page.getByRole('button', { name: 'Send' }).click();
  const refused = await status(page).textContent();
  // The console shows a text in quotes.
  await field.fill(`'${await site.evaluate(`(async () => ${snippet})()`)}'`);
  await page.getByRole('button', { name: 'Send' }).click();

  await isConnected(asked);
  expect(refused).toContain('This is not the text of the console.');
});

test('an owner who cancels ends the pairing, and the page says so in their language', async () => {
  const asked = await demand(number);
  const page = await openTab('id-ID');
  await page.goto(linkOf(asked));
  await page.getByRole('button', { name: 'Batalkan pemasangan' }).click();

  await expect
    .poll(() => status(page).textContent())
    .toBe('Pemasangan dibatalkan. Tidak ada yang ditautkan.');
  await until(async () => (await statusOfDevice(ctx, asked.id)) === 'provisioned');
});

test('the page shows number, time and warning, and a wrong link shows nothing', async () => {
  const asked = await demand(number);
  const page = await openTab();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(linkOf(asked));
  await goButton(page).click();
  await page.getByText('Without the extension').click();
  const left = await page.getByRole('timer').textContent();
  const problems = await axeProblems(page);
  const wrong = await openTab();
  await wrong.goto(linkOf({ ...asked, token: 'x'.repeat(43) }));
  await expect.poll(() => status(wrong).textContent()).toContain('This link is wrong');

  expect(left).toMatch(/^[45]:\d\d$/);
  expect(await page.locator('#device').textContent()).toBe('Kasir');
  expect(problems).toEqual([]);
  expect(requests.filter((url) => url.includes(asked.token) && !url.includes('#'))).toEqual([]);
  expect(await goButton(wrong).isVisible()).toBe(false);
});

test('the packaged Chromium has no extensions, so their scripts run on real pages here', async () => {
  const session = await browser.newBrowserCDPSession();

  const load = session.send('Extensions.loadUnpacked' as 'Browser.getVersion', undefined);

  await expect(load).rejects.toThrow("'Extensions.loadUnpacked' wasn't found");
});
