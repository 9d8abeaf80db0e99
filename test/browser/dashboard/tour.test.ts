import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inbound, receiver } from '../../harness/conversations.ts';
import { makeLive } from '../../harness/live-stream.ts';
import { longTest } from '../../harness/long-test.ts';
import { insertAccount, insertDevice } from '../../harness/rows.ts';
import { openApp } from './app.ts';

const app = await openApp();
const { ctx } = app;

/** A user of an account where nothing was done yet. */
async function newOwner() {
  const account = await insertAccount(ctx, {}, 'sandbox');
  await makeLive(ctx, account.id);
  return { account, owner: await app.user('owner', { account }) };
}

/** Loads the page again and opens the tour; the names of its steps that are done. */
async function doneSteps(page: Page): Promise<string[]> {
  await page.reload();
  await page.getByRole('button', { name: 'First steps' }).click();
  const steps = page.getByRole('dialog').getByRole('listitem');
  const done = steps.filter({ has: page.getByRole('img', { name: 'Done' }) });
  await steps.first().waitFor();
  return (await done.allInnerTexts()).map((text) => text.split('\n')[0] ?? '');
}

test('the first steps become done with what the account has, and then go away', async () => {
  const { account, owner } = await newOwner();
  const page = await app.open(owner, { path: '/devices' });

  const before = await doneSteps(page);
  const device = await insertDevice(ctx, account, { phone_number: '6281100000081' });
  const first = await doneSteps(page);
  await receiver(ctx)(inbound(device, '6281200000081'));
  const second = await doneSteps(page);
  await page.getByRole('link', { name: 'Answer by a rule' }).click();
  await page.waitForURL('**/app/automation/rules');
  await page.getByRole('button', { name: 'Opening hours' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The rule is saved.', { exact: true }).waitFor();
  const third = await doneSteps(page);
  await page.getByRole('link', { name: 'Invite a colleague' }).click();
  await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
  const colleague = { email: 'rekan@toko.example', name: 'Rekan', role: 'agent', device_ids: [] };
  await owner.call('POST', '/app/api/invitations', colleague);
  await page.reload();
  await page.getByText('rekan@toko.example').waitFor();

  expect([before, first]).toEqual([[], ['Connect a device']]);
  expect(second).toEqual(['Connect a device', 'Get a first message']);
  expect(third).toEqual(['Connect a device', 'Get a first message', 'Answer by a rule']);
  await expect.poll(() => page.getByRole('button', { name: 'First steps' }).count()).toBe(0);
});

longTest('an assistant that answers is as good as a rule, and one in shadow mode is not', async () => {
  const { owner } = await newOwner();
  const page = await app.open(owner, { path: '/devices' });

  await owner.call('PATCH', '/app/api/assistant', { enabled: true, mode: 'shadow' });
  const shadow = await doneSteps(page);
  await owner.call('PATCH', '/app/api/assistant', { mode: 'live' });
  const live = await doneSteps(page);

  expect([shadow, live]).toEqual([[], ['Answer by a rule']]);
});
