import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeLive } from '../../harness/live-stream.ts';
import { longTest } from '../../harness/long-test.ts';
import { axeProblems } from '../axe.ts';
import { openApp } from './app.ts';

const app = await openApp();
await makeLive(app.ctx, app.account.id);
const settings = { path: '/automation/settings' };

const longAnswer = (page: Page) => page.getByLabel('Long answer after');
const personWords = (page: Page) => page.getByLabel('Words that bring a person', { exact: true });
const phones = (page: Page) => page.getByLabel('Phone numbers');
/** By key: the notice of an earlier save may cover the button. */
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).press('Enter');
const saved = (page: Page) => page.getByText('Saved.', { exact: true }).first().waitFor();

test('an owner changes the delay, a word and an ignored number, and finds them again', async () => {
  const page = await app.open(await app.user('owner'), { path: '/automation' });
  await page.getByRole('navigation', { name: 'Automation' }).getByRole('link', { name: 'Settings' }).click();
  await longAnswer(page).fill('4.5');
  await personWords(page).fill('bos');
  await personWords(page).press('Enter');
  await page.getByRole('button', { name: 'Remove cs', exact: true }).click();
  await phones(page).fill('0812-3456-7890');
  await save(page);
  await saved(page);

  await page.reload();

  await page.getByRole('button', { name: 'Remove bos', exact: true }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Remove cs', exact: true }).count()).toBe(0);
  await expect.poll(() => longAnswer(page).inputValue()).toBe('4.5');
  await expect.poll(() => phones(page).inputValue()).toBe('6281234567890');
  expect(await axeProblems(page)).toEqual([]);
});

test('what the gateway refuses shows at its field, and nothing typed is lost', async () => {
  const page = await app.open(await app.user('admin'), settings);
  await page.getByLabel('When the customer writes again').fill('Mohon tunggu, Kak.');
  await phones(page).fill('628111222333\n12');
  await save(page);
  await page.getByText('12: At least 8 digits are needed.').waitFor();
  const focused = await page.locator('textarea:focus').inputValue();
  const problems = await axeProblems(page);
  await page.getByRole('link', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  const kept = await page.getByLabel('When the customer writes again').inputValue();
  await phones(page).fill('628111222333');
  await save(page);
  await saved(page);
  await page.getByRole('link', { name: 'Rules' }).click();
  await page.waitForURL(/automation\/rules$/);

  expect([focused, kept]).toEqual(['628111222333\n12', 'Mohon tunggu, Kak.']);
  expect(problems).toEqual([]);
});

longTest('a limit that is missing or wrong is shown, also when the limits are folded', async () => {
  const page = await app.open(await app.user('admin'), settings);
  const limits = page.getByText('Most shops never change them.');
  const hourly = page.getByLabel('Answers to a customer in an hour');
  await limits.click();
  await hourly.fill('');
  await limits.click();
  await hourly.waitFor({ state: 'hidden' });

  await save(page);

  await page.locator('input:invalid:focus').and(hourly).waitFor();
  await hourly.fill('30');
  await page.getByLabel('Answers of one number in a minute').fill('');
  await save(page);
  await saved(page);
  const answer = await page.request.get(`${app.base}/app/api/automation`);
  expect(await answer.json()).toMatchObject({ breakers: { per_hour: 30 }, device_budget_per_minute: null });
});

longTest('the standard words come back with one click', async () => {
  const page = await app.open(await app.user('admin'), settings);
  const removeQuit = page.getByRole('button', { name: 'Remove quit', exact: true });
  await removeQuit.click();
  await save(page);
  await saved(page);
  await page.getByRole('button', { name: 'Use the standard words: Words that end a flow' }).click();
  const before = await removeQuit.count();
  await save(page);
  await removeQuit.waitFor();

  expect(before).toBe(0);
});

test('an agent has no settings of automation', async () => {
  const page = await app.open(await app.user('agent'), settings);
  await page.waitForURL(/\/app\/inbox/);

  expect(await page.getByRole('link', { name: 'Automation' }).count()).toBe(0);
});
