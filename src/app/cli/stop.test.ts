import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testConfig } from '../../../test/harness/context.ts';
import { preparedInstallation } from '../../../test/harness/prepared-installation.ts';
import { until } from '../../../test/harness/until.ts';
import { identifyIn } from '../../platform/lib/folder-process.ts';
import { writeState } from '../../platform/lib/state-file.ts';
import { unitIn } from './starting-gateway.ts';
import { describeStop, stopEverything } from './stop.ts';

const { SIGTERM } = constants.signals;
const NOTHING = { gateway: false, sessions: 0, sandbox: false, postgres: false };

test.each([
  ['nothing', {}, 'Nothing to stop: no Kurir runs on /srv/data.'],
  ['a gateway', { gateway: true }, 'Stopped the gateway of /srv/data in 1.3 s.'],
  [
    'what a killed gateway left',
    { sessions: 2, sandbox: true, postgres: true },
    'No gateway ran on /srv/data. Stopped what a killed one had left, in 1.3 s: ' +
      '2 sessions processes, the sandbox, PostgreSQL.',
  ],
  [
    'a gateway and what another one left',
    { gateway: true, sessions: 1 },
    'Stopped the gateway of /srv/data in 1.3 s, and what a killed one had left: 1 sessions process.',
  ],
  [
    'nothing beside a copied folder',
    { note: 'This folder is a copy.' },
    'Nothing to stop: no Kurir runs on /srv/data. This folder is a copy.',
  ],
])('kurir stop says in words that it stopped %s', (_name, stopped, text) => {
  expect(describeStop({ ...NOTHING, ...stopped }, '/srv/data', 1_260)).toBe(text);
});

test('kurir stop says who may stop a gateway of another user', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-stop-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const gateway = identifyIn(folder, process.pid);
  await writeState(join(folder, 'gateway.json'), { gateway, url: null });
  const { kill } = process;
  onTestFinished(() => {
    process.kill = kill;
  });
  process.kill = () => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  };
  const announced: string[] = [];

  const stopping = stopEverything(testConfig({ KURIR_DATA_DIR: folder }), (line) => announced.push(line));

  await expect(stopping).rejects.toThrow(
    `You may not stop the gateway (process ${process.pid}). Stop Kurir as the user that started it, or as root`,
  );
  expect(announced).toEqual([`Stopping the gateway (process ${process.pid}); this takes up to 8 s.`]);
});

test.each([
  ['0::/system.slice/kurir.service\n', 'kurir.service'],
  ['12:pids:/system.slice/kurir.service\n1:name=systemd:/system.slice/kurir.service\n', 'kurir.service'],
  ['0::/system.slice/system-kurir.slice/kurir@toko.service\n', 'kurir@toko.service'],
  ['0::/user.slice/user-1000.slice/user@1000.service/app.slice/terminal.scope\n', null],
  ['0::/user.slice/user-0.slice/session-3.scope\n', null],
  ['0::/\n', null],
])('the cgroup %j belongs to the unit %s', (cgroup, unit) => {
  expect(unitIn(cgroup)).toBe(unit);
});

test('kurir stop ends a gateway that has only begun to start', async () => {
  const { launch, run } = await preparedInstallation();
  const child = launch();
  const ended = once(child, 'exit');
  child.kill('SIGSTOP');

  const stopping = run('stop', '--json');
  await until(() => hasPending(child.pid, SIGTERM), { what: 'the signal' });
  child.kill('SIGCONT');
  const { code, stdout } = await stopping;

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ ...NOTHING, gateway: true });
  expect(await ended).toEqual([null, 'SIGTERM']);
});

/** Whether a stopped process has a signal that waits. */
function hasPending(pid: number | undefined, signal: number): boolean {
  const mask = /^ShdPnd:\s*(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
  return (BigInt(`0x${mask}`) & (1n << BigInt(signal - 1))) !== 0n;
}
