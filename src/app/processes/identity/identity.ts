import { realpath } from 'node:fs/promises';
import { type Config, InvalidConfig } from '../../../config.ts';
import { CommandError } from '../../../platform/lib/command.ts';
import { codeOf } from '../../../platform/lib/error-code.ts';
import { inodeOf } from '../../../platform/lib/folder-process.ts';
import type { Log } from '../../../platform/lib/log.ts';
import { idOfCluster } from '../../../platform/lib/postgres/cluster-id.ts';
import { hasCluster } from '../../../platform/lib/postgres/embedded.ts';
import { findSharedPart } from '../../../platform/lib/postgres/shared-cluster.ts';
import { findForeignGateway, findGatewayIn } from '../gateway-file.ts';
import { type Identity, identityPath, newId, readIdentity, writeIdentity } from './identity-file.ts';
import { findHolder, type Holder, holdIdentity, type IdentityLock, isGatewayOf } from './identity-lock.ts';
import { copyMessage, type Original, originalRunsMessage } from './messages.ts';

export interface HeldIdentity {
  /** Not null: no device connects; messages and webhooks wait. */
  readonly paused: Identity['paused'];
  /** Ends the pause that the operator has ended. False: it goes on. */
  resume(): Promise<boolean>;
  release(): void;
}

/**
 * Null: moved, remounted or restored. Links and bind mounts show the same inode. Stored inodes mean nothing after a
 * reboot.
 */
export async function findOriginal(config: Config): Promise<Original | null> {
  if (!(await hasCluster(config.KURIR_DATA_DIR))) return null;
  const folder = await realpath(config.KURIR_DATA_DIR);
  const identity = await readIdentity(folder);
  const lastFolder = identity && identity.folder !== folder ? identity.folder : null;
  const foreign = await findForeignGateway(config);
  if (foreign !== null) return { folder: lastFolder, pid: foreign, isCertain: true };
  if (!identity) return null;
  const holder = await findHolder(identity.id);
  if (holder && !isGatewayOf(folder, holder)) return originalOf(holder);
  return lastFolder === null ? null : judgeLastFolder(lastFolder, folder, identity.id);
}

/** Needs the folder's lock. New and old installations get an id. CommandError for a copy. */
export async function settleIdentity(config: Config): Promise<Identity> {
  const original = await findOriginal(config);
  if (original) throw refused(copyMessage(config, original));
  const folder = await realpath(config.KURIR_DATA_DIR);
  const known = await readIdentity(folder);
  if (known?.folder === folder) return known;
  const identity = known
    ? { ...known, folder }
    : { id: await firstId(folder), folder, replaces: [], paused: null };
  await writeIdentity(folder, identity);
  return identity;
}

/** Needs the folder's lock. CommandError for a copy. */
export async function holdInstallation(config: Config, log: Log): Promise<HeldIdentity> {
  const identity = await settleIdentity(config);
  const locks = new Map<string, IdentityLock>();
  const release = () => {
    for (const lock of locks.values()) lock.release();
    locks.clear();
  };
  const hold = async (id: string, refuse: (holder: Holder) => Error) => {
    // A refused resumption has some ids.
    if (locks.has(id)) return;
    const held = await holdIdentity(id, config.KURIR_DATA_DIR, { replaced: id !== identity.id });
    if (held && 'release' in held) locks.set(id, held);
    else if (held && !isGatewayOf(config.KURIR_DATA_DIR, held)) throw refuse(held);
    else if (process.platform === 'linux') log.warn({}, 'identity.not_held');
  };
  const refuseOriginal = (holder: Holder) => refused(originalRunsMessage(originalOf(holder)));
  const holdReplaced = async () => {
    for (const id of identity.replaces) await hold(id, refuseOriginal);
  };
  try {
    await hold(identity.id, (holder) => refused(copyMessage(config, originalOf(holder))));
    if (!identity.paused) await holdReplaced();
  } catch (error) {
    release();
    throw error;
  }
  let { paused } = identity;
  return {
    get paused() {
      return paused;
    },
    async resume() {
      const now = await readIdentity(config.KURIR_DATA_DIR);
      if (!now || now.paused) return false;
      await holdReplaced();
      paused = null;
      return true;
    },
    release,
  };
}

/** Copies of old installations get one id: the lock keeps them apart. */
async function firstId(folder: string): Promise<string> {
  return (await idOfCluster(folder)) ?? newId();
}

/** Null for separate files, and for an installation. */
export async function findSharingOriginal(config: Config): Promise<Original | null> {
  if (!(await hasCluster(config.KURIR_DATA_DIR)) || !(await findSharedPart(config.KURIR_DATA_DIR)))
    return null;
  const original = await findOriginal(config);
  return original?.isCertain && !original.isReplacement ? original : null;
}

/** A link would lead to the original's server. Throws CommandError. */
export async function refuseSharedCopy(config: Config): Promise<void> {
  const original = await findSharingOriginal(config);
  if (original) throw refused(copyMessage(config, original));
}

const refused = (message: string) => new CommandError(message, 'refused', { code: 'copied_folder' });

function originalOf({ folder, pid, replaced }: Holder): Original {
  return { folder, pid, isCertain: true, isReplacement: replaced };
}

async function judgeLastFolder(lastFolder: string, folder: string, id: string): Promise<Original | null> {
  const unknown: Original = { folder: lastFolder, pid: null, isCertain: false };
  try {
    const inode = inodeOf(lastFolder);
    if (inode === null || inode === inodeOf(folder)) return null;
    if (inodeOf(identityPath(lastFolder)) === null) return null;
    const there = await readIdentity(lastFolder);
    return there?.id === id ? { ...unknown, pid: await findGatewayIn(lastFolder), isCertain: true } : null;
  } catch (error) {
    if (['EACCES', 'EPERM'].includes(codeOf(error)) || error instanceof InvalidConfig) return unknown;
    throw error;
  }
}
