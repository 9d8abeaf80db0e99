import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommandOptions, CommandRunner } from '../../command.ts';
import type { Context } from '../../context.ts';
import { CommandError } from '../lib/command.ts';
import { KURIR } from '../lib/command-name.ts';
import { parseTime } from '../lib/command-options.ts';
import { canonicalNetwork } from '../lib/networks.ts';
import { getAccount, listAccounts, setPlan, setStatus, setUnresolved } from './account.ts';
import { registerCreateCommand, type SandboxCheck } from './create-command.ts';
import { createKey, listKeys, revokeKey } from './key.ts';
import { listPlans, MAX_STORAGE_BYTES, savePlan } from './plan.ts';
import {
  type Account,
  type AccountStatus,
  MAX_ADDRESSES,
  SCOPES,
  type Scope,
  UNRESOLVED,
  type Unresolved,
} from './schema.ts';
import { viewAccount, viewKey } from './view.ts';

export interface AccountOptions extends CommandOptions {
  account?: number;
}

/** `dropsQueued`: what waited ends instead of going on. */
export interface Activation {
  dropsQueued: boolean;
}

/** With the numbers of what was dropped. */
interface Activated {
  account: Account;
}

/** Of the houses above: the open work of an account, which the change of its status concerns. */
export interface AccountWork {
  count(ctx: Context, account: Account): Promise<Record<string, number>>;
  activate(ctx: Context, id: number, options: Activation): Promise<Activated>;
  activateHeld(ctx: Context, options: Activation): Promise<Record<string, number>>;
}

const NO_WORK: AccountWork = {
  count: async () => ({}),
  activate: async (ctx, id) => ({ account: await setStatus(ctx, id, 'active') }),
  activateHeld: async () => ({}),
};

/** `kurir account`, `kurir key` and `kurir plan`. Returns the first. */
export function registerAccountCommands(
  program: Command,
  run: CommandRunner,
  work = NO_WORK,
  isSandboxOn: SandboxCheck = async () => false,
): Command {
  const account = program.command('account').description('accounts of this installation');
  registerCreateCommand(account, run, isSandboxOn);
  accountCommands(account, run);
  statusCommands(account, run, work);
  activateCommand(account, run, work);
  keyCommands(program.command('key').description('API keys of an account'), run);
  planCommands(program.command('plan').description('plans and their limits'), run);
  return account;
}

function accountCommands(account: Command, run: CommandRunner): void {
  withJson(account.command('list').description('all accounts')).action((options: CommandOptions) =>
    run(async (ctx) => (await listAccounts(ctx.db)).map(viewAccount), {
      ...options,
      spareColumns: ['unresolved', 'country_code', 'created_at'],
    }),
  );

  withAccount(account.command('set').description('change settings of an account'))
    .addOption(
      new Option(
        '--unresolved <choice>',
        'a message of the official cloud that was probably not taken: fail it, or send it again once',
      ).choices(UNRESOLVED),
    )
    .action((id: number | undefined, options: AccountOptions & { unresolved?: Unresolved }) =>
      run(async (ctx) => {
        const { unresolved } = options;
        if (unresolved === undefined)
          throw new CommandError(`Which setting? See ${KURIR} account set --help`, 'invalid_usage');
        return viewAccount(await setUnresolved(ctx, theAccount(id, options), unresolved));
      }, options),
    );

  withAccount(account.command('set-plan').description('change the plan of an account'))
    .argument('[plan]', 'name of the plan')
    .option('--plan <plan>', 'the same, as an option')
    .action((id: number | undefined, plan: string | undefined, options: AccountOptions & { plan?: string }) =>
      run(async (ctx) => {
        const name = plan ?? options.plan;
        if (name === undefined) throw new CommandError(`Which plan? See ${KURIR} plan list`, 'invalid_usage');
        return viewAccount(await setPlan(ctx, theAccount(id, options), name));
      }, options),
    );
}

function statusCommands(account: Command, run: CommandRunner, work: AccountWork): void {
  const add = (name: string, status: AccountStatus, description: string, effect: string) =>
    withAccount(account.command(name).description(description)).action(
      (id: number | undefined, options: AccountOptions & { reason?: string }) =>
        run(async (ctx) => {
          const changed = await setStatus(ctx, theAccount(id, options), status, options.reason);
          return { ...viewAccount(changed), ...(await work.count(ctx, changed)), effect };
        }, options),
    );
  add(
    'suspend',
    'suspended',
    'refuse every call of the account, and send nothing',
    'Messages and broadcasts wait for the activation. Devices stay connected, and webhooks go on.',
  ).option('--reason <text>', 'why, for the audit log of the account');
  add(
    'cancel',
    'cancelled',
    'end the account permanently; its data stay',
    'Queued messages fail with account_cancelled, broadcasts are cancelled and devices are released.',
  );
}

interface ActivateOptions extends AccountOptions {
  dropQueued?: boolean;
  held?: boolean;
}

function activateCommand(account: Command, run: CommandRunner, work: AccountWork): void {
  withAccount(account.command('activate').description('let the account work again'))
    .option('--drop-queued', 'end the messages, broadcasts and flows that wait, instead of sending them')
    .option('--held', 'all accounts that a restore of the database suspended')
    .action((id: number | undefined, options: ActivateOptions) =>
      run(async (ctx) => {
        const { dropQueued: dropsQueued = false, held } = options;
        const given = id ?? options.account;
        if (held && given !== undefined)
          throw new CommandError('One account, or --held for all that wait: not both.', 'invalid_usage');
        if (held) return work.activateHeld(ctx, { dropsQueued });
        const { account, ...dropped } = await work.activate(ctx, theAccount(id, options), { dropsQueued });
        const effect = 'Messages and broadcasts of the suspension go on.';
        return { ...viewAccount(account), ...dropped, ...(await work.count(ctx, account)), effect };
      }, options),
    );
}

function keyCommands(key: Command, run: CommandRunner): void {
  withAccount(key.command('create').description('create a key and print it once'))
    .option('--name <name>', 'name of the key', 'API key')
    .addOption(new Option('--scope <scope>', 'scope of the key').choices(SCOPES).default('full'))
    .option('--expires <time>', 'time at which the key expires, UTC without an offset', parseTime)
    .option(
      '--allow <networks>',
      'the only addresses and networks it works from, comma separated',
      parseAllowed,
    )
    .action((id: number | undefined, options: AccountOptions & KeyOptions) =>
      run(async (ctx) => {
        const { id: accountId, status, kind } = await getAccount(ctx.db, theAccount(id, options));
        if (status === 'cancelled') throw new CommandError(`Account ${accountId} is cancelled.`, 'refused');
        const { name, scope, expires: expiresAt = null, allow: allowedAddresses = [] } = options;
        const key = await createKey(ctx, { accountId, name, scope, expiresAt, allowedAddresses });
        return { ...key, kind };
      }, options),
    );

  withAccount(
    key.command('list').description('keys of an account and their last use, without their secrets'),
  ).action((id: number | undefined, options: AccountOptions) =>
    run(
      async (ctx) => {
        const account = await getAccount(ctx.db, theAccount(id, options));
        const keys = await listKeys(ctx.db, account.id);
        return keys.map((each) => ({ ...viewKey(each, ctx.now()), kind: account.kind }));
      },
      {
        ...options,
        spareColumns: [
          'revoked_at',
          'last_used_address',
          'account_id',
          'allowed_addresses',
          'kind',
          'created_by',
          'user_name',
        ],
      },
    ),
  );

  withJson(key.command('revoke').description('revoke a key'))
    .argument('[key]', 'id of the key, or the key itself')
    .option('--key <key>', 'the same, as an option')
    .action((idOrKey: string | undefined, options: CommandOptions & { key?: string }) =>
      run(async (ctx) => {
        const given = idOrKey ?? options.key;
        if (given === undefined)
          throw new CommandError(`Which key? See the ids: ${KURIR} key list`, 'invalid_usage');
        return viewKey(await revokeKey(ctx, given), ctx.now());
      }, options),
    );
}

interface KeyOptions {
  name: string;
  scope: Scope;
  expires?: Date;
  allow?: string[];
}

function planCommands(plan: Command, run: CommandRunner): void {
  withJson(plan.command('list').description('all plans')).action((options: CommandOptions) =>
    run(async (ctx) => (await listPlans(ctx.db)).map((each) => ({ ...each })), options),
  );

  withJson(plan.command('set').description('change the limits of a plan, or create a plan'))
    .argument('<name>', 'name of the plan')
    .option('--rate-per-minute <count>', 'POST /v1/messages requests per minute', parseCount(1))
    .option('--monthly-quota <count>', 'messages per month, or none', parseQuota)
    .option('--max-devices <count>', 'device limit of an account', parseCount(0))
    .option('--storage-bytes <bytes>', 'what an account may store, such as 10G, or none', parseBytes)
    .action((name: string, options: CommandOptions & PlanOptions) =>
      run(async (ctx) => {
        const { ratePerMinute, monthlyQuota, maxDevices, storageBytes } = options;
        const limits = {
          ...(ratePerMinute === undefined ? {} : { rate_per_minute: ratePerMinute }),
          ...(monthlyQuota === undefined
            ? {}
            : { monthly_quota: monthlyQuota === 'none' ? null : monthlyQuota }),
          ...(maxDevices === undefined ? {} : { max_devices: maxDevices }),
          ...(storageBytes === undefined
            ? {}
            : { storage_bytes: storageBytes === 'none' ? null : storageBytes }),
        };
        return { ...(await savePlan(ctx, name, limits)) };
      }, options),
    );
}

interface PlanOptions {
  ratePerMinute?: number;
  monthlyQuota?: number | 'none';
  maxDevices?: number;
  storageBytes?: number | 'none';
}

function withJson(command: Command): Command {
  return command.option('--json', 'one line of JSON');
}

export function withAccount(command: Command): Command {
  return withJson(command)
    .argument('[account]', 'number of the account', parseAccountId)
    .option('--account <account>', 'the same, as an option', parseAccountId);
}

export function theAccount(id: number | undefined, { account }: AccountOptions): number {
  const given = id ?? account;
  if (given === undefined)
    throw new CommandError(`Which account? See the numbers: ${KURIR} account list`, 'invalid_usage');
  return given;
}

const INT4_MAX = 2_147_483_647;

function parseAccountId(text: string): number {
  if (!/^[0-9]{1,15}$/.test(text)) throw new InvalidArgumentError('An account has a whole number.');
  return Number(text);
}

function parseCount(min: number): (text: string) => number {
  return (text) => {
    const count = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (!(count >= min && count <= INT4_MAX))
      throw new InvalidArgumentError(`Give a whole number from ${min} on.`);
    return count;
  };
}

/** Commander turns null into an empty string, so the action translates `none`. */
function parseQuota(text: string): number | 'none' {
  return text === 'none' ? text : parseCount(0)(text);
}

/** With `K`, `M`, `G` or `T` it is that many powers of 1024. */
function parseBytes(text: string): number | 'none' {
  if (text === 'none') return text;
  const [, digits, unit = ''] = /^([0-9]{1,15})([KMGT]?)$/i.exec(text) ?? [];
  const bytes = Number(digits) * 1024 ** ' KMGT'.indexOf(unit.toUpperCase() || ' ');
  if (!(bytes <= MAX_STORAGE_BYTES)) throw new InvalidArgumentError('Give bytes, like 500M or 10G, or none.');
  return bytes;
}

/** May be given several times. */
function parseAllowed(text: string, earlier: readonly string[] = []): string[] {
  const networks = text.split(',').map((each) => {
    const network = canonicalNetwork(each.trim());
    if (network !== null) return network;
    throw new InvalidArgumentError('Give addresses and networks without host bits, like 203.0.113.0/24.');
  });
  const all = [...new Set([...earlier, ...networks])];
  if (all.length > MAX_ADDRESSES) throw new InvalidArgumentError(`Give at most ${MAX_ADDRESSES}.`);
  return all;
}
