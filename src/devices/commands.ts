import type { Command } from 'commander';
import type { CommandOptions, CommandRunner } from '../command.ts';
import { listAllDevices } from './installation/installation.ts';

export function registerDeviceCommands(program: Command, run: CommandRunner): void {
  program
    .command('device')
    .description('devices of every account')
    .command('list')
    .description('list devices with numbers and states, without released devices')
    .option('--json', 'one line of JSON')
    .action((options: CommandOptions) => run(listAllDevices, options));
}
