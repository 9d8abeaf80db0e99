import { expect, test } from 'vitest';
import { longTest } from '../../harness/long-test.ts';
import { axeProblems } from '../axe.ts';
import { openApp } from './app.ts';

const HOSTILE = '<img src=x onerror=alert(1)> \u202e{{customer.name}} 😀';

const app = await openApp();
const [admin, other] = [await app.user('admin', { name: 'Sari' }), await app.user('owner', { name: 'Budi' })];

/** A flow that answers a word with a text. Returns its id. */
async function createFlow(name: string, text = 'Halo', more: readonly object[] = []): Promise<string> {
  const nodes = [
    { id: 'start', type: 'start', triggers: [{ match: 'word', patterns: [name] }], next: 'send_text' },
    { id: 'send_text', type: 'send_text', text, next: 'end' },
    { id: 'end', type: 'end' },
    ...more,
  ];
  const { body } = await admin.call('POST', '/app/api/flows', { name, definition: { nodes } });
  return body.id;
}

test('an owner makes a flow from an example, corrects what the check names, publishes it and talks to it', async () => {
  const page = await app.open(admin, { path: '/automation/flows' });
  await page.getByRole('button', { name: 'New flow' }).click();
  await page.getByLabel('Name and need').check();
  await page.getByRole('button', { name: 'Create' }).click();
  await page.locator('.react-flow__node', { hasText: 'What do you need?' }).click();
  await page.getByLabel('Question', { exact: true }).fill('What can we do, {{var.name}}?');
  await page.getByLabel('Answered', { exact: true }).selectOption('');

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Save and check' }).click();
  const named = page.getByRole('button', { name: /“Answered” leads nowhere/ });
  const problem = await named.innerText();
  await named.click();
  await page.getByLabel('Answered', { exact: true }).and(page.locator('[aria-invalid=true]')).waitFor();
  const port = page
    .locator('.react-flow__node', { hasText: 'What can we do' })
    .locator('[data-handleid=answered]');
  await page.getByRole('button', { name: 'Show all' }).click();
  await port.dragTo(page.locator('.react-flow__node', { hasText: 'A colleague' }).locator('.target'));
  const unhappy = await axeProblems(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Save and check' }).click();
  await page.getByRole('complementary').getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Version 1 answers now.').first().waitFor();
  await page.getByRole('button', { name: 'Test chat' }).click();
  for (const text of ['info', 'Ani', 'A shirt']) {
    await page.getByLabel('Message of the customer').fill(text);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('listitem').getByText(text, { exact: true }).waitFor();
  }
  await page.getByText('Staff takes over.').waitFor();

  expect(problem).toContain('Ask a question');
  expect(unhappy).toEqual([]);
  await expect.poll(() => page.getByText('What can we do, Ani?').count()).toBe(1);
  await expect.poll(() => page.getByRole('complementary').getByText('A shirt').count()).toBe(2);
});

test('two versions are compared in words, and the older one is published again', async () => {
  const id = await createFlow('toko', 'Buka jam 8');
  await admin.call('POST', `/app/api/flows/${id}/publish`, {});
  const { body: flow } = await admin.call('GET', `/app/api/flows/${id}`);
  const changed = JSON.parse(JSON.stringify(flow.definition).replace('Buka jam 8', 'Buka jam 9'));
  await admin.call('PATCH', `/app/api/flows/${id}`, { definition: changed });
  await admin.call('POST', `/app/api/flows/${id}/publish`, { note: 'Jam baru' });
  const page = await app.open(admin, { path: `/automation/flows/${id}` });

  await page.getByRole('button', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'What changed: Version 2' }).click();
  const said = await page.getByRole('dialog').getByRole('definition').innerText();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Publish again: Version 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish again' }).click();
  await page.getByText('Version 1 answers now, as version 3.').first().waitFor();

  const { body } = await admin.call('GET', `/app/api/flows/${id}/versions/3`);
  expect(said.split(/\s*\n\s*/)).toEqual(['Buka jam 8', 'Buka jam 9']);
  expect(body).toMatchObject({ restored_from: 1, is_published: true });
  expect(JSON.stringify(body.definition)).toContain('Buka jam 8');
});

longTest('when two users save, the second one chooses, and no text is lost', async () => {
  const id = await createFlow('bersama', 'Awal');
  const [one, two] = [
    await app.open(admin, { path: `/automation/flows/${id}` }),
    await app.open(other, { path: `/automation/flows/${id}` }),
  ];
  for (const [page, text] of [
    [one, 'Dari Sari'],
    [two, 'Dari Budi'],
  ] as const) {
    await page.locator('.react-flow__node', { hasText: 'Awal' }).click();
    await page.getByLabel('Text', { exact: true }).fill(text);
  }

  await one.keyboard.press('Control+s');
  await one.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  await two.keyboard.press('Control+s');
  const dialog = two.getByRole('dialog', { name: 'Another user saved this flow meanwhile' });
  const theirs = await dialog.getByRole('definition').innerText();
  await dialog.getByRole('button', { name: /^Use theirs/ }).click();
  await expect.poll(() => two.getByLabel('Text', { exact: true }).inputValue()).toBe('Dari Sari');
  await two.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => two.getByLabel('Text', { exact: true }).inputValue()).toBe('Dari Budi');
  await two.getByRole('button', { name: 'Save', exact: true }).click();
  await two.getByRole('status').getByText('Saved', { exact: true }).waitFor();

  const { body } = await admin.call('GET', `/app/api/flows/${id}`);
  expect(theirs).toContain('Dari Sari');
  expect(JSON.stringify(body.definition)).toContain('Dari Budi');
});

test('on a phone a flow with hostile texts is a list of steps, and leaving with changes asks', async () => {
  const id = await createFlow(HOSTILE.slice(0, 60), HOSTILE.repeat(20), [
    { id: 'x', type: 'ask', name: HOSTILE, text: HOSTILE, answer: { kind: 'text' } },
  ]);
  const page = await app.open(admin, {
    path: '/automation/flows',
    ...({ width: 375, language: 'id', theme: 'dark' } as const),
  });
  const listProblems = await page
    .getByRole('link', { name: HOSTILE.slice(0, 28) })
    .waitFor()
    .then(() => axeProblems(page));
  await page.getByRole('link', { name: HOSTILE.slice(0, 28) }).click();

  await page.getByRole('button', { name: /^Kirim teks/ }).click();
  await page.getByLabel('Teks', { exact: true }).fill('Aman');
  const formProblems = await axeProblems(page);
  const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  await page.getByRole('link', { name: 'Semua alur' }).click();
  await page
    .getByRole('dialog', { name: 'Keluar tanpa menyimpan?' })
    .getByRole('button', { name: 'Tetap di sini' })
    .click();
  const kept = await page.getByLabel('Teks', { exact: true }).inputValue();

  expect([...listProblems, ...formProblems]).toEqual([]);
  expect(isWide).toBe(false);
  expect(kept).toBe('Aman');
  expect(page.url()).toContain(id);
});
