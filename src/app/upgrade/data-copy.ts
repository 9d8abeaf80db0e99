import { lstat, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { MEBIBYTE } from '../../platform/lib/bytes.ts';
import { CommandError } from '../../platform/lib/command.ts';
import { refuseSmallDisk } from '../../platform/lib/disk-space.ts';
import { placesIn } from '../../platform/lib/postgres/cluster.ts';
import { whileLocked } from '../../platform/lib/postgres/embedded.ts';
import { upgradeFolder } from './note.ts';
import { asOwner, type Owner, runTool } from './tools.ts';

/** A migration may write tables again. */
const COPIES = 2;
/** `max_wal_size`: the log of what a migration writes. */
const MAX_LOG_BYTES = 1024 * MEBIBYTE;
const MORE_BYTES = 128 * MEBIBYTE;

interface Places {
  cluster: string;
  /** Whole: it gets this name last. */
  copy: string;
  draft: string;
  failed: string;
}

function placesOf(config: Config): Places {
  const at = (name: string) => join(upgradeFolder(config), name);
  const { cluster } = placesIn(config.KURIR_DATA_DIR);
  return { cluster, copy: at('before'), draft: at('before.part'), failed: at('failed') };
}

/** Links, which a copy would share with the database, and a small disk. Throws CommandError. */
export async function refuseUncopyable(config: Config, owner: Owner): Promise<void> {
  const bytes = await asOwner(owner, () => sizeOf(placesOf(config).cluster));
  const needed = COPIES * bytes + Math.min(bytes, MAX_LOG_BYTES) + MORE_BYTES;
  await refuseSmallDisk(config.KURIR_DATA_DIR, needed, 'an upgrade');
}

/** The database as the gateway left it, on the disk. Throws FolderInUse when something has it open. */
export async function copyDatabase(config: Config, owner: Owner): Promise<void> {
  const { cluster, copy, draft } = placesOf(config);
  await locked(config, owner, async () => {
    for (const old of [draft, copy]) await rm(old, { recursive: true, force: true });
    await runTool('cp', ['-a', cluster, draft], {});
    await runTool('sync', [], {});
    await rename(draft, copy);
  });
}

/** The copy takes the place of the database. Repeatable; without a whole copy the database was not touched. */
export async function putBack(config: Config, owner: Owner): Promise<void> {
  const { cluster, copy, failed } = placesOf(config);
  await locked(config, owner, async () => {
    if (!(await exists(copy))) return;
    if (await exists(cluster)) {
      await rm(failed, { recursive: true, force: true });
      await rename(cluster, failed);
    }
    await rename(copy, cluster);
    await rm(failed, { recursive: true, force: true });
    await runTool('sync', [], {});
  });
}

/** Nothing else starts there meanwhile. */
const locked = (config: Config, owner: Owner, work: () => Promise<void>) =>
  asOwner(owner, () => whileLocked(config.KURIR_DATA_DIR, work));

const exists = (place: string) =>
  stat(place).then(
    () => true,
    () => false,
  );

async function sizeOf(cluster: string): Promise<number> {
  let bytes = 0;
  const entries = await readdir(cluster, { recursive: true, withFileTypes: true });
  const links = entries
    .filter((entry) => entry.isSymbolicLink())
    .map(({ parentPath, name }) => join(parentPath, name));
  const [link] = (await lstat(cluster)).isSymbolicLink() ? [cluster] : links;
  if (link !== undefined)
    throw new CommandError(
      `${link} is a link, and a copy of the database would share what it leads to. Put the files themselves there`,
      'refused',
    );
  for (const entry of entries) {
    const found = entry.isFile() ? await stat(join(entry.parentPath, entry.name)).catch(() => null) : null;
    bytes += found?.size ?? 0;
  }
  return bytes;
}
