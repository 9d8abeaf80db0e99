import type { Command } from 'commander';
import type { CommandOptions, CommandRunner } from '../../command.ts';
import { type Ring, readRing, rotate } from './key-ring.ts';

/** For the operator: the change of the secret key. */
export function registerKeyRingCommands(program: Command, run: CommandRunner): void {
  const ring = program.command('key-ring').description('the keys that encrypt stored secrets');
  ring
    .command('status')
    .description('count the secrets that still need a key of KURIR_SECRET_KEY_OLD')
    .option('--json', 'one line of JSON')
    .action((options: CommandOptions) => run(async (ctx) => view(await readRing(ctx)), options));
  ring
    .command('rotate')
    .description('encrypt all secrets with KURIR_SECRET_KEY, while Kurir runs')
    .option('--json', 'one line of JSON')
    .action((options: CommandOptions) => run(async (ctx) => view(await rotate(ctx)), options));
}

const view = ({ current, left, unreadable, sealed }: Ring) => ({
  current,
  encrypted_again: sealed,
  left: Object.values(left).reduce((sum, each) => sum + each, 0),
  left_in: Object.keys(left).join(', ') || null,
  unreadable,
});
