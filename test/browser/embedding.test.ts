import { afterAll, expect, test } from 'vitest';
import type { ShownWidget } from '../../src/inbox/entry-points/widgets/widget.ts';
import { testContext } from '../harness/context.ts';
import { isLong } from '../harness/long.ts';
import { longTest } from '../harness/long-test.ts';
import { insertDevice } from '../harness/rows.ts';
import { openService } from '../harness/service.ts';
import { insertWidget } from '../harness/widgets.ts';
import { axeProblems } from './axe.ts';
import { openBrowser } from './browser.ts';
import { openSite } from './site.ts';
import { openVisit, STRICT, shopPage, snippetOf } from './visit.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const base = await service.http.listen({ host: '127.0.0.1', port: 0 });
const site = await openSite();
const browser = await openBrowser();
const { account } = await service.customer();
const device = await insertDevice(ctx, account, { phone_number: '6281100000001' });
let shops = 0;

/** A page of the site with this widget, which may forbid everything that a policy can forbid. */
async function shop(columns: Parameters<typeof insertWidget>[2] = {}) {
  shops += 1;
  const widget = await insertWidget(ctx, device, {
    ...{ mode: 'button', name: 'Toko Sari', allowed_origins: [site.origin], ...columns },
  });
  const url = site.put(`/shop-${shops}`, shopPage(base, widget), STRICT(base));
  return { widget, url };
}

/** How often something moved until two pictures later. */
const LAYOUT_SHIFTS = `new Promise((resolve) => {
  const seen = new PerformanceObserver((list) => resolve(list.getEntries().length));
  seen.observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
})`;

const shown = ({ widget_uuid }: ShownWidget) => `${base}/w/${widget_uuid}`;

test('until the visitor comes near, a site loads one script, and nothing on the page moves', async () => {
  const { widget, url } = await shop();
  const { page, requests, complaints, button } = await openVisit(browser);

  await page.goto(url);
  await button.waitFor();
  const before = [...requests];
  const moved = await page.evaluate(LAYOUT_SHIFTS);
  await button.hover();
  await expect.poll(() => requests.includes(shown(widget))).toBe(true);

  expect(before).toEqual([url, `${base}/w.js`]);
  expect(moved).toBe(0);
  expect(complaints).toEqual([]);
});

test('a site with a strict policy shows the link and the code for phones, without a complaint', async () => {
  const { widget, url } = await shop({ greeting: '<b>Halo</b>' });
  const { page, complaints, button, frame } = await openVisit(browser);

  await page.goto(url);
  await button.click();
  const link = frame.getByRole('link', { name: 'Open in the messaging app' });
  await link.waitFor();
  const target = await link.evaluate(({ href, target, rel }) => [href, target, rel]);
  const code = await frame.getByRole('img').evaluate((image) => image.decode().then(() => image.src));

  expect(target).toEqual([`${base}/l/${widget.slug}`, '_blank', 'noopener']);
  expect(code).toBe(`${shown(widget)}/qr.svg`);
  await expect.poll(() => frame.getByText('<b>Halo</b>').count()).toBe(1);
  expect(complaints).toEqual([]);
});

test('a phone shows it on the whole screen, without the code', async () => {
  const { url } = await shop({ language: 'id' });
  const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true, locale: 'id-ID' };
  const { page, button, frame } = await openVisit(browser, phone);

  await page.goto(url);
  await button.tap();
  await frame.getByRole('link', { name: 'Buka di aplikasi pesan' }).waitFor();
  const box = await page.locator('iframe').boundingBox();
  await button.waitFor({ state: 'hidden' });
  await frame.getByRole('button', { name: 'Tutup chat' }).tap();
  await page.locator('iframe').waitFor({ state: 'hidden' });

  expect(box).toEqual({ x: 0, y: 0, width: 390, height: 780 });
  expect(await frame.getByRole('img').count()).toBe(0);
  await button.waitFor();
});

test('a site that is not on the list gets no widget', async () => {
  const { url } = await shop({ allowed_origins: ['https://other.example', 'http://127.0.0.1:9'] });
  const { page, complaints, button } = await openVisit(browser);

  await page.goto(url);
  await button.click();
  await expect.poll(() => complaints.join()).toContain('frame-ancestors');

  await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
});

test('the keyboard alone opens it, follows the link and comes back', async () => {
  const { url } = await shop();
  const { page, frame, focused } = await openVisit(browser);

  await page.goto(url);
  await page.locator('button').waitFor();
  await page.keyboard.press('Tab');
  const first = await focused();
  await page.keyboard.press('Enter');
  await frame.locator('a:focus').waitFor();
  await page.keyboard.press('Shift+Tab');
  await frame.locator(':focus[aria-label="Close chat"]').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('iframe').waitFor({ state: 'hidden' });

  expect(first).toBe('Chat, false');
  await expect.poll(focused).toBe('Chat, false');
});

longTest(
  'a site loads it twice, opens and closes it by script, and gets one bubble in a closed root',
  async () => {
    const { widget, url } = await shop({ color: '#ffe600' });
    const twice = site.put('/twice', snippetOf(base, widget).repeat(2));
    const { page, complaints } = await openVisit(browser, {}, { isClosed: true });

    await page.goto(url);
    await page.goto(twice);
    await page.waitForFunction('window.kurir');
    await page.evaluate('kurir.open()');
    await expect.poll(() => page.frames()).toHaveLength(2);
    await page.frames()[1]?.getByRole('link').waitFor();
    const roots = await page.evaluate("[...document.querySelectorAll('div')].map((each) => each.shadowRoot)");
    await page.evaluate('kurir.close()');

    expect(roots).toEqual([null]);
    expect(page.frames()).toHaveLength(2);
    expect(complaints).toEqual([]);
  },
);

test('a message of another window of the page changes nothing', async () => {
  const spy = `<script>onload = () => {
    for (const kurir of ['ready', 'close', 'unread']) parent.postMessage({ kurir, count: 7 }, '*');
    for (const each of Array.from(parent)) each.postMessage({ kurir: 'close' }, '*');
    parent.postMessage(null, '*');
    document.title = 'posted';
  }</script>`;
  const spyUrl = site.put('/spy', spy);
  const { widget } = await shop();
  const url = site.put('/spied', shopPage(base, widget));
  const { page, complaints, button, frame } = await openVisit(browser);

  await page.goto(url);
  await button.click();
  await frame.getByRole('link').waitFor();
  const append = `document.body.append(Object.assign(document.createElement('iframe'), { src: '${spyUrl}' }))`;
  await page.evaluate(append);
  await page.waitForFunction("document.querySelector('iframe').contentDocument?.title === 'posted'");

  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
  await expect.poll(() => button.getAttribute('aria-label')).toBe('Chat');
  expect(complaints).toEqual([]);
});

test.each(isLong ? (['light', 'dark'] as const) : (['light'] as const))(
  'the button has no barrier: %s',
  async (colorScheme) => {
    const { url } = await shop({ color: '#ffe600' });
    const { page, button, frame } = await openVisit(browser, { colorScheme });

    await page.goto(url);
    await button.click();
    await frame.getByRole('link').waitFor();

    expect(await axeProblems(page)).toEqual([]);
  },
);
