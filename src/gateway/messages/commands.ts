import type { Command } from 'commander';
import type { CommandOptions, CommandRunner } from '../../command.ts';
import type { Context } from '../../context.ts';
import type { CommandOutput } from '../../platform/lib/command.ts';
import { limitOption, parseNumber } from '../../platform/lib/command-options.ts';
import { chooseDevice } from '../devices/choice.ts';
import { type Outside, registerSendCommand } from './send-command.ts';
import * as store from './store.ts';

interface ListOptions extends CommandOptions {
  device?: string;
  account?: number;
  limit: number;
}

/** `kurir message`. */
export function registerMessageCommands(program: Command, run: CommandRunner, outside: Outside): void {
  const message = program.command('message').description('send a text or a template, list messages');
  registerSendCommand(message, run, outside);
  message
    .command('list')
    .description(`list messages of both directions, newest first, without their text`)
    .option('--device <device>', 'uuid or number: only messages of this device')
    .option('--account <account>', 'only messages of this account', parseNumber('An account'))
    .addOption(limitOption({ max: store.MAX_LATEST, preset: 20 }))
    .option('--json', 'one line of JSON')
    .action((options: ListOptions) =>
      run((ctx) => list(ctx, options), { ...options, spareColumns: ['device_uuid', 'account_id'] }),
    );
}

async function list(ctx: Context, { device, account, limit }: ListOptions): Promise<CommandOutput> {
  const chosen = device === undefined ? null : await chooseDevice(ctx, { device, account });
  return store.listLatest(ctx.db, {
    account_id: account ?? null,
    device_uuid: chosen?.device_uuid ?? null,
    limit,
  });
}
