import { chown, lchown, readdir, readFile, stat } from 'node:fs/promises';
import { PostgresProblem } from './problem.ts';

/** Whom the server runs as: PostgreSQL refuses root, and initdb wants a user with an entry in /etc/passwd. */
export interface ServerUser {
  uid: number;
  gid: number;
}

/** The unprivileged user that most systems have. */
const FALLBACK_USER = 'nobody';

/**
 * Null: the server runs as our own user. As root: the owner of the existing cluster, else FALLBACK_USER.
 * Throws PostgresProblem when the cluster belongs to a user that we cannot become.
 */
export async function chooseServerUser(cluster: string): Promise<ServerUser | null> {
  const ownUid = process.getuid?.() ?? 0;
  const owner = await ownerOf(cluster);
  if (ownUid !== 0) {
    if (owner && owner.uid !== ownUid) {
      throw new PostgresProblem(
        `${cluster} belongs to user id ${owner.uid}, this is ${ownUid}: start as that user or as root`,
      );
    }
    return null;
  }
  if (owner && owner.uid !== 0) return owner;
  const nobody = findUser(await readFile('/etc/passwd', 'utf8'), FALLBACK_USER);
  if (!nobody)
    throw new PostgresProblem(
      `PostgreSQL does not run as root, and /etc/passwd has no user "${FALLBACK_USER}" to run it as`,
    );
  // A cluster of root's own is one that was copied or restored by hand.
  if (owner) await giveAway(cluster, nobody);
  return nobody;
}

/** Hands a folder and all that is in it to the server's user; does nothing when that is ourselves. */
export async function giveAway(folder: string, user: ServerUser | null): Promise<void> {
  if (!user) return;
  await chown(folder, user.uid, user.gid);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    await lchown(`${entry.parentPath}/${entry.name}`, user.uid, user.gid);
  }
}

function findUser(passwd: string, name: string): ServerUser | null {
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find((line) => line[0] === name);
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : null;
}

async function ownerOf(folder: string): Promise<ServerUser | null> {
  try {
    const { uid, gid } = await stat(folder);
    return { uid, gid };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return null;
    throw new PostgresProblem(`${folder} cannot be read (${code}): start as the user that owns it`);
  }
}
