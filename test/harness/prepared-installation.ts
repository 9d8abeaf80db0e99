import { access, mkdtemp, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { newId, writeIdentity } from '../../src/app/processes/identity/identity-file.ts';
import { prepareSchema } from '../../src/app/processes/schema.ts';
import { loadSecretKey } from '../../src/app/processes/secret-key.ts';
import { loadConfig } from '../../src/config.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { startEmbeddedPostgres } from '../../src/platform/lib/postgres/embedded.ts';
import { copyFolder } from './copy-folder.ts';
import { type Installation, installation } from './gateway.ts';

/** An installation whose embedded database has all tables and no rows, which saves a start a second. */
export async function preparedInstallation(
  env: Record<string, string> = {},
  cleanup: (end: () => Promise<void>) => void = onTestFinished,
): Promise<Installation> {
  const installed = await installation(env, cleanup);
  if (env.DATABASE_URL) return installed;
  // As in a first start, the key is older than the database.
  await loadSecretKey(loadConfig(installed.env));
  await copyFolder(await preparedFolder(), installed.folder);
  const folder = await realpath(installed.folder);
  await writeIdentity(folder, { id: newId(), folder, replaces: [], paused: null });
  return installed;
}

/** One of a run. When several workers make it, the first one stays. */
async function preparedFolder(): Promise<string> {
  const folder = path.join(tmpdir(), 'kurir-prepared');
  if (await exists(folder)) return folder;
  const own = await mkdtemp(`${folder}-`);
  const postgres = await startEmbeddedPostgres({ dataDir: own, log: silentLog, settings: { fsync: 'off' } });
  await prepareSchema(postgres.url, silentLog);
  await postgres.stop();
  await rename(own, folder).catch(async (error: unknown) => {
    if (!(await exists(folder))) throw error;
    await rm(own, { recursive: true });
  });
  return folder;
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
