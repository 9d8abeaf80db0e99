import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testConfig } from '../../../test/harness/context.ts';
import { writeGatewayFile } from '../processes/gateway-file.ts';
import { settleIdentity } from '../processes/identity/identity.ts';
import { readIdentity } from '../processes/identity/identity-file.ts';
import { adopt } from './adopt.ts';

test('an adopted copy of an earlier version knows the id that its original will get', async () => {
  const above = await mkdtemp(join(tmpdir(), 'kurir-adopt-'));
  onTestFinished(() => rm(above, { recursive: true, force: true }));
  const [original, copy] = [join(above, 'data'), join(above, 'copy')];
  const [ofOriginal, ofCopy] = [original, copy].map((folder) => testConfig({ KURIR_DATA_DIR: folder }));
  if (!ofOriginal || !ofCopy) throw new Error('No settings');
  await mkdir(join(original, 'postgres', 'global'), { recursive: true });
  await mkdir(join(original, 'postgres', 'pg_wal'));
  await writeFile(join(original, 'postgres', 'global', 'pg_control'), '12345678');
  await writeFile(join(original, 'postgres.password'), 'secret');
  await writeGatewayFile(ofOriginal, null);
  await cp(original, copy, { recursive: true });

  await adopt(ofCopy, { originalIsGone: false }, async () => {});
  const later = await settleIdentity(ofOriginal);

  expect(await readIdentity(copy)).toMatchObject({ replaces: [later.id], paused: { original: null } });
});
