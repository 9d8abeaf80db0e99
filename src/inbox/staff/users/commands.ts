import { text } from 'node:stream/consumers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommandOptions, CommandRunner } from '../../../command.ts';
import type { Context } from '../../../context.ts';
import { chooseDevice } from '../../../gateway/devices/choice.ts';
import { listAccounts } from '../../../platform/accounts/account.ts';
import { countKeysOf } from '../../../platform/accounts/api-keys/api-key.ts';
import { chooseAccount } from '../../../platform/accounts/choice.ts';
import { ROLES, type Role } from '../../../platform/accounts/role.ts';
import { reachOf } from '../../../platform/lib/address-reach.ts';
import { CommandError } from '../../../platform/lib/command.ts';
import { KURIR } from '../../../platform/lib/command-name.ts';
import { parseNumber } from '../../../platform/lib/command-options.ts';
import { MAX_LIMIT } from '../../../platform/lib/page.ts';
import { publicUrl } from '../../../public-url.ts';
import { readEmail } from '../email.ts';
import { addressOf, type Link } from '../links/link.ts';
import { openPasswords, passwordProblem } from '../passwords/password.ts';
import { createUser, inviteUser, makeLogInLink, resetUser } from './creation.ts';
import { OPERATOR } from './manager.ts';
import { setOperator } from './operator.ts';
import { InviteUser } from './schema.ts';
import { changeUser, findByEmail, listUsers, type UserRow } from './user.ts';
import { viewForOperator } from './view.ts';

/** Left out first on narrow terminals. */
const SPARE_COLUMNS = [
  'is_operator',
  'has_password',
  'created_at',
  'device_uuids',
  'user_id',
  'has_second_factor',
];

interface UserOptions extends CommandOptions {
  account?: number;
  email?: string;
}

/** What the commands need of the machine. */
interface Place {
  gatewayUrl?: () => Promise<string | null>;
  /** What the operator pipes in. */
  readInput?: () => Promise<string>;
}

/** `kurir user`. */
export function registerUserCommands(program: Command, run: CommandRunner, place: Place = {}): void {
  const user = program.command('user').description('people who log in');
  creationCommand(user, run, place);
  lookCommand(user, run);
  statusCommands(user, run);
  operatorCommand(user, run);
  ofUser(user.command('reset').description('end the password and the sessions, and print a one-time link'))
    .option('--second-factor', 'remove the second factor too')
    .action((email: string | undefined, options: UserOptions & { secondFactor?: boolean }) =>
      run(async (ctx) => {
        const row = await theUser(ctx, email, options);
        const { secondFactor: removesSecondFactor = false } = options;
        const { user: after, link } = await resetUser(ctx, accountOf(row), OPERATOR, row.user_uuid, {
          removesSecondFactor,
        });
        return viewWithLink(ctx, after, link, place);
      }, options),
    );
  logInLinkCommand(user, run, place);
}

function logInLinkCommand(user: Command, run: CommandRunner, place: Place): void {
  const description = 'print a one-time link that logs a user in without the password';
  ofUser(user.command('log-in-link').description(description)).action(
    (email: string | undefined, options: UserOptions) =>
      run(async (ctx) => {
        const row = await theUser(ctx, email, options);
        if (row.status === 'invited') {
          const reset = `${KURIR} user reset ${row.email}`;
          throw new CommandError(
            `${row.email} has no password yet. Print a new invitation: ${reset}`,
            'refused',
          );
        }
        const { user: after, link } = await makeLogInLink(ctx, accountOf(row), row.user_uuid);
        return viewWithLink(ctx, after, link, place);
      }, options),
  );
}

interface CreateOptions extends UserOptions {
  role: Role;
  name?: string;
  device?: string[];
  passwordStdin?: boolean;
  operator?: boolean;
}

function creationCommand(user: Command, run: CommandRunner, place: Place): void {
  ofUser(user.command('create').description('create a user and print a one-time link for the first log-in'))
    .addOption(new Option('--role <role>', 'what the user may do').choices(ROLES).makeOptionMandatory())
    .option('--name <name>', 'name in conversations; otherwise the part before the @')
    .option('--device <device>', 'uuid or number of a device of an agent; can be repeated', collect)
    .option('--operator', 'the user manages the whole installation: all accounts and plans')
    .option('--password-stdin', 'read the password from stdin, and print no link')
    .action((email: string | undefined, options: CreateOptions) =>
      run((ctx) => create(ctx, theEmail(email, options), options, place), options),
    );
}

async function create(
  ctx: Context,
  email: string,
  { account: accountId, role, name, device = [], operator = false, passwordStdin }: CreateOptions,
  place: Place,
) {
  const account = await chooseAccount(ctx, accountId);
  if (account.status === 'cancelled') {
    throw new CommandError(`Account ${account.id} is cancelled.`, 'refused');
  }
  const device_uuids: string[] = [];
  for (const each of device) {
    device_uuids.push((await chooseDevice(ctx, { device: each, account: account.id })).device_uuid);
  }
  const input = parsed({ email, name: name ?? email.replace(/@.*/, ''), role, device_uuids });
  if (!passwordStdin) {
    const { user, link } = await inviteUser(ctx, account, OPERATOR, input, { isOperator: operator });
    return viewWithLink(ctx, user, link, place);
  }
  const { readInput = () => text(process.stdin) } = place;
  const password = (await readInput()).replace(/\r?\n$/, '');
  const problem = passwordProblem(password, input);
  if (problem !== null) throw new CommandError(`The password ${problem}.`, 'invalid_usage');
  const passwordHash = await openPasswords(ctx).hash(password);
  return viewForOperator(await createUser(ctx, account, input, passwordHash, { isOperator: operator }));
}

function parsed(input: object): InviteUser {
  const { data, error } = InviteUser.safeParse(input);
  if (data) return data;
  const [issue] = error.issues;
  throw new CommandError(`--${issue?.path[0]?.toString()} ${issue?.message}.`, 'invalid_usage');
}

function lookCommand(user: Command, run: CommandRunner): void {
  withJson(user.command('list').description('all users, or those of one account'))
    .option('--account <account>', 'number of the account', parseNumber('An account'))
    .action((options: CommandOptions & { account?: number }) =>
      run(
        async (ctx) => {
          const { account } = options;
          const accounts = account === undefined ? await listAccounts(ctx.db) : [{ id: account }];
          const rows = [];
          for (const each of accounts) rows.push(...(await listEvery(ctx, each)));
          return rows.map(viewForOperator);
        },
        { ...options, spareColumns: SPARE_COLUMNS },
      ),
    );
}

async function listEvery(ctx: Context, account: { id: number }): Promise<UserRow[]> {
  const rows: UserRow[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const found = await listUsers(ctx, account, { page, per_page: MAX_LIMIT });
    rows.push(...found.users);
    last = found.page.last_page;
  }
  return rows;
}

function statusCommands(user: Command, run: CommandRunner): void {
  const add = (name: string, status: 'active' | 'disabled', description: string) =>
    ofUser(user.command(name).description(description)).action(
      (email: string | undefined, options: UserOptions & { revokeKeys?: boolean }) =>
        run(async (ctx) => {
          const row = await theUser(ctx, email, options);
          const wish = { status, ...(options.revokeKeys && { revoke_api_keys: true }) };
          const after = await changeUser(ctx, accountOf(row), OPERATOR, row.user_uuid, wish);
          // API keys of the person still work: the installation is not closed.
          return { ...viewForOperator(after), working_api_keys: await countKeysOf(ctx, after.id) };
        }, options),
    );
  const disable = add('disable', 'disabled', 'end all sessions of a user, and refuse log-ins');
  disable.option('--revoke-keys', 'revoke the API keys that the user made too');
  add('enable', 'active', 'let a disabled user log in again');
}

function operatorCommand(user: Command, run: CommandRunner): void {
  ofUser(
    user.command('operator').description('let a user manage the whole installation: all accounts and plans'),
  )
    .option('--off', 'take this right from the user')
    .action((email: string | undefined, options: UserOptions & { off?: boolean }) =>
      run(async (ctx) => {
        const row = await theUser(ctx, email, options);
        const { off = false } = options;
        return viewForOperator(await setOperator(ctx, accountOf(row), row.user_uuid, !off));
      }, options),
    );
}

async function theUser(ctx: Context, given: string | undefined, options: UserOptions): Promise<UserRow> {
  const email = theEmail(given, options);
  const everywhere = await findByEmail(ctx.db, { email });
  const { account } = options;
  const users = everywhere.filter(({ account_id }) => account === undefined || account_id === account);
  const [only, ...others] = users;
  if (!only) throw new CommandError(`No user ${email}. See all: ${KURIR} user list`, 'not_found');
  if (others.length === 0) return only;
  const ids = users.map(({ account_id }) => account_id).join(', ');
  throw new CommandError(`Which account? Add --account with a number: ${ids}.`, 'invalid_usage');
}

function theEmail(given: string | undefined, { email = given }: UserOptions): string {
  if (email !== undefined) return email;
  throw new CommandError(`Which user? Give an e-mail. See all: ${KURIR} user list`, 'invalid_usage');
}

const accountOf = ({ account_id }: UserRow) => ({ id: account_id });

async function viewWithLink({ config }: Context, user: UserRow, link: Link, { gatewayUrl }: Place) {
  const base = publicUrl(config, (await gatewayUrl?.()) ?? null);
  const reach = reachOf(base);
  return {
    ...viewForOperator(user),
    link: addressOf(base, link),
    link_expires_at: link.expires_at,
    ...(reach !== 'anywhere' && {
      note: `The link works ${WHERE[reach]} alone. For links that work everywhere, set KURIR_PUBLIC_URL.`,
    }),
  };
}

const WHERE = { machine: 'on this machine', network: 'in this network' };

function withJson(command: Command): Command {
  return command.option('--json', 'one line of JSON');
}

function ofUser(command: Command): Command {
  return withJson(command)
    .argument('[email]', 'e-mail of the user', parseEmail)
    .option('--email <email>', 'the same, as an option', parseEmail)
    .option('--account <account>', 'number of the account', parseNumber('An account'));
}

function parseEmail(written: string): string {
  const data = readEmail(written);
  if (data === null) throw new InvalidArgumentError('Give an e-mail address.');
  return data;
}

/** May be given several times. */
const collect = (each: string, earlier: readonly string[] = []): string[] => [...earlier, each];
