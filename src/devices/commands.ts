import type { Command } from 'commander';
import type { CommandOptions, CommandRunner } from '../command.ts';
import { listAllDevices } from './installation/installation.ts';
import { type PairingParts, registerPairCommands } from './pair-command.ts';

const NO_PARTS: PairingParts = { ready: async () => {}, scan: async () => {}, terminal: () => null };

/** Of the list. A narrow terminal leaves them out, in this order. */
const SPARE_COLUMNS = ['last_health_at', 'connected_at', 'engine', 'network', 'account_id', 'reason'];

/** `kurir device`. */
export function registerDeviceCommands(
  program: Command,
  run: CommandRunner,
  parts: PairingParts = NO_PARTS,
): void {
  const device = program.command('device').description('devices of every account: pair, list');
  registerPairCommands(device, run, parts);
  device
    .command('list')
    .description('list devices with numbers and states, without released devices')
    .option('--json', 'one line of JSON')
    .action((options: CommandOptions) => run(listAllDevices, { ...options, spareColumns: SPARE_COLUMNS }));
}
