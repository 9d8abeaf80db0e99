import { existsSync } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isAlive } from '../harness/gateway.ts';
import { until } from '../harness/until.ts';
import { type Clone, freshClone } from './fresh-clone.ts';

const BUILDING = 'kurir: building the dashboard; this happens once, and after an update\n';

/** With its packages. */
async function installedClone(): Promise<Clone> {
  const clone = await freshClone();
  await clone.run();
  return clone;
}

test('the first start builds the dashboard and says so, a later one does not', async () => {
  const clone = await installedClone();

  const first = await clone.run(['start', '--sandbox']);
  const second = await clone.run(['start']);

  expect(first).toMatchObject({ code: 0, stderr: BUILDING, said: { args: ['start', '--sandbox'] } });
  expect(second).toMatchObject({ code: 0, stderr: '', said: { args: ['start'] } });
  expect(await clone.builds()).toEqual(['production']);
  expect(await clone.page()).toBe('first');
});

test('what browsers load is compressed, and readable for the user of the gateway', async () => {
  const clone = await installedClone();
  const file = (name: string) => path.join(clone.folder, 'web/dist', name);

  await clone.run(['build']);

  expect(existsSync(file('assets/main-1.js.br')) && existsSync(file('assets/main-1.js.gz'))).toBe(true);
  const modes = await Promise.all(
    ['assets', 'index.html'].map(async (name) => (await stat(file(name))).mode),
  );
  expect(modes.map((mode) => mode & 0o777)).toEqual([0o755, 0o644]);
});

test.each([
  ['a changed source', 'web/main.ts', 2],
  ['a new source', 'web/other.ts', 2],
  ['other packages', 'package-lock.json', 2],
  ['a changed test', 'web/main.test.ts', 1],
])('%s: the dashboard is built %s', async (_what, file, builds) => {
  const clone = await installedClone();
  await clone.run(['start']);

  await writeFile(path.join(clone.folder, file), '{"changed": true}');
  await clone.run(['start']);

  expect(await clone.builds()).toHaveLength(builds);
});

test.each([
  [['device', 'list'], {}],
  [['start', '--no-dashboard'], {}],
  [['start', '--help'], {}],
  [['start'], { KURIR_DASHBOARD: 'off' }],
  [['start'], { KURIR_ROLES: 'worker,sessions' }],
])('%j with %j builds nothing', async (args, env) => {
  const clone = await installedClone();

  const { said } = await clone.run(args, { env });

  expect(said?.args).toEqual(args);
  expect(await clone.builds()).toEqual([]);
});

test('settings of the file count too', async () => {
  const clone = await installedClone();
  await writeFile(path.join(clone.folder, '.env'), 'KURIR_DASHBOARD=off\n');

  await clone.run(['start']);
  await clone.run(['start'], { env: { KURIR_DASHBOARD: 'on' } });

  expect(await clone.builds()).toHaveLength(1);
});

test('two starts at the same time build once', async () => {
  const clone = await installedClone();
  await clone.hold();
  const first = clone.start(['start']);
  await clone.untilBuilding();
  const second = clone.start(['start']);
  await second.untilSaid('which builds the dashboard');

  await clone.letGo();
  const ends = await Promise.all([first.ended, second.ended]);

  expect(ends.map(({ code }) => code)).toEqual([0, 0]);
  expect(await clone.builds()).toHaveLength(1);
  expect(await clone.leftovers()).toEqual([]);
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a build that %s ends leaves nothing half-made, and the next start builds',
  async (signal) => {
    const clone = await installedClone();
    await clone.hold();
    const launched = clone.start(['start']);
    await clone.untilBuilding();
    const vite = await clone.vite();

    launched.child.kill(signal);
    await launched.ended;
    const page = await clone.page();
    await clone.letGo();
    await until(() => !isAlive(vite));
    const next = await clone.run(['start']);

    expect(page).toBe('');
    expect(next).toMatchObject({ code: 0, stderr: BUILDING });
    expect(await clone.page()).toBe('first');
    expect(await clone.leftovers()).toEqual([]);
  },
);

test('a build that fails keeps the one before, says why, and what to do', async () => {
  const clone = await installedClone();
  await clone.run(['start']);
  await writeFile(path.join(clone.folder, 'web/main.ts'), 'second');
  await writeFile(path.join(clone.folder, 'vite-broken'), 'web/main.ts: no such thing');

  const failed = await clone.run(['start']);
  await rm(path.join(clone.folder, 'vite-broken'));
  const page = await clone.page();
  await clone.run(['start']);

  expect(failed).toMatchObject({ code: 1, said: undefined });
  expect(failed.stderr).toBe(
    `${BUILDING}web/main.ts: no such thing\nkurir: the dashboard is not built: Vite ended with code 1, see above. ` +
      './kurir start --no-dashboard runs the gateway without the dashboard.\n',
  );
  expect([page, await clone.page()]).toEqual(['first', 'second']);
});
