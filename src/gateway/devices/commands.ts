import type { Command } from 'commander';
import type { CommandOptions, CommandRunner } from '../../command.ts';
import type { Context } from '../../context.ts';
import { chooseAccount } from '../../platform/accounts/choice.ts';
import { parseNumber } from '../../platform/lib/command-options.ts';
import { registerImportCommand } from './import/import-command.ts';
import { type ListedDevice, listAllDevices } from './installation/installation.ts';
import { type PairingParts, registerPairCommands } from './pair-command.ts';

interface ListOptions extends CommandOptions {
  account?: number;
}

/** Of the list. A narrow terminal leaves them out, in this order. */
const SPARE_COLUMNS = ['last_health_at', 'connected_at', 'engine', 'network', 'account_id', 'reason'];

/** `kurir device`: answers the group. */
export function registerDeviceCommands(program: Command, run: CommandRunner, parts: PairingParts): Command {
  const device = program.command('device').description('devices of every account: pair, import, list');
  registerPairCommands(device, run, parts);
  registerImportCommand(device, run, parts);
  device
    .command('list')
    .description('list devices with numbers and states, without released devices')
    .option('--account <account>', 'only devices of this account', parseNumber('An account'))
    .option('--json', 'one line of JSON')
    .action((options: ListOptions) =>
      run((ctx) => list(ctx, options), { ...options, spareColumns: SPARE_COLUMNS }),
    );
  return device;
}

async function list(ctx: Context, { account }: ListOptions): Promise<ListedDevice[]> {
  const devices = await listAllDevices(ctx);
  if (account === undefined) return devices;
  const { id } = await chooseAccount(ctx, account);
  return devices.filter(({ account_id }) => account_id === id);
}
