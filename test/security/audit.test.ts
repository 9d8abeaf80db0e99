import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { registerCopyCommand } from '../../src/app/account-copy/commands.ts';
import type { CommandRunner } from '../../src/command.ts';
import { registerDeviceCommands } from '../../src/gateway/devices/commands.ts';
import { createUser } from '../../src/inbox/staff/users/creation.ts';
import { createKey } from '../../src/platform/accounts/key.ts';
import { savePlan } from '../../src/platform/accounts/plan.ts';
import type { Actor } from '../../src/platform/lib/actor.ts';
import { auditEntries } from '../harness/audit.ts';
import { testContext } from '../harness/context.ts';
import { PAIRING_PARTS } from '../harness/pairing-parts.ts';
import { routesOf } from '../harness/routes.ts';
import { insertAccount, insertDevice } from '../harness/rows.ts';
import { openService } from '../harness/service.ts';
import { isTestFile, readTree } from '../hygiene/tree.ts';
import { COMMANDS, OTHER_ROUTES, ROUTES } from './audit-rows.ts';
import { matrixOf } from './matrix.ts';
import { requestOf } from './matrix-request.ts';
import type { MatrixRow } from './matrix-row.ts';
import { giveProperty } from './property.ts';

const ctx = await testContext({ cleanup: afterAll });
const { http } = await openService(ctx);
const routes = routesOf(http).filter(({ method }) => method !== 'HEAD');
const MATRIX = matrixOf(routes);
const READS = new Set(['GET', 'HEAD']);
const ROOT = new URL('../../', import.meta.url);
/** Of all files of features that define commands. */
const registers = await findRegisters();

// Completeness ----------------------------------------------------------------------------------------------

test('every route that can change something writes an entry, or has a reason for none', () => {
  const changing = routes.filter(({ method, changesState }) => !READS.has(method) || changesState === true);
  const isTwin = (url: string) =>
    routes.some((each) => each.url.startsWith('/v1/') && each.url.replace('/v1/', '/app/api/') === url);

  const names = changing
    .filter(({ url }) => url.startsWith('/v1/'))
    .map(({ method, url }) => `${method} ${url}`);
  const others = changing.filter(({ url }) => !url.startsWith('/v1/') && !isTwin(url)).map(({ url }) => url);

  expect(names.toSorted()).toEqual(Object.keys(ROUTES).toSorted());
  const isKnown = (url: string) =>
    Object.keys(OTHER_ROUTES).some((known) => `${url}/`.startsWith(`${known}/`));
  expect(others.filter((url) => !isKnown(url))).toEqual([]);
});

test('every command on the database writes an entry, or has a reason for none', () => {
  const program = commandsOn(async () => {});

  expect(leavesOf(program).toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
});

// Entries ---------------------------------------------------------------------------------------------------

type Tenant = Awaited<ReturnType<typeof tenant>>;
/** Of all calls that leave things as they find them. */
const shop = await tenant();

/** Their device is not connected to a provider here. Tests of official devices read their entries. */
const ELSEWHERE = [
  'PATCH /v1/devices/:uuid/official-credentials',
  'POST /v1/templates',
  'PATCH /v1/templates/:id',
  'DELETE /v1/templates/:id',
];

test.each(ELSEWHERE)('%s says why it has no provider here, and leaves no entry', async (name) => {
  const [method = '', url = ''] = name.split(' ');
  const row = MATRIX[name];
  if (!row) throw new Error(`${name} has no row in the matrix`);

  const { status, entries } = await ask(method, url, row, await tenant());

  expect([status, entries]).toEqual([row.own, []]);
});

/** Tests of the import read its entry. */
const BY_HTTPS = 'POST /v1/devices/:uuid/import';

test('a session is not taken over plain HTTP, and leaves no entry', async () => {
  const row = MATRIX[BY_HTTPS];
  if (!row) throw new Error(`${BY_HTTPS} has no row in the matrix`);

  const { status, entries } = await ask('POST', '/v1/devices/:uuid/import', row, shop);

  expect([status, entries]).toEqual([403, []]);
});

test.each(Object.entries(ROUTES).filter(([name]) => ![...ELSEWHERE, BY_HTTPS].includes(name)))(
  '%s leaves %j, with the key and the address of its caller',
  async (name, trace) => {
    const [method = '', url = ''] = name.split(' ');
    const row = MATRIX[name];
    if (!row) throw new Error(`${name} has no row in the matrix`);

    const actions = 'action' in trace ? [trace.action, trace.also ?? []].flat() : [];

    // A new account has what an earlier call has removed, ended or made already.
    const first = method === 'DELETE' ? null : await ask(method, url, row, shop);
    const isNew = first?.status === row.own && first.entries.length === actions.length;
    const asked = isNew ? first : await ask(method, url, row, await tenant());

    expect(asked.status).toBe(row.own);
    expect(asked.entries).toMatchObject(actions.map((action) => ({ ...asked.caller, action })));
    expect(JSON.stringify(asked.entries)).not.toMatch(/milik-kami|EAAG|kurir_/);
  },
);

/** An account with something of every kind, and a key. */
async function tenant() {
  const account = await insertAccount(ctx);
  const property = await giveProperty(ctx, account, 'milik-kami');
  const key = await createKey(ctx, { accountId: account.id, name: 'k', scope: 'full', expiresAt: null });
  return { account, property, key };
}

let calls = 0;

/** The answer, and the new entries of the account. */
async function ask(method: string, url: string, row: MatrixRow, { account, property, key }: Tenant) {
  calls += 1;
  const before = (await auditEntries(ctx, account.id)).length;
  const { path, payload, headers } = requestOf(url, row, property);
  if (url === '/v1/webhooks/:id/enable') await disableWebhook(property.webhook);
  const answer = await http.inject({
    method: method as 'GET', // the names of methods are a closed list there
    url: path,
    remoteAddress: '203.0.113.9',
    headers: {
      authorization: `Bearer ${key.api_key}`,
      'idempotency-key': `k-${calls}`,
      'x-forwarded-for': '198.51.100.1',
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  });
  const caller = { account_id: account.id, actor: 'api_key', actor_id: key.key_id, address: '203.0.113.9' };
  const entries = (await auditEntries(ctx, account.id)).slice(before);
  return { status: answer.statusCode, caller, entries };
}

test.each(['read', 'send'] as const)('a refused call leaves no entry (%s)', async (scope) => {
  const account = await insertAccount(ctx);
  const key = await createKey(ctx, { accountId: account.id, name: 'k', scope, expiresAt: null });
  const before = await auditEntries(ctx, account.id);
  const headers = { authorization: `Bearer ${key.api_key}` };

  const answer = await http.inject({
    method: 'POST',
    url: '/v1/devices',
    headers,
    payload: { label: 'Kasir' },
  });

  expect(answer.statusCode).toBe(403);
  expect(await auditEntries(ctx, account.id)).toEqual(before);
});

const RATES = `market,category,valid_from,currency,amount\nIndonesia,service,2026-10-01,IDR,1.5\n`;
const OPERATOR: Actor = { type: 'operator', id: 'budi', address: null };

/** It needs the session of another gateway: its tests read the entry. */
const WITH_A_SESSION = 'device import';

test.each(Object.entries(COMMANDS).filter(([name, trace]) => 'action' in trace && name !== WITH_A_SESSION))(
  'kurir %s leaves %j, with the user of the operator',
  async (name, trace) => {
    const account = await insertAccount(ctx);
    const property = await giveProperty(ctx, account, 'milik-kami');
    const key = await createKey(ctx, { accountId: account.id, name: 'k', scope: 'full', expiresAt: null });
    const unpaired = await insertDevice(ctx, account, { status: 'provisioned' });
    const email = `ani-${account.id}@toko.example`;
    await createUser(ctx, account, { email, name: 'Ani', role: 'agent' }, 'hash');
    await savePlan(ctx, 'baru', { rate_per_minute: 1, monthly_quota: 1, max_devices: 1 });
    const zip = join(mkdtempSync(join(tmpdir(), 'kurir-audit-')), 'account.zip');
    const options = {
      'account create': ['--name', 'Toko'],
      'account activate': [`${account.id}`],
      'account suspend': [`${account.id}`],
      'account cancel': [`${account.id}`],
      'account set': [`${account.id}`, '--unresolved', 'resend'],
      'account set-plan': [`${account.id}`, 'baru'],
      'account export': [`${account.id}`, '--to', zip],
      'account import': [zip],
      'key create': [`${account.id}`],
      'key revoke': [key.key_id],
      'device pair': ['--account', `${account.id}`, '--no-wait'],
      'device qr': [unpaired.device_uuid, '--no-wait'],
      'plan set': ['baru', '--max-devices', '2'],
      'rate import': [fileOf('rates.csv', RATES)],
      'user create': ['baru@toko.example', '--role', 'agent', '--account', `${account.id}`],
      'user disable': [email],
      'user enable': [email],
      'user reset': [email],
      'user operator': [email],
      'user log-in-link': [email],
      'backup record': ['--location', 's3://kurir/1.dump'],
      'webhook enable': ['--webhook', property.webhook],
      'webhook rotate-secret': ['--webhook', property.webhook],
      'webhook remove': ['--webhook', property.webhook],
    }[name];
    if (!options) throw new Error(`${name} has no options here`);
    const last = await latest();

    // An export waits for its end.
    await ctx.pool.query('update erasures set finished_at = now(), subject = null where account_id = $1', [
      account.id,
    ]);
    if (name === 'account import') await kurir('account', 'export', `${account.id}`, '--to', zip);
    if (name === 'account activate') await kurir('account', 'suspend', `${account.id}`);
    if (name === 'webhook enable') await disableWebhook(property.webhook);
    if (name === 'user enable') await kurir('user', 'disable', email);
    await kurir(...name.split(' '), ...options);

    const operator = { actor: 'operator', actor_id: 'budi', address: null };
    const entries = (await latest()).filter(({ id }) => !last.some((earlier) => earlier.id === id));
    expect(entries).toContainEqual(expect.objectContaining({ ...operator, ...trace }));
    expect(entries.every(({ actor }) => actor === 'operator')).toBe(true);
    expect(JSON.stringify(entries)).not.toMatch(/kurir_/);
  },
);

function fileOf(name: string, text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'kurir-audit-')), name);
  writeFileSync(path, text);
  return path;
}

test('a command that changes nothing leaves no entry', async () => {
  const account = await insertAccount(ctx);
  const { id, plan } = account;
  const property = await giveProperty(ctx, account, 'milik-kami');
  await kurir('account', 'suspend', `${id}`);
  const key = await createKey(ctx, { accountId: id, name: 'k', scope: 'full', expiresAt: null });
  await kurir('key', 'revoke', key.key_id);
  const before = await latest();

  await kurir('account', 'suspend', `${id}`);
  await kurir('account', 'set', `${id}`, '--unresolved', 'fail');
  await kurir('account', 'set-plan', `${id}`, plan.name);
  await kurir('key', 'revoke', key.key_id);
  await kurir('plan', 'set', plan.name);
  await kurir('webhook', 'enable', '--webhook', property.webhook);

  expect(await latest()).toEqual(before);
});

async function disableWebhook(id: string): Promise<void> {
  await ctx.pool.query(
    `update webhooks set status = 'disabled', failure_count = 10, disabled_at = now() where id = $1`,
    [id],
  );
}

const latest = async () => (await ctx.pool.query('select * from audit_log order by id')).rows;

async function kurir(...words: string[]): Promise<void> {
  const program = commandsOn(async (action) => void (await action({ ...ctx, actor: OPERATOR })));
  await program.parseAsync(words, { from: 'user' });
}

/** The commands of all features. */
function commandsOn(run: CommandRunner): Command {
  const program = new Command('kurir');
  for (const register of registers) if (register !== registerDeviceCommands) register(program, run);
  registerDeviceCommands(program, run, PAIRING_PARTS);
  const account = program.commands.find((each) => each.name() === 'account');
  if (account) registerCopyCommand(account, run);
  return program;
}

type Register = (program: Command, run: CommandRunner) => unknown;

/** Those of the command line itself start and stop programs, or call routes. */
async function findRegisters(): Promise<Register[]> {
  const paths = (await readTree()).map(({ path }) => path);
  const files = paths.filter((path) => /^src\/(?!app\/cli\/).+commands\.ts$/.test(path) && !isTestFile(path));
  const modules = await Promise.all(files.map((path) => import(new URL(path, ROOT).href)));
  // Other functions register a part of a group.
  return modules.flatMap((module) =>
    Object.entries<Register>(module).flatMap(([name, each]) => (name.endsWith('Commands') ? [each] : [])),
  );
}

function leavesOf(command: Command, above: readonly string[] = []): string[] {
  if (command.commands.length === 0) return [above.join(' ')];
  return command.commands.flatMap((each) => leavesOf(each, [...above, each.name()]));
}
