import { constants } from 'node:fs';
import { type FileHandle, lchown, lstat, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { PostgresProblem } from './problem.ts';
import type { ServerUser } from './system-user.ts';

/**
 * Processes of the old owner may run: root closes folders to them first and follows no link. The folder itself is last,
 * so interruptions are safe.
 */
export async function giveAway(folder: string, user: ServerUser | null): Promise<void> {
  if (!user) return;
  const handle = await openFolder(folder);
  try {
    await handle.chown(0, 0);
    await giveEntries(handle, folder, user);
    await handle.chown(user.uid, user.gid);
  } finally {
    await handle.close();
  }
}

async function giveEntries(folder: FileHandle, name: string, user: ServerUser): Promise<void> {
  // This path survives a rename.
  const place = process.platform === 'linux' ? `/proc/self/fd/${folder.fd}` : name;
  for (const entry of await readdir(place)) {
    const file = path.join(place, entry);
    const found = await lstat(file);
    if (found.isDirectory()) {
      const inner = await openFolder(file);
      try {
        await inner.chown(user.uid, user.gid);
        await giveEntries(inner, path.join(name, entry), user);
      } finally {
        await inner.close();
      }
      continue;
    }
    // Perhaps another user's file.
    if (found.isFile() && found.nlink > 1) {
      throw new PostgresProblem(
        `${path.join(name, entry)} has a second name (hard link): replace it by a copy, then start again`,
      );
    }
    await lchown(file, user.uid, user.gid);
  }
}

function openFolder(folder: string): Promise<FileHandle> {
  return open(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
}
