import { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { insertUser } from '../../../../test/harness/staff.ts';
import type { CommandRunner } from '../../../command.ts';
import type { Context } from '../../../context.ts';
import { createAccountKey } from '../../../platform/accounts/api-keys/api-key.ts';
import { CommandError } from '../../../platform/lib/command.ts';
import { formatOutput } from '../../../platform/lib/terminal/command-output.ts';
import { openPasswords } from '../passwords/password.ts';
import { registerUserCommands } from './commands.ts';

const ctx = await testContext({ cleanup: afterAll, env: { KURIR_PUBLIC_URL: 'https://kurir.example/' } });
const account = await insertAccount(ctx);
const device = await insertDevice(ctx, account);
const of = ['--account', String(account.id)];

/** Runs `kurir user <words> --json`. */
async function kurir(words: readonly string[], input = '', on: Context = ctx, running: string | null = null) {
  let printed = '';
  const run: CommandRunner = async (action, { json = false }) => {
    printed = formatOutput(await action(on), { json });
  };
  const program = new Command('kurir').exitOverride().configureOutput({ writeErr: () => {} });
  registerUserCommands(program, run, { gatewayUrl: async () => running, readInput: async () => input });
  inherit(program);
  await program.parseAsync(['user', ...words, '--json'], { from: 'user' });
  return JSON.parse(printed);
}

/** Sub-commands made before `exitOverride` was called do not know of it. */
function inherit(command: Command): void {
  for (const sub of command.commands) inherit(sub.copyInheritedSettings(command));
}

const refusal = (words: readonly string[], input?: string) =>
  kurir(words, input).catch((error: Error) => (error instanceof CommandError ? error.kind : error.message));

test('a new user is invited with a link to the public address', async () => {
  const devices = ['--device', device.device_uuid];

  const created = await kurir(['create', 'Budi@Toko.example', '--role', 'agent', ...devices, ...of]);

  expect(created).toMatchObject({
    account_id: account.id,
    email: 'budi@toko.example',
    name: 'budi',
    role: 'agent',
    status: 'invited',
    device_uuids: [device.device_uuid],
    link: expect.stringMatching(/^https:\/\/kurir\.example\/app\/link#[\w-]{43}$/),
  });
  expect(Date.parse(created.link_expires_at) - ctx.now().getTime()).toBe(7 * 24 * 3_600_000);
  expect(await auditEntries(ctx, account.id)).toMatchObject([{ action: 'user.invited', actor: 'system' }]);
});

test('a user whose password is piped in is active at once', async () => {
  const words = ['create', 'ani@toko.example', '--role', 'owner', '--name', 'Ani', '--password-stdin', ...of];

  const created = await kurir(words, 'kopi susu tanpa gula\n');

  const { rows } = await ctx.pool.query('select password_hash from users where user_uuid = $1', [
    created.user_id,
  ]);
  expect(created).toMatchObject({ status: 'active', name: 'Ani', device_uuids: null });
  expect(created).not.toHaveProperty('link');
  expect(await openPasswords(ctx).verify('kopi susu tanpa gula', rows[0].password_hash)).toBe(true);
});

test('disable and enable change the status, reset prints a link of an hour', async () => {
  await kurir(
    ['create', 'cici@toko.example', '--role', 'admin', '--password-stdin', ...of],
    'kopi susu tanpa gula',
  );

  const disabled = await kurir(['disable', 'cici@toko.example']);
  const enabled = await kurir(['enable', '--email', 'cici@toko.example']);
  const reset = await kurir(['reset', 'cici@toko.example', '--second-factor']);
  const { data } = await kurir(['list', ...of]);

  expect([disabled.status, enabled.status, reset.status]).toEqual(['disabled', 'active', 'active']);
  expect(Date.parse(reset.link_expires_at) - ctx.now().getTime()).toBe(3_600_000);
  expect(data).toContainEqual(expect.objectContaining({ email: 'cici@toko.example', has_password: false }));
});

test('disable says how many API keys of the user still work, and revokes them on request', async () => {
  const leaver = await insertUser(ctx, { account, role: 'admin' });
  const maker = { ...ctx, actor: { type: 'user', id: leaver.user_uuid, address: null } } as const;
  const manager = { callingKey: null, staff: leaver, lockStaff: null };
  const { key } = await createAccountKey(maker, account.id, manager, { name: 'Kasir', scope: 'full' });

  const kept = await kurir(['disable', leaver.email]);
  const ended = await kurir(['disable', leaver.email, '--revoke-keys']);

  expect([kept, ended].map(({ working_api_keys }) => working_api_keys)).toEqual([1, 0]);
  expect(await auditEntries(ctx, account.id)).toContainEqual(
    expect.objectContaining({ action: 'key.revoked', target: key.id, actor: 'system' }),
  );
});

test('the right of an operator is given and taken by command, and ends links that others may have', async () => {
  const words = ['create', 'oki@toko.example', '--role', 'owner', '--operator', ...of];

  const created = await kurir(words);
  const off = await kurir(['operator', 'oki@toko.example', '--off']);
  const on = await kurir(['operator', 'oki@toko.example']);

  const { rows: links } = await ctx.pool.query(
    'select from user_links l join users u on u.id = l.user_id where u.user_uuid = $1',
    [created.user_id],
  );
  const actions = (await auditEntries(ctx, account.id)).map(({ action }) => action).slice(-4);
  expect([created, off, on].map(({ is_operator }) => is_operator)).toEqual([true, false, true]);
  expect(created.link).toContain('/app/link#');
  expect(links).toEqual([]);
  expect(actions).toEqual([
    ...['user.invited', 'user.operator_granted'],
    ...['user.operator_revoked', 'user.operator_granted'],
  ]);
});

test('log-in-link prints a link of an hour, which leaves password and sessions as they are', async () => {
  await kurir(
    ['create', 'dedi@toko.example', '--role', 'owner', '--password-stdin', ...of],
    'kopi susu tanpa gula',
  );
  await kurir(['create', 'eka@toko.example', '--role', 'agent', ...of]);

  const made = await kurir(['log-in-link', 'dedi@toko.example']);

  expect(made).toMatchObject({
    ...{ email: 'dedi@toko.example', status: 'active', has_password: true },
    link: expect.stringMatching(/^https:\/\/kurir\.example\/app\/log-in#[\w-]{43}$/),
  });
  expect(Date.parse(made.link_expires_at) - ctx.now().getTime()).toBe(3_600_000);
  expect(await refusal(['log-in-link', 'eka@toko.example'])).toBe('refused');
});

test('without a public address, a link leads to the running gateway and says how far it works', async () => {
  const { KURIR_PUBLIC_URL: _, ...config } = ctx.config;

  const without = { ...ctx, config };

  const made = await kurir(['create', 'fani@toko.example', '--role', 'agent', ...of], '', without);
  const running = 'https://192.168.1.7:9090';
  const reset = await kurir(['reset', 'fani@toko.example'], '', without, running);

  expect(made.link).toMatch(/^http:\/\/127\.0\.0\.1/);
  expect(made.note).toBe(
    'The link works on this machine alone. For links that work everywhere, set KURIR_PUBLIC_URL.',
  );
  expect(reset).toMatchObject({
    link: expect.stringMatching(/^https:\/\/192\.168\.1\.7:9090\/app\//),
    note: expect.stringMatching(/in this network alone/),
  });
});

test('with one e-mail in two accounts, the command needs the account', async () => {
  const other = await insertAccount(ctx);
  for (const { id } of [account, other]) {
    await kurir(['create', 'dua@toko.example', '--role', 'agent', '--account', String(id)]);
  }

  const unclear = await refusal(['disable', 'dua@toko.example']);
  const clear = await kurir(['disable', 'dua@toko.example', '--account', String(other.id)]);

  expect(unclear).toBe('invalid_usage');
  expect(clear).toMatchObject({ account_id: other.id, status: 'disabled' });
});

test.each<[string, string[], string, unknown]>([
  ['no e-mail', ['create', '--role', 'agent'], '', 'invalid_usage'],
  [
    'text that is no e-mail',
    ['create', 'ani', '--role', 'agent'],
    '',
    expect.stringContaining('e-mail address'),
  ],
  ['no role', ['create', 'x@toko.example'], '', expect.stringContaining('--role')],
  ['a reserved name', ['create', 'bot@toko.example', '--role', 'agent'], '', 'invalid_usage'],
  [
    'a short password',
    ['create', 'x@y', '--role', 'admin', '--name', 'X', '--password-stdin'],
    'abc',
    'invalid_usage',
  ],
  ['an unknown device', ['create', 'x@y', '--role', 'agent', '--device', 'x'], '', 'not_found'],
  ['an unknown user', ['disable', 'unknown@toko.example'], '', 'not_found'],
])('%s is refused', async (_name, words, input, expected) => {
  expect(await refusal([...words, ...of], input)).toEqual(expected);
});
