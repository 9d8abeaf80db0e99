import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest';
import { testConfig } from '../../../test/harness/context.ts';
import { preparedInstallation } from '../../../test/harness/prepared-installation.ts';
import { silentLog } from '../../platform/lib/log.ts';
import { whileLocked } from '../../platform/lib/postgres/embedded.ts';
import { openCommandDatabase } from '../cli/command-database.ts';
import { isHalfUpgraded, lockUpgrade, markStep, refuseUnfinishedUpgrade, removeMark } from './note.ts';

const { folder } = await preparedInstallation({}, afterAll);
const config = testConfig({ KURIR_DATA_DIR: folder });
afterEach(() => removeMark(config));

test('a command that waits for the folder refuses when an upgrade was interrupted meanwhile', async () => {
  const held = Promise.withResolvers<void>();
  const locked = whileLocked(config.KURIR_DATA_DIR, () => held.promise);

  const opened = openCommandDatabase(config, silentLog).catch((error: unknown) => error);
  // A check before the lock would have come to its end.
  for (let turn = 0; turn < 20; turn += 1) await readFile(join(config.KURIR_DATA_DIR, 'identity.json'));
  await markStep(config, 'trying');
  held.resolve();
  await locked;

  expect(await opened).toMatchObject({ message: expect.stringMatching(/^An upgrade was interrupted\./) });
});

test.each([
  ['preparing', false],
  ['stopping', false],
  ['copying', false],
  ['trying', true],
  ['going_back', true],
  ['switching', true],
  ['starting', false],
] as const)('an upgrade that was interrupted while %s keeps gateways out: %s', async (step, isOut) => {
  await markStep(config, step);

  const refused = await refuseUnfinishedUpgrade(config).catch((error: unknown) => error);
  expect([refused !== undefined, await isHalfUpgraded(config)]).toEqual([isOut, isOut]);
});

test('a copy that is being made keeps gateways and other upgrades out', async () => {
  const lock = await lockUpgrade(config);
  onTestFinished(() => lock.release());

  await markStep(config, 'copying');

  await expect(refuseUnfinishedUpgrade(config)).rejects.toThrow(`process ${process.pid}`);
  await expect(lockUpgrade(config)).rejects.toThrow(`An upgrade is at work (process ${process.pid})`);
});

test.each(['', 'half of it', '{"step":"dancing"}'])(
  'a note that is "%s" is no missing note',
  async (text) => {
    const file = join(config.KURIR_DATA_DIR, 'upgrade', 'note.json');
    await mkdir(join(file, '..'));
    await writeFile(file, text);

    const refused = refuseUnfinishedUpgrade(config);

    await expect(refused).rejects.toThrow(`The note of an upgrade cannot be read: ${file} (it is damaged).`);
  },
);
