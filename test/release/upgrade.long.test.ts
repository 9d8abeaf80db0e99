import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isAlive } from '../harness/gateway.ts';
import { type Changes, cloneOfProgram, installationOf, releaseOfProgram } from './programs.ts';

const LIMIT = { timeout: 300_000 };
const STEPS = ['preparing', 'stopping', 'copying', 'trying', 'switching', 'starting'];
const TABLE: Changes = { 'migrations/9998_half.sql': () => 'create table half_upgraded (n int);\n' };
const BROKEN: Record<string, Changes> = {
  'a migration fails': { ...TABLE, 'migrations/9999_broken.sql': () => 'select 1 / 0;\n' },
  '/readyz never comes': {
    ...TABLE,
    'src/app/http/readiness.ts': (text) =>
      text.replace(
        'return async () => {',
        "return async () => {\n    if (ctx) throw new NotReady('Not ready: never.');",
      ),
  },
};

async function running() {
  const program = await cloneOfProgram();
  const installed = await installationOf(program.root);
  await installed.startGateway();
  return {
    program,
    installed,
    upgrade: (...args: string[]) =>
      installed.run(['upgrade', ...args, '--backup-to', installed.backups, '--json']),
  };
}

const accounts = async ({ run }: Awaited<ReturnType<typeof installationOf>>) =>
  JSON.parse((await run(['account', 'list', '--json'])).stdout).data.map(
    ({ name }: { name: string }) => name,
  );

test(
  'an upgrade backs up, tries the new version, switches, and starts the gateway as it ran',
  LIMIT,
  async () => {
    const { program, installed, upgrade } = await running();
    await program.addVersion('0.2.0', TABLE);
    await installed.run(['account', 'create', '--name', 'Toko Maju']);
    const before = await installed.pid();

    const upgraded = await upgrade('v0.2.0');

    const said = JSON.parse(upgraded.stdout || upgraded.stderr);
    expect(said).toMatchObject({ from: '0.1.0', to: '0.2.0', gateway: 'ready' });
    expect(await readdir(installed.backups)).toContain(said.backup.split('/').at(-1));
    expect([await installed.isReady(), program.head(), await installed.step()]).toEqual([
      true,
      'v0.2.0',
      null,
    ]);
    expect(isAlive(before ?? 0)).toBe(false);
    expect(await accounts(installed)).toContain('Toko Maju');
    expect(await readdir(program.root)).not.toContain('.upgrade');
    expect(await readdir(installed.folder)).not.toContain('upgrade');
  },
);

/** Two minor versions on: the present one does not start on what the new one made. */
test.for(Object.keys(BROKEN))('an upgrade goes back, and loses nothing, when %s', LIMIT, async (fault) => {
  const { program, installed, upgrade } = await running();
  await program.addVersion('0.3.0', BROKEN[fault]);
  await installed.run(['account', 'create', '--name', 'Toko Maju']);
  const before = program.head();

  const failed = await upgrade('v0.3.0', '--wait', '60');

  expect(failed.code).toBe(1);
  expect(JSON.parse(failed.stderr).message).toMatch(
    /^Kurir 0\.3\.0 was not ready: .*(division by zero|Not ready: never).* Kurir 0\.1\.0 .*runs again\. Nothing/,
  );
  expect([await installed.isReady(), program.head(), await installed.step()]).toEqual([true, before, null]);
  expect(await accounts(installed)).toContain('Toko Maju');
});

test('an upgrade that is killed in any step is finished by the next call', { timeout: 900_000 }, async () => {
  const { program, installed, upgrade } = await running();
  await installed.run(['account', 'create', '--name', 'Toko Maju']);
  const left: unknown[] = [];
  const codes: number[] = [];

  for (const [n, step] of STEPS.entries()) {
    const version = `0.2.${n}`;
    await program.addVersion(version, {
      [`migrations/999${n}_new.sql`]: () => `create table new_${n} (n int);\n`,
    });
    left.push(await installed.killUpgradeIn(step, [`v${version}`, '--backup-to', installed.backups]));
    if (step === 'trying') {
      const start = await installed.run(['start']);
      expect(start.stderr).toContain('An upgrade was interrupted');
    }
    const { code, stderr } = await upgrade(...(step === 'preparing' ? [`v${version}`] : []));
    expect(stderr).toBe('');
    codes.push(code);
    expect([await installed.isReady(), program.head()]).toEqual([true, `v${version}`]);
  }

  expect(left).toEqual(STEPS);
  expect(codes).toEqual(STEPS.map(() => 0));
  expect(await accounts(installed)).toContain('Toko Maju');
});

test('a way back that is killed is finished by the next call', LIMIT, async () => {
  const { program, installed, upgrade } = await running();
  await program.addVersion('0.3.0', BROKEN['a migration fails']);
  await installed.run(['account', 'create', '--name', 'Toko Maju']);

  const left = await installed.killUpgradeIn('going_back', ['v0.3.0', '--backup-to', installed.backups]);
  const finished = await upgrade();

  expect(left).toBe('going_back');
  expect(JSON.parse(finished.stderr).message).toMatch(/was not ready: .*runs again\. Nothing is lost$/);
  expect(await installed.isReady()).toBe(true);
  expect(await accounts(installed)).toContain('Toko Maju');
});

test('a release is upgraded by the archive of the next one, whose sum must be right', LIMIT, async () => {
  const { root, place, pack } = await releaseOfProgram();
  const installed = await installationOf(root);
  const archive = await pack('0.2.0', TABLE);
  await installed.startGateway();
  const upgrade = () =>
    installed.run(['upgrade', archive, '--backup-to', installed.backups, '--json'], {
      npm_config_offline: 'true',
    });
  await writeFile(`${path.dirname(archive)}/SHA256SUMS`, `${'0'.repeat(64)}  ${path.basename(archive)}\n`);

  const wrong = await upgrade();
  await rm(`${path.dirname(archive)}/SHA256SUMS`);
  const upgraded = await upgrade();

  expect(JSON.parse(wrong.stderr).message).toContain('is not the file that SHA256SUMS names');
  expect(JSON.parse(upgraded.stdout || upgraded.stderr)).toMatchObject({
    from: '0.1.0',
    to: '0.2.0',
    gateway: 'ready',
  });
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const own = JSON.parse(await readFile(path.join(place, 'package.json'), 'utf8'));
  expect([version, own.dependencies.kurir, await installed.isReady()]).toEqual([
    '0.2.0',
    'file:kurir-0.2.0.tgz',
    true,
  ]);
  expect((await readdir(place)).toSorted()).toEqual([
    'kurir-0.2.0.tgz',
    'node_modules',
    'package-lock.json',
    'package.json',
  ]);
});

test('a service is stopped and started by systemd', LIMIT, async () => {
  const { program, installed } = await running();
  await program.addVersion('0.2.0', TABLE);
  const { env, calls } = await installed.standInForSystemd();

  const upgraded = await installed.run(
    ['upgrade', 'v0.2.0', '--service', 'kurir.service', '--backup-to', installed.backups, '--json'],
    env,
  );

  expect(JSON.parse(upgraded.stdout || upgraded.stderr)).toMatchObject({ gateway: 'ready' });
  expect(await calls()).toEqual(['stop kurir.service', 'start kurir.service']);
  expect(await installed.isReady()).toBe(true);
});

test.each([
  [['upgrade'], 'To which version?'],
  [['upgrade', 'v9'], 'git knows no "v9"'],
  [['upgrade', 'HEAD'], 'has HEAD already'],
])('%j is refused, and changes nothing', LIMIT, async (words, problem) => {
  const { installed } = await running();
  const before = await installed.pid();

  const refused = await installed.run([...words, '--backup-to', installed.backups]);

  expect(refused.stderr).toContain(problem);
  expect([await installed.pid(), await installed.step()]).toEqual([before, null]);
});
