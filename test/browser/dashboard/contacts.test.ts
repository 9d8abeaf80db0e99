import { expect, test } from 'vitest';
import { insertAccount } from '../../harness/rows.ts';
import { axeProblems } from '../axe.ts';
import { openApp } from './app.ts';

const app = await openApp();

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

test('a wrong number is corrected, and a contact is deleted after a question', async () => {
  const { admin, read } = await openBook(BUDI, SARI);
  const page = await app.open(admin, { path: '/contacts' });
  const edit = page.getByRole('dialog', { name: 'Edit contact' });

  await page.getByRole('button', { name: 'Budi' }).click();
  await edit.getByLabel('Number').fill('0812-0000-0002');
  await edit.getByRole('button', { name: 'Save' }).click();
  await edit.getByText('Another contact has this number already.').waitFor();
  await edit.getByLabel('Number').fill('0812-0000-0003');
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: '6281200000003' }).waitFor();
  const corrected = await read();
  await page.getByRole('button', { name: 'Sari' }).click();
  await edit.getByRole('button', { name: 'Delete contact' }).click();
  const question = page.getByRole('dialog', { name: 'Delete the contact Sari?' });
  await question.getByText('the opt-out of this number stay').waitFor();
  const problems = await axeProblems(page);
  await question.getByRole('button', { name: 'Delete contact' }).click();
  await page.getByText('1 contact', { exact: true }).waitFor();

  expect(corrected).toEqual(['6281200000003 Budi vip', '6281200000002 Sari']);
  expect(await read()).toEqual(['6281200000003 Budi vip']);
  expect(problems).toEqual([]);
});
