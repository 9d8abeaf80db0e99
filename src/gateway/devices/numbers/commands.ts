import type { Command } from 'commander';
import type { CommandOptions, CommandRunner } from '../../../command.ts';
import type { Context } from '../../../context.ts';
import { getActiveAccount } from '../../../platform/accounts/choice.ts';
import { checkFields } from '../../../platform/lib/check-fields.ts';
import type { CommandOutput } from '../../../platform/lib/command.ts';
import { parseNumber } from '../../../platform/lib/command-options.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import { chooseDevice } from '../choice.ts';
import { checkNumbers } from './number-check.ts';
import { CheckNumbers, MAX_NUMBERS } from './schema.ts';

interface CheckOptions extends CommandOptions {
  device?: string;
  account?: number;
}

/** `kurir number`. */
export function registerNumberCommands(program: Command, run: CommandRunner): void {
  program
    .command('number')
    .description('numbers before you send to them')
    .command('check')
    .description('say which numbers are probably wrong, and which are on the network; sends nothing')
    .argument('<numbers...>', `1 to ${MAX_NUMBERS} numbers in any format`)
    .option('--device <device>', 'uuid or number of the device that asks the network, if there are several')
    .option('--account <account>', 'only devices of this account', parseNumber('An account'))
    .option('--json', 'one line of JSON')
    .action((numbers: string[], options: CheckOptions) =>
      run((ctx) => check(ctx, numbers, options), options),
    );
}

async function check(ctx: Context, numbers: string[], options: CheckOptions): Promise<CommandOutput> {
  const { device_uuid, account_id } = await chooseDevice(
    ctx,
    options,
    ({ status }) => status === 'connected',
  );
  const input = checkFields(CheckNumbers, { device_uuid, numbers });
  if (input instanceof FieldErrors) throw input;
  const checked = await checkNumbers(ctx, await getActiveAccount(ctx, account_id), input);
  return checked.map(({ local, ...number }) => ({ ...number, local: local?.number ?? null }));
}
