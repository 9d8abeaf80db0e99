import type { AddressInfo } from 'node:net';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import { CONTROL_TOKEN } from '../../../sandbox/test-sandbox.ts';
import type { Caller } from '../../../src/platform/accounts/account.ts';
import type { Role } from '../../../src/platform/accounts/role.ts';
import { systemClock } from '../../../src/platform/lib/clock.ts';
import { type TestContext, testContext } from '../../harness/context.ts';
import { buildDashboardOnce } from '../../harness/dashboard-build.ts';
import { type Line, openLine } from '../../harness/line.ts';
import { insertAccount } from '../../harness/rows.ts';
import { openService, type Service } from '../../harness/service.ts';
import { type Staff, staffOf } from '../../harness/staff.ts';
import { openBrowser } from '../browser.ts';

export interface OpenOptions {
  /** Below /app. */
  path?: string;
  language?: 'en' | 'id';
  theme?: 'light' | 'dark';
  /** Of the window, in pixels. 375 is a phone. */
  width?: number;
  /** Behind a proxy: the address of the gateway there. */
  base?: string;
  /** No later test gets this browser: the test changes more of it than its pages, cookies and storage. */
  isChanged?: boolean;
}

export interface App extends Service {
  ctx: TestContext;
  /** The address of the gateway. */
  base: string;
  account: Caller;
  browser: Browser;
  /** A user of the account, or of another one. */
  user(role: Role, options?: Partial<Parameters<typeof staffOf>[2]>): Promise<Staff>;
  /**
   * A page of a separate browser, logged in as this user; null: not logged in. It fails its test on any error in the
   * console, any violation of the policy, and any request to another origin. Later tests get the browser as if it were
   * new, because a new one takes three times the processor time of the page.
   */
  open(user: Staff | null, options?: OpenOptions): Promise<Page>;
  /** Forgets the complaints that fit, and returns their number. */
  forgive(expected: RegExp): number;
  /** Another tab of the browser of this page. */
  tab(page: Page, path?: string): Promise<Page>;
}

/** With phones: a line to the sandbox, whose devices `line.pair` connects. */
export interface PhoneApp extends App {
  line: Line;
}

/** The built dashboard on a gateway with a sandbox account. Call it at the top of a file. */
export async function openApp(): Promise<App> {
  await buildDashboardOnce();
  // Browsers measure real time.
  const ctx = { ...(await testContext({ cleanup: afterAll })), ...systemClock };
  return appOf(ctx, await insertAccount(ctx, {}, 'sandbox'), await openService(ctx));
}

/** The same with real Baileys and a real sandbox. */
export async function openPhoneApp(): Promise<PhoneApp> {
  await buildDashboardOnce();
  const line = await openLine({ cleanup: afterAll, lossGraceMs: 50, official: true });
  const { ctx, account, sandbox } = line;
  const service = await openService(ctx, { url: sandbox.current.url, token: CONTROL_TOKEN });
  return { ...(await appOf(ctx, account, service)), line };
}

async function appOf(ctx: TestContext, account: Caller, service: Service): Promise<App> {
  const { http } = service;
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo; // a TCP listener has no other kind of address
  const base = `http://127.0.0.1:${port}`;
  const browser = await openBrowser();
  const opened = new Map<Page, string>();
  const free = new Map<string, Page[]>();
  const complaints: string[] = [];

  afterEach(async () => {
    const found = complaints.splice(0);
    await Promise.all(
      [...opened].map(async ([page, kind]) => {
        if (kind !== '' && (await forget(page, base))) free.set(kind, [...(free.get(kind) ?? []), page]);
        else await page.context().close();
      }),
    );
    opened.clear();
    complaints.length = 0;
    expect(found).toEqual([]);
  });

  const newPage = async ({
    language = 'en',
    theme = 'light',
    width = 1280,
    base: at = base,
  }: OpenOptions) => {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      locale: language === 'id' ? 'id-ID' : 'en-US',
      colorScheme: theme,
      reducedMotion: 'reduce',
    });
    await context.addInitScript(watchDialogs);
    context.on('page', (page) => watch(page, new URL(at).origin, complaints));
    return context.newPage();
  };

  return {
    ...{ ...service, ctx, account, base, browser },
    user: (role, options = {}) => staffOf(http, ctx, { account, role, ...options }),
    async open(user, options = {}) {
      const { path = '/', base: at = base, isChanged = at !== base } = options;
      const kind = isChanged ? '' : JSON.stringify([options.language, options.theme, options.width]);
      const page = free.get(kind)?.pop() ?? (await newPage(options));
      opened.set(page, kind);
      const [name = '', value = ''] = user?.cookie.split('=') ?? [];
      if (user)
        await page.context().addCookies([{ name, value, url: new URL('/', at).href, httpOnly: true }]);
      await page.goto(`${at}/app${path}`);
      return page;
    },
    forgive(expected) {
      const others = complaints.filter((complaint) => !expected.test(complaint));
      return complaints.splice(0, complaints.length, ...others).length - others.length;
    },
    async tab(page, path = '/') {
      const next = await page.context().newPage();
      await next.goto(page.url().replace(/\/app\/.*$/s, `/app${path}`));
      return next;
    },
  };
}

/** Chooses in a long list, which is searched by typing. The field is there when the list has loaded. */
export async function chooseIn(field: Locator, text: string): Promise<void> {
  const page = field.page();
  await field.and(page.locator('button')).click();
  await page.locator('[cmdk-input]').fill(text);
  await page.getByRole('option', { name: text, exact: true }).click();
}

/** Leaves the browser of this page without pages, cookies and storage. False when the page is closed. */
async function forget(page: Page, base: string): Promise<boolean> {
  if (page.isClosed()) return false;
  const context = page.context();
  await Promise.all(context.pages().map((tab) => tab !== page && tab.close()));
  page.removeAllListeners('dialog');
  await context.clearCookies();
  await page.mouse.move(0, 0);
  // Has no script, so nothing writes again.
  await page.goto(`${base}/healthz`);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  return true;
}

/** Complains about a dialog that opens with the focus on its cross. Runs in the page, so it is text. */
const watchDialogs = `new MutationObserver((changes) => {
  const opened = changes.some(({ addedNodes }) =>
    [...addedNodes].some((node) => node.querySelector?.('[role=dialog]') || node.role === 'dialog'));
  if (opened) requestAnimationFrame(() => requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement?.matches('[role=dialog] :is([aria-label=Close], [aria-label=Tutup])'))
      console.error('The focus is on the cross of a dialog: ' + activeElement.closest('[role=dialog]').innerText);
  }));
}).observe(document, { childList: true, subtree: true });`;

function watch(page: Page, origin: string, complaints: string[]): void {
  page.on('console', (line) => {
    if (!['error', 'warning'].includes(line.type())) return;
    // Chromium calls each refusal of the API an error. The page tells the user.
    const isRefusal = /status of 4\d\d/.test(line.text()) && line.location().url.includes('/app/api/');
    if (!isRefusal) complaints.push(line.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== origin) complaints.push(`asks ${url.href}`);
  });
}
