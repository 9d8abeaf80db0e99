import { chown, lchown, readdir, readFile, stat } from 'node:fs/promises';
import { PostgresProblem } from './problem.ts';

/** PostgreSQL refuses root, and initdb requires an entry in /etc/passwd. */
export interface ServerUser {
  uid: number;
  gid: number;
}

const FALLBACK_USER = 'nobody';

/**
 * Null: our own user. As root: the owner of the cluster, else FALLBACK_USER. Throws PostgresProblem when we
 * cannot become this user.
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
  // Root copied or restored this cluster by hand.
  if (owner) await giveAway(cluster, nobody);
  return nobody;
}

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
