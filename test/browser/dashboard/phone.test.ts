import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeProblems } from '../axe.ts';
import { openPhoneApp } from './app.ts';
import { inbox, log, openChat, openShop } from './chats.ts';

const app = await openPhoneApp();
const { customer } = await openShop(app, '6281100000045');

/** Phones, and windows of 1440 x 900 and 1280 x 800 at a zoom of 200 %. */
const SIZES = [
  [390, 844],
  [375, 667],
  [720, 450],
  [640, 400],
] as const;

const open = async (
  path: string,
  [width, height]: readonly [number, number],
  language: 'en' | 'id' = 'en',
) => {
  const page = await app.open(await app.user('owner'), { path, language, isChanged: true });
  await page.setViewportSize({ width, height });
  return page;
};

test.each(SIZES)('at %i x %i the messages of a chat have 65 percent of the height', async (width, height) => {
  const { name } = await customer('Apakah masih buka?', `Layar ${width}`);
  const page = await open(inbox.path, [width, height]);

  await openChat(page, name);
  await log(page).getByText('Apakah masih buka?').waitFor();
  const part = ((await log(page).boundingBox())?.height ?? 0) / height;
  const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');

  expect([part >= 0.65 ? 'enough' : part, isWide]).toEqual(['enough', false]);
  expect(await axeProblems(page)).toEqual([]);
});

test('the main pages are at the bottom, with the number of those who wait, and leave in a chat', async () => {
  const { name } = await customer('Halo, ada orang?', 'Navigasi Bawah');
  const page = await open('/inbox?view=needs', [390, 844], 'id');
  const bar = page.getByRole('navigation', { name: 'Halaman utama' });

  await bar.getByRole('link', { name: /Kotak masuk\s*\d+/ }).waitFor();
  await bar.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Tim' }).waitFor();
  const problems = await axeProblems(page);
  await bar.getByRole('link', { name: 'Perangkat' }).click();
  await page.getByRole('heading', { name: 'Perangkat', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Tim' }).waitFor({ state: 'hidden' });
  await bar.getByRole('link', { name: /Kotak masuk/ }).click();
  await page.getByRole('link', { name }).click();
  await bar.waitFor({ state: 'hidden' });

  expect(problems).toEqual([]);
});

/** Cells that end outside the window or leave a part of their card empty, and names that the cards show. */
const cellsOf = (page: Page): Promise<{ cut: number; names: string[] }> =>
  page.evaluate(`(() => {
    const cells = [...document.querySelectorAll('tbody td')];
    const isCut = (cell) =>
      cell.getBoundingClientRect().right > innerWidth || cell.offsetWidth < cell.parentElement.clientWidth;
    return {
      cut: cells.filter(isCut).length,
      names: [...new Set(cells.map((cell) => getComputedStyle(cell, '::before').content))],
    };
  })()`);

test.each([
  ['/audit', 'What'],
  ['/team', 'Role'],
  ['/messages', 'Status'],
])('on a phone the table of %s is a list of cards without a cut column', async (path, name) => {
  const page = await open(path, [390, 844]);
  await page.locator('tbody tr').first().waitFor();

  const { cut, names } = await cellsOf(page);

  expect(cut).toBe(0);
  expect(names).toContain(JSON.stringify(name));
  expect(await axeProblems(page)).toEqual([]);
});
