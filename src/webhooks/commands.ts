import { type Command, InvalidArgumentError } from 'commander';
import type { CommandOptions, CommandRunner } from '../command.ts';
import { viewWebhook } from './view.ts';
import { listAccountWebhooks, listEveryWebhook } from './webhook.ts';

/** `kurir webhook`. */
export function registerWebhookCommands(program: Command, run: CommandRunner): void {
  const webhook = program.command('webhook').description('webhooks and what became of their deliveries');

  webhook
    .command('list')
    .description('all webhooks, or those of one account, without their secrets')
    .option('--account <account>', 'number of the account', parseAccountId)
    .option('--json', 'one line of JSON')
    .action((options: CommandOptions & { account?: number }) =>
      run(async (ctx) => {
        const { account } = options;
        const rows = await (account === undefined
          ? listEveryWebhook(ctx)
          : listAccountWebhooks(ctx, account));
        return rows.map((row) => ({ account_id: row.account_id, ...viewWebhook(row) }));
      }, options),
    );
}

function parseAccountId(text: string): number {
  if (!/^[0-9]{1,15}$/.test(text)) throw new InvalidArgumentError('An account has a whole number.');
  return Number(text);
}
