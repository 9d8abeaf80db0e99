import { constants } from 'node:fs';
import { type FileHandle, lchown, lstat, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { PostgresProblem } from './problem.ts';
import type { ServerUser } from './system-user.ts';

/**
 * Gives the folder and everything in it to the user. Processes of the previous owner may still run: root
 * closes each folder to them first, and follows no link that they have placed. The folder itself is last, so
 * an interrupted change leaves it with root, and the next start completes the change.
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
  // The path of an open folder stays the same when processes rename it.
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
    // It may be a file of another user.
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
