import { Command } from 'commander';
import { expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { PAIRING_PARTS } from '../../../test/harness/pairing-parts.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import type { CommandOutput } from '../../platform/lib/command.ts';
import { registerDeviceCommands } from './commands.ts';

test('device list shows the devices of every account, or of one', async () => {
  const ctx = await testContext();
  const [first, second] = [await insertAccount(ctx), await insertAccount(ctx)];
  const [one, two] = [await insertDevice(ctx, first), await insertDevice(ctx, second)];
  const list = async (...args: string[]) => {
    const outputs: CommandOutput[] = [];
    const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
    registerDeviceCommands(program, async (action) => void outputs.push(await action(ctx)), PAIRING_PARTS);
    await program.parseAsync(['device', 'list', ...args], { from: 'user' });
    return outputs[0];
  };

  const [all, some] = [await list(), await list('--account', String(second.id))];

  expect(all).toMatchObject([
    { device_uuid: one.device_uuid, account_id: first.id },
    { device_uuid: two.device_uuid, account_id: second.id },
  ]);
  expect(some).toMatchObject([{ device_uuid: two.device_uuid }]);
  await expect(list('--account', '99')).rejects.toMatchObject({
    kind: 'not_found',
    message: 'No account 99.',
  });
});
