import { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { noTemplates } from '../../../test/harness/no-templates.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import type { CommandOutput } from '../../platform/lib/command.ts';
import { createContactBook } from '../contacts/contact.ts';
import { createBroadcast } from './broadcast.ts';
import { registerBroadcastCommands } from './commands.ts';

const ctx = await testContext({ cleanup: afterAll });

/** Runs `kurir broadcast ...` and answers its output. */
async function kurir(...args: string[]) {
  const outputs: CommandOutput[] = [];
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  registerBroadcastCommands(program, async (action) => void outputs.push(await action(ctx)));
  await program.parseAsync(['broadcast', ...args], { from: 'user' });
  return outputs[0];
}

async function broadcast() {
  const account = await insertAccount(ctx);
  const { device_uuid } = await insertDevice(ctx, account);
  const contact = await createContactBook(ctx).upsert(account, { phone: '081234567890' });
  const content = { device_uuid, name: 'Promo', message_template: 'Hai', contact_ids: [contact.id] };
  return { account, id: (await createBroadcast({ ctx, templates: noTemplates }, account, content)).id };
}

test('broadcast list shows broadcasts of all accounts, of one account, or in one status', async () => {
  const [first, second] = [await broadcast(), await broadcast()];

  const all = await kurir('list', '--json');
  const one = await kurir('list', '--account', String(first.account.id));
  const running = await kurir('list', '--status', 'running');

  expect(all).toMatchObject([{ id: second.id }, { id: first.id }]);
  expect(one).toEqual([
    {
      account_id: first.account.id,
      id: first.id,
      status: 'draft',
      total_recipients: 1,
      type: 'text',
      reason: null,
      sent_count: 0,
      failed_count: 0,
      finish_expected_at: ctx.now(),
      name: 'Promo',
    },
  ]);
  expect(running).toEqual([]);
});

test('a list that is too long is refused and not cut', async () => {
  await expect(kurir('list', '--limit', '201')).rejects.toThrow('The limit is at most 200.');
});

test('an operator pauses, resumes and cancels a broadcast by its id', async () => {
  const { id } = await broadcast();

  const outputs = [
    await kurir('pause', String(id)),
    await kurir('resume', String(id)),
    await kurir('cancel', String(id)),
  ];

  expect(outputs).toMatchObject([{ status: 'paused' }, { status: 'running' }, { status: 'cancelled' }]);
});

test('an unknown or malformed id is an error of one line', async () => {
  await expect(kurir('pause', '987654321')).rejects.toThrow('No such broadcast');
  await expect(kurir('pause', 'promo')).rejects.toThrow('A broadcast has a whole number.');
});
