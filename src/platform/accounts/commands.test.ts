import { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { type TestContext, testContext } from '../../../test/harness/context.ts';
import { insertAccount, insertDevice, insertMessages } from '../../../test/harness/rows.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import { activate } from '../../app/operator/accounts/activate.ts';
import { countOpenWork } from '../../app/operator/accounts/open-work.ts';
import type { CommandRunner } from '../../command.ts';
import type { CommandOutput } from '../lib/command.ts';
import { formatOutput } from '../lib/terminal/command-output.ts';
import { registerAccountCommands } from './commands.ts';
import type { SandboxCheck } from './create-command.ts';
import { readKey } from './key.ts';

/** Runs `kurir <words>` on a test database; answers what it prints, or the line it complains with. */
async function scene() {
  return sceneOn(await testContext());
}

function sceneOn(ctx: TestContext, isSandboxOn?: SandboxCheck) {
  const printed: string[] = [];
  const run: CommandRunner = async (action, { json = false }) => {
    printed.push(formatOutput(await action(ctx), { json }));
  };
  const kurir = async (...words: string[]): Promise<string> => {
    const program = new Command('kurir').exitOverride().configureOutput({ writeErr: () => {} });
    registerAccountCommands(program, run, undefined, isSandboxOn);
    inherit(program);
    await program.parseAsync(words, { from: 'user' });
    return printed.at(-1) ?? '';
  };
  const json = async (...words: string[]) => JSON.parse(await kurir(...words, '--json'));
  return { ctx, kurir, json };
}

/** Sub-commands made before `exitOverride` was called do not know of it. */
function inherit(command: Command): void {
  for (const sub of command.commands) inherit(sub.copyInheritedSettings(command));
}

test('account create prints one line with the account and its key, which is then known', async () => {
  const { kurir, json } = await scene();

  const line = await kurir(
    'account',
    'create',
    '--name',
    'Toko Maju',
    '--plan',
    'pro',
    '--sandbox',
    '--json',
  );

  expect(line).not.toContain('\n');
  const created = JSON.parse(line);
  expect(Object.keys(created)).toEqual(['account_id', 'api_key', 'kind']);
  expect(readKey(created.api_key)).not.toBeNull();
  expect((await json('account', 'list')).data).toEqual([
    {
      account_id: created.account_id,
      name: 'Toko Maju',
      plan: 'pro',
      status: 'active',
      kind: 'sandbox',
      country_code: '62',
      unresolved: 'fail',
      created_at: expect.stringMatching(/Z$/),
      storage_used: 0,
    },
  ]);
});

test('without a sandbox an account is live, and on the starter plan unless another is named', async () => {
  const { json } = await scene();

  const created = await json('account', 'create', '--name', 'A', '--country', '65');

  expect(created.kind).toBe('live');
  expect((await json('account', 'list')).data).toMatchObject([
    { kind: 'live', plan: 'starter', country_code: '65' },
  ]);
});

test.each([
  ['without a flag where the sandbox runs', true, [], 'sandbox'],
  ['--live where the sandbox runs', true, ['--live'], 'live'],
  ['--sandbox where the sandbox runs', true, ['--sandbox'], 'sandbox'],
  ['without a flag elsewhere', false, [], 'live'],
  ['--live elsewhere', false, ['--live'], 'live'],
  ['--sandbox elsewhere', false, ['--sandbox'], 'sandbox'],
])('the kind of an account: %s', async (_name, hasSandbox, flags, kind) => {
  const { json } = sceneOn(await testContext(), async () => hasSandbox);

  const { account_id, ...created } = await json('account', 'create', '--name', 'A', ...flags);
  const key = await json('key', 'create', String(account_id));
  const keys = await json('key', 'list', String(account_id));

  const isAtRisk = hasSandbox && kind === 'live';
  expect(created).toEqual({
    api_key: expect.stringMatching(/^kurir_/),
    kind,
    ...(isAtRisk && { warning: expect.stringMatching(/economy engine.* ban .*--sandbox/) }),
  });
  expect((await json('account', 'list')).data).toMatchObject([{ account_id, kind }]);
  expect([key.kind, ...keys.data.map((each: { kind: string }) => each.kind)]).toEqual([kind, kind, kind]);
});

test('as text, a new account says what its devices use, and how to make another key', async () => {
  const ctx = await testContext();
  const [elsewhere, beside] = [sceneOn(ctx), sceneOn(ctx, async () => true)];

  const unasked = await elsewhere.kurir('account', 'create', '--name', 'A');
  const asked = await elsewhere.kurir('account', 'create', '--name', 'B', '--live');
  const sandbox = await beside.kurir('account', 'create', '--name', 'C');

  expect(unasked).toMatch(/^kind +live$/m);
  expect(unasked).toMatch(/^effect +.*real network.*--sandbox/m);
  expect(unasked).toMatch(/^lost_key +.*kurir key create --account 1$/m);
  expect(asked).not.toContain('--sandbox');
  expect(sandbox).toMatch(/^kind +sandbox$/m);
  expect(sandbox).toMatch(/^effect +.*simulated phones/m);
  expect(unasked + asked + sandbox).not.toMatch(/^warning/m);
});

test.each([
  ['suspend', 'suspended'],
  ['activate', 'active'],
  ['cancel', 'cancelled'],
])('account %s leaves it %s', async (command, status) => {
  const { json } = await scene();
  const { account_id } = await json('account', 'create', '--name', 'A');
  await json('account', 'create', '--name', 'B');
  await json('account', 'suspend', '2');

  const answer = await json('account', command, String(account_id));

  expect(answer).toMatchObject({ account_id, status });
  expect((await json('account', 'list')).data).toMatchObject([{ status }, { status: 'suspended' }]);
});

test('account activate takes one account or all held ones, not both', async () => {
  const { kurir } = await scene();

  await expect(kurir('account', 'activate', '1', '--held')).rejects.toThrow('not both');
});

test('account set-plan takes its words in order or as options', async () => {
  const { json } = await scene();
  const { account_id } = await json('account', 'create', '--name', 'A');

  const first = await json('account', 'set-plan', String(account_id), 'business');
  const second = await json('account', 'set-plan', '--account', String(account_id), '--plan', 'pro');

  expect([first.plan, second.plan]).toEqual(['business', 'pro']);
});

test('account set chooses what happens to a message that was not taken', async () => {
  const { json, kurir } = await scene();
  const { account_id } = await json('account', 'create', '--name', 'A');

  const answer = await json('account', 'set', String(account_id), '--unresolved', 'resend');

  expect(answer).toMatchObject({ account_id, unresolved: 'resend' });
  expect((await json('account', 'list')).data).toMatchObject([{ unresolved: 'resend' }]);
  await expect(kurir('account', 'set', String(account_id))).rejects.toThrow('Which setting?');
  await expect(kurir('account', 'set', '77', '--unresolved', 'fail')).rejects.toThrow('No account 77.');
  await expect(kurir('account', 'set', String(account_id), '--unresolved', 'x')).rejects.toThrow('resend');
});

test('keys are issued, listed without their secret, and revoked by id or whole', async () => {
  const { ctx, kurir, json } = await scene();
  const { account_id } = await json('account', 'create', '--name', 'A');
  const inAnHour = new Date(ctx.now().getTime() + 3_600_000).toISOString();

  const read = await json(
    'key',
    'create',
    '--account',
    String(account_id),
    '--name',
    'till',
    '--scope',
    'read',
  );
  const brief = await json('key', 'create', String(account_id), '--scope', 'send', '--expires', inAnHour);
  const revoked = await json('key', 'revoke', read.key_id);
  await json('key', 'revoke', '--key', brief.api_key);
  ctx.clock.advance(1000);
  const text = await kurir('key', 'list', '--account', String(account_id));
  const { data } = await json('key', 'list', String(account_id));

  expect(brief).toMatchObject({ account_id, scope: 'send', expires_at: inAnHour });
  expect(revoked).toMatchObject({ key_id: read.key_id, status: 'revoked' });
  expect(data.map((key: Record<string, unknown>) => [key.name, key.scope, key.status])).toEqual(
    expect.arrayContaining([
      ['first key', 'full', 'active'],
      ['till', 'read', 'revoked'],
      ['API key', 'send', 'revoked'],
    ]),
  );
  expect(text).not.toContain(read.api_key.split('_')[2]);
});

test('a key can be limited to addresses, and the list shows them with the last use', async () => {
  const { ctx, json } = await scene();
  await json('account', 'create', '--name', 'A');
  const allow = ['--allow', '203.0.113.0/24, 2001:DB8::1', '--allow', '203.0.113.0/24'];

  const made = await json('key', 'create', '1', '--name', 'till', ...allow);
  await tablesOf(ctx.db)
    .updateTable('api_keys')
    .set({ last_used_at: ctx.now(), last_used_address: '203.0.113.7' })
    .where('id', '=', made.key_id)
    .execute();

  const allowed_addresses = ['203.0.113.0/24', '2001:db8::1'];
  expect(made).toMatchObject({ allowed_addresses });
  expect((await json('key', 'list', '1')).data).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        name: 'till',
        allowed_addresses,
        last_used_at: ctx.now().toISOString(),
        last_used_address: '203.0.113.7',
      }),
      expect.objectContaining({
        name: 'first key',
        allowed_addresses: [],
        last_used_at: null,
        last_used_address: null,
      }),
    ]),
  );
});

test.each([
  ['2090-01-31T12:00:00', '2090-01-31T12:00:00.000Z'],
  ['2090-01-31', '2090-01-31T00:00:00.000Z'],
  ['2090-01-31T12:00:00+07:00', '2090-01-31T05:00:00.000Z'],
])('an expiry of %s is %s', async (written, expires_at) => {
  const { json } = await scene();
  await json('account', 'create', '--name', 'A');

  const key = await json('key', 'create', '1', '--expires', written);

  expect(key).toMatchObject({ expires_at });
});

test('an expired key is listed as expired', async () => {
  const { ctx, json } = await scene();
  await json('account', 'create', '--name', 'A');
  const soon = new Date(ctx.now().getTime() + 1000).toISOString();
  await json('key', 'create', '1', '--name', 'brief', '--expires', soon);

  ctx.clock.advance(1000);

  const { data } = await json('key', 'list', '1');
  expect(data.find((key: Record<string, unknown>) => key.name === 'brief').status).toBe('expired');
});

test('plans are listed, changed in part, and made when they are new', async () => {
  const { json } = await scene();

  const changed = await json('plan', 'set', 'starter', '--rate-per-minute', '12');
  const unlimited = await json(
    'plan',
    'set',
    'business',
    '--monthly-quota',
    'none',
    '--storage-bytes',
    'none',
  );
  const small = await json('plan', 'set', 'pro', '--storage-bytes', '500m');
  const made = await json(
    'plan',
    'set',
    'gold',
    '--rate-per-minute',
    '90',
    '--monthly-quota',
    '0',
    '--max-devices',
    '7',
  );

  const starter = { name: 'starter', monthly_quota: 1000, max_devices: 1, storage_bytes: 2 * 1024 ** 3 };
  expect(changed).toEqual({ ...starter, rate_per_minute: 12 });
  expect(unlimited).toMatchObject({ monthly_quota: null, rate_per_minute: 20, storage_bytes: null });
  expect(small).toMatchObject({ max_devices: 20, storage_bytes: 500 * 1024 ** 2 });
  const gold = { name: 'gold', rate_per_minute: 90, monthly_quota: 0, max_devices: 7 };
  expect(made).toEqual({ ...gold, storage_bytes: 10 * 1024 ** 3 });
  expect((await json('plan', 'list')).data).toHaveLength(4);
});

test('without --json a list is a table', async () => {
  const { kurir } = await scene();

  const table = await kurir('plan', 'list');

  expect(table.split('\n')).toEqual([
    'NAME      RATE_PER_MINUTE  MONTHLY_QUOTA  MAX_DEVICES  STORAGE_BYTES',
    'starter   10               1000           1            2147483648',
    'business  20               10000          5            21474836480',
    'pro       40               -              20           107374182400',
  ]);
});

const many = Array.from({ length: 51 }, (_, n) => `10.0.0.${n}`);
const nothingThere = await testContext({ cleanup: afterAll });

test.each([
  ['account suspend 42', 'No account 42.'],
  ['account set-plan 42 pro', 'No account 42.'],
  ['account set-plan 42 golden', 'No plan "golden".'],
  ['account set-plan 42', 'Which plan?'],
  ['account cancel', 'Which account?'],
  ['account cancel x', 'whole number'],
  ['account cancel --account -1', 'whole number'],
  ['account cancel 99999999999999999999', 'whole number'],
  ['account create', "required option '--name <name>'"],
  ['account create --name A --plan golden', 'No plan "golden".'],
  ['account create --name A --country 062', 'country code'],
  ['account create --name A --country +62', 'country code'],
  ['account create --name', 'argument missing'],
  ['account create --name A --live --sandbox', "'--live' cannot be used with option '--sandbox'"],
  ['key create --account 42', 'No account 42.'],
  ['key create --account 42 --scope admin', 'Allowed choices are full, send, read'],
  ['key create --account 42 --expires tomorrow', 'Give a time like'],
  ['key create --account 42 --allow 203.0.113.7/24', 'Give addresses and networks'],
  ['key create --account 42 --allow 203.0.113.7,', 'Give addresses and networks'],
  [`key create --account 42 --allow ${many.join()}`, 'Give at most 50.'],
  ['key list', 'Which account?'],
  ['key list 42', 'No account 42.'],
  ['key revoke', 'Which key?'],
  ['key revoke nobody', 'No such key'],
  ['plan set', "missing required argument 'name'"],
  ['plan set golden --rate-per-minute 1', 'Plan "golden" is new'],
  ['plan set Gold! --rate-per-minute 1 --monthly-quota none --max-devices 1', 'A plan name has'],
  ['plan set pro --rate-per-minute 0', 'whole number from 1'],
  ['plan set pro --rate-per-minute 1.5', 'whole number from 1'],
  ['plan set pro --rate-per-minute 9999999999', 'whole number from 1'],
  ['plan set pro --monthly-quota some', 'whole number from 0'],
  ['plan set pro --max-devices -1', 'whole number from 0'],
])('kurir %s complains in one line', async (words, complaint) => {
  const { ctx, kurir } = sceneOn(nothingThere);

  const running = kurir(...words.split(' '));

  const error = await running.then(
    () => new Error('it worked'),
    (reason: Error) => reason,
  );
  expect(error.message).toContain(complaint);
  expect(error.message.trim()).not.toContain('\n');
  const { accounts } = await tablesOf(ctx.db)
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<number>().as('accounts'))
    .executeTakeFirstOrThrow();
  expect(accounts).toBe(0);
});

test('an account without a name is not opened', async () => {
  const { kurir } = await scene();

  await expect(kurir('account', 'create', '--name', '  ')).rejects.toThrow('An account needs a name.');
});

test('what commands answer is one object or a list of objects', () => {
  const outputs: CommandOutput[] = [{ account_id: 1 }, [{ account_id: 1 }]];

  expect(outputs.map((output) => formatOutput(output, { json: true }))).toEqual([
    '{"account_id":1}',
    '{"data":[{"account_id":1}]}',
  ]);
});

test('a change of the status says what it concerns, and a cancelled account stays cancelled', async () => {
  const { ctx } = await scene();
  const printed: Record<string, unknown>[] = [];
  const kurir = async (...words: string[]) => {
    const program = new Command('kurir').exitOverride().configureOutput({ writeErr: () => {} });
    const run: CommandRunner = async (action) => void printed.push(Object(await action(ctx)));
    const count = async (...given: Parameters<typeof countOpenWork>) => ({
      ...(await countOpenWork(...given)),
    });
    const none = async () => ({});
    registerAccountCommands(program, run, { count, activate, activateHeld: none });
    await program.parseAsync(words, { from: 'user' });
  };
  const account = await insertAccount(ctx);
  const device = await insertDevice(ctx, account);
  await insertMessages(ctx, device, [{}, {}]);
  const id = String(account.id);

  await kurir('account', 'suspend', id);
  await kurir('account', 'cancel', id);

  const work = { devices: 1, queued_messages: 2, unfinished_broadcasts: 0 };
  expect(printed).toMatchObject([
    { status: 'suspended', ...work, effect: expect.stringContaining('wait for the activation') },
    { status: 'cancelled', ...work, effect: expect.stringContaining('account_cancelled') },
  ]);
  for (const words of [
    ['account', 'activate', id],
    ['account', 'suspend', id],
    ['key', 'create', id],
  ]) {
    await expect(kurir(...words)).rejects.toThrow(`Account ${id} is cancelled`);
  }
});
