import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DAY, HOUR } from '../../../src/platform/lib/clock.ts';
import { pictureOf } from '../../harness/pictures.ts';
import { axeProblems } from '../axe.ts';
import { openReachout, PHONES } from './reachout-scene.ts';

const { app, device, line, admin } = await openReachout();
const ABSENT = '6281299990001';
const NAMELESS = '6281200000004';
for (const [phone, name, tag] of [
  [ABSENT, 'Tanpa WA', 'absen'],
  [NAMELESS, '', 'anonim'],
])
  await admin.call('POST', '/app/api/contacts', { phone, name, tags: [tag] });

/** As a field of the page takes it. */
const local = (page: Page, fromNow: number) =>
  page.evaluate((ms) => {
    const at = new Date(Date.now() + ms);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, fromNow);

const send = (page: Page, name = 'Review and send') => page.getByRole('button', { name });
const start = (page: Page) => page.getByLabel('Start', { exact: true });
const text = (page: Page) => page.getByLabel('Text', { exact: true });

/** The composer with a text that is ready to go to the tags. */
async function compose(words: string, tags: readonly string[], options: object = {}): Promise<Page> {
  const page = await app.open(admin, { path: '/broadcasts/new', ...options });
  await page.getByLabel('Name of the broadcast').fill(words);
  await page.getByLabel('Device').selectOption(device.device_uuid);
  await text(page).fill(words);
  for (const tag of tags) await page.getByLabel(new RegExp(`^${tag}`)).check();
  await page.getByLabel('Shortest pause in seconds').fill('0');
  await page.getByLabel('Longest pause in seconds').fill('0');
  return page;
}

async function schedule(words: string, tags: readonly string[]): Promise<number> {
  const { body } = await admin.call('POST', '/app/api/broadcasts', {
    ...{ device_uuid: device.device_uuid, name: words, message_template: words, tags },
    ...{ scheduled_at: new Date(Date.now() + DAY).toISOString(), delay_min_seconds: 0, delay_max_seconds: 0 },
  });
  return body.id;
}

/** Two clicks before the page draws again. */
const clickTwice = (page: Page, name: string) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name })
    .evaluate((button: { click(): void }) => {
      button.click();
      button.click();
    });

const named = async (name: string) =>
  (await admin.call('GET', '/app/api/broadcasts')).body.data.filter(
    (each: { name: string }) => each.name === name,
  );

test('a start without its time blocks the broadcast, and does not mean now', async () => {
  const page = await compose('Setengah', ['vip']);
  await expect.poll(() => send(page).isEnabled()).toBe(true);

  await start(page).focus();
  await page.keyboard.type('01012030');
  const wrong = page.getByText('Fill in the time of the start too, or empty the field.');
  await wrong.first().waitFor();
  const problems = await axeProblems(page);
  const half = await send(page).isDisabled();
  await start(page).fill(await local(page, DAY));
  await wrong.first().waitFor({ state: 'detached' });
  await text(page).focus();
  await start(page).focus();
  for (const key of ['Tab', 'Tab', 'Tab', 'Backspace']) await page.keyboard.press(key);
  await wrong.first().waitFor();

  expect([half, await send(page).isDisabled(), problems]).toEqual([true, true, []]);
  await start(page).fill('');
  await expect.poll(() => send(page).isEnabled()).toBe(true);
});

test('a start that has passed is named and schedules nothing, also when it passes before the last click', async () => {
  const page = await compose('Kemarin', ['vip'], { isChanged: true });
  const wrong = page.getByText('This time has passed. Choose a later one, or empty the field to start now.');
  await start(page).fill(await local(page, -DAY));
  await wrong.first().waitFor();
  const isBlocked = await send(page, 'Review and schedule').isDisabled();

  await start(page).fill(await local(page, HOUR));
  await send(page, 'Review and schedule').click();
  await page.clock.setFixedTime(Date.now() + 2 * HOUR);
  await page.getByRole('button', { name: 'Schedule 1 message' }).click();
  await wrong.first().waitFor();

  expect([isBlocked, await page.getByRole('dialog').count(), await named('Kemarin')]).toEqual([true, 0, []]);
});

test('a double click on the last button sends to each recipient once', async () => {
  const page = await compose('Dua klik', ['vip', 'jakarta']);
  await send(page).click();

  await clickTwice(page, 'Send 2 messages');
  await page.getByText('2 of 2 sent').waitFor();

  expect(await named('Dua klik')).toHaveLength(1);
  expect((await line.textsAt(PHONES[0] ?? '')).filter((each) => each === 'Dua klik')).toHaveLength(1);
});

test('a scheduled broadcast that is to start now asks with the number of its recipients', async () => {
  const id = await schedule('Sekarang saja', ['vip', 'jakarta']);
  const page = await app.open(admin, { path: `/broadcasts/${id}/edit` });
  await start(page).fill('');

  await page.getByRole('button', { name: 'Save and start now' }).click();
  await page.getByRole('dialog').getByText('It starts at once.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  const { body: before } = await admin.call('GET', `/app/api/broadcasts/${id}`);
  await page.getByRole('button', { name: 'Save and start now' }).click();
  await clickTwice(page, 'Send 2 messages');
  await page.getByText('2 of 2 sent').waitFor();

  expect(before.status).toBe('scheduled');
});

test('what is typed into a change or a copy is lost after a question alone', async () => {
  const id = await schedule('Besok pagi', ['vip']);
  const page = await app.open(admin, { path: `/broadcasts/${id}` });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const kept: string[] = [];

  for (const name of ['Change broadcast', 'Copy']) {
    await page.getByRole('link', { name, exact: true }).click();
    await text(page).fill(`${name} yang panjang`);
    await page.getByRole('link', { name: 'All broadcasts' }).click();
    await question.getByRole('button', { name: 'Stay' }).click();
    kept.push(await text(page).inputValue());
    await page.goBack();
    await question.getByRole('button', { name: 'Leave' }).click();
  }
  await page.getByRole('link', { name: 'Change broadcast' }).click();
  await text(page).fill('Besok sore');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL(new RegExp(`/broadcasts/${id}$`));
  // The address changes before the form with its preview leaves.
  await text(page).waitFor({ state: 'detached' });
  await page.getByRole('main').getByText('Besok sore', { exact: true }).waitFor();

  expect(kept).toEqual(['Change broadcast yang panjang', 'Copy yang panjang']);
});

test('a scheduled broadcast names its recipients, who can be changed and taken back', async () => {
  const id = await schedule('Siapa saja', ['vip', 'jakarta']);
  const page = await app.open(admin, { path: `/broadcasts/${id}`, width: 390 });
  const recipients = page.locator('section', { hasText: 'Recipients' });

  await recipients.getByText('2 recipients').waitFor();
  await recipients.getByText('Kak 1', { exact: true }).waitFor();
  const problems = await axeProblems(page);
  await page.getByRole('link', { name: 'Change broadcast' }).click();
  await page.getByRole('button', { name: 'Change the recipients' }).click();
  await page.getByRole('checkbox', { name: /^lama/ }).check();
  await page.getByRole('button', { name: 'Back to the recipients of “Siapa saja”' }).click();
  await page.getByText('The recipients stay as they are.').waitFor();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await recipients.getByText('2 recipients').waitFor();

  expect(problems).toEqual([]);
});

test('recipients without a name are counted, until the text has words in its place', async () => {
  const page = await compose('Halo {nama}, brownies!', ['anonim', 'vip']);
  await page.getByText(/^1 has no name, and the text has a gap there\./).waitFor();
  const problems = await axeProblems(page);

  await text(page).fill('Halo , brownies!');
  await text(page).evaluate((area: { setSelectionRange(from: number, to: number): void }) =>
    area.setSelectionRange(5, 5),
  );
  await page.getByRole('button', { name: 'Insert name or field' }).click();
  await page.getByRole('menuitem', { name: '{{contact.name|friend}}' }).click();
  await page.getByText('Halo friend, brownies!').waitFor();

  expect(await page.getByText('has no name').count()).toBe(0);
  expect(problems).toEqual([]);
});

test('the keyboard picks several recipients one after another', async () => {
  const page = await compose('Papan ketik', []);
  const search = page.getByRole('searchbox', { name: 'Single contacts' });

  for (const name of ['Kak 1', 'Kak 2']) {
    await search.fill(name);
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
    await expect.poll(() => search.evaluate((field) => field.matches(':focus'))).toBe(true);
  }
});

test('a test to oneself says how it ends: on the phone, or why not', async () => {
  const page = await compose('Uji dulu', ['vip']);
  const field = page.getByLabel('Send a test to your own number');
  const preview = page.locator('section', { hasText: 'Preview' });

  await field.fill(PHONES[2] ?? '');
  await page.getByRole('button', { name: 'Send test' }).click();
  await preview.getByText('Delivered', { exact: true }).waitFor();
  await field.fill(ABSENT);
  await page.getByRole('button', { name: 'Send test' }).click();
  await preview.getByText('Failed', { exact: true }).waitFor();
  await preview.getByText(/not on WhatsApp/).waitFor();

  expect(await axeProblems(page)).toEqual([]);
});

test('before a retry, numbers that are not on WhatsApp are named as useless', async () => {
  const page = await compose('Tak sampai', ['absen']);
  await send(page).click();
  await page.getByRole('button', { name: 'Send 1 message' }).click();

  await page.getByRole('button', { name: 'Retry failed' }).click();

  const dialog = page.getByRole('dialog', { name: 'Try the failed recipients again?' });
  await expect.poll(() => dialog.innerText()).toContain('Numbers that are not on WhatsApp fail again.');
});

test('the preview shows the picture once, below the test to oneself', async () => {
  const page = await compose('Kue baru', ['vip', 'jakarta']);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({
    ...{ name: 'kue.jpg', mimeType: 'image/jpeg' },
    buffer: Buffer.from(await pictureOf('image/jpeg', 64, 48)),
  });
  const preview = page.locator('section', { hasText: 'Preview' });
  await preview.getByRole('img', { name: 'kue.jpg' }).waitFor();
  await expect.poll(() => preview.getByText('Kue baru', { exact: true }).count()).toBe(2);

  const topOf = async (name: 'img' | 'textbox') => (await preview.getByRole(name).boundingBox())?.y ?? 0;
  expect(await preview.getByRole('img').count()).toBe(1);
  expect(await topOf('textbox')).toBeLessThan(await topOf('img'));
});
