import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
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

/** Its trial writes down where it runs, and a setting. */
const TELLING: Changes = {
  'src/app/processes/trial.ts': (text) =>
    `import { writeFileSync } from 'node:fs';\n${text}`.replace(
      'await using started',
      "writeFileSync(config.KURIR_DATA_DIR + '/trial', [process.cwd(), config.KURIR_BACKUP_HOUR].join(' '));\n" +
        'await using started',
    ),
};

async function running(env: Record<string, string> = {}) {
  const program = await cloneOfProgram();
  const installed = await installationOf(program.root);
  await installed.startGateway(env);
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
    const { program, installed, upgrade } = await running({ KURIR_BACKUP_HOUR: '3' });
    await program.addVersion('0.2.0', { ...TABLE, ...TELLING });
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
    expect(await readFile(path.join(installed.folder, 'trial'), 'utf8')).toBe(`${installed.backups} 3`);
    expect(await installed.environment()).toContain('KURIR_BACKUP_HOUR=3');
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
    /^The upgrade to Kurir 0\.3\.0 failed: .*(division by zero|Not ready: never).* Kurir 0\.1\.0 .*runs again\./,
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
    if (step === 'switching') {
      const another = await upgrade('v9');
      expect(another.stderr).toContain(`The upgrade to v${version} was interrupted. Finish it first`);
    }
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
  expect(JSON.parse(finished.stderr).message).toMatch(/ failed: .*runs again\. Nothing is lost$/);
  expect(await installed.isReady()).toBe(true);
  expect(await accounts(installed)).toContain('Toko Maju');
});

test(
  'a release is upgraded by the archive of the next one, whose sum must be there and right',
  LIMIT,
  async () => {
    const { root, place, pack } = await releaseOfProgram();
    const installed = await installationOf(root);
    const script = path.join(installed.backups, 'script-ran');
    const archive = await pack('0.2.0', TABLE, { install: `touch ${script}` });
    await installed.startGateway();
    const upgrade = () =>
      installed.run(['upgrade', archive, '--backup-to', installed.backups, '--json'], {
        npm_config_offline: 'true',
      });
    const sums = (sum: string) =>
      writeFile(`${path.dirname(archive)}/SHA256SUMS`, `${sum}  ${path.basename(archive)}\n`);

    const missing = await upgrade();
    await sums('0'.repeat(64));
    const wrong = await upgrade();
    await sums(
      createHash('sha256')
        .update(await readFile(archive))
        .digest('hex'),
    );
    const upgraded = await upgrade();

    expect(JSON.parse(missing.stderr).message).toContain('SHA256SUMS does not name kurir-0.2.0.tgz');
    expect(JSON.parse(wrong.stderr).message).toContain('is not the file that SHA256SUMS names');
    expect(existsSync(script)).toBe(false);
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
  },
);

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

test('a service that does not start is reported by the program that stopped it', LIMIT, async () => {
  const { program, installed } = await running();
  await program.addVersion('0.2.0', {
    'src/app/cli/failure.ts': (text) =>
      text.replaceAll('toJsonLine({', "toJsonLine({ from: 'the new program',"),
  });
  const { env } = await installed.standInForSystemd({ starts: false });
  const words = ['--service', 'kurir.service', '--backup-to', installed.backups, '--json'];

  const failed = await installed.run(['upgrade', 'v0.2.0', ...words], env);

  expect(JSON.parse(failed.stderr)).toEqual({
    error: 'failed',
    message: expect.stringMatching(
      /^Kurir 0\.2\.0 is in place\..*systemctl start kurir\.service: no such unit$/,
    ),
  });
  expect(program.head()).toBe('v0.2.0');
});

test('of two upgrades at once, one is made and the other is refused', LIMIT, async () => {
  const { program, installed, upgrade } = await running();
  await program.addVersion('0.2.0', TABLE);

  const both = await Promise.all([upgrade('v0.2.0'), upgrade('v0.2.0')]);

  const [made, refused] = both.toSorted((a, b) => a.code - b.code);
  expect([made?.code, refused?.code]).toEqual([0, 4]);
  expect(refused?.stderr).toContain('An upgrade is at work');
  expect([await installed.isReady(), program.head()]).toEqual([true, 'v0.2.0']);
});

/** The clone changes while the new version is tried. */
test(
  'an upgrade goes back when git does not merge, and when the database cannot be copied',
  LIMIT,
  async () => {
    const { program, installed, upgrade } = await running();
    await program.addVersion('0.2.0', TABLE);
    await installed.run(['account', 'create', '--name', 'Toko Maju']);
    const before = program.head();
    const lock = path.join(program.root, '.git/index.lock');
    const words = ['upgrade', 'v0.2.0', '--backup-to', installed.backups, '--json'];

    await writeFile(lock, '');
    const unmerged = await upgrade('v0.2.0');
    await rm(lock);
    const uncopied = await installed.run(words, await installed.standInFor('cp', 'echo no copy >&2; exit 1'));

    const says = (reason: string) =>
      new RegExp(`^The upgrade to Kurir 0\\.2\\.0 failed: ${reason}.*Kurir 0\\.1\\.0 .*runs again`);
    expect(JSON.parse(unmerged.stderr).message).toMatch(says('git .*index.lock'));
    expect(JSON.parse(uncopied.stderr).message).toMatch(says('cp .*: no copy'));
    expect([await installed.isReady(), program.head(), await installed.step()]).toEqual([true, before, null]);
    expect(await accounts(installed)).toContain('Toko Maju');
  },
);

test('a note in the data folder leads to no other file, service or command', LIMIT, async () => {
  const program = await cloneOfProgram();
  const installed = await installationOf(program.root);
  const { env, calls } = await installed.standInForSystemd();
  const victim = path.join(installed.backups, 'victim');
  await mkdir(path.join(victim, '.upgrade/new'), { recursive: true });
  await writeFile(path.join(victim, '.upgrade/new/file'), 'new');
  await writeFile(path.join(victim, 'file'), 'old');
  await installed.writeNote({
    step: 'switching',
    conductor: { pid: 1, began: 'long ago' },
    from: '0.1.0',
    program: {
      form: 'release',
      place: victim,
      version: '0.2.0',
      moves: ['file'],
      commit: null,
      commits: null,
    },
    gateway: { unit: 'another.service', args: ['start'], cwd: victim, env: null },
    backup: null,
    reason: null,
  });

  const { code, stderr } = await installed.run(['upgrade', '--json'], env);

  expect([code, JSON.parse(stderr).message]).toEqual([1, expect.stringContaining('its note was lost')]);
  expect(await readFile(path.join(victim, 'file'), 'utf8')).toBe('old');
  expect(await calls()).toEqual([]);
  expect(await installed.step()).toBeNull();
});

test('an upgrade that cannot be is refused in words, and changes nothing', LIMIT, async () => {
  const { program, installed } = await running();
  await program.addVersion('0.2.0');
  const before = await installed.pid();
  const to = ['--backup-to', installed.backups];
  const refused = async (...words: string[]) =>
    JSON.parse((await installed.run(['upgrade', ...words, '--json'])).stderr).message;

  expect(await refused(...to)).toContain('To which version?');
  expect(await refused('v9', ...to)).toContain('git knows no "v9"');
  expect(await refused('HEAD', ...to)).toContain('has HEAD already');
  expect(await refused('v0.2.0', '--backup-to', '/nowhere')).toBe(
    './kurir backup: No folder /nowhere. Create it first, best on another disk',
  );
  expect([await installed.pid(), await installed.step()]).toEqual([before, null]);
});

test.each(['postgres', 'postgres/pg_wal'])(
  'a data folder whose %s is a link is refused',
  LIMIT,
  async (name) => {
    const program = await cloneOfProgram();
    const installed = await installationOf(program.root);
    const place = path.join(installed.folder, name);
    const elsewhere = path.join(installed.backups, 'elsewhere');
    await rename(place, elsewhere);
    await symlink(elsewhere, place);

    const refused = await installed.run(['upgrade', 'v0.2.0', '--backup-to', installed.backups]);

    expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining(`${place} is a link`) });
  },
);
