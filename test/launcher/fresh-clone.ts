import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { until } from '../harness/until.ts';

const BIN = fileURLToPath(new URL('../../bin', import.meta.url));

export const UNSHARE = '/usr/bin/unshare';

/** A fake of src/cli.js: prints its arguments, and ends as they say. */
const PROGRAM = `
const [command, ...rest] = process.argv.slice(2);
if (process.argv.includes('live')) {
  setInterval(() => console.log('tick'), 700);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => { console.log(name); process.exit(7); });
}
console.log(JSON.stringify({ program: true, args: process.argv.slice(2), cwd: process.cwd(), node: process.execPath }));
if (command === 'exit') process.exit(Number(rest[0]));
if (command === 'die') process.kill(process.pid, rest[0]);
`;

/**
 * A fake npm: logs its call, installs a package and waits while \`hold\` exists, then makes node_modules. Its ping
 * fails with the text of \`offline\`, and the installation with that of \`broken\`.
 */
const NPM = `#!/bin/sh
if [ "$1" = ping ]; then
  [ -e offline ] || exit 0
  cat offline >&2; exit 1
fi
echo "$*" >> calls
if [ -e fill ]; then
  mkdir -p node_modules; cat /dev/zero > node_modules/big 2>&-
  sleep 20
fi
if [ -e hold ]; then
  sleep 20 >&- 2>&- & echo $! > child
  [ -e offline ] || { mkdir -p node_modules/plain; echo '{}' > node_modules/plain/package.json; }
fi
while [ -e hold ]; do sleep 0.02; done
[ -e child ] && kill $(cat child) 2>&-
if [ -e broken ]; then cat broken; exit 3; fi
rm -rf node_modules && mkdir -p node_modules/.bin node_modules/vitest
ln -s "$KURIR_TEST_NODE" node_modules/.bin/node
cp src/cli.js node_modules/vitest/vitest.mjs
mkdir -p node_modules/vite/bin && cp tools/vite.js node_modules/vite/bin/vite.js
echo "npm did it"
`;

/**
 * A fake Vite: logs its call, waits while \`hold\` exists, then writes a page with the text of \`web/main.ts\`.
 * It fails with the text of \`vite-broken\`.
 */
const VITE = `
import fs from 'node:fs';
const folder = process.argv[process.argv.indexOf('--outDir') + 1];
fs.appendFileSync('builds', process.env.NODE_ENV + '\\n');
fs.mkdirSync(folder + '/assets', { recursive: true, mode: 0o700 });
fs.writeFileSync(folder + '/index.html', 'half', { mode: 0o600 });
while (fs.existsSync('hold')) await new Promise((resolve) => setTimeout(resolve, 20));
if (fs.existsSync('vite-broken')) {
  console.error(fs.readFileSync('vite-broken', 'utf8'));
  process.exit(1);
}
fs.writeFileSync(folder + '/index.html', fs.readFileSync('web/main.ts'));
fs.writeFileSync(folder + '/assets/main-1.js', '// long enough to be worth it' + ' '.repeat(2000));
`;

interface RunOptions {
  cwd?: string;
  launcher?: string;
  env?: Record<string, string>;
}

interface Result {
  code: number | null;
  stdout: string;
  stderr: string;
  said: { args: string[]; cwd: string; node: string } | undefined;
}

/** A package for the machine of the tests, one for another, and two for every machine. */
const PACKAGES = {
  '': { name: 'kurir' },
  'node_modules/plain': { version: '1.0.0', integrity: 'sha512-plain' },
  'node_modules/of-tests': { version: '1.0.0', integrity: 'sha512-tests', dev: true },
  'node_modules/of-here': {
    version: '1.0.0',
    integrity: 'sha512-here',
    optional: true,
    os: process.platform,
    cpu: [process.arch],
  },
  'node_modules/of-there': { version: '1.0.0', optional: true, os: ['plan9'], cpu: [process.arch] },
  'node_modules/of-other-system': { version: '1.0.0', optional: true, os: [`!${process.platform}`] },
  'node_modules/only-for-there': { version: '1.0.0', optional: true },
};
const INSTALLED = ['node_modules/plain', 'node_modules/of-tests', 'node_modules/of-here'] as const;

export type Clone = Awaited<ReturnType<typeof freshClone>>;

/** The launcher with stand-ins for what it starts; nothing is installed yet. */
export async function freshClone() {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'kurir-clone-')));
  const inside = (...names: string[]) => path.join(folder, ...names);
  for (const name of ['src/platform/lib', 'test/bench', 'tools', 'web'])
    await mkdir(inside(name), { recursive: true });
  await cp(BIN, inside('bin'), { recursive: true });
  await writeFile(inside('package.json'), '{"type": "module"}');
  await writeFile(inside('package-lock.json'), '{}');
  for (const name of ['src/cli.js', 'test/check.ts', 'test/bench/run.ts'])
    await writeFile(inside(name), PROGRAM);
  await writeFile(inside('tools', 'npm'), NPM);
  await writeFile(inside('tools', 'vite.js'), VITE);
  for (const name of ['web/main.ts', 'src/platform/lib/csv-line.ts']) await writeFile(inside(name), 'first');
  await chmod(inside('tools', 'npm'), 0o755);
  const started: ChildProcess[] = [];
  onTestFinished(async () => {
    for (const child of started) child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });

  function start(args: string[] = [], options: RunOptions = {}) {
    return launch([process.execPath, inside(options.launcher ?? 'bin/kurir.js'), ...args], options);
  }

  function launch([program = '', ...args]: string[], options: RunOptions) {
    const child = spawn(program, args, {
      cwd: options.cwd ?? folder,
      env: {
        PATH: `${inside('tools')}:${process.env.PATH}`,
        KURIR_TEST_NODE: process.execPath,
        ...options.env,
      },
      detached: true,
    });
    started.push(child);
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (text) => {
      stdout += text;
    });
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const ended = new Promise<Result>((resolve) => {
      child.once('close', (ended, signal) => {
        // As a shell says it.
        const code = ended ?? (signal && 128 + constants.signals[signal]);
        const line = stdout.split('\n').find((text) => text.includes('"program"'));
        resolve({ code, stdout, stderr, said: line && JSON.parse(line) });
      });
    });
    const untilSaid = (text: string) => until(() => (stdout + stderr).includes(text));
    return { child, ended, untilSaid, output: () => stdout };
  }

  return {
    folder,
    start,
    run: (args: string[] = [], options: RunOptions = {}) => start(args, options).ended,
    /** Starts it as the child of a shell, as npm does, and ends everything with the test. */
    startBelow(args: string[], env: Record<string, string>) {
      const command = ['sh', '-c', '"$@" & wait', 'sh', process.execPath, inside('bin/kurir.js'), ...args];
      const launched = launch(command, { env });
      onTestFinished(() => {
        process.kill(-Number(launched.child.pid), 'SIGKILL');
      });
      return launched;
    },
    /** `script` gives the launcher a terminal. Its input is the keyboard, and its stdout the screen. */
    startOnTerminal(args: string[] = [], options: RunOptions = {}) {
      const command = ['exec', process.execPath, inside('bin/kurir.js'), ...args].join(' ');
      return launch(['script', '-qec', command, '/dev/null'], options);
    },
    /** On a disk with room for the clone. */
    startOnSmallDisk() {
      const disk = inside('disk');
      const copy = `cp -r bin src tools web package.json package-lock.json fill ${disk}`;
      const script = `mkdir ${disk} && mount -t tmpfs -o size=4m tmpfs ${disk} && ${copy} && cd ${disk}`;
      const run = `PATH="${disk}/tools:$PATH" ${process.execPath} bin/kurir.js; ls`;
      return launch([UNSHARE, '-rm', 'sh', '-c', `${script} && ${run}`], {});
    },
    /** What npm leaves behind when a person starts it. */
    async installByHand({ without = '', changed = '', foreign = false } = {}) {
      const packages = Object.fromEntries(
        INSTALLED.filter((place) => !place.endsWith(`/${without}`)).map((place) => {
          const version = place.endsWith(`/${changed}`) ? '0.9.9' : PACKAGES[place].version;
          return [place, { ...PACKAGES[place], version, ...(foreign && { os: ['plan9'] }) }];
        }),
      );
      await this.lockPackages();
      for (const place of Object.keys(packages)) {
        await mkdir(inside(place), { recursive: true });
        await writeFile(inside(place, 'package.json'), '{}');
      }
      await writeFile(inside('node_modules/.package-lock.json'), JSON.stringify({ packages }));
    },
    lockPackages: () => writeFile(inside('package-lock.json'), JSON.stringify({ packages: PACKAGES })),
    hold: () => writeFile(inside('hold'), ''),
    letGo: () => rm(inside('hold')),
    async untilInstalling() {
      await until(async () => (await readIfThere(inside('.tmp/install-lock/child'))) !== '');
      await until(async () => (await readIfThere(inside('calls'))) !== '');
    },
    npm: async () => Number.parseInt(await readIfThere(inside('.tmp/install-lock/child')), 10),
    /** A process that npm started. */
    child: async () => Number(await readIfThere(inside('child'))),
    /** What of the install's lock is still there. */
    leftovers: async () => (await readdir(inside('.tmp'))).filter((name) => name.includes('lock')),
    /** The processes of Vite that ran, with their NODE_ENV. */
    builds: async () => (await readIfThere(inside('builds'))).split('\n').filter(Boolean),
    /** The process that builds. */
    vite: async () => Number.parseInt(await readIfThere(inside('.tmp/build-lock/child')), 10),
    async untilBuilding() {
      await until(async () => (await readIfThere(inside('.tmp/build-lock/child'))) !== '');
      await until(async () => (await readIfThere(inside('builds'))) !== '');
    },
    /** The built page; empty without a build. */
    page: () => readIfThere(inside('web/dist/index.html')),
    calls: async () => (await readIfThere(inside('calls'))).split('\n').filter(Boolean),
  };
}

function readIfThere(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
