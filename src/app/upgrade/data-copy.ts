import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { MEBIBYTE } from '../../platform/lib/bytes.ts';
import { CommandError } from '../../platform/lib/command.ts';
import { hasRoomFor } from '../../platform/lib/disk-space.ts';
import { placesIn } from '../../platform/lib/postgres/cluster.ts';
import { lockFolder } from '../../platform/lib/postgres/folder-lock.ts';
import { upgradeFolder } from './note.ts';
import { asOwner, type Owner, runTool } from './tools.ts';

/** A migration may write tables again. */
const COPIES = 2;
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

/** Throws CommandError. */
export async function refuseSmallDisk(config: Config): Promise<void> {
  const needed = COPIES * (await sizeOf(placesOf(config).cluster)) + MORE_BYTES;
  if (await hasRoomFor(needed, config.KURIR_DATA_DIR)) return;
  throw new CommandError(
    `The disk of ${config.KURIR_DATA_DIR} is too small: an upgrade needs ${Math.ceil(needed / MEBIBYTE)} MiB there`,
    'refused',
  );
}

/** The database as the gateway left it, on the disk. Throws FolderInUse when something has it open. */
export async function copyDatabase(config: Config, owner: Owner): Promise<void> {
  const { cluster, copy, draft } = placesOf(config);
  await locked(config, owner, async () => {
    await asOwner(owner, async () => {
      for (const old of [draft, copy]) await rm(old, { recursive: true, force: true });
    });
    await runTool('cp', ['-a', cluster, draft], { owner });
    await runTool('sync', [], {});
    await asOwner(owner, () => rename(draft, copy));
  });
}

/** The copy takes the place of the database. Repeatable; without a whole copy the database was not touched. */
export async function putBack(config: Config, owner: Owner): Promise<void> {
  const { cluster, copy, failed } = placesOf(config);
  if (!(await exists(copy))) return;
  await locked(config, owner, () =>
    asOwner(owner, async () => {
      if (await exists(cluster)) {
        await rm(failed, { recursive: true, force: true });
        await rename(cluster, failed);
      }
      await rename(copy, cluster);
      await rm(failed, { recursive: true, force: true });
    }),
  );
  await runTool('sync', [], {});
}

/** Nothing else starts there meanwhile. */
async function locked(config: Config, owner: Owner, work: () => Promise<void>): Promise<void> {
  const { dataDir, lockFile } = placesIn(config.KURIR_DATA_DIR);
  const lock = await asOwner(owner, () =>
    lockFolder(lockFile, { folder: dataDir, kind: 'command', waitMs: 0 }),
  );
  try {
    await asOwner(
      owner,
      async () => void (await mkdir(upgradeFolder(config), { recursive: true, mode: 0o700 })),
    );
    await work();
  } finally {
    lock.release();
  }
}

const exists = (place: string) =>
  stat(place).then(
    () => true,
    () => false,
  );

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const found = entry.isFile() ? await stat(join(entry.parentPath, entry.name)).catch(() => null) : null;
    bytes += found?.size ?? 0;
  }
  return bytes;
}
