import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { Settings } from '../../src/config.ts';
import { readGuide } from './guide.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
/** Not on every machine. */
const SYSTEMD = 'systemd-analyze';
const guide = await readGuide('running.md');
const files = guide.filter(({ language }) => language === 'ini').map(({ code }) => code);
const unit = files.find((code) => code.includes('[Service]')) ?? '';
const settings = files.find((code) => code.includes('KURIR_DATA_DIR=')) ?? '';
const analyze = (...args: string[]) => spawnSync(SYSTEMD, args, { encoding: 'utf8' });
const hasSystemd = analyze('--version').status === 0;

test.skipIf(!hasSystemd)('systemd accepts the unit of the guide', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-unit-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'kurir.service');
  await writeFile(file, unit.replaceAll('/opt/kurir', ROOT));

  const { stderr } = analyze('verify', file);

  // The units of the machine itself may have problems too.
  expect(stderr.split('\n').filter((line) => line.includes('kurir'))).toEqual([]);
  expect(unit).toContain('ExecStart=/opt/kurir/kurir start');
});

test('the settings of the guide exist, and the unit may write to the data folder', () => {
  const lines = settings.trim().split('\n');
  const values = new Map(lines.map((line) => [line.split('=')[0] ?? '', line.split('=')[1]]));

  const unknown = [...values.keys()].filter((name) => !(name in Settings.shape));

  expect(unknown).toEqual([]);
  expect(unit).toContain(`ReadWritePaths=${values.get('KURIR_DATA_DIR')}\n`);
});
