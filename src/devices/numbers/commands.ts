import type { Command } from 'commander';
import type { CommandOptions, CommandRunner } from '../../command.ts';
import { checkFields } from '../../lib/check-fields.ts';
import { CommandError } from '../../lib/command.ts';
import { KURIR } from '../../lib/command-name.ts';
import { FieldErrors } from '../../lib/errors.ts';
import { getAccountOf } from '../installation/installation.ts';
import { checkNumbers } from './number-check.ts';
import { CheckNumbers, MAX_NUMBERS } from './schema.ts';

/** For the operator: through a device of any account. */
export function registerNumberCommands(program: Command, run: CommandRunner): void {
  program
    .command('number')
    .description('numbers before you send to them')
    .command('check')
    .description('say which numbers are probably wrong, and which are on the network; sends nothing')
    .argument('<device>', 'device_uuid of the device that asks the network')
    .argument('<numbers...>', `1 to ${MAX_NUMBERS} numbers in any format`)
    .option('--json', 'one line of JSON')
    .addHelpText(
      'after',
      `\nExample:\n  ${KURIR} number check 6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d 081234567890 81234567890`,
    )
    .action((device_uuid: string, numbers: string[], options: CommandOptions) =>
      run(async (ctx) => {
        const input = checkFields(CheckNumbers, { device_uuid, numbers });
        if (input instanceof FieldErrors) throw new CommandError(textOf(input), 'invalid_usage');
        const account = await getAccountOf(ctx, device_uuid);
        const checked = await checkNumbers(ctx, account, input);
        return checked.map((number) => ({ ...number }));
      }, options),
    );
}

/** One line. */
function textOf({ errors }: FieldErrors): string {
  return Object.entries(errors)
    .map(([field, texts]) => `${field}: ${texts.join(', ')}`)
    .join('; ');
}
