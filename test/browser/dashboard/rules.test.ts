import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeLive } from '../../harness/live-stream.ts';
import { longTest } from '../../harness/long-test.ts';
import { insertDevice } from '../../harness/rows.ts';
import { axeProblems } from '../axe.ts';
import { chooseIn, openApp } from './app.ts';

const HOSTILE = '<img src=x onerror=alert(1)> \u202e';

const app = await openApp();
await makeLive(app.ctx, app.account.id);
await insertDevice(app.ctx, app.account, { label: HOSTILE });
const admin = await app.user('admin');
const rules = { path: '/automation/rules' };

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const tester = (page: Page) => page.locator('section').filter({ hasText: 'Try a message' });

async function ask(page: Page, text: string): Promise<string> {
  await tester(page).getByLabel('The customer writes').fill(text);
  const answer = page.waitForResponse('**/auto-replies/test');
  await button(page, 'Try').click();
  await answer;
  await page.locator('button[aria-busy=false]', { hasText: 'Try' }).waitFor();
  return tester(page).getByRole('status').innerText();
}

test('an empty account makes a rule from a starting rule, and the test says what it answers', async () => {
  const page = await app.open(admin, rules);
  await button(page, 'Opening hours').click();
  const dialog = page.getByRole('dialog', { name: 'New rule' });
  await dialog.getByLabel('Name').fill(HOSTILE);
  await dialog.getByText('Hi Budi, we are open').waitFor();
  const problems = await axeProblems(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The rule is saved.', { exact: true }).waitFor();

  const answer = await ask(page, 'What time do you close?');

  expect(answer).toContain(`${HOSTILE} answers`);
  expect(answer).toContain('It has “what time”.');
  expect(await page.locator('img[src=x]').count()).toBe(0);
  expect([...problems, ...(await axeProblems(page))]).toEqual([]);
});

test('a rule that another one covers says so, and the test says why it is silent', async () => {
  await admin.call('POST', '/app/api/contact-fields', { name: 'kota', type: 'text' });
  const page = await app.open(admin, rules);
  await button(page, 'New rule').click();
  await page.getByRole('menuitem', { name: 'Price list' }).click();
  await button(page, 'Save').click();
  await page.getByText('The rule is saved.', { exact: true }).waitFor();
  await button(page, 'New rule').click();
  await page.getByRole('menuitem', { name: 'Empty rule' }).click();
  await page.getByLabel('Name').fill('Harga lagi');
  await page.getByLabel('Words', { exact: true }).fill('price');
  await page.getByLabel('Text', { exact: true }).fill('Dua puluh ribu, ');
  await button(page, 'Insert').click();
  await page.getByRole('menuitem', { name: 'contact.kota' }).click();
  await button(page, 'Save').click();
  await page.getByRole('dialog', { name: 'Saved, with something to know' }).waitFor();
  await page.getByText('Another rule (Price list) always answers first').waitFor();
  await button(page, 'Understood').click();

  const before = await ask(page, 'price?');
  await button(page, 'Move Harga lagi up').click();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Harga lagi' })
    .and(page.locator(':nth-child(2)'))
    .waitFor();
  const after = await ask(page, 'price?');

  expect(before).toContain('Price list answers');
  expect(before).toContain('Price list comes first. Move this rule up');
  expect(after).toContain('Harga lagi answers');
  expect(after).toContain('Dua puluh ribu, there');
});

test('a rule is switched off, and deleted after a question', async () => {
  const page = await app.open(admin, rules);
  const toggle = page.getByRole('switch', { name: 'Rule Harga lagi answers' });
  await toggle.click();
  await page.getByRole('switch', { name: 'Rule Harga lagi answers', checked: false }).waitFor();
  const off = await ask(page, 'price?');

  await button(page, 'Actions of Harga lagi').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await toggle.waitFor({ state: 'detached' });

  expect(off).toContain('It is switched off.');
});

longTest(
  'a rule for closed hours leads to the business hours, and is marked until there are some',
  async () => {
    const page = await app.open(admin, rules);
    await button(page, 'New rule').click();
    await page.getByRole('menuitem', { name: 'Empty rule' }).click();
    await page.getByRole('dialog').getByLabel('When', { exact: true }).selectOption('away');
    await page.getByLabel('Name').fill('Toko tutup');
    await page.getByLabel('Text', { exact: true }).fill('Kami tutup');
    await button(page, 'Save').click();
    const known = page.getByRole('dialog', { name: 'Saved, with something to know' });
    await known.getByRole('link', { name: 'Set business hours' }).waitFor();
    await button(page, 'Understood').click();
    const row = page.getByRole('listitem').filter({ hasText: 'Toko tutup' });
    const mark = row.getByText('Never answers');
    await mark.waitFor();
    const problems = await axeProblems(page);

    await row.getByRole('link', { name: 'Set business hours' }).click();
    const hours = page.locator('form', { has: page.getByLabel('Time zone') });
    await hours.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The hours are saved.', { exact: true }).waitFor();
    await page.goBack();
    await row.waitFor();
    await mark.waitFor({ state: 'detached' });

    expect(problems).toEqual([]);
  },
);

test('what the gateway refuses shows at its field, and nothing typed is lost', async () => {
  const page = await app.open(admin, rules);
  await button(page, 'New rule').click();
  await page.getByRole('menuitem', { name: 'Empty rule' }).click();
  await page.getByLabel('Name').fill('Ekspresi');
  await page.getByLabel('How to compare').selectOption('regex');
  await page.getByLabel('Words', { exact: true }).fill('harga (');
  await page.getByLabel('Text', { exact: true }).fill('Halo');
  await button(page, 'Save').click();
  await page.locator('textarea[aria-invalid=true]').waitFor();

  await expect.poll(() => page.getByLabel('Words', { exact: true }).inputValue()).toBe('harga (');
  await expect.poll(() => page.getByLabel('Text', { exact: true }).inputValue()).toBe('Halo');
});

test('leaving with unsaved changes asks, and saving or discarding does not', async () => {
  const page = await app.open(admin, rules);
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const stay = () => question.getByRole('button', { name: 'Stay' }).click();
  await button(page, 'New rule').click();
  await page.getByRole('menuitem', { name: 'Empty rule' }).click();
  await page.getByLabel('Name').fill('Promo');
  await page.keyboard.press('Escape');
  await stay();
  const kept = await page.getByLabel('Name').inputValue();
  await button(page, 'Cancel').click();
  const bar = page.getByRole('navigation', { name: 'Pages' });
  await bar.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Business hours', exact: true }).click();
  const hours = page.getByLabel('Time zone');
  await chooseIn(hours, 'WIT · Asia/Jayapura');

  await page.getByLabel('Hours of').selectOption({ index: 1 });
  await stay();
  await page.getByRole('link', { name: 'Labels' }).click();
  await stay();
  const closing = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const asked = await closing;
  await asked.dismiss();
  const zone = await hours.innerText();
  await page.locator('form', { has: hours }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').first().waitFor();
  await page.getByRole('link', { name: 'Labels' }).click();
  await page.getByLabel('New label').fill('VIP');
  await page.getByRole('link', { name: 'Chats' }).click();
  const unhappy = await axeProblems(page);
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL(/settings\/conversations$/);

  expect([kept, zone, asked.type()]).toEqual(['Promo', 'WIT · Asia/Jayapura', 'beforeunload']);
  expect(unhappy).toEqual([]);
});
