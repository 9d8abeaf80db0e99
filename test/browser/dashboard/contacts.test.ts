import { expect, test } from 'vitest';
import { erasureSteps } from '../../../src/app/erasure.ts';
import { bulkJob } from '../../../src/gateway/contacts/bulk/job.ts';
import { erasureJob } from '../../../src/gateway/people/erasure/job.ts';
import { saveSenders } from '../../../src/inbox/conversations/contacts/senders.ts';
import { inbound, receiver } from '../../harness/conversations.ts';
import { runJobs } from '../../harness/jobs.ts';
import { insertAccount, insertDevice } from '../../harness/rows.ts';
import { axeProblems } from '../axe.ts';
import { openApp } from './app.ts';

const app = await openApp();
const work = () => runJobs(app.ctx, [bulkJob(app.ctx)]);

interface Row {
  phone: string;
  name: string;
  tags?: string[];
}

/** The admin of a new account with these contacts. `read` shows what is stored. */
async function openBook(...contacts: Row[]) {
  const admin = await app.user('admin', { account: await insertAccount(app.ctx) });
  for (const contact of contacts) await admin.call('POST', '/app/api/contacts', contact);
  const read = async () => {
    const { body } = await admin.call('GET', '/app/api/contacts?per_page=200');
    return body.data.map(({ phone, name, tags }: Row) => [phone, name, ...(tags ?? [])].join(' '));
  };
  return { admin, read };
}

const BUDI = { phone: '6281200000001', name: 'Budi', tags: ['vip'] };
const SARI = { phone: '6281200000002', name: 'Sari' };

test('a wrong number is corrected, and a contact is deleted after a question and restored', async () => {
  const { admin, read } = await openBook(BUDI, SARI);
  const page = await app.open(admin, { path: '/contacts' });
  const edit = page.getByRole('dialog', { name: 'Edit contact' });

  await page.getByRole('button', { name: 'Budi' }).click();
  await edit.getByLabel('Number').fill('0812-0000-0002');
  await edit.getByRole('button', { name: 'Save' }).click();
  await edit.getByText('Another contact has this number already.').waitFor();
  await edit.getByLabel('Number').fill('0812-0000-0003');
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: '+62 812-0000-0003' }).waitFor();
  const corrected = await read();
  await page.getByRole('button', { name: 'Sari' }).click();
  await edit.getByRole('button', { name: 'Delete contact' }).click();
  const question = page.getByRole('dialog', { name: 'Delete the contact Sari?' });
  await question.getByText('the opt-out of this number stay').waitFor();
  const problems = await axeProblems(page);
  await question.getByRole('button', { name: 'Delete contact' }).click();
  await page.getByText('Under way: 1 contact.').waitFor();
  await work();
  await page.getByText('1 contact', { exact: true }).waitFor();
  const rest = await read();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^Undoing: /).waitFor();
  await work();
  await page.getByText('Restored: 1 of 1 contacts').waitFor();
  await page.getByRole('button', { name: 'Sari' }).waitFor();

  expect(corrected).toEqual(['6281200000003 Budi vip', '6281200000002 Sari']);
  expect(rest).toEqual(['6281200000003 Budi vip']);
  expect(problems).toEqual([]);
});

test('an agent saves who writes as a contact beside the chat, and the admin finds it under contacts', async () => {
  const { ctx } = app;
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account, { status: 'connected' });
  await receiver(ctx)(inbound(device, '6281200000021'), inbound(device, '6281200000022'));
  const agent = await app.user('agent', { account, deviceIds: [device.id] });
  const page = await app.open(agent, { path: '/inbox?view=all', language: 'id' });
  const dialog = page.getByRole('dialog', { name: 'Simpan sebagai kontak' });

  await page.getByText('+62 812-0000-0021').click();
  await page.getByRole('button', { name: 'Simpan sebagai kontak' }).click();
  await dialog.getByLabel('Nama').fill('Bu Sari');
  await dialog.getByLabel('Tag').fill('langganan');
  await dialog.getByLabel('Tag').press('Enter');
  await dialog.getByLabel('Catatan').fill('Alergi kacang');
  const problems = await axeProblems(page);
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  const beside = page.getByRole('complementary', { name: 'Detail' });
  await beside.getByText('Alergi kacang').waitFor();
  await beside.getByText('Bu Sari').waitFor();
  await page.getByRole('listitem').getByText('Bu Sari').waitFor();
  await saveSenders(ctx);

  const { body } = await (await app.user('admin', { account })).call('GET', '/app/api/contacts');
  expect(body.data).toMatchObject([
    { name: 'Bu Sari', tags: ['langganan'], notes: 'Alergi kacang' },
    { phone: '6281200000022' },
  ]);
  expect(problems).toEqual([]);
});

test('all contacts of a filter get a tag, selected ones are deleted, and both are undone', async () => {
  const people = Array.from({ length: 55 }, (_, n) => ({
    phone: String(6281300000100 + n),
    name: `Kak ${n}`,
  }));
  const { admin, read } = await openBook(BUDI, ...people);
  const page = await app.open(admin, { path: '/contacts' });
  const bar = page.getByRole('toolbar', { name: 'Selected contacts' });
  const dialog = page.getByRole('dialog');
  const tagged = async () => (await read()).filter((line: string) => line.includes(' pameran')).length;

  await page.getByLabel('Select all on this page').check();
  await bar.getByRole('button', { name: 'Select all 56' }).click();
  await bar.getByText('All 56 contacts of this filter are selected').waitFor();
  await bar.getByRole('button', { name: 'Add tags' }).click();
  await dialog.getByText('56 contacts get these tags.').waitFor();
  await dialog.getByLabel('Tags').fill('pameran');
  await dialog.getByLabel('Tags').press('Enter');
  const problems = await axeProblems(page);
  await dialog.getByRole('button', { name: 'Add tags' }).click();
  await page.getByText('Under way: 56 contacts.').waitFor();
  await work();
  await page.getByText('56 contacts have got pameran').waitFor();
  const all = await tagged();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^Undoing: /).waitFor();
  await work();
  await page.getByText('56 contacts have got pameran').waitFor({ state: 'detached' });
  const none = await tagged();
  await page.getByLabel('Select Budi').check();
  await page.getByLabel('Select Kak 1', { exact: true }).check();
  const refusal = { status: 422, json: { errors: { filter: ['is wrong'] } } };
  await page.route('**/app/api/contacts/bulk', (route) => route.fulfill(refusal), { times: 1 });
  await bar.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('alert').waitFor();
  const counting = await dialog.getByText('Counting').count();
  app.forgive(/422/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('2 contacts are deleted.').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Under way: 2 contacts.').waitFor();
  await work();
  await page.getByText('54 contacts', { exact: true }).waitFor();
  problems.push(...(await axeProblems(page)));
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^Undoing: /).waitFor();
  await work();
  await page.getByText('56 contacts', { exact: true }).waitFor();

  expect([all, none, counting]).toEqual([56, 0, 0]);
  expect((await read()).slice(0, 1)).toEqual(['6281200000001 Budi vip']);
  expect(problems).toEqual([]);
});

test('an owner erases a contact that never wrote, from its page', async () => {
  const { ctx } = app;
  const owner = await app.user('owner', { account: await insertAccount(ctx) });
  const { body } = await owner.call('POST', '/app/api/contacts', BUDI);
  const page = await app.open(owner, { path: `/contacts/${body.id}` });
  const dialog = page.getByRole('dialog', { name: 'Erase Budi for good?' });

  await page.getByRole('button', { name: 'Erase this person' }).click();
  await dialog.getByRole('textbox').fill('ERASE');
  const problems = await axeProblems(page);
  await dialog.getByRole('button', { name: 'Erase this person' }).click();
  await page.getByRole('heading', { name: 'Contacts' }).waitFor();
  await runJobs(ctx, [erasureJob(ctx, erasureSteps(ctx))]);

  expect((await owner.call('GET', '/app/api/contacts')).body.total).toBe(0);
  expect(problems).toEqual([]);
});
