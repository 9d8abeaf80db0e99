import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildDashboardOnce } from '../../harness/dashboard-build.ts';
import { preparedInstallation } from '../../harness/prepared-installation.ts';
import { axeProblems } from '../axe.ts';
import { openBrowser } from '../browser.ts';

await buildDashboardOnce();
const browser = await openBrowser();
const target = await mkdtemp(join(tmpdir(), 'kurir-to-'));
afterAll(() => rm(target, { recursive: true, force: true }));
const installed = await preparedInstallation({ KURIR_BACKUP_TO: target }, afterAll);
// So that none is due at the start.
await installed.run('backup', 'record', '--location', 'elsewhere');
const { url } = await installed.start();
const OWNER = 'demo@kurir.test';

async function operatorPage() {
  await installed.run('user', 'operator', OWNER);
  const { link } = JSON.parse((await installed.run('user', 'log-in-link', OWNER, '--json')).stdout);
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(String(link));
  await page.getByRole('button', { name: 'First steps' }).waitFor();
  await page.goto(`${url}/app/operator/backups`);
  return page;
}

test('an operator makes a backup on the page, sees how far it is, and gets the lines of the restore', async () => {
  const page = await operatorPage();

  await page.getByRole('button', { name: 'Back up now' }).click();
  await page.getByText('A backup is being made').waitFor();
  const problems = await axeProblems(page);
  const row = page.getByRole('row', { name: /done.*kurir-\d{4}/ });
  await row.waitFor();
  const lines = page.getByText(/restore \S*kurir-\d{4}/);
  await lines.waitFor();
  await page.getByRole('button', { name: 'Back up now' }).waitFor();

  const [name = ''] = await readdir(target);
  expect(await row.innerText()).toContain(join(target, name));
  expect(await row.innerText()).not.toContain('never');
  expect(await lines.innerText()).toContain(`restore ${join(target, name)}`);
  expect([problems, await axeProblems(page)]).toEqual([[], []]);
});

test('a backup that fails says why on the page', async () => {
  await rm(target, { recursive: true });
  const page = await operatorPage();

  await page.getByRole('button', { name: 'Back up now' }).click();

  await page.getByRole('alert').getByText(`The last backup failed: `).waitFor();
  expect(await page.getByRole('alert').innerText()).toContain(`No folder ${target}`);
});
