import { execFile, execFileSync, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { writeState } from '../../src/platform/lib/state-file.ts';
import { buildDashboardOnce } from '../harness/dashboard-build.ts';
import { choosePort } from '../harness/free-port.ts';
import { type CommandResult, isAlive } from '../harness/gateway.ts';
import { preparedInstallation } from '../harness/prepared-installation.ts';
import { until } from '../harness/until.ts';
import { makePackage } from './package.ts';

const PARTS = [
  'bin',
  'docs',
  'migrations',
  'sandbox',
  'src',
  'web',
  'widget',
  'kurir',
  '.npmrc',
  'tsconfig.json',
];
const LISTS = ['package.json', 'package-lock.json'];
const COMMAND_MS = 150_000;

const Note = z.object({ step: z.string() });
const GatewayNote = z.object({ gateway: z.object({ pid: z.int() }) });

/** What a version changes: texts of its files. */
export type Changes = Record<string, (text: string) => string>;

/** A clone of this program with tags for its versions, and the packages of this one. */
export async function cloneOfProgram() {
  await buildDashboardOnce();
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-upgraded-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const root = path.join(folder, 'kurir');
  await mkdir(root);
  for (const name of [...PARTS, ...LISTS]) await cp(name, path.join(root, name), { recursive: true });
  await symlink(path.resolve('node_modules'), path.join(root, 'node_modules'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  await writeFile(path.join(root, '.git/info/exclude'), 'node_modules\ndist\n.upgrade\n');
  git('config', 'user.name', 'Sari');
  git('config', 'user.email', 'sari@example.com');
  git('add', '.');
  git('commit', '--quiet', '--message', 'all: begin');
  return {
    root,
    head: () => git('describe', '--tags', '--always'),
    /** A commit with this tag after the present one, which stays checked out. */
    async addVersion(version: string, changes: Changes = {}) {
      const before = git('rev-parse', 'HEAD');
      await change(root, {
        ...changes,
        'package.json': (text) => text.replace(/"version": "[^"]*"/, `"version": "${version}"`),
      });
      git('add', '.');
      git('commit', '--quiet', '--message', `release: ${version}`);
      git('tag', `v${version}`);
      git('checkout', '--quiet', '--detach', before);
    },
  };
}

/** A release as npm installs it; its packages are those of this program, in a folder above. */
export async function releaseOfProgram() {
  await buildDashboardOnce();
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-installed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const npm = (cwd: string, ...args: string[]) =>
    execFileSync('npm', [...args, '--offline', '--no-audit', '--loglevel=error'], { cwd, encoding: 'utf8' });
  async function pack(version: string, changes: Changes = {}, scripts = {}): Promise<string> {
    const stage = path.join(folder, `stage-${version}`);
    await makePackage(process.cwd(), stage, version);
    await rm(path.join(stage, 'package-lock.json'));
    await change(stage, {
      ...changes,
      'package.json': (text) =>
        JSON.stringify({ ...JSON.parse(text), dependencies: {}, optionalDependencies: {}, scripts }),
    });
    npm(stage, 'pack', '--pack-destination', folder);
    return path.join(folder, `kurir-${version}.tgz`);
  }
  const place = path.join(folder, 'installed');
  await mkdir(place);
  await writeFile(path.join(place, 'package.json'), '{}');
  npm(place, 'install', await pack('0.1.0'));
  return { place, root: path.join(place, 'node_modules/kurir'), pack };
}

async function change(root: string, changes: Changes): Promise<void> {
  for (const [name, edit] of Object.entries(changes)) {
    const file = path.join(root, name);
    await writeFile(file, edit(await readFile(file, 'utf8').catch(() => '')));
  }
}

/** An installation that the program of a folder runs, with a folder for its backups. */
export async function installationOf(root: string) {
  const [port, sandbox] = [await choosePort(), await choosePort()];
  const installed = await preparedInstallation({
    KURIR_PORT: `${port}`,
    KURIR_SANDBOX_PORT: `${sandbox}`,
    KURIR_DASHBOARD: 'off',
    KURIR_DRAIN_SECONDS: '0',
  });
  const json = async <T>(file: string, schema: z.ZodType<T>) => {
    const text = await readFile(path.join(installed.folder, file), 'utf8').catch(() => 'null');
    return schema.safeParse(JSON.parse(text)).data ?? null;
  };
  // A gateway that an upgrade has started restarts its PostgreSQL.
  onTestFinished(async () => {
    const { gateway } = (await json('gateway.json', GatewayNote)) ?? {};
    if (gateway && isAlive(gateway.pid)) process.kill(gateway.pid, 'SIGKILL');
  });
  const backups = await mkdtemp(path.join(tmpdir(), 'kurir-backups-'));
  onTestFinished(() => rm(backups, { recursive: true }));
  const env = { ...installed.env, HOME: backups };
  const launcher = path.join(root, 'kurir');
  const url = `http://127.0.0.1:${port}`;
  /** The environment in which a script has the name of a program. */
  async function standInFor(name: string, script: string) {
    const bin = path.join(backups, 'bin');
    await mkdir(bin, { recursive: true });
    await writeFile(path.join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return { PATH: `${bin}:${installed.env.PATH}` };
  }
  const run = (args: string[], more: Record<string, string> = {}) =>
    new Promise<CommandResult>((resolve) => {
      const options = { env: { ...env, ...more }, timeout: COMMAND_MS };
      execFile('sh', [launcher, ...args], options, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
      );
    });
  return {
    ...installed,
    url,
    backups,
    run,
    isReady: () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    pid: async () => (await json('gateway.json', GatewayNote))?.gateway.pid ?? null,
    step: async () => (await json('upgrade/note.json', Note))?.step ?? null,
    writeNote: (note: object) => writeState(path.join(installed.folder, 'upgrade/note.json'), note),
    /** Of the gateway. */
    async environment() {
      const { gateway } = (await json('gateway.json', GatewayNote)) ?? {};
      return (await readFile(`/proc/${gateway?.pid}/environ`, 'utf8')).split('\0');
    },
    /** In the folder of the backups. */
    async startGateway(more: Record<string, string> = {}) {
      const child = spawn('sh', [launcher, 'start', '--sandbox'], {
        cwd: backups,
        env: { ...env, ...more },
        stdio: 'ignore',
        detached: true,
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      await until(
        () =>
          fetch(`${url}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { what: 'the gateway', timeoutMs: 60_000 },
      );
    },
    standInFor,
    /** A `systemctl` that writes its calls down, stops the gateway, and starts it unless it has no such unit. */
    async standInForSystemd({ starts = true } = {}) {
      const log = path.join(backups, 'calls');
      const begins = `sh '${launcher}' start --sandbox > /dev/null 2>&1 &`;
      const script = `echo "$*" >> '${log}'
[ "$1" = stop ] && exec sh '${launcher}' stop --json
${starts ? begins : 'echo no such unit >&2; exit 1'}`;
      const calls = async () => (await readFile(log, 'utf8').catch(() => '')).split('\n').filter(Boolean);
      return { env: await standInFor('systemctl', script), calls };
    },
    /** Kills the command as soon as its note has the step. Answers the step that the killed one left. */
    async killUpgradeIn(step: string, args: string[]) {
      const child = spawn('sh', [launcher, 'upgrade', ...args], { env, stdio: 'ignore' });
      while (isAlive(child.pid ?? 0) && (await json('upgrade/note.json', Note))?.step !== step)
        await new Promise(setImmediate);
      child.kill('SIGKILL');
      return (await json('upgrade/note.json', Note))?.step ?? null;
    },
  };
}
