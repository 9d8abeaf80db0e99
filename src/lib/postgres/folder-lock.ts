import { rmSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { PostgresProblem, reasonOf } from './problem.ts';
import { isRunning } from './processes.ts';

/** `gateway` keeps the folder for its whole life, `command` for moments. */
export type OwnerKind = 'gateway' | 'command';

export interface Owner {
  pid: number;
  kind: OwnerKind;
}

export interface FolderLock {
  /** May be called twice. */
  release(): void;
}

/** Another process uses the data folder. */
export class FolderInUse extends PostgresProblem {
  override name = 'FolderInUse';
  /** Null when it is not a process of this machine (or container). */
  readonly owner: Owner | null;

  constructor(folder: string, owner: Owner | null) {
    const who = owner ? `process ${owner.pid}` : 'a process of another machine or container';
    super(`Another Kurir ${owner?.kind ?? 'gateway'} (${who}) uses the data folder ${folder}`);
    this.owner = owner;
  }
}

const POLL_MS = 25;
const SQLITE_BUSY = 5;

/**
 * Locks the folder against every other process. The lock is of the kernel, taken through SQLite because Node
 * offers none. It ends with its process in every case. It also works between containers that share a volume,
 * where pids mean nothing. Waits up to `waitMs` for a command to end, then throws FolderInUse.
 * Throws it at once when a living gateway holds the lock.
 */
export async function lockFolder(
  lockFile: string,
  options: { folder: string; kind: OwnerKind; waitMs: number },
): Promise<FolderLock> {
  const deadline = performance.now() + options.waitMs;
  for (;;) {
    const lock = tryLock(lockFile);
    if (lock) {
      await writeOwner(lockFile, { pid: process.pid, kind: options.kind });
      return { release: () => release(lockFile, lock) };
    }
    const owner = await readOwner(lockFile);
    if (owner?.kind === 'gateway' || performance.now() >= deadline)
      throw new FolderInUse(options.folder, owner);
    await delay(POLL_MS);
  }
}

/** The process that holds the folder now: null without one, or when this machine cannot name it. */
export async function findOwner(lockFile: string): Promise<Owner | null> {
  const lock = tryLock(lockFile);
  lock?.close();
  return lock ? null : readOwner(lockFile);
}

function release(lockFile: string, lock: DatabaseSync): void {
  if (!lock.isOpen) return;
  rmSync(ownerFile(lockFile), { force: true });
  lock.close();
}

function tryLock(lockFile: string): DatabaseSync | null {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(lockFile, { timeout: 0 });
    database.exec('pragma journal_mode = memory; begin exclusive');
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null;
    throw new PostgresProblem(`${lockFile} cannot be locked: ${reasonOf(error)}`, { cause: error });
  }
}

async function writeOwner(lockFile: string, owner: Owner): Promise<void> {
  await writeFile(`${lockFile}.new`, JSON.stringify(owner), { mode: 0o600 });
  await rename(`${lockFile}.new`, ownerFile(lockFile));
}

/**
 * Null when the writer of the file is dead.
 * The new holder has not written its name yet then, or is on another machine.
 */
async function readOwner(lockFile: string): Promise<Owner | null> {
  const text = await readFile(ownerFile(lockFile), 'utf8').catch(() => '');
  if (text === '') return null;
  const owner: Owner = JSON.parse(text);
  return (await isRunning(owner.pid)) ? owner : null;
}

function ownerFile(lockFile: string): string {
  return `${lockFile}.owner`;
}
