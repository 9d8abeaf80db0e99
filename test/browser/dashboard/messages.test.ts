import { expect, test } from 'vitest';
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
