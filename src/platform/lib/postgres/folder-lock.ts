import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { KURIR } from '../command-name.ts';
import { reasonOf } from '../error-code.ts';
import { type FolderProcess, hasFileIn, identifyIn, isRunningIn } from '../folder-process.ts';
import { PostgresProblem } from './problem.ts';
import { isRunning } from './processes.ts';

export type OwnerKind = 'gateway' | 'command';

export interface Owner {
  pid: number;
  kind: OwnerKind;
}

export interface FolderLock {
  /** Repeated calls are safe. */
  release(): void;
}

export class FolderInUse extends PostgresProblem {
  override name = 'FolderInUse';
  /** Null: another machine or container. */
  readonly owner: Owner | null;

  constructor(folder: string, owner: Owner | null) {
    const who = owner ? `process ${owner.pid}` : 'a process of another machine or container';
    const advice = owner?.kind === 'gateway' ? `. See it: ${KURIR} status. Stop it: ${KURIR} stop` : '';
    super(`Another Kurir ${owner?.kind ?? 'gateway'} (${who}) uses the data folder ${folder}${advice}`);
    this.owner = owner;
  }
}

/** Earlier versions noted less. */
type NotedOwner = Owner & Partial<FolderProcess>;

const POLL_MS = 25;
const SQLITE_BUSY = 5;

/**
 * Waits up to `waitMs` for a command, else throws FolderInUse. SQLite locks, because Node cannot; the kernel unlocks.
 * Works between containers.
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
  const noted: NotedOwner = { ...owner, ...identifyIn(path.dirname(lockFile), owner.pid) };
  const draft = `${lockFile}.${randomUUID()}`;
  // Exclusive, because a link could lead root elsewhere.
  await writeFile(draft, JSON.stringify(noted), { mode: 0o600, flag: 'wx' });
  await rename(draft, ownerFile(lockFile));
}

/** Null: the writer has ended, or is elsewhere. */
async function readOwner(lockFile: string): Promise<Owner | null> {
  const text = await readFile(ownerFile(lockFile), 'utf8').catch(() => '');
  if (text === '') return null;
  const { pid, kind, began, folder }: NotedOwner = JSON.parse(text);
  const place = path.dirname(lockFile);
  const isHere =
    began === undefined
      ? (await isRunning(pid)) && hasFileIn(place, pid)
      : isRunningIn(place, { pid, began, folder });
  return isHere ? { pid, kind } : null;
}

function ownerFile(lockFile: string): string {
  return `${lockFile}.owner`;
}
