import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testConfig } from '../../../test/harness/context.ts';
import { identifyIn } from '../../lib/folder-process.ts';
import { writeState } from '../../lib/state-file.ts';
import { describeStop, stopEverything } from './stop.ts';

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
  expect(announced).toEqual([`Stopping the gateway (process ${process.pid}); this takes up to 5 s.`]);
});
