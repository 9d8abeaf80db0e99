import { createHmac } from 'node:crypto';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { DAYS } from '../../src/gateway/hours/opening.ts';
import { HOUR, SECOND } from '../../src/platform/lib/clock.ts';
import { testContext } from '../harness/context.ts';
import { isLong } from '../harness/long.ts';
import { longTest } from '../harness/long-test.ts';
import { openService } from '../harness/service.ts';
import { openWidgetShops } from '../harness/visitors.ts';
import { axeProblems } from './axe.ts';
import { openBrowser } from './browser.ts';
import { openSite } from './site.ts';
import { openVisit, STRICT, shopPage } from './visit.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const base = await service.http.listen({ host: '127.0.0.1', port: 0 });
const site = await openSite();
const browser = await openBrowser();
const shopOf = openWidgetShops(ctx, service.http);
const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true, locale: 'id-ID' };
let shops = 0;

type Columns = Parameters<typeof shopOf>[0];

/** A shop whose page has a live chat, under the strictest policy. */
async function openShop(columns: Columns = {}) {
  shops += 1;
  const shop = await shopOf({
    ...{ name: 'Toko Sari', allowed_origins: [site.origin], identity_secret: 'rahasia', ...columns },
  });
  const url = site.put(`/chat-${shops}`, shopPage(base, shop.widget), STRICT(base));
  const answer = async (message?: object) => {
    await shop.answer(message);
    ctx.bus.publish('visitors');
  };
  return { ...shop, url, answer };
}

/** A visitor in front of the open chat. */
async function openChat(url: string, options: BrowserContextOptions = {}) {
  const visit = await openVisit(browser, options);
  await visit.page.goto(url);
  await visit.button.click();
  const box = visit.frame.getByRole('textbox');
  const log = visit.frame.getByRole('log');
  const reopen = async () => {
    await visit.page.reload();
    await visit.button.click();
  };
  const write = async (text: string) => {
    await box.fill(text);
    await box.press('Enter');
  };
  return { ...visit, box, log, write, reopen };
}

test('a visitor writes, and reads the answers of the business as text', async () => {
  const { url, answer } = await openShop({ greeting: 'Selamat datang & <i>halo</i>' });
  const { write, log, frame, complaints } = await openChat(url);

  await write('Ada kopi? <img src=x onerror=alert(1)> https://a.example/x?y=1.');
  await log.getByText('Sent').waitFor();
  await answer({
    body: '<script>alert(2)</script> &amp; javascript:alert(3) https://b.example/" onclick=alert(4)',
  });
  await log.getByText('<script>alert(2)</script> &amp;').waitFor();
  const links = await log
    .getByRole('link')
    .evaluateAll((all) =>
      all.map((link) => ['href', 'rel', 'target'].map((name) => link.getAttribute(name))),
    );

  const safe = ['noopener noreferrer nofollow', '_blank'];
  expect(links).toEqual([
    ['https://a.example/x?y=1', ...safe],
    ['https://b.example/', ...safe],
  ]);
  expect(await log.locator('img, script, i:not(.dots i)').count()).toBe(0);
  await frame.getByText('Selamat datang & <i>halo</i>').waitFor();
  expect(complaints).toEqual([]);
});

test('a message shows as sent only after the gateway stored it, and is stored once', async () => {
  const { url, stored } = await openShop();
  const { page, frame, write, log } = await openChat(url);
  await frame.getByText('We are here').waitFor();
  let isAway = true;
  let lost = 0;
  await page.context().route('**/messages', async (route) => {
    if (isAway) return route.abort();
    // The first answer is lost on its way.
    lost += 1;
    return lost === 1 ? route.fetch().then(() => route.abort()) : route.continue();
  });

  await write('Halo');
  await log.getByText('Waiting for the connection').waitFor();
  const before = await log.getByText('Sent').count();
  isAway = false;
  await page.frames()[1]?.evaluate("dispatchEvent(new Event('online'))");
  await log.getByText('Sent').waitFor();
  await expect.poll(() => log.getByText('Halo', { exact: true }).count()).toBe(1);

  expect(before).toBe(0);
  expect(await stored()).toMatchObject([{ body: 'Halo' }]);
});

test('two visitors never see each other, also after a reload and with a forged token', async () => {
  const { url } = await openShop();
  const [ani, budi] = [await openChat(url), await openChat(url)];

  await ani.write('Ini Ani');
  await budi.write('Ini Budi');
  await ani.log.getByText('Sent').waitFor();
  await budi.log.getByText('Sent').waitFor();
  await ani.reopen();
  await ani.log.getByText('Ini Ani').waitFor();
  await budi.page
    .frames()[1]
    ?.evaluate("for (const key of Object.keys(localStorage)) localStorage[key] += 'A'");
  await budi.reopen();
  await budi.frame.getByText('We are here').waitFor();

  expect(await ani.log.getByText('Ini Budi').count()).toBe(0);
  expect(await budi.log.getByText('Ini').count()).toBe(0);
});

test('a signed visitor finds the chat on each device, and leaves nothing on it', async () => {
  const { url, widget } = await openShop({ identity_required: true });
  const claims = {
    sub: 'u-1',
    aud: widget.widget_uuid,
    exp: Math.floor((ctx.now().getTime() + HOUR / 2) / SECOND),
  };
  const identify = `kurir.identify('${sign(claims, 'rahasia')}')`;
  const [laptop, phone] = [await openChat(url), await openChat(url, PHONE)];

  await laptop.frame.getByText('Please log in on the web site').waitFor();
  await laptop.page.evaluate(identify);
  await laptop.write('Pesanan saya?');
  await laptop.log.getByText('Sent').waitFor();
  await phone.page.evaluate(identify);
  await phone.log.getByText('Pesanan saya?').waitFor();
  await laptop.reopen();
  await laptop.frame.getByText('Please log in on the web site').waitFor();

  expect(await laptop.frame.getByText('Pesanan saya?').count()).toBe(0);
});

test('what one signed visitor could not send is not sent by the next one in the browser', async () => {
  const { url, widget, stored } = await openShop({ identity_required: true });
  const exp = Math.floor((ctx.now().getTime() + HOUR / 2) / SECOND);
  const identify = (sub: string) =>
    `kurir.identify('${sign({ sub, aud: widget.widget_uuid, exp }, 'rahasia')}')`;
  const { page, frame, write, log, reopen } = await openChat(url);
  let isAway = true;
  await page.context().route('**/messages', (route) => (isAway ? route.abort() : route.continue()));
  // A frame that is open already may call past the route.
  await reopen();

  await frame.getByText('Please log in on the web site').waitFor();
  await page.evaluate(identify('ani'));
  await write('Ini Ani');
  await log.getByText('Waiting for the connection').waitFor();
  await page.evaluate(identify('budi'));
  await log.getByText('Ini Ani').waitFor({ state: 'detached' });
  isAway = false;
  await write('Ini Budi');
  await log.getByText('Sent').waitFor();

  expect(await stored()).toMatchObject([{ body: 'Ini Budi' }]);
  expect(await frame.getByText('Ini Ani').count()).toBe(0);
});

function sign(claims: object, secret: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

longTest('a browser that keeps nothing still chats', async () => {
  const { url } = await openShop();
  const visit = await openVisit(browser);
  await visit.page.addInitScript(
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })",
  );

  await visit.page.goto(url);
  await visit.button.click();
  await visit.frame.getByRole('textbox').fill('Halo');
  await visit.frame.getByRole('button', { name: 'Send' }).click();
  await visit.frame.getByText('Sent').waitFor();

  expect(visit.complaints).toEqual([]);
});

test('the bubble counts what came while the chat was closed, and reading takes it away', async () => {
  const { url, answer, stored } = await openShop();
  const { write, log, frame, button } = await openChat(url);
  await write('Halo');
  await log.getByText('Sent').waitFor();

  await frame.getByRole('button', { name: 'Close chat' }).click();
  await answer();
  await expect.poll(() => button.getAttribute('aria-label')).toBe('Chat: 1 new');
  await expect.poll(async () => (await stored()).at(-1)?.status).toBe('delivered');
  await button.click();
  await expect.poll(() => button.getAttribute('aria-label')).toBe('Chat');

  await expect.poll(async () => (await stored()).at(-1)?.status).toBe('read');
});

test('choices are buttons until the visitor answers', async () => {
  const { url, answer, stored } = await openShop();
  const { write, log } = await openChat(url);
  await write('Halo');
  await log.getByText('Sent').waitFor();

  await answer({
    type: 'button',
    interactive: JSON.stringify({
      buttons: [
        { id: 'a', title: 'Gayo' },
        { id: 'b', title: 'Toraja' },
      ],
    }),
  });
  await log.getByRole('button', { name: 'Toraja' }).click();
  await expect.poll(() => log.getByRole('button', { name: 'Gayo' }).isDisabled()).toBe(true);
  await expect.poll(async () => (await stored()).at(-1)?.body).toBe('Toraja');

  await expect.poll(() => log.getByRole('button', { name: 'Toraja' }).isDisabled()).toBe(true);
});

longTest('earlier messages come when the visitor scrolls up', async () => {
  const { url, visitor, answer } = await openShop();
  const { write, log, page } = await openChat(url);
  await write('Paling awal');
  await log.getByText('Sent').waitFor();

  for (let n = 1; n <= 70; n += 1) await answer({ body: `Jawaban ${n}` });
  await log.getByText('Jawaban 70', { exact: true }).waitFor();
  await page.reload();
  await page.locator('div > button').click();
  await log.getByText('Jawaban 70', { exact: true }).waitFor();
  const first = await log.getByText('Paling awal').count();
  await log.hover();
  // A busy browser may have asked for one page above already, and each scroll asks for the next one.
  const scrolled = async () => {
    await page.mouse.wheel(0, -20_000);
    return log.getByText('Paling awal').count();
  };
  await expect.poll(scrolled).toBe(1);

  expect(visitor).toBeDefined();
  expect(first).toBe(0);
});

test('the chat goes on in the messaging app by a code of this visitor', async () => {
  const { url, account } = await openShop();
  await ctx.pool.query(
    "update devices set phone_number = '6281100000001' where account_id = $1 and engine <> 'widget'",
    [account.id],
  );
  const { frame, write, log, complaints } = await openChat(url);
  await write('Halo');
  await log.getByText('Sent').waitFor();

  await frame.getByRole('button', { name: 'Continue in the messaging app' }).click();
  const href = await frame.getByRole('link', { name: 'Open in the messaging app' }).getAttribute('href');
  await frame.getByRole('button', { name: 'Back to the chat' }).click();
  await log.getByText('Halo').waitFor();

  expect(href).toMatch(/^https:\/\/wa\.me\/6281100000001\?text=/);
  expect(complaints).toEqual([]);
});

longTest('a proxy that holds streams back delays answers only', async () => {
  const { url, answer } = await openShop();
  const { page, write, log, frame } = await openChat(url);
  await page.clock.install();
  await page.context().route('**/events', (route) => route.abort());
  await page.reload();
  await page.locator('div > button').click();
  await write('Halo');
  await log.getByText('Sent').waitFor();
  await answer({ body: 'Lewat jalan lain' });

  await frame.getByText('No connection. We keep trying.').waitFor();
  const arrives = async () => {
    await page.clock.runFor(5_000);
    return log.getByText('Lewat jalan lain').count();
  };
  await expect.poll(arrives).toBe(1);

  await expect.poll(() => frame.getByText('Sent').count()).toBe(1);
});

longTest('a gateway below a path of a proxy works as elsewhere', async () => {
  const { widget, answer } = await openShop();
  const prefixed = site.pass('/kurir', base);
  const url = site.put('/prefixed', shopPage(prefixed, widget), STRICT(prefixed));
  const { write, log, page, complaints } = await openChat(url);

  await write('Halo');
  await log.getByText('Sent').waitFor();
  await answer();
  await log.getByText('Ada, Kak.').waitFor();
  const link = await page.frames()[1]?.evaluate('new URL(document.body.dataset.link, location.href).href');

  expect(link).toBe(`${prefixed}/l/${widget.slug}`);
  expect(complaints).toEqual([]);
});

async function closeShop({ id }: { id: number }): Promise<void> {
  const weekly = Object.fromEntries(DAYS.map((day) => [day, []]));
  await ctx.pool.query('insert into business_hours (account_id, hours) values ($1, $2)', [
    id,
    { timezone: 'Asia/Jakarta', weekly, holidays: [] },
  ]);
}

test('a visitor who has asked already goes on when the shop closes, and is asked for a number', async () => {
  const { url, account } = await openShop();
  const { frame, write, log } = await openChat(url, { locale: 'id-ID' });
  await write('Ada kopi?');
  await log.getByText('Terkirim').waitFor();

  await closeShop(account);
  ctx.clock.advance(16 * SECOND);
  ctx.bus.publish('events');

  await frame.getByText('Tulis nama dan nomor Anda di sini').waitFor();
  await write('Ani, 0812 3456 7890');
  expect(await frame.getByLabel('Nomor telepon').count()).toBe(0);
});

test('outside the opening hours a form takes the question, once', async () => {
  const { url, account, stored } = await openShop();
  await closeShop(account);
  const { frame, page } = await openChat(url, { locale: 'id-ID' });

  await frame.getByLabel('Nama').fill('Ani');
  await frame.getByLabel('Nomor telepon').fill('12');
  await frame.getByLabel('Pertanyaan').fill('Ada kopi?');
  await frame.getByRole('button', { name: 'Kirim pertanyaan' }).click();
  await frame.getByText('Mohon periksa nomornya').waitFor();
  const problems = await axeProblems(page);
  await frame.getByLabel('Nomor telepon').fill('0812 3456 7890');
  await frame.getByRole('button', { name: 'Kirim pertanyaan' }).click();
  await frame.getByText('Terima kasih. Kami jawab begitu kami kembali.').waitFor();

  expect(problems).toEqual([]);
  expect(await stored()).toMatchObject([{ body: expect.stringContaining('Ada kopi?') }]);
  await expect.poll(() => frame.getByRole('textbox').count()).toBe(1);
});

test.each(isLong ? (['light', 'dark'] as const) : (['light'] as const))(
  'the chat has no barrier: %s',
  async (colorScheme) => {
    const { url, answer } = await openShop({ color: '#ffe600' });
    const { page, write, log } = await openChat(url, { colorScheme });
    await write('Halo https://a.example');
    await log.getByText('Sent').waitFor();
    await answer({ type: 'button', interactive: JSON.stringify({ buttons: [{ id: 'a', title: 'Gayo' }] }) });
    await log.getByRole('button', { name: 'Gayo' }).waitFor();

    expect(await axeProblems(page)).toEqual([]);
  },
);

test('the keyboard alone writes, answers and leaves', async () => {
  const { url, answer } = await openShop();
  const { page, frame, focused } = await openVisit(browser);
  const { keyboard } = page;
  await page.goto(url);
  await page.locator('div > button').waitFor();

  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await frame.locator('textarea:focus').waitFor();
  await keyboard.type('Baris satu');
  await keyboard.press('Shift+Enter');
  await keyboard.type('baris dua');
  await keyboard.press('Enter');
  await frame.getByText('Sent').waitFor();
  await answer({ type: 'button', interactive: JSON.stringify({ buttons: [{ id: 'a', title: 'Gayo' }] }) });
  await frame.getByRole('button', { name: 'Gayo' }).waitFor();
  await keyboard.press('Shift+Tab');
  await frame.locator(':focus', { hasText: 'Gayo' }).waitFor();
  await keyboard.press('Enter');
  await frame.locator('.own', { hasText: 'Gayo' }).waitFor();
  await keyboard.press('Escape');
  await page.locator('iframe').waitFor({ state: 'hidden' });

  await expect.poll(() => frame.locator('.own').first().textContent()).toContain('Baris satu\nbaris dua');
  await expect.poll(focused).toBe('Chat, false');
});

test('a frame of another site can give no identity', async () => {
  const spy = `<script>
    for (const each of Array.from(parent)) each.postMessage({ kurir: 'identify', identity: 'x' }, '*');
    document.title = 'posted';
  </script>`;
  const { widget } = await openShop();
  const spyUrl = site.put('/spy', spy);
  const url = site.put('/spied', shopPage(base, widget));
  const { page, frame, complaints } = await openChat(url);
  await frame.getByText('We are here').waitFor();

  await page.evaluate(
    `document.body.append(Object.assign(document.createElement('iframe'), { src: '${spyUrl}' }))`,
  );
  await page.waitForFunction("document.querySelector('iframe').contentDocument?.title === 'posted'");
  await frame.getByRole('textbox').fill('Halo');
  await frame.getByRole('textbox').press('Enter');
  await frame.getByText('Sent').waitFor();

  expect(complaints).toEqual([]);
});
