import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { type FolderProcess, identifyIn, isRunningIn } from '../../platform/lib/folder-process.ts';
import { hasCluster } from '../../platform/lib/postgres/embedded.ts';
import { isRunning } from '../../platform/lib/process-identity.ts';
import { readState, removeState, writeState } from '../../platform/lib/state-file.ts';
import { FolderProcessNote } from './process-note.ts';

const GatewayFile = z.object({
  gateway: FolderProcessNote,
  /** Null without the role `api`. */
  url: z.url().nullable(),
  /** Null without TLS. */
  fingerprint: z.string().nullable().default(null),
});
export type GatewayFile = z.infer<typeof GatewayFile>;

const NAME = 'gateway.json';

const pathOf = (config: Config) => join(config.KURIR_DATA_DIR, NAME);

/** Commands find the gateway by this file. */
export async function writeGatewayFile(
  config: Config,
  api: { url: string; fingerprint(): string | null } | null,
): Promise<void> {
  const gateway = identifyIn(config.KURIR_DATA_DIR, process.pid);
  if (!gateway) return;
  const [url, fingerprint] = [api?.url ?? null, api?.fingerprint() ?? null];
  await writeState(pathOf(config), { gateway, url, fingerprint } satisfies GatewayFile);
}

export async function readGatewayFile(config: Config): Promise<GatewayFile | null> {
  const file = await readState(pathOf(config), GatewayFile);
  return file && (await isOurs(config, file.gateway)) ? file : null;
}

/** The pid of a running gateway of another folder, from which this file was copied. */
export async function findForeignGateway(config: Config): Promise<number | null> {
  const file = await readState(pathOf(config), GatewayFile);
  if (!file || !isRunning(file.gateway)) return null;
  return (await isOurs(config, file.gateway)) ? null : file.gateway.pid;
}

/** The pid of a folder's running gateway. Null: none, or not readable. */
export async function findGatewayIn(folder: string): Promise<number | null> {
  const file = await readState(join(folder, NAME), GatewayFile);
  return file && isRunningIn(folder, file.gateway) ? file.gateway.pid : null;
}

/** Earlier versions noted no folder; with DATABASE_URL no file is open. */
async function isOurs({ KURIR_DATA_DIR: dataDir }: Config, gateway: FolderProcess): Promise<boolean> {
  if (isRunningIn(dataDir, gateway)) return true;
  return gateway.folder === undefined && isRunning(gateway) && !(await hasCluster(dataDir));
}

export async function forgetGateway(config: Config): Promise<void> {
  await removeState(pathOf(config));
}

/** Keeps a successor's file. */
export async function removeGatewayFile(config: Config): Promise<void> {
  const file = await readState(pathOf(config), GatewayFile);
  if (file?.gateway.pid === process.pid) await removeState(pathOf(config));
}
