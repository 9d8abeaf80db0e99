import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { CONTROL_TOKEN } from '../../../sandbox/test-sandbox.ts';
import { openFileSources } from '../../../src/app/processes/file-sources.ts';
import { openFileStore } from '../../../src/files.ts';
import { SearchIndexer } from '../../../src/inbox/conversations/search/indexer.ts';
import { openMediaWorker } from '../../harness/media-worker.ts';
import { pictureOf } from '../../harness/pictures.ts';
import { indexAll } from '../../harness/search.ts';
import { voiceNoteOf } from '../../harness/voice-note.ts';
import { axeProblems } from '../axe.ts';
import { openPhoneApp } from './app.ts';
import { field, inbox, log, openChat, openShop } from './chats.ts';

const SHOP = '6281100000044';
const app = await openPhoneApp();
const { customer } = await openShop(app, SHOP);

/** From now on files of customers are stored, until the test ends. */
async function keepFiles(): Promise<void> {
  const { ctx, sandbox } = app.line;
  const { sources, close } = openFileSources(ctx.config, sandbox.current.url);
  onTestFinished(close);
  const { worker } = await openMediaWorker(ctx, { sources, files: openFileStore(ctx.config) });
  worker.start();
}

const fileOf = (bytes: Buffer, more: object = {}) => ({ data: bytes.toString('base64'), ...more });

const focused = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerHTML');

test('pictures are whole, and open large by keyboard alone, one after the other', async () => {
  await keepFiles();
  const { name, send } = await customer('Ini kuenya');
  const cake = fileOf(await pictureOf('image/jpeg', 300, 900), { caption: 'Kue tinggi' });
  await send({ image: cake });
  await send({ image: fileOf(await pictureOf('image/png', 600, 200), { caption: 'Kue lebar' }) });
  const page = await openChat(await app.open(await app.user('owner'), inbox), name);
  const pictures = log(page).getByRole('button', { name: /^Picture, Kue/ });
  await expect.poll(() => pictures.count()).toBe(2);
  const shapes = async () => {
    const boxes = await Promise.all((await pictures.locator('img').all()).map((each) => each.boundingBox()));
    return boxes.map((box) => box && Math.round((10 * box.width) / box.height) / 10);
  };
  await expect.poll(shapes).toEqual([0.3, 3]);
  const problems = await axeProblems(page);

  await pictures.last().focus();
  await page.keyboard.press('Enter');
  const lightbox = page.getByRole('dialog', { name: /^Picture, Kue lebar/ });
  const large = page.getByRole('dialog').getByRole('img');
  await lightbox.waitFor();
  await expect
    .poll(() => page.evaluate(`document.querySelector('[role=dialog] img').naturalWidth`))
    .toBe(600);
  problems.push(...(await axeProblems(page)));
  await page.keyboard.press('+');
  await expect.poll(() => large.getAttribute('style')).toContain('scale(1.4)');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('dialog', { name: /^Picture, Kue tinggi/ }).waitFor();
  await expect.poll(() => large.getAttribute('style')).toContain('scale(1)');
  const link = page.getByRole('link', { name: 'Download' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.press('Enter')]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  expect(download.suggestedFilename()).toMatch(/\.jpe?g$/);
  expect(await focused(page)).toContain('Picture, Kue lebar');
  expect(problems).toEqual([]);
});

test('a voice note plays in its place, at the chosen speed, and stops when another begins', async () => {
  await keepFiles();
  const { name, send } = await customer('Dengar ini');
  const note = fileOf(voiceNoteOf(5), { mimetype: 'audio/ogg; codecs=opus' });
  await send({ audio: note });
  await send({ audio: note });
  const page = await openChat(await app.open(await app.user('owner'), inbox), name);
  const notes = log(page).getByRole('group', { name: /^Voice or sound, / });
  await expect.poll(() => notes.count()).toBe(2);
  const [first, second] = [notes.first(), notes.last()];

  await first.getByRole('button', { name: 'Speed 1×' }).click();
  await first.getByRole('button', { name: 'Play' }).click();
  const slider = first.getByRole('slider', { name: 'Position' });
  await expect.poll(() => slider.inputValue().then(Number)).toBeGreaterThan(0);
  await expect.poll(() => first.locator('[style*=height]').count()).toBe(44);
  const speed = await page.evaluate(`document.querySelector('audio').playbackRate`);
  await second.getByRole('button', { name: 'Play' }).click();
  await first.getByRole('button', { name: 'Play' }).waitFor();
  await second.getByRole('button', { name: 'Pause' }).click();
  await slider.press('Home');

  expect(speed).toBe(1.5);
  expect(await slider.getAttribute('aria-valuetext')).toBe('0:00 of 0:05');
  expect(await axeProblems(page)).toEqual([]);
});

test('staff reacts by keyboard, quotes, and forwards to another chat; the phones show it', async () => {
  const [ani, budi] = [await customer('Ada kue tar?', 'Ani Tar'), await customer('Halo', 'Budi Tar')];
  const page = await openChat(await app.open(await app.user('owner'), inbox), ani.name);
  const { sandbox } = app.line;
  const acts = log(page).getByRole('button', { name: 'Message actions' });

  await acts.first().press('Enter');
  await page.getByRole('menuitem', { name: 'React with 👍' }).press('Enter');
  await sandbox.messageAt(ani.number, '👍');
  await log(page).getByText('👍', { exact: true }).waitFor();
  await acts.first().click();
  await page.getByRole('menuitem', { name: 'Quote' }).click();
  await field(page).fill('Ada, Kak.');
  await field(page).press('Enter');
  const answer = await sandbox.messageAt(ani.number, 'Ada, Kak.');
  await acts.first().click();
  await page.getByRole('menuitem', { name: 'Other emoji' }).click();
  await page.getByPlaceholder('Search emoji').fill('birthday cake');
  await page.getByRole('gridcell', { name: 'birthday cake' }).waitFor();
  const problems = await axeProblems(page);
  await page.getByPlaceholder('Search emoji').press('Enter');
  await sandbox.messageAt(ani.number, '🎂');
  await log(page).getByText('🎂', { exact: true }).waitFor();
  await acts.first().click();
  await page.getByRole('menuitem', { name: 'Take back 🎂' }).click();
  await expect.poll(() => log(page).getByText('🎂', { exact: true }).count()).toBe(0);
  await acts.first().click();
  await page.getByRole('menuitem', { name: 'Forward' }).click();
  await page.getByRole('searchbox', { name: 'Name or number' }).fill('Budi Tar');
  const dialog = page.getByRole('dialog', { name: 'Forward to' });
  await dialog.getByRole('button', { name: /Budi Tar/ }).click();
  problems.push(...(await axeProblems(page)));
  await dialog.getByRole('button', { name: 'Forward to Budi Tar' }).dblclick();
  await sandbox.messageAt(budi.number, 'Ada kue tar?');

  await page.getByRole('heading', { name: 'Budi Tar' }).first().waitFor();
  await field(page).fill('Sudah?');
  await field(page).press('Enter');
  await sandbox.messageAt(budi.number, 'Sudah?');
  const forwarded = (await sandbox.messagesOf(budi.number)).filter(({ text }) => text === 'Ada kue tar?');
  expect(forwarded).toHaveLength(1);
  expect(answer.quote).toMatchObject({ text: 'Ada kue tar?' });
  expect(problems).toEqual([]);
});

test('staff forwards the picture of a customer, byte for byte, and changes its caption', async () => {
  await keepFiles();
  const [ani, sari] = [await customer('Ini kuenya', 'Ani Kue'), await customer('Halo', 'Sari Kue')];
  const cake = await pictureOf('image/jpeg', 300, 200);
  await ani.send({ image: fileOf(cake, { caption: 'Kue Ani' }) });
  const page = await openChat(await app.open(await app.user('owner'), inbox), ani.name);
  await log(page)
    .getByRole('button', { name: /^Picture, Kue Ani/ })
    .waitFor();

  await log(page).getByRole('button', { name: 'Message actions' }).last().click();
  await page.getByRole('menuitem', { name: 'Forward' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forward to' });
  await dialog.getByRole('button', { name: /Sari Kue/ }).click();
  await dialog.getByRole('button', { name: 'Forward to Sari Kue' }).click();
  const { wa_message_id } = await app.line.sandbox.messageAt(sari.number, 'Kue Ani');

  await page.getByRole('heading', { name: 'Sari Kue' }).first().waitFor();
  const media = `/sandbox/phones/${sari.number}/messages/${wa_message_id}/media`;
  const bytes = await fetch(`${app.line.sandbox.current.url}${media}`, {
    headers: { 'x-sandbox-control': CONTROL_TOKEN },
  });
  expect(Buffer.from(await bytes.arrayBuffer()).equals(Buffer.from(cake))).toBe(true);
  await log(page)
    .getByRole('button', { name: /^Picture, Kue Ani/ })
    .waitFor();
  await log(page).getByRole('img', { name: 'Delivered' }).waitFor();
  await log(page).getByRole('button', { name: 'Message actions' }).last().click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByLabel('Text').fill('Kue untuk Sari');
  await page.getByRole('button', { name: 'Save' }).click();
  await app.line.sandbox.messageAt(sari.number, 'Kue untuk Sari');
  await log(page)
    .getByRole('button', { name: /^Picture, Kue untuk Sari/ })
    .waitFor();
});

test('words are found in all chats and in one, and the chat opens there, however far back', async () => {
  const { name, number, say } = await customer('Awal <b>jarum</b> di jerami', 'Pak Tumpuk');
  const { ctx, account } = app.line;
  await expect.poll(() => count(`body like 'Awal%'`)).toBe(1);
  await ctx.pool.query(
    `insert into messages (account_id, device_id, direction, source, type, status, phone, wa_message_id, body, due,
       created_at)
     select account_id, device_id, 'in', 'customer', 'text', 'received', phone, '3EB0FILL' || n,
       'Jerami ' || n || case when n in (300, 600) then ' sisipan' else '' end, false, now()
     from messages, generate_series(1, 1200) n where account_id = $1 and body like 'Awal%'`,
    [account.id],
  );
  await say('Paling baru');
  await expect.poll(() => count(`body = 'Paling baru'`)).toBe(1);
  await indexAll(ctx, new SearchIndexer(ctx));
  const page = await app.open(await app.user('owner'), inbox);
  const shown = (text: string) => log(page).getByText(text, { exact: true });

  await page.getByRole('searchbox', { name: 'Search' }).fill('JARUM');
  const row = page.getByRole('link', { name: /Awal <b>jarum<\/b> di jerami/ });
  await expect.poll(() => row.locator('mark').allInnerTexts()).toEqual(['jarum']);
  await row.click();
  await log(page).locator('mark', { hasText: 'jarum' }).waitFor();
  const problems = await axeProblems(page);
  const isNewestShown = await shown('Paling baru').count();
  await page.getByRole('button', { name: 'To the newest message' }).click();
  await shown('Paling baru').waitFor();
  await page.keyboard.press('Control+f');
  await page.getByRole('searchbox', { name: 'Words in this chat' }).fill('sisipan');
  await page.getByText('1 / 2', { exact: true }).waitFor();
  await log(page).getByText('Jerami 600').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('2 / 2', { exact: true }).waitFor();
  await log(page).getByText('Jerami 300').waitFor();
  problems.push(...(await axeProblems(page)));
  const marks = await log(page).locator('mark').allInnerTexts();
  const scrolled = `document.querySelector('[role=log]').scrollBy(0, 500)`;
  await expect
    .poll(async () => {
      const isShown = await shown('Jerami 380').count();
      if (!isShown) await page.evaluate(scrolled);
      return isShown;
    })
    .toBe(1);
  await field(page).fill('Ketemu');
  await field(page).press('Enter');
  await shown('Ketemu').waitFor();
  await shown('Paling baru').waitFor();

  expect(isNewestShown).toBe(0);
  expect(marks).toEqual(['sisipan']);
  await app.line.sandbox.messageAt(number, 'Ketemu');
  expect(name).toBe('Pak Tumpuk');
  expect(problems).toEqual([]);

  async function count(where: string): Promise<number> {
    const text = `select count(*)::int as n from messages where account_id = $1 and ${where}`;
    return (await ctx.pool.query(text, [account.id])).rows[0].n;
  }
});

test('two users who change different values of a contact beside the chat keep both', async () => {
  const { name, number } = await customer('Saya pindah alamat');
  const owner = await app.user('owner');
  const page = await openChat(await app.open(owner, inbox), name);
  await page.getByRole('button', { name: 'Save as contact' }).click();
  await page.getByLabel('Notes').fill('Suka manis');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Suka manis').waitFor();
  await page.getByRole('button', { name: 'Edit contact' }).click();

  await page.getByLabel('E-mail').fill('ani@example.com');
  await owner.call('POST', '/app/api/contacts', { phone: number, tags: ['reseller'], name: 'Bu Ani' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();

  await page.getByText('ani@example.com').waitFor();
  const { body } = await owner.call('GET', `/app/api/contacts?q=${number}`);
  expect(body.data).toMatchObject([
    { name: 'Bu Ani', tags: ['reseller'], email: 'ani@example.com', notes: 'Suka manis' },
  ]);
  await page.getByRole('link', { name: 'All messages with this number' }).click();
  await page.getByRole('table').getByText('Saya pindah alamat').waitFor();
});

test('a finger that stays on a message opens its acts', async () => {
  const { name } = await customer('Tahan ini');
  const page = await openChat(await app.open(await app.user('owner'), { ...inbox, width: 390 }), name);
  const text = log(page).getByText('Tahan ini');

  await text.dispatchEvent('pointerdown', { pointerType: 'touch' });
  await page.getByRole('menuitem', { name: 'Quote' }).waitFor();
  await text.dispatchEvent('pointerup', { pointerType: 'touch' });

  expect(await page.getByRole('menuitem').count()).toBe(10);
});

test('staff edits and deletes a message on all phones; phone and chat show it', async () => {
  const { name, number } = await customer('Jam berapa?');
  const page = await openChat(await app.open(await app.user('owner'), inbox), name);
  const { sandbox } = app.line;
  const acts = log(page).getByRole('button', { name: 'Message actions' });
  await field(page).fill('Jam 9');
  await field(page).press('Enter');
  await sandbox.messageAt(number, 'Jam 9');
  await log(page).getByRole('img', { name: 'Delivered' }).waitFor();
  // The message has taken the place of what waited to be sent, which has no acts.
  await expect.poll(() => acts.count()).toBe(2);

  await acts.last().click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByLabel('Text').fill('Jam 10');
  await page.getByRole('button', { name: 'Save' }).click();
  await sandbox.messageAt(number, 'Jam 10');
  await log(page).getByText('edited', { exact: true }).waitFor();
  const texts = await log(page)
    .getByText(/^Jam \d+$/)
    .allInnerTexts();
  await acts.last().click();
  await page.getByRole('menuitem', { name: 'Delete for everyone' }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Delete for everyone' })
    .click();
  await log(page).getByText('This message was deleted.').waitFor();

  expect(texts).toEqual(['Jam 10']);
  await expect
    .poll(async () => (await sandbox.messagesOf(number)).some(({ type }) => type === 'deletion'))
    .toBe(true);
});

test('a voice note that failed is sent again as a voice note', async () => {
  const { name } = await customer('Kapan buka?');
  const { ctx, account } = app.line;
  const page = await openChat(await app.open(await app.user('owner'), inbox), name);
  await field(page).fill('Suara');
  await field(page).press('Enter');
  const asVoice = `update messages set type = 'audio', body = null, media_url = 'https://files.example/a.ogg',
      status = 'failed', due = false, error_code = 'media_unreachable', error_message = 'No answer.',
      details = coalesce(details, '{}') || '{"voice": true}'
    where account_id = $1 and body = 'Suara' and not due`;
  await expect.poll(async () => (await ctx.pool.query(asVoice, [account.id])).rowCount).toBe(1);
  await page.reload();

  await log(page).getByRole('button', { name: 'Send again' }).click();

  const voices = `select count(*)::int as n from messages
    where account_id = $1 and type = 'audio' and details @> '{"voice": true}'`;
  await expect.poll(async () => (await ctx.pool.query(voices, [account.id])).rows[0].n).toBe(2);
});
