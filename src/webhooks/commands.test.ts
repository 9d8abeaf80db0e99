import { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestContext, testContext } from '../../test/harness/context.ts';
import { webhookAccount } from '../../test/harness/webhook-account.ts';
import type { CommandRunner } from '../command.ts';
import type { CommandOutput } from '../lib/command.ts';
import { registerWebhookCommands } from './commands.ts';

let file: TestContext;
beforeAll(async () => {
  file = await testContext({ cleanup: afterAll });
});

/** Runs `kurir webhook ...` on a context and answers what it would print. */
async function kurir(ctx: Parameters<Parameters<CommandRunner>[0]>[0], ...args: string[]) {
  const outputs: CommandOutput[] = [];
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  registerWebhookCommands(program, async (action) => void outputs.push(await action(ctx)));
  await program.parseAsync(['webhook', ...args], { from: 'user' });
  return outputs[0];
}

test('webhook list shows every webhook with its account and without its secret', async () => {
  const first = await webhookAccount({ ctx: file });
  const second = await webhookAccount({ ctx: file, beside: true });
  const { id, secret } = await first.register('https://one.example/', ['message.status']);
  await second.register('https://two.example/');

  const all = await kurir(first.ctx, 'list', '--json');
  const one = await kurir(first.ctx, 'list', '--account', String(first.id));

  expect(all).toMatchObject([{ account_id: first.id }, { account_id: second.id }]);
  expect(one).toEqual([
    {
      account_id: first.id,
      id,
      url: 'https://one.example/',
      events: ['message.status'],
      status: 'enabled',
      failure_count: 0,
      failures_left: 10,
      warning: null,
      disabled_at: null,
      created_at: first.ctx.now().toISOString(),
      previous_secret_until: null,
    },
  ]);
  expect(JSON.stringify(all)).not.toContain(secret);
});

test('an account that is no number is refused', async () => {
  const { ctx } = await webhookAccount({ ctx: file });

  await expect(kurir(ctx, 'list', '--account', 'toko')).rejects.toThrow('An account has a whole number.');
});
