import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Clone, freshClone } from './fresh-clone.ts';

const OPTIONS = '--include=optional --ignore-scripts --no-audit --no-fund --engine-strict=false';
const QUIET = '--loglevel=error';
const CI = `ci --omit=dev ${OPTIONS}`;

test('the first command installs with npm on stderr, a later one does not', async () => {
  const clone = await freshClone();

  const first = await clone.run(['device', 'list']);
  const second = await clone.run(['device', 'list']);

  expect(first).toMatchObject({ code: 0, said: { args: ['device', 'list'] } });
  expect(first.stderr).toContain('npm did it');
  expect(second).toMatchObject({ code: 0, stderr: '' });
  expect(await clone.calls()).toEqual([`${CI} ${QUIET}`]);
});

test('npm prints only its errors, unless a log level is set', async () => {
  const clone = await freshClone();

  await clone.run([], { env: { npm_config_loglevel: 'verbose' } });

  expect(await clone.calls()).toEqual([CI]);
});

test.each([
  ['a changed lock file', (folder: string) => writeFile(`${folder}/package-lock.json`, '{"changed": true}')],
  ['a missing stamp', (folder: string) => rm(`${folder}/node_modules/.kurir-stamp`)],
])('%s means another install', async (_name, change) => {
  const clone = await freshClone();
  await clone.run();
  await change(clone.folder);

  await clone.run();

  expect(await clone.calls()).toHaveLength(2);
});

test('after npm ci by hand nothing is installed again', async () => {
  const clone = await freshClone();
  await clone.installByHand();

  const first = await clone.run();
  await rm(path.join(clone.folder, 'node_modules', '.package-lock.json'));
  const second = await clone.run();

  expect([first, second]).toMatchObject([
    { code: 0, stderr: '' },
    { code: 0, stderr: '' },
  ]);
  expect(await clone.calls()).toEqual([]);
});

test('a gateway needs no packages of tests, which come beside its own with the first test', async () => {
  const clone = await freshClone();
  await clone.installByHand({ without: 'of-tests' });

  await clone.run(['start', '--no-dashboard']);
  const before = await clone.calls();
  const { stderr } = await clone.run(['check']);
  await clone.run(['start', '--no-dashboard']);

  expect([before, await clone.calls()]).toEqual([
    [],
    [`install --no-save --include=dev ${OPTIONS} ${QUIET}`],
  ]);
  expect(stderr).toContain('kurir: installing 1 packages');
});

test.each([
  ['a package is missing', (clone: Clone) => clone.installByHand({ without: 'plain' })],
  ['the package of this platform is missing', (clone: Clone) => clone.installByHand({ without: 'of-here' })],
  ['a package has another version', (clone: Clone) => clone.installByHand({ changed: 'plain' })],
  [
    'a folder was deleted',
    async (clone: Clone) => {
      await clone.installByHand();
      await rm(path.join(clone.folder, 'node_modules', 'plain'), { recursive: true });
    },
  ],
])('where %s, npm ci runs', async (_what, prepare) => {
  const clone = await freshClone();
  await prepare(clone);

  await clone.run();

  expect(await clone.calls()).toHaveLength(1);
});

test('without a command the help is shown', async () => {
  const clone = await freshClone();

  const { said } = await clone.run();

  expect(said?.args).toEqual(['--help']);
});

test('the program runs where the user stands, on the Node that was installed', async () => {
  const clone = await freshClone();
  const elsewhere = await realpath(await mkdtemp(path.join(tmpdir(), 'kurir-elsewhere-')));
  onTestFinished(() => rm(elsewhere, { recursive: true }));

  const { said } = await clone.run(['start', '--sandbox'], { cwd: elsewhere });

  expect(said).toMatchObject({ args: ['start', '--sandbox'], cwd: elsewhere });
  expect(await realpath(said?.node ?? '')).toBe(await realpath(process.execPath));
});

test.each([
  ['test', ['messages'], ['run', 'messages']],
  ['check', ['--fix'], ['--fix']],
  ['bench', ['accept'], ['accept']],
])('%s runs in the folder of the package', async (command, args, given) => {
  const clone = await freshClone();

  const { said } = await clone.run([command, ...args], { cwd: tmpdir() });

  expect(said).toMatchObject({ args: given, cwd: clone.folder });
});

test("where no Node can be installed the system's own is used when it is new enough", async () => {
  const clone = await freshClone();
  await clone.run();
  await rm(path.join(clone.folder, 'node_modules', '.bin', 'node'));

  const { said } = await clone.run();

  expect(said?.node).toBe(process.execPath);
});

test('a link to the launcher finds its own folder', async () => {
  const clone = await freshClone();
  await symlink(path.join(clone.folder, 'bin', 'kurir.js'), path.join(clone.folder, 'link'));

  const { code } = await clone.run(['version'], { launcher: 'link' });

  expect(code).toBe(0);
});

test.each([
  ['exit', '0', 0],
  ['exit', '42', 42],
  ['die', 'SIGKILL', 137],
  ['die', 'SIGTERM', 143],
])('the program that ends by %s %s gives exit code %i', async (command, how, expected) => {
  const clone = await freshClone();

  const { code } = await clone.run([command, how]);

  expect(code).toBe(expected);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s reaches the program, and its exit code comes back',
  async (signal) => {
    const clone = await freshClone();
    await clone.run();
    const launched = clone.start(['live']);
    await launched.untilSaid('"live"');

    launched.child.kill(signal);

    const { code, stdout } = await launched.ended;
    expect(stdout).toContain(signal);
    expect(code).toBe(7);
  },
);

test.each([
  ['test', 'npm', 'SIGTERM'],
  ['start', 'npm', 'nothing'],
  ['test', undefined, 'nothing'],
])('%s below %s: the program hears %s when its parent is killed', async (command, npm, heard) => {
  const clone = await freshClone();
  await clone.run();
  const env = npm ? { npm_lifecycle_event: command } : {};
  const launched = clone.startBelow([command, 'live'], env);
  await launched.untilSaid('"live"');

  launched.child.kill('SIGKILL');

  await launched.untilSaid(heard === 'nothing' ? 'tick\ntick\ntick\n' : heard);
  expect(launched.output().includes('SIGTERM')).toBe(heard === 'SIGTERM');
});

test('launchers that start together install once, and the one that waits says so in one line', async () => {
  const clone = await freshClone();
  await clone.hold();
  const first = clone.start();
  await clone.untilInstalling();
  const second = clone.start();
  await second.untilSaid('waiting');

  await clone.letGo();

  const [one, two] = await Promise.all([first.ended, second.ended]);
  expect([one.code, two.code]).toEqual([0, 0]);
  expect(two.stderr).toMatch(/^kurir: waiting for process \d+, which installs the packages\n$/);
  expect(await clone.calls()).toHaveLength(1);
});

test('the lock of a launcher that was killed with its npm is taken over', async () => {
  const clone = await freshClone();
  await clone.hold();
  const killed = clone.start();
  await clone.untilInstalling();
  const npm = await clone.npm();
  killed.child.kill('SIGKILL');
  process.kill(-npm, 'SIGKILL');
  await killed.ended;
  await clone.letGo();

  const next = await clone.run();

  expect(next.code).toBe(0);
  expect(await clone.leftovers()).toEqual([]);
});

test('while the npm of a killed launcher goes on, the next one waits for it', async () => {
  const clone = await freshClone();
  await clone.hold();
  const killed = clone.start();
  await clone.untilInstalling();
  killed.child.kill('SIGKILL');
  const next = clone.start();
  await next.untilSaid('waiting');

  await clone.letGo();

  expect((await next.ended).code).toBe(0);
  expect(await clone.calls()).toHaveLength(2);
});

test('an install that fails ends with one clear line, leaves no stamp and no lock', async () => {
  const clone = await freshClone();
  await writeFile(path.join(clone.folder, 'broken'), 'npm is broken\n');

  const { code, stderr } = await clone.run();
  await rm(path.join(clone.folder, 'broken'));
  const again = await clone.run();

  expect(code).toBe(1);
  expect(stderr).toContain('npm is broken');
  expect(stderr.trimEnd().split('\n').at(-1)).toBe('kurir: npm failed with code 3; its output stands above');
  expect(again.code).toBe(0);
});

test.each([
  ['SIGINT', 130, 'interrupted'],
  ['SIGTERM', 143, 'terminated'],
] as const)('%s during the install ends npm and leaves no lock', async (signal, expected, kind) => {
  const clone = await freshClone();
  await clone.hold();
  const launched = clone.start(['plan', 'list', '--json']);
  await clone.untilInstalling();

  launched.child.kill(signal);

  const { code, stderr } = await launched.ended;
  const message = 'stopped; the next start installs the packages again';
  expect(code).toBe(expected);
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(JSON.stringify({ error: kind, message }));
  expect(await clone.leftovers()).toEqual([]);
});

test('without npm one line says so, with --json as JSON', async () => {
  const clone = await freshClone();
  await rm(path.join(clone.folder, 'tools', 'npm'));
  const env = { PATH: path.join(clone.folder, 'tools') };
  const lastLine = (text: string) => text.trimEnd().split('\n').at(-1) ?? '';

  const { code, stderr } = await clone.run([], { env });
  const scripted = await clone.run(['plan', 'list', '--json'], { env });

  const message = 'npm does not start: spawn npm ENOENT';
  expect([code, lastLine(stderr)]).toEqual([1, `kurir: ${message}`]);
  expect([scripted.code, JSON.parse(lastLine(scripted.stderr))]).toEqual([1, { error: 'failed', message }]);
});
