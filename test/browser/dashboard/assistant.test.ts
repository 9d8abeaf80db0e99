import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openProducers } from '../../../src/app/automation.ts';
import { inboundHooks } from '../../../src/app/inbound-hooks.ts';
import { openDecider } from '../../../src/assistant/arbiter/decider.ts';
import { groupGaps } from '../../../src/assistant/knowledge/gaps/grouping/grouper.ts';
import { trainingJob } from '../../../src/assistant/trial/model/training.ts';
import { SECOND } from '../../../src/platform/lib/clock.ts';
import { inbound, receiver } from '../../harness/conversations.ts';
import { runJobs } from '../../harness/jobs.ts';
import { longTest } from '../../harness/long-test.ts';
import { insertDevice } from '../../harness/rows.ts';
import { axeProblems } from '../axe.ts';
import { openApp } from './app.ts';

const HOSTILE = '<img src=x onerror=alert(1)> & \u202e"Sari"';

const app = await openApp();
const { account } = app;
let ahead = 0;
/** The jobs run when a test says so, some seconds later than the browser. */
const ctx = { ...app.ctx, now: () => new Date(Date.now() + ahead) };
const decider = openDecider(ctx, openProducers(ctx));
const device = await insertDevice(ctx, account);
const admin = await app.user('admin');
const call = async (method: string, path: string, body?: unknown) =>
  (await admin.call(method, `/app/api${path}`, body)).body;

async function learn(): Promise<void> {
  ahead += 5 * SECOND;
  await runJobs(ctx, [trainingJob(ctx)]);
}

/** A customer writes, and the assistant decides. */
async function asks(phone: string, body: string): Promise<void> {
  await receiver(ctx, inboundHooks(ctx))(inbound(device, phone, { body, at: ctx.now() }));
  for (let round = 0; round < 2; round += 1) {
    await decider.runOnce();
    ahead += 5 * SECOND;
  }
}

async function addPair(page: Page, answer: string, questions: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add a pair' }).first().click();
  for (const [n, question] of questions.entries()) {
    if (n > 0) await page.getByRole('button', { name: 'Another way to ask' }).click();
    await page.getByLabel(`Question ${n + 1}`, { exact: true }).fill(question);
  }
  await page.getByLabel('Your answer').fill(answer);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

test('an owner teaches two pairs, tries a question, and switches the assistant on', async () => {
  const page = await app.open(admin, { path: '/automation/assistant' });
  await page.getByRole('heading', { name: 'The assistant is off' }).waitFor();
  const problems = await axeProblems(page);
  await page.getByRole('link', { name: 'FAQ pairs' }).click();

  await addPair(page, 'Ongkir ke Bandung Rp15.000.', ['Berapa ongkir ke Bandung?', 'biaya kirim bandung']);
  await addPair(page, `Buka jam 8. ${HOSTILE}`, ['Jam buka toko?', 'buka jam berapa']);
  await learn();
  await page.getByRole('link', { name: 'Try it' }).click();
  await page.getByLabel('Question of a customer').fill('jam buka toko kak?');
  await page.getByRole('button', { name: 'Ask' }).click();
  const answer = await page.getByText('Buka jam 8.').innerText();
  const source = page.getByRole('link', { name: 'FAQ pair: Jam buka toko?' });
  await source.waitFor();
  problems.push(...(await axeProblems(page)));
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('radio', { name: /^On/ }).click();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('heading', { name: 'The assistant is on' }).waitFor();

  expect(answer).toBe(`Buka jam 8. ${HOSTILE}`);
  expect(await call('GET', '/assistant')).toMatchObject({ enabled: true, mode: 'live' });
  expect(problems).toEqual([]);
});

longTest('an import shows and reports the bad rows with their lines, and keeps the others', async () => {
  await call('POST', '/knowledge/faqs', { answer: 'Bisa.', questions: ['Bisa COD?'] });
  const page = await app.open(admin, { path: '/automation/assistant/faqs/import' });
  const file =
    'Pertanyaan;Jawaban\n"Bisa\nretur?";7 hari.\n;Tanpa tanya\nBisa COD?;Tidak bisa.\nBisa QRIS?;Bisa.\n';
  const rows = page.locator('section', { hasText: 'Rows that are left out' }).locator('tbody tr');
  const shown = async () => (await rows.allInnerTexts()).map((row) => row.split('\t').slice(0, 2));

  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'faq.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByRole('button', { name: 'Import now' }).waitFor();
  const before = await shown();
  const problems = await axeProblems(page);
  await page.getByRole('button', { name: 'Import now' }).click();
  await page.getByRole('heading', { name: 'The import is done' }).waitFor();
  const after = await shown();
  problems.push(...(await axeProblems(page)));
  const { data } = await call('GET', '/knowledge/faqs?q=retur');
  const cod = await call('GET', '/knowledge/faqs?q=COD');

  expect(before).toEqual([
    ['4', 'No question'],
    ['5', expect.stringContaining('another answer already')],
  ]);
  expect(after).toEqual(before);
  expect(data).toMatchObject([{ questions: ['Bisa\nretur?'], answer: '7 hari.' }]);
  expect(cod.data).toMatchObject([{ answer: 'Bisa.', questions: ['Bisa COD?', 'Bisa QRIS?'] }]);
  expect(problems).toEqual([]);
});

test('an unanswered question becomes a pair on a phone, with its words as text', async () => {
  await call('POST', '/knowledge/faqs', { answer: 'Lewat transfer.', questions: ['Cara bayar?'] });
  await call('PATCH', '/assistant', { enabled: true, mode: 'live', introduce: false });
  await learn();
  const body = `terima jasa fotokopi warna ${HOSTILE}`;
  await asks('6281300000001', body);
  await groupGaps(ctx);
  const page = await app.open(admin, {
    ...{ path: '/automation/assistant/gaps', language: 'id', theme: 'dark', width: 375 },
  });

  await page.getByText('fotokopi').first().waitFor();
  const problems = await axeProblems(page);
  await page.getByRole('button', { name: 'Ajarkan' }).click();
  await page.getByLabel('Jawaban Anda').fill('Maaf, tidak ada fotokopi.');
  problems.push(...(await axeProblems(page)));
  await page.getByRole('dialog').getByRole('button', { name: 'Ajarkan' }).click();
  await page.getByText('Tidak ada pertanyaan yang belum terjawab').waitFor();
  const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');

  expect((await call('GET', '/knowledge/faqs?q=fotokopi')).data).toMatchObject([
    { answer: 'Maaf, tidak ada fotokopi.', questions: [body] },
  ]);
  expect(isWide).toBe(false);
  expect(problems).toEqual([]);
});

longTest('the reason in the inbox leads to a new pair with the question', async () => {
  await call('POST', '/knowledge/faqs', { answer: 'Lewat transfer.', questions: ['Cara bayar?'] });
  await call('PATCH', '/assistant', { enabled: true, mode: 'live', introduce: false });
  await learn();
  await asks('6281300000002', 'apakah menerima pesanan karangan bunga');
  const { data } = await call('GET', '/conversations?phone=6281300000002');
  const page = await app.open(admin, { path: `/inbox/${data[0].id}` });

  await page.getByRole('button', { name: 'Why' }).first().click();
  await page.getByRole('link', { name: 'Write an FAQ pair for this question' }).click();

  await page.getByRole('dialog', { name: 'New FAQ pair' }).waitFor();
  await expect
    .poll(() => page.getByLabel('Question 1', { exact: true }).inputValue())
    .toBe('apakah menerima pesanan karangan bunga');
});

longTest('the reason of an automatic reply leads to its rule', async () => {
  const replies = [{ type: 'text', body: 'Menu kami ada di situs.' }];
  await call('POST', '/auto-replies', {
    name: 'Menu',
    kind: 'keyword',
    match: 'word',
    patterns: ['menu'],
    replies,
  });
  await asks('6281300000003', 'menu');
  const { data } = await call('GET', '/conversations?phone=6281300000003');
  const page = await app.open(admin, { path: `/inbox/${data[0].id}` });

  await page.getByRole('button', { name: 'Why' }).first().click();
  await page.getByRole('link', { name: 'Fix this answer' }).click();
  await page.getByRole('dialog', { name: 'Change the rule' }).waitFor();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Menu');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL('**/automation/rules');
});

test('staff gets a suggested reply with its source into the draft, and takes it back; nothing is sent', async () => {
  const [known, other] = ['628120000099', '628120000098'];
  await call('POST', '/contacts', { phone: known, name: 'Wulan' });
  await call('PATCH', '/assistant', { enabled: false });
  await call('POST', '/knowledge/faqs', {
    answer: 'Bungkus kado Rp5.000, {{customer.first_name|Kak}}.',
    questions: ['Bisa bungkus kado?', 'harga bungkus kado berapa', 'ada kertas kado'],
  });
  await learn();
  await asks(other, 'siapa presiden pertama amerika serikat');
  await asks(known, 'bisa bungkus kado?');
  const page = await app.open(admin, { path: '/inbox?view=all' });
  await page.getByRole('link', { name: /Wulan/ }).first().click();
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await reply.fill('Halo Kak,');

  await page.keyboard.press('Control+j');
  await expect.poll(() => reply.inputValue()).toBe('Halo Kak,\nBungkus kado Rp5.000, Wulan.');
  await page.getByRole('link', { name: 'FAQ pair: Bisa bungkus kado?' }).waitFor();
  const problems = await axeProblems(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => reply.inputValue()).toBe('Halo Kak,');
  await page.getByRole('link', { name: /presiden/ }).click();
  await page.getByRole('button', { name: 'Suggest a reply' }).click();
  await page.getByText('nothing in your knowledge fits').waitFor();
  const draft = await reply.inputValue();
  await page.getByRole('link', { name: 'Teach an answer' }).click();
  await page.getByRole('dialog', { name: 'New FAQ pair' }).waitFor();

  const sent = `select count(*)::int as n from messages where phone = any ($1) and direction = 'out'`;
  expect((await ctx.pool.query(sent, [[known, other]])).rows).toEqual([{ n: 0 }]);
  expect(draft).toBe('');
  expect(problems).toEqual([]);
});
