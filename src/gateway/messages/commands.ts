import { type Command, Option } from 'commander';
import type { CommandOptions, CommandRunner } from '../../command.ts';
import type { Context } from '../../context.ts';
import { chooseAccount } from '../../platform/accounts/choice.ts';
import { CommandError, type CommandOutput } from '../../platform/lib/command.ts';
import { limitOption, parseNumber, parseTime } from '../../platform/lib/command-options.ts';
import { MAX_LIMIT } from '../../platform/lib/page.ts';
import { chooseDevice } from '../devices/choice.ts';
import { type ExportMessages, type ListedRow, listMessages } from './list/list.ts';
import { DIRECTIONS, LISTED_STATUSES, LISTED_TYPES } from './schema.ts';
import { type Outside, registerSendCommand } from './send-command.ts';
import * as store from './store.ts';

interface ListOptions extends CommandOptions {
  device?: string;
  account?: number;
  phone?: string;
  direction?: ExportMessages['direction'];
  status?: ExportMessages['status'];
  type?: ExportMessages['type'];
  broadcast?: number;
  since?: Date;
  until?: Date;
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
    .option('--phone <number>', 'only messages with the person of this number')
    .addOption(new Option('--direction <direction>', 'only these messages').choices(DIRECTIONS))
    .addOption(new Option('--status <status>', 'only messages with this status').choices(LISTED_STATUSES))
    .addOption(new Option('--type <type>', 'only messages of this type').choices(LISTED_TYPES))
    .option('--broadcast <id>', 'only messages of this broadcast', parseNumber('A broadcast'))
    .option('--since <time>', 'only messages at this time or later', parseTime)
    .option('--until <time>', 'only messages at this time or earlier', parseTime)
    .addOption(limitOption({ max: store.MAX_LATEST, preset: 20 }))
    .option('--json', 'one line of JSON')
    .action((options: ListOptions) =>
      run((ctx) => list(ctx, options), { ...options, spareColumns: ['device_uuid', 'account_id'] }),
    );
}

async function list(ctx: Context, options: ListOptions): Promise<CommandOutput> {
  const {
    device,
    account,
    limit,
    phone,
    direction,
    status,
    type,
    broadcast: broadcast_id,
    since,
    until,
  } = options;
  const chosen = device === undefined ? null : await chooseDevice(ctx, { device, account });
  const filter = { phone, direction, status, type, broadcast_id, since, until };
  if (Object.values(filter).some((value) => value !== undefined))
    return listFiltered(ctx, account ?? chosen?.account_id, {
      ...filter,
      device_uuid: chosen?.device_uuid,
      limit,
    });
  return store.listLatest(ctx.db, {
    account_id: account ?? null,
    device_uuid: chosen?.device_uuid ?? null,
    limit,
  });
}

/** Filters are of one account. */
async function listFiltered(
  ctx: Context,
  accountId: number | undefined,
  { limit, ...filter }: ExportMessages & { limit: number },
): Promise<CommandOutput> {
  if (filter.since && filter.until && filter.until < filter.since)
    throw new CommandError('--until must not be before --since.', 'invalid_usage');
  const account = await chooseAccount(ctx, accountId);
  const rows: ListedRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await listMessages(ctx, account, {
      ...filter,
      cursor,
      limit: Math.min(limit - rows.length, MAX_LIMIT),
    });
    rows.push(...page.rows);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && rows.length < limit);
  return rows.map(
    ({ public_id: id, direction, phone, type, status, error_code: error, created_at, device_uuid }) => ({
      id,
      direction,
      phone,
      type,
      status,
      error,
      created_at,
      account_id: account.id,
      device_uuid,
    }),
  );
}
