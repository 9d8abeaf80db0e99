import { type Command, Option } from 'commander';
import type { CommandOptions, CommandRunner } from '../../command.ts';
import type { Context } from '../../context.ts';
import type { CommandOutput } from '../lib/command.ts';
import { KURIR } from '../lib/command-name.ts';
import { createAccount } from './account.ts';
import type { AccountKind } from './schema.ts';

/** Whether a sandbox runs beside this database: it decides the kind of an account without a flag. */
export type SandboxCheck = (ctx: Context) => Promise<boolean>;

interface CreateOptions extends CommandOptions {
  name: string;
  plan: string;
  country: string;
  sandbox?: boolean;
  live?: boolean;
}

const EFFECTS = {
  live: 'Its devices use the real network.',
  sandbox: 'Its devices use the simulated phones of the sandbox.',
} as const satisfies Record<AccountKind, string>;
const NO_SANDBOX = 'No sandbox runs here. For simulated phones, create an account with --sandbox.';
const BAN_RISK =
  'The economy engine is an unofficial client of WhatsApp Web: WhatsApp may restrict or ban real numbers. ' +
  'For tests, create an account with --sandbox.';

/** `kurir account create`. */
export function registerCreateCommand(account: Command, run: CommandRunner, isSandboxOn: SandboxCheck): void {
  account
    .command('create')
    .description('create an account and print its API key once')
    .option('--json', 'one line of JSON')
    .requiredOption('--name <name>', 'name of the customer')
    .option('--plan <plan>', 'plan of the account', 'starter')
    .option('--sandbox', 'its devices use the sandbox; the default where the sandbox runs')
    .addOption(
      new Option('--live', 'its devices use the real network; the default elsewhere').conflicts('sandbox'),
    )
    .option('--country <code>', 'country code that a leading 0 stands for', '62')
    .action((options: CreateOptions) =>
      run(async (ctx) => create(ctx, options, await isSandboxOn(ctx)), options),
    );
}

async function create(ctx: Context, options: CreateOptions, hasSandbox: boolean): Promise<CommandOutput> {
  const { name, plan, country, json = false } = options;
  const kind = kindOf(options, hasSandbox);
  const { account_id, api_key } = await createAccount(ctx, { name, plan, kind, countryCode: country });
  const isAtRisk = kind === 'live' && hasSandbox;
  const answer = { account_id, api_key, kind, ...(isAtRisk && { warning: BAN_RISK }) };
  if (json) return answer;
  const isUnasked = kind === 'live' && !options.live;
  return {
    ...answer,
    effect: isUnasked ? `${EFFECTS[kind]} ${NO_SANDBOX}` : EFFECTS[kind],
    lost_key: `The key is shown only now. Another one: ${KURIR} key create --account ${account_id}`,
  };
}

function kindOf({ sandbox, live }: CreateOptions, hasSandbox: boolean): AccountKind {
  if (live) return 'live';
  return sandbox || hasSandbox ? 'sandbox' : 'live';
}
