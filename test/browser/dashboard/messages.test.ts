import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { conversationHook } from '../../../src/inbox/conversations/inbound-hook.ts';
import { inbound, receiver } from '../../harness/conversations.ts';
import { insertAccount, insertDevice, insertMessages } from '../../harness/rows.ts';
import { axeProblems } from '../axe.ts';
import { openApp } from './app.ts';

const app = await openApp();

test('an agent filters the messages of the numbers that it sees, opens a chat, and exports what it sees', async () => {
  const { ctx } = app;
  const account = await insertAccount(ctx);
  const [own, other] = [
    await insertDevice(ctx, account, { label: 'Toko' }),
    await insertDevice(ctx, account),
  ];
  await receiver(ctx)(inbound(own, '6281200000031', { body: '<b>Halo</b>' }));
  const failed = {
    status: 'failed',
    error_code: 'not_on_whatsapp',
    error_message: 'The number is not on WhatsApp.',
  } as const;
  await insertMessages(ctx, own, [
    { public_id: 101, source: 'api', phone: '6281200000032', ...failed },
    { public_id: 102, source: 'api', phone: '6281200000031', status: 'read', body: '=1+1' },
  ]);
  await insertMessages(ctx, other, [{ public_id: 103, source: 'api', body: 'Rahasia', status: 'sent' }]);
  const agent = await app.user('agent', { account, deviceIds: [own.id] });
  const page = await app.open(agent, { path: '/messages' });
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });

  await row('<b>Halo</b>').waitFor();
  const seen = await page.getByRole('row').count();
  const problems = await axeProblems(page);
  await page.getByLabel('Status').selectOption({ label: 'Failed' });
  await row('<b>Halo</b>').waitFor({ state: 'detached' });
  await row('not on WhatsApp').waitFor();
  await page.getByLabel('Status').selectOption({ label: 'All' });
  await page.getByRole('searchbox', { name: 'Customer' }).fill('0812-0000-0031');
  await row('=1+1').waitFor();
  await row('not on WhatsApp').waitFor({ state: 'detached' });
  const href = await page.getByRole('link', { name: 'Export as CSV' }).getAttribute('href');
  const csv = await agent.call(
    'GET',
    new URL(href ?? '', app.base).pathname + new URL(href ?? '', app.base).search,
  );
  await row('<b>Halo</b>').getByRole('link', { name: 'Open chat with' }).click();
  await page.getByRole('log').getByText('<b>Halo</b>').waitFor();

  expect(seen).toBe(4);
  expect(
    String(csv.body)
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[7]),
  ).toEqual(["'=1+1", '<b>Halo</b>']);
  expect(problems).toEqual([]);
});

test('a report of own dates says what changed, and each chart and table is a file', async () => {
  const { ctx } = app;
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account, { label: 'Toko' });
  const at = (day: string) => new Date(`${day}T05:00:00Z`);
  const sent = ['2026-11-03', '2026-11-08', '2026-11-09', '2026-11-10'].map((day, index) => ({
    ...{ public_id: 200 + index, source: 'api' as const, status: 'sent' as const, created_at: at(day) },
  }));
  await insertMessages(ctx, device, sent);
  for (const hour of [2, 2, 9]) {
    const time = new Date(`2026-11-09T${String(hour).padStart(2, '0')}:30:00Z`);
    await receiver(ctx, [conversationHook(ctx)])(inbound(device, '6281200000041', { at: time }));
  }
  const page = await app.open(await app.user('owner', { account }), {
    path: '/reports?from=2026-11-08&to=2026-11-12',
  });
  const csvOf = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Download “${name}” as CSV` }).click(),
    ]);
    return {
      name: file.suggestedFilename(),
      lines: (await readFile(await file.path(), 'utf8')).split('\r\n'),
    };
  };

  await page.getByText('200% more than before (1)').waitFor();
  await page.getByText('Compared with as many days before: 3 Nov 2026 to 7 Nov 2026.').waitFor();
  const perDay = await csvOf('Per day');
  const problems = await axeProblems(page);
  await page.getByLabel('From', { exact: true }).fill('2026-11-09');
  await page.waitForURL('**from=2026-11-09&to=2026-11-12');
  await page.getByRole('link', { name: 'Chats' }).click();
  await page.getByText('Most: Mon from 02:00, with 2.').waitFor();
  problems.push(...(await axeProblems(page)));
  const hours = await csvOf('Hours of the week');

  expect([perDay.name, ...perDay.lines.slice(0, 3)]).toEqual([
    'Per day.csv',
    '\ufeffDay,Received,Sent,Delivered,Read,Failed',
    '2026-11-08,0,1,0,0,0',
    '2026-11-09,3,1,0,0,0',
  ]);
  expect(hours.lines.slice(1, -1)).toEqual(['Mon,2,2,0', 'Mon,9,1,0']);
  expect(problems).toEqual([]);
});
