import { type Command, Option } from 'commander';
import type { CommandOptions, CommandRunner } from '../../command.ts';
import type { Context } from '../../context.ts';
import { limitOption, parseNumber } from '../../platform/lib/command-options.ts';
import { MAX_LIMIT } from '../../platform/lib/page.ts';
import * as broadcasts from './broadcast.ts';
import { BROADCAST_STATUSES, type BroadcastStatus } from './schema.ts';
import type { BroadcastRow } from './store.ts';
import { viewBrief } from './view.ts';

interface ListOptions extends CommandOptions {
  account?: number;
  status?: BroadcastStatus;
  limit: number;
}

/** The operator's commands, over all accounts. */
export function registerBroadcastCommands(program: Command, run: CommandRunner): void {
  const broadcast = program.command('broadcast').description('broadcasts of every account');

  broadcast
    .command('list')
    .description('list broadcasts with their counts, newest first')
    .option('--account <account>', 'only broadcasts of this account', parseNumber('An account'))
    .addOption(new Option('--status <status>', 'only broadcasts in this status').choices(BROADCAST_STATUSES))
    .addOption(limitOption({ max: MAX_LIMIT }))
    .option('--json', 'one line of JSON')
    .action((options: ListOptions) =>
      run((ctx) => list(ctx, options), { ...options, spareColumns: ['finish_expected_at', 'account_id'] }),
    );

  const add = (
    name: string,
    description: string,
    change: (ctx: Context, owner: { id: number }, id: number) => Promise<BroadcastRow>,
  ) =>
    broadcast
      .command(name)
      .description(description)
      .argument('<broadcast>', 'number of the broadcast', parseNumber('A broadcast'))
      .option('--json', 'one line of JSON')
      .action((id: number, options: CommandOptions) =>
        run(
          async (ctx) => viewBrief(await change(ctx, { id: await broadcasts.getOwner(ctx, id) }, id)),
          options,
        ),
      );
  add('pause', 'pause a broadcast until it is resumed', broadcasts.pauseBroadcast);
  add('resume', 'continue with the pending recipients', broadcasts.resumeBroadcast);
  add('cancel', 'end a broadcast permanently', broadcasts.cancelBroadcast);
}

async function list(ctx: Context, { account, status, limit }: ListOptions) {
  const page = await broadcasts.listBroadcasts(ctx, account, { status, per_page: limit, page: 1 });
  return page.broadcasts.map((row) => ({
    account_id: row.account_id,
    ...viewBrief(row),
    type: row.type,
    reason: row.reason,
    sent_count: row.sent_count,
    failed_count: row.failed_count,
    finish_expected_at: row.finish_expected_at,
    name: row.name,
  }));
}
