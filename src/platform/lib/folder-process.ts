import { readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { identify, isRunning, type ProcessIdentity } from './process-identity.ts';

/** A copied folder has the note, but another inode. */
export interface FolderProcess extends ProcessIdentity {
  /** Device and inode. Absent in old notes. */
  folder?: string | undefined;
}

export function identifyIn(folder: string, pid: number): FolderProcess | null {
  const identity = identify(pid);
  const place = inodeOf(folder);
  return identity && place ? { ...identity, folder: place } : null;
}

/** The process of another folder must get no signal. */
export function isRunningIn(folder: string, noted: FolderProcess): boolean {
  if (!isRunning(noted)) return false;
  return noted.folder === undefined ? hasFileIn(folder, noted.pid) : noted.folder === inodeOf(folder);
}

/** Identifies a folder while it is mounted. */
export function inodeOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}

/** Linux only; elsewhere false. */
export function hasFileIn(folder: string, pid: number): boolean {
  try {
    const start = realpathSync(folder) + sep;
    const handles = `/proc/${pid}/fd`;
    return readdirSync(handles).some((handle) => targetOf(join(handles, handle)).startsWith(start));
  } catch {
    return false;
  }
}

function targetOf(handle: string): string {
  try {
    return readlinkSync(handle);
  } catch {
    // Closed meanwhile.
    return '';
  }
}
