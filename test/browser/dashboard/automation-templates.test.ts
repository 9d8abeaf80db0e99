import { expect, test } from 'vitest';
import { openProducers } from '../../../src/app/automation.ts';
import { openDecider } from '../../../src/assistant/arbiter/decider.ts';
import { longTest } from '../../harness/long-test.ts';
import { until } from '../../harness/until.ts';
import { axeProblems } from '../axe.ts';
import { openPhoneApp } from './app.ts';
import { openOfficialShop } from './chats.ts';

const app = await openPhoneApp();
const decider = openDecider(app.ctx, openProducers(app.ctx));
const COMPONENTS = [
  { type: 'BODY', text: 'Halo {{1}}, pesanan {{2}} sudah siap.' },
  { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Terima kasih' }] },
];
const READY = { name: 'pesanan_siap', language: 'id', category: 'UTILITY', status: 'APPROVED' };

/** With the template. Its number stays for the next test. */
async function openTemplateShop() {
  const official = await openOfficialShop(app);
  await official.setTemplates([{ ...READY, components: COMPONENTS }]);
  return official;
}
let shop: Awaited<ReturnType<typeof openTemplateShop>> | undefined;

test('an owner makes a rule with a template of an official number, and it answers a customer', {
  timeout: 100_000,
}, async () => {
  const official = await openTemplateShop();
  shop = official;
  const delay = { min_seconds: 0, max_seconds: 0 };
  await official.staff.call('PATCH', '/app/api/automation', { reply_delay: delay });
  const page = await app.open(official.staff, { path: '/automation/rules' });
  await page.getByRole('button', { name: 'New rule' }).click();
  await page.getByRole('menuitem', { name: 'Empty rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'New rule' });
  await dialog.getByLabel('Name').fill('Status pesanan');
  await dialog.getByLabel('Words', { exact: true }).fill('status');
  await dialog.getByLabel('Kind', { exact: true }).selectOption('template');
  await dialog.getByLabel('Official number').selectOption('Resmi');
  await dialog.getByLabel('{{1}}').fill('{{customer.first_name|Kak}}');
  await dialog.getByLabel('{{2}}').fill('INV-7');
  await dialog.getByText('Halo Budi, pesanan INV-7 sudah siap.').waitFor();
  const inRule = await axeProblems(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The rule is saved.', { exact: true }).waitFor();

  const { body: chats } = await official.staff.call('GET', '/app/api/conversations');
  const given = await official.staff.call('POST', `/app/api/conversations/${chats.data[0].id}/give-back`, {});
  expect(given.status).toBe(200);

  await official.write({ text: 'status' });
  const answered = await until(async () => {
    await decider.runOnce();
    return (await official.texts()).find((text) => text.startsWith('Halo'));
  });

  expect(inRule).toEqual([]);
  expect(answered).toBe('Halo Sari, pesanan INV-7 sudah siap.');
});

longTest(
  'an owner draws a flow with a template, corrects a missing value, publishes it and sees it in the test chat',
  {
    timeout: 100_000,
  },
  async () => {
    const official = shop ?? (await openTemplateShop());
    const nodes = [
      { id: 'start', type: 'start', triggers: [{ match: 'word', patterns: ['ajak'] }], next: 'wait' },
      { id: 'wait', type: 'wait', for: { kind: 'duration', seconds: 172_800 } },
      { id: 'end', type: 'end' },
    ];
    const made = { name: 'Ajak lagi', device_uuids: [official.device_uuid], definition: { nodes } };
    const { body: flow } = await official.staff.call('POST', '/app/api/flows', made);
    const editor = await app.open(official.staff, { path: `/automation/flows/${flow.id}` });
    await editor.locator('.react-flow__node', { hasText: 'Wait' }).click();
    await editor.getByRole('button', { name: 'Send a template' }).click();
    await editor.getByLabel('Then', { exact: true }).selectOption('end');
    await editor.getByLabel('{{1}}').fill('{{customer.first_name|Kak}}');
    await editor.getByRole('button', { name: 'Publish', exact: true }).click();
    await editor.getByRole('button', { name: 'Save and check' }).click();
    const named = editor.getByRole('button', { name: /\{\{2\}\}: is missing/ });
    const refused = await named.innerText();
    await named.click();
    await editor.getByRole('complementary').getByText('{{2}}: is missing', { exact: true }).waitFor();
    await editor.getByLabel('{{2}}').fill('INV-8');
    const inFlow = await axeProblems(editor);
    await editor.getByRole('button', { name: 'Publish', exact: true }).click();
    await editor.getByRole('button', { name: 'Save and check' }).click();
    await editor.getByRole('complementary').getByRole('button', { name: 'Publish', exact: true }).click();
    await editor.getByText('Version 1 answers now.').first().waitFor();
    await editor.getByRole('button', { name: 'Test chat' }).click();
    await editor.getByLabel('Message of the customer').fill('ajak');
    await editor.getByRole('button', { name: 'Send', exact: true }).click();
    await editor.getByRole('button', { name: 'Skip the wait' }).click();
    await editor.getByRole('listitem').getByText('Halo Kak, pesanan INV-8 sudah siap.').waitFor();

    expect(refused).toContain('Send a template');
    expect(inFlow).toEqual([]);
  },
);
