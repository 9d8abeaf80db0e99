import { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertAccount } from '../../../test/harness/rows.ts';
import { MINUTE } from '../lib/clock.ts';
import type { CommandOutput } from '../lib/command.ts';
import { formatOutput } from '../lib/terminal/command-output.ts';
import { type Entry, record } from './audit.ts';
import { registerAuditCommands } from './commands.ts';

const file = await testContext({ cleanup: afterAll });
const ctx = { ...file, actor: { type: 'operator' as const, id: 'budi', address: null } };

/** Runs `kurir audit list ...` and returns what it would print. */
async function list(...args: string[]): Promise<CommandOutput> {
  const outputs: CommandOutput[] = [];
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  registerAuditCommands(program, async (action) => void outputs.push(await action(ctx)));
  for (const command of program.commands.flatMap((each) => [each, ...each.commands])) {
    command.copyInheritedSettings(program);
  }
  await program.parseAsync(['audit', 'list', ...args], { from: 'user' });
  return outputs[0] ?? {};
}

const write = async (entry: Omit<Entry, 'target'>, count = 1) => {
  await ctx.db.transaction((tx) => record(tx, ctx, Array(count).fill({ ...entry, target: 7 })));
};

test('the list has all accounts and the installation, or one account, newest first', async () => {
  const { id } = await insertAccount(ctx);
  await write({ action: 'account.suspended', accountId: id });
  ctx.clock.advance(MINUTE);
  const since = ctx.now().toISOString();
  await write({ action: 'plan.changed', accountId: null, detail: { max_devices: 3 } });

  const plan = {
    at: ctx.now(),
    account_id: null,
    actor: 'operator',
    actor_id: 'budi',
    address: null,
    action: 'plan.changed',
    target: '7',
    detail: { max_devices: 3 },
    id: expect.any(Number),
  };
  const suspension = { account_id: id, action: 'account.suspended' };
  expect(await list()).toMatchObject([plan, suspension]);
  expect(await list('--account', `${id}`)).toMatchObject([suspension]);
  expect(await list('--since', since)).toEqual([plan]);
  expect(await list('--account', `${id}`, '--since', since)).toEqual([]);
});

test('as text the list is a table, one line per entry', async () => {
  const { id } = await insertAccount(ctx);
  await write({ action: 'account.plan_changed', accountId: id, detail: { plan: 'pro' } });

  const lines = formatOutput(await list('--account', `${id}`), { json: false }).split('\n');

  expect(lines[0]).toMatch(/^AT +ACCOUNT_ID +ACTOR +ACTOR_ID +ADDRESS +ACTION +TARGET +DETAIL +ID$/);
  expect(lines[1]).toContain(' operator  budi      -        account.plan_changed  7       {"plan":"pro"}');
});

test('the list is bounded, by 50 or by --limit', async () => {
  const { id } = await insertAccount(ctx);
  await write({ action: 'account.activated', accountId: id }, 450);

  expect(await list('--account', `${id}`)).toHaveLength(50);
  expect(await list('--account', `${id}`, '--limit', '420')).toHaveLength(420);
  expect(await list('--account', `${id}`, '--limit', '1000')).toHaveLength(450);
});

test.each([
  ['an account without a number', ['--account', 'toko'], 'An account has a whole number.'],
  ['a limit above the bound', ['--limit', '100001'], 'The limit is at most 100000.'],
  ['a time without a form', ['--since', 'yesterday'], 'Give a time like'],
  [
    'an end before the start',
    ['--since', '2026-01-02T00:00:00Z', '--until', '2026-01-01T00:00:00Z'],
    '--until must not be before --since.',
  ],
])('refuses: %s', async (_name, args, message) => {
  await expect(list(...args)).rejects.toThrow(message);
});
