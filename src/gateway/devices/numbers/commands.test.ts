import { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { setStatus } from '../../../platform/accounts/account.ts';
import type { CommandOutput } from '../../../platform/lib/command.ts';
import { registerNumberCommands } from './commands.ts';

const ctx = await testContext({ cleanup: afterAll });
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** Runs `kurir number check ...` and answers its output. */
async function check(...args: string[]) {
  const outputs: CommandOutput[] = [];
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  registerNumberCommands(program, async (action) => void outputs.push(await action(ctx)));
  await program.parseAsync(['number', 'check', ...args], { from: 'user' });
  return outputs[0];
}

test('an operator checks numbers through the connected device of an account', async () => {
  const account = await insertAccount(ctx);
  await insertDevice(ctx, account, { status: 'disconnected' });
  await insertDevice(ctx, account);

  const checked = await check('081234567890', '12', '--account', String(account.id));

  expect(checked).toMatchObject([
    { input: '081234567890', number: '6281234567890', plausible: true, on_network: null },
    { input: '12', number: null, plausible: false, hint: 'It must have at least 8 digits.' },
  ]);
});

test('an unknown device and too many numbers are refused', async () => {
  const { device_uuid } = await insertDevice(ctx, await insertAccount(ctx));
  const numbers = Array.from({ length: 51 }, () => '081234567890');

  await expect(check('081234567890', '--device', UNKNOWN)).rejects.toMatchObject({ kind: 'not_found' });
  await expect(check(...numbers, '--device', device_uuid)).rejects.toThrow(
    'numbers: must have at most 50 items',
  );
});

test('a suspended account asks the network for nothing', async () => {
  const account = await insertAccount(ctx);
  const { device_uuid } = await insertDevice(ctx, account);
  await setStatus(ctx, account.id, 'suspended');

  const asked = check('081234567890', '--device', device_uuid);

  await expect(asked).rejects.toMatchObject({
    kind: 'refused',
    message: `Account ${account.id} is suspended.`,
  });
});
