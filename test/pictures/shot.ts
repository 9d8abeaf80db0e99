import type { BrowserContext, Page } from 'playwright-core';
import type { Language } from '../../web/src/texts/translate.ts';
import { axeProblems } from '../browser/axe.ts';
import type { PictureOf } from './pages.ts';

export interface Look {
  theme: 'light' | 'dark';
  language: Language;
  size: keyof typeof SIZES;
}

/** Of the window, in pixels. `zoom`: a wide window at 200 %. */
export const SIZES = {
  wide: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  zoom: { width: 720, height: 450 },
} as const;

/** `full`: as the shop is. `loading`: no answer yet. `error`: every answer is a failure. */
export type State = 'full' | 'empty' | 'loading' | 'error';

export interface Shot {
  name: string;
  png: Buffer;
  /** One line each. */
  problems: string[];
}

/** Time for what is drawn after the last answer, such as charts. */
const SETTLE_MS = 400;
const LOADING_MS = 5_000;
const CLICK_MS = 8_000;
/** Of the frame around the page: they are answered in every state. */
const FRAME = /\/app\/api\/(?:session|stream|presence)(?:[/?]|$)/;

/** Elements that stick out of the window sideways, where the page does not scroll there. */
const TOO_WIDE = `[...document.querySelectorAll('body *')].filter((one) => {
  const { right, width, height } = one.getBoundingClientRect();
  if (width === 0 || height === 0 || right <= innerWidth + 1) return false;
  for (let at = one.parentElement; at; at = at.parentElement) {
    if (getComputedStyle(at).overflowX !== 'visible') return false;
  }
  return true;
}).slice(0, 3).map((one) => one.outerHTML.slice(0, 120))`;

/** Opens a page in a state, and takes its picture. */
export async function take(
  context: BrowserContext,
  origin: string,
  { page: of, look, state }: { page: PictureOf; look: Look; state: State },
): Promise<Shot> {
  const problems: string[] = [];
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (line) => {
    if (line.type() === 'error' && !/status of [45]\d\d/.test(line.text())) problems.push(line.text());
  });
  if (state === 'error' || state === 'loading') await disturb(page, state);
  await page.goto(`${origin}/app${of.path}`);
  await settle(page);
  for (const text of of.clicks ?? []) {
    const target = page.locator('main').getByText(text, { exact: true }).first();
    await target.click({ timeout: CLICK_MS }).catch(() => problems.push(`has no ${text}`));
    await settle(page);
  }
  const wide: string[] = await page.evaluate(TOO_WIDE);
  problems.push(...wide.map((html) => `too wide: ${html}`));
  problems.push(...(await axeProblems(page)));
  const name = [of.name, state, look.theme, look.language, look.size].join('-');
  return { name, png: await page.screenshot(), problems };
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.waitForTimeout(SETTLE_MS);
  const loading = page.locator('main [aria-busy=true], main .animate-pulse').first();
  await loading.waitFor({ state: 'detached', timeout: LOADING_MS }).catch(() => {}); // it may load on purpose
  await page.waitForTimeout(SETTLE_MS);
}

async function disturb(page: Page, state: 'error' | 'loading'): Promise<void> {
  await page.route('**/app/api/**', (route) => {
    if (FRAME.test(route.request().url())) return route.fallback();
    if (state === 'loading') return; // never answered
    const json = { error: 'internal_error', message: 'Something failed.' };
    return route.fulfill({ status: 500, json });
  });
}
