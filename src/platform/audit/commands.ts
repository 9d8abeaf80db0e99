import type { Command } from 'commander';
import type { CommandOptions, CommandRunner } from '../../command.ts';
import type { Context } from '../../context.ts';
import { CommandError } from '../lib/command.ts';
import { limitOption, parseNumber, parseTime } from '../lib/command-options.ts';
import type { Cursor } from '../lib/page.ts';
import { listEntries } from './audit.ts';
import type { AuditRow } from './store.ts';
import { viewForOperator } from './view.ts';

const PAGE = 200;
const MAX_LIMIT = 100_000;

interface ListOptions extends CommandOptions {
  account?: number;
  since?: Date;
  until?: Date;
  limit: number;
}

/** For the operator: entries of every account, and of the installation. */
export function registerAuditCommands(program: Command, run: CommandRunner): void {
  program
    .command('audit')
    .description('who changed what, when and from where')
    .command('list')
    .description('list entries of the audit log, newest first')
    .option('--account <account>', 'only entries of this account', parseNumber('An account'))
    .option('--since <time>', 'only entries at this time or later', parseTime)
    .option('--until <time>', 'only entries at this time or earlier', parseTime)
    .addOption(limitOption({ max: MAX_LIMIT }))
    .option('--json', 'one line of JSON')
    .action((options: ListOptions) =>
      run((ctx) => list(ctx, options), { ...options, spareColumns: ['id', 'address', 'actor_id'] }),
    );
}

async function list(ctx: Context, { account, since, until, limit }: ListOptions) {
  if (since && until && until < since) {
    throw new CommandError('--until must not be before --since.', 'invalid_usage');
  }
  const rows: AuditRow[] = [];
  let cursor: Cursor | undefined;
  do {
    const per_page = Math.min(limit - rows.length, PAGE);
    const page = await listEntries(ctx, account ?? null, { since, until, cursor, per_page });
    rows.push(...page.entries);
    cursor = page.next ?? undefined;
  } while (cursor && rows.length < limit);
  return rows.map(viewForOperator);
}
