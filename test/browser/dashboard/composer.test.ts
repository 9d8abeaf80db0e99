import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { pictureOf } from '../../harness/pictures.ts';
import { insertDevice } from '../../harness/rows.ts';
import { insertWidget } from '../../harness/widgets.ts';
import { axeProblems } from '../axe.ts';
import { openSite } from '../site.ts';
import { openVisit, STRICT, shopPage } from '../visit.ts';
import { openPhoneApp } from './app.ts';
import { field, inbox, log, openChat, openShop } from './chats.ts';

const app = await openPhoneApp();
const { customer } = await openShop(app, '6281100000061');
const site = await openSite();

test('emoji are found by words, chosen by keys alone, and put where the caret is', async () => {
  const page = await app.open(await app.user('owner'), { ...inbox, language: 'id' });
  const { name, number } = await customer('Pesanan saya?');
  await page.getByRole('link', { name }).first().click();
  const reply = page.getByRole('textbox', { name: 'Balasan' });
  await reply.fill('Siap Kak');
  await reply.press('Home');

  await page.getByRole('button', { name: 'Emoji' }).focus();
  await page.keyboard.press('Enter');
  const search = page.getByRole('searchbox', { name: 'Cari emoji' });
  await expect.poll(() => search.evaluate((input) => input.matches(':focus'))).toBe(true);
  await search.fill('terima kasih');
  await page.getByRole('gridcell', { name: 'melipat tangan' }).waitFor();
  const problems = await axeProblems(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect.poll(() => reply.evaluate((input) => input.matches(':focus'))).toBe(true);
  await page.keyboard.press('Enter');

  await expect.poll(() => app.line.textsAt(number)).toEqual(['🙏Siap Kak']);
  expect(problems).toEqual([]);
});

test('the quote of a draft stays after a reload, and goes with the reply', async () => {
  const page = await app.open(await app.user('owner'), inbox);
  const { name, number, say } = await customer('Yang merah masih ada?');
  await say('Yang biru?');
  await openChat(page, name);
  await page.getByRole('button', { name: 'Message actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Quote' }).click();
  await field(page).fill('Masih, Kak');
  await page.getByText('Answers to').waitFor();

  await page.reload();
  await page.getByText('Answers to: Yang merah masih ada?').waitFor();
  await expect.poll(() => field(page).inputValue()).toBe('Masih, Kak');
  await field(page).press('Enter');

  await expect.poll(() => app.line.textsAt(number)).toEqual(['Masih, Kak']);
  await expect.poll(() => page.getByText('Answers to').count()).toBe(0);
});

test('a first message that fails says why in the chat that it made', async () => {
  const page = await app.open(await app.user('owner'), { path: '/inbox?to=0812-9999-0077' });
  const dialog = page.getByRole('dialog', { name: 'New chat' });
  await dialog.getByLabel('Message').fill('Pesanan Kakak siap.');

  await dialog.getByRole('button', { name: 'Send' }).click();

  await log(page).getByText('The number is not on WhatsApp.').waitFor();
  await log(page).getByRole('button', { name: 'Send again' }).waitFor();
  await expect.poll(() => field(page).isVisible()).toBe(true);
});

test('on a phone the composer is one row, whose menu has the rest', async () => {
  const staff = await app.user('owner');
  await staff.call('POST', '/app/api/canned-replies', {
    shortcut: 'jam',
    title: 'Jam buka',
    body: 'Buka 8-17',
  });
  const page = await app.open(staff, { ...inbox, width: 390 });
  const { name } = await customer('Buka jam berapa?');
  await openChat(page, name);
  const box = await page.locator('[data-composer]').boundingBox();
  const hasTop = await page.getByRole('banner').isVisible();

  await field(page).fill('Halo Kak, ');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Canned replies' }).click();
  await page.getByRole('option', { name: /Jam buka/ }).click();

  await expect.poll(() => field(page).inputValue()).toBe('Halo Kak, Buka 8-17');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Write a note' }).click();
  await field(page, 'Note').waitFor();
  expect([hasTop, (box?.height ?? 0) < 70]).toEqual([false, true]);
});

interface SentFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const sha256 = ({ buffer }: Pick<SentFile, 'buffer'>) => createHash('sha256').update(buffer).digest('hex');
const cake: SentFile = {
  name: 'kue.png',
  mimeType: 'image/png',
  buffer: await pictureOf('image/png', 640, 480),
};
const shot: SentFile = {
  name: 'image.png',
  mimeType: 'image/png',
  buffer: await pictureOf('image/png', 90, 160),
};
const prices: SentFile = {
  ...{ name: 'Daftar harga.pdf', mimeType: 'application/pdf' },
  buffer: Buffer.from('%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << >>\n%%EOF\n'),
};

const files = (page: Page) => page.getByRole('list', { name: 'Files of the reply' }).getByRole('listitem');

async function choose(page: Page, button: string, ...chosen: SentFile[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ]);
  await chooser.setFiles(chosen);
}

/** As the browser gives a file to the page. Runs in the page, so it is text. */
const given = ({ name, mimeType, buffer }: SentFile) => `
  const given = new DataTransfer();
  const bytes = Uint8Array.fromBase64('${buffer.toString('base64')}');
  given.items.add(new File([bytes], '${name}', { type: '${mimeType}' }));`;

const transfer = (page: Page, file: SentFile) => page.evaluateHandle(`{ ${given(file)} given; }`);

/** The files that a phone got, oldest first. */
async function filesAt(number: string) {
  const messages = await app.line.sandbox.messagesOf(number);
  return messages
    .filter(({ direction, type }) => direction === 'in' && type !== 'text')
    .map(({ type, text, sha256: sum }) => [type, text, sum]);
}

test('chosen, dropped and pasted files reach the phone unchanged, each with its caption, then the text', async () => {
  const page = await app.open(await app.user('owner'), inbox);
  const { name, number } = await customer('Ada foto kuenya?');
  await openChat(page, name);
  await field(page).fill('Mau yang mana, Kak?');

  await choose(page, 'Attach files', cake);
  await log(page).dispatchEvent('dragover', { dataTransfer: await transfer(page, prices) });
  await page.getByText('Drop the files here').waitFor();
  await log(page).dispatchEvent('drop', { dataTransfer: await transfer(page, prices) });
  await field(page).focus();
  await page.evaluate(`{
    ${given(shot)}
    const pasted = { clipboardData: given, bubbles: true, cancelable: true };
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', pasted));
  }`);
  await expect.poll(() => files(page).count()).toBe(3);
  await page.getByRole('textbox', { name: 'Text for kue.png' }).fill('Cokelat');
  await page.getByRole('textbox', { name: 'Text for image.png' }).fill('Ukurannya');
  const problems = await axeProblems(page);
  await page.getByRole('button', { name: 'Send', exact: true }).click();

  await expect
    .poll(() => filesAt(number))
    .toEqual([
      ['image', 'Cokelat', sha256(cake)],
      ['document', null, sha256(prices)],
      ['image', 'Ukurannya', sha256(shot)],
    ]);
  await expect.poll(() => app.line.textsAt(number)).toContain('Mau yang mana, Kak?');
  await log(page)
    .getByRole('img', { name: /Cokelat/ })
    .waitFor();
  await log(page)
    .getByRole('link', { name: /Daftar harga.pdf/ })
    .waitFor();
  await expect.poll(() => files(page).count()).toBe(0);
  expect(problems).toEqual([]);
});

test('a visitor of a live chat gets files unchanged: pictures are shown, others are downloaded', async () => {
  const { id } = await insertDevice(app.ctx, app.account);
  const columns = { name: 'Toko Sari', allowed_origins: [site.origin] };
  const widget = await insertWidget(app.ctx, { id, account_id: app.account.id }, columns);
  const visit = await openVisit(app.browser);
  onTestFinished(() => visit.page.context().close());
  await visit.page.goto(site.put('/files', shopPage(app.base, widget), STRICT(app.base)));
  await visit.button.click();
  await visit.frame.getByRole('textbox').fill('Ada foto kuenya?');
  await visit.frame.getByRole('textbox').press('Enter');
  await visit.frame.getByText('Sent').waitFor();
  const page = await app.open(await app.user('owner'), inbox);
  await openChat(page, 'Ada foto kuenya?');

  await choose(page, 'Attach files', cake, prices);
  await expect.poll(() => files(page).count()).toBe(2);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => acknowledged(Number(widget.chat_device_id))).toBe(2);
  const picture = visit.frame.getByRole('img', { name: 'kue.png' });
  await expect
    .poll(() => picture.evaluate((image) => (image as { naturalWidth?: number }).naturalWidth))
    .toBe(640);
  const downloads = [];
  for (const shown of [picture, visit.frame.getByRole('button', { name: 'Daftar harga.pdf' })]) {
    const download = visit.page.waitForEvent('download');
    await shown.click();
    const name = (await download).suggestedFilename();
    downloads.push([name, sha256({ buffer: await readFile(await (await download).path()) })]);
  }

  expect(downloads).toEqual([cake, prices].map((file) => [file.name, sha256(file)]));
  expect(visit.complaints).toEqual([]);
});

/** What the engine of live chats does. */
async function acknowledged(deviceId: number): Promise<number> {
  await app.ctx.pool.query(
    `update messages set status = 'sent', due = false, reserved_wa_id = 'web.' || id, wa_message_id = 'web.' || id
     where device_id = $1 and status = 'queued'`,
    [deviceId],
  );
  app.ctx.bus.publish('visitors');
  const { rows } = await app.ctx.pool.query(
    `select count(*)::int as count from messages where device_id = $1 and status in ('sent', 'delivered', 'read')
       and direction = 'out'`,
    [deviceId],
  );
  return rows[0].count;
}

test('a stored file stays in the draft over a reload; the text is the caption of a single one', async () => {
  const page = await app.open(await app.user('owner'), inbox);
  const { name, number } = await customer('Boleh lihat?');
  await openChat(page, name);
  await choose(page, 'Attach files', cake, prices);
  await page.getByRole('button', { name: 'Remove Daftar harga.pdf' }).click();
  await page.getByRole('button', { name: 'Remove kue.png' }).waitFor();

  await page.reload();
  await page.getByRole('img', { name: 'kue.png' }).waitFor();
  await field(page).fill('Ini, Kak');
  await field(page).press('Enter');

  await expect.poll(() => filesAt(number)).toEqual([['image', 'Ini, Kak', sha256(cake)]]);
});

test('an upload shows its progress and is cancelled; a refused one says what to do, and is tried again', async () => {
  const page = await app.open(await app.user('owner'), { ...inbox, isChanged: true });
  const { name, number } = await customer('Mana fotonya?');
  await openChat(page, name);
  const media = '**/app/api/media?*';
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(media, async (route) => {
    await held;
    await route.abort().catch(() => {});
  });
  await choose(page, 'Attach files', cake);
  await page.getByRole('progressbar', { name: 'kue.png is uploaded' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Cancel kue.png' }).click();
  await expect.poll(() => files(page).count()).toBe(0);
  letGo();
  await page.unroute(media);
  const body = JSON.stringify({ error: 'payload_too_large', message: 'Too large.' });
  await page.route(media, (route) => route.fulfill({ status: 413, contentType: 'application/json', body }), {
    times: 1,
  });

  await choose(page, 'Attach files', cake);
  await page.getByText('Pictures and videos have at most 16 MB').waitFor();
  await page.getByRole('button', { name: 'Send as a document' }).click();
  await page.getByRole('button', { name: 'Remove kue.png' }).waitFor();
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
  await page.getByRole('button', { name: 'Send', exact: true }).click();

  await expect.poll(() => filesAt(number)).toEqual([['document', null, sha256(cake)]]);
  app.forgive(/net::ERR_/);
});

test('a large file goes on where its connection broke, and is whole at the phone', async () => {
  const page = await app.open(await app.user('owner'), { ...inbox, isChanged: true });
  const { name, number } = await customer('Ada katalog?');
  const catalogue = { ...prices, name: 'Katalog.pdf', buffer: Buffer.alloc(9_000_000, prices.buffer) };
  const offsets: (string | undefined)[] = [];
  await page.route('**/app/api/media/uploads/*', (route, request) => {
    if (request.method() !== 'PATCH') return route.continue();
    offsets.push(request.headers()['upload-offset']);
    return offsets.length === 2 ? route.abort('connectionreset') : route.continue();
  });
  await openChat(page, name);

  await choose(page, 'Attach files', catalogue);
  await page.getByRole('progressbar', { name: 'Katalog.pdf is uploaded' }).waitFor();
  await page.getByRole('button', { name: 'Remove Katalog.pdf' }).waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();

  await expect.poll(() => filesAt(number)).toEqual([['document', null, sha256(catalogue)]]);
  expect(offsets).toEqual(['0', '8388608', '8388608']);
  app.forgive(/net::ERR_/);
});

test('a canned reply puts its file beside its text into the draft', async () => {
  const staff = await app.user('owner');
  const settings = await app.open(staff, { path: '/settings/canned-replies' });
  await settings.getByRole('button', { name: 'New canned reply' }).click();
  const dialog = settings.getByRole('dialog');
  await dialog.getByLabel('Shortcut').fill('kue');
  await dialog.getByLabel('Title').fill('Foto kue');
  await dialog.getByLabel('Text').fill('Ini kuenya, Kak');
  await choose(settings, 'Choose a file', cake);
  await dialog.getByRole('img', { name: 'kue.png' }).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const page = await app.open(staff, inbox);
  const { name, number } = await customer('Fotonya, Kak');
  await openChat(page, name);

  await field(page).fill('/kue');
  await page.getByRole('option', { name: /Foto kue/ }).click();
  await page.getByRole('button', { name: 'Remove kue.png' }).waitFor();
  await field(page).press('Enter');

  await expect.poll(() => filesAt(number)).toEqual([['image', 'Ini kuenya, Kak', sha256(cake)]]);
});

test('a voice note is recorded by keys alone, heard before it is sent, and one at the phone', async () => {
  const page = await app.open(await app.user('owner'), { ...inbox, width: 390 });
  const { name, number } = await customer('Jelaskan dong');
  await openChat(page, name);

  await page.getByRole('button', { name: 'Record a voice note' }).press('Enter');
  const bar = page.getByRole('group', { name: 'Voice note' });
  await bar.getByRole('timer').getByText('0:01').waitFor();
  const problems = (await axeProblems(page)).filter((problem) => !problem.startsWith('page-has-heading-one'));
  await bar.getByRole('button', { name: 'Done' }).press('Enter');
  await page.getByRole('button', { name: 'Remove Voice note' }).waitFor();
  const heard = await page.evaluate(`new Promise((resolve) => {
    const audio = document.querySelector('audio');
    audio.onloadedmetadata = () => resolve(audio.duration >= 1);
    audio.load();
  })`);
  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');

  const note = { type: 'audio', voice: true, mimetype: 'audio/ogg; codecs=opus' };
  await expect
    .poll(async () => (await app.line.sandbox.messagesOf(number)).filter(({ type }) => type === 'audio'))
    .toMatchObject([note]);
  expect([heard, problems]).toEqual([true, []]);
});
