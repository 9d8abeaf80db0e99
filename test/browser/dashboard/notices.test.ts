import type { CDPSession, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { noticeJobs } from '../../../src/inbox/notices/tell.ts';
import { createGuardedClient } from '../../../src/platform/lib/guarded-fetch/client.ts';
import { inbound, receiver } from '../../harness/conversations.ts';
import { runJobs } from '../../harness/jobs.ts';
import { type PushedBrowser, startPushService } from '../../harness/push-service.ts';
import { insertDevice } from '../../harness/rows.ts';
import { LOCALHOST_CERTIFICATE } from '../../harness/tls.ts';
import { until } from '../../harness/until.ts';
import { axeProblems } from '../axe.ts';
import { openApp } from './app.ts';

const app = await openApp();
const { ctx, account } = app;
const device = await insertDevice(ctx, account, { label: 'Kasir' });
await receiver(ctx)(inbound(device, '6281234567890', { at: ctx.now() }));
const pushes = await startPushService();
const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8', '::1/128'], ca: LOCALHOST_CERTIFICATE });
afterAll(() => client.close());

/**
 * Chromium subscribes at Google: the stand-in gives the address and the keys in its place. A Chromium without windows
 * says that it may show no notices.
 */
async function withPushService(page: Page, { endpoint, p256dh, auth }: PushedBrowser): Promise<void> {
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript(`
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    const given = {
      toJSON: () => (${JSON.stringify({ endpoint, keys: { p256dh, auth } })}),
      unsubscribe: async () => true,
    };
    Object.assign(PushManager.prototype, { subscribe: async () => given, getSubscription: async () => given });`);
}

/** What the push service does in Chromium: wakes the worker with the opened message. */
async function deliver(page: Page, data: object): Promise<void> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: app.base,
    registrationId,
    data: JSON.stringify(data),
  });
  await cdp.detach();
}

/** The screen of a Chromium without windows: what its worker shows stays in the worker. */
const keepShown = `registration.showNotification = async (title, options) => {
  self.shown = { title, ...options, close() {} };
}`;
/** Chromium has no hand that clicks a notice. */
const clickShown = `
  const click = new Event('notificationclick');
  Object.assign(click, { notification: self.shown });
  Object.defineProperty(click, 'waitUntil', { value: (done) => void done.catch(() => {}) });
  dispatchEvent(click);`;

const AT_ANY_TIME = {
  ...{ push: ['assigned'], email: [], quiet_hours: null, email_after_minutes: 10, language: 'en' },
};

test('push is switched on in the inbox, the worker shows an assignment, and a click opens the chat', async () => {
  const [ani, budi] = [await app.user('admin', { name: 'Ani' }), await app.user('admin', { name: 'Budi' })];
  const browser = pushes.browser();
  const page = await app.open(budi, { path: '/settings', isChanged: true });
  await withPushService(page, browser);
  await page.goto(`${app.base}/app/inbox?view=all`);
  await page.getByRole('button', { name: /For you/ }).click();
  await page.getByLabel('Push in this browser').click();
  await page.getByText('Push is on in this browser.').first().waitFor();
  await page.getByLabel('Show names and words of customers').waitFor();
  // The night of the first browser may be now.
  await budi.call('PUT', '/app/api/me/notices', AT_ANY_TIME);
  const { body } = await ani.call('GET', '/app/api/conversations');
  const uuid: string = body.data[0].id;
  await ani.call('POST', `/app/api/conversations/${uuid}/assign`, { assignee: 'Budi' });
  await runJobs(ctx, noticeJobs(ctx, { live: client, sandbox: client }));
  const [arrived] = browser.arrived;
  await page.keyboard.press('Escape');
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(keepShown);
  await deliver(page, arrived ?? {});
  const shown = await until(() => worker?.evaluate('self.shown && JSON.parse(JSON.stringify(self.shown))'));
  await worker?.evaluate(clickShown);
  await page.waitForURL((url) => url.pathname === `/app/inbox/${uuid}`);

  expect(arrived).toEqual({
    title: 'Ani gave you a chat',
    body: '',
    tag: `kurir-${uuid}`,
    path: `inbox/${uuid}`,
  });
  const icon = `${app.base}/app/icon-192.png`;
  expect(shown).toMatchObject({ title: 'Ani gave you a chat', tag: `kurir-${uuid}`, icon, silent: true });
});

test.each([
  ['en', 'light'],
  ['id', 'dark'],
] as const)('the settings of notices fit a phone, and are kept (%s, %s)', async (language, theme) => {
  const staff = await app.user('owner');
  const page = await app.open(staff, { path: '/settings#notice-settings', language, theme, width: 390 });
  const isEnglish = language === 'en';
  const section = page.locator('#notice-settings');
  await section.getByLabel(isEnglish ? 'A flow fails: Push' : 'Alur gagal: Push').uncheck();
  await section.getByLabel(isEnglish ? 'Quiet hours' : 'Jam tenang').check();
  await section.getByRole('button', { name: isEnglish ? 'Save' : 'Simpan' }).click();
  await page
    .getByText(isEnglish ? 'Saved.' : 'Tersimpan.')
    .first()
    .waitFor();

  const { body } = await staff.call('GET', '/app/api/me/notices');
  const width = await page.evaluate('document.documentElement.scrollWidth');
  const problems = await axeProblems(page);

  expect(body.push).not.toContain('flow_failed');
  expect(body.quiet_hours).toMatchObject({ from: '21:00', to: '08:00' });
  expect([width, problems]).toEqual([390, []]);
});
