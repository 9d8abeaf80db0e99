import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../error-code.ts';
import type { Log } from '../log.ts';
import { nameOfUser } from '../user-name.ts';
import { PostgresProblem } from './problem.ts';
import {
  findOrCreateUser,
  findUser,
  hasUid,
  OWN_USER,
  PASSWD,
  type ServerUser,
  UID_MAP,
  type UserTools,
  userTools,
} from './system-user.ts';

const FALLBACK_USER = 'nobody';

/** Null: our user. Root: the folder's owner, OWN_USER, the cluster's owner or FALLBACK_USER. Throws PostgresProblem. */
export async function chooseServerUser(
  cluster: string,
  log: Log,
  tools: UserTools = userTools,
): Promise<ServerUser | null> {
  const ownUid = process.getuid?.() ?? 0;
  const owner = await ownerOf(cluster);
  if (ownUid !== 0) {
    if (owner && owner.uid !== ownUid) {
      const [owns, own] = [await nameOfUser(owner.uid), await nameOfUser(ownUid)];
      throw new PostgresProblem(
        `${cluster} belongs to ${owns}, and this is ${own}. Start Kurir as ${owns} or as root, or choose ` +
          'another folder with KURIR_DATA_DIR',
      );
    }
    return null;
  }
  const folderOwner = await ownerOf(path.dirname(cluster));
  // This user can start it again.
  if (owner && owner.uid !== 0 && owner.uid === folderOwner?.uid) return owner;
  const found = await findOrCreateUser(tools, log);
  if ('user' in found) return found.user;
  const user = owner && owner.uid !== 0 ? owner : await fallbackUser(tools);
  if (!hasUid(await tools.read(UID_MAP), user.uid)) {
    throw new PostgresProblem(
      'PostgreSQL does not run as root, and this user namespace has no other user: start Kurir as an ' +
        'ordinary user, or set DATABASE_URL to your own PostgreSQL',
    );
  }
  log.warn(
    {
      uid: user.uid,
      reason: found.reason,
      advice:
        'The database runs as a user that other programs may use too. These programs can read and change ' +
        `it. Create a system user "${OWN_USER}", or start Kurir as an ordinary user.`,
    },
    'postgres.shared_user',
  );
  return user;
}

async function fallbackUser(tools: UserTools): Promise<ServerUser> {
  const nobody = findUser(await tools.read(PASSWD), FALLBACK_USER);
  if (!nobody)
    throw new PostgresProblem(
      `PostgreSQL does not run as root, and ${PASSWD} has no user "${OWN_USER}" or "${FALLBACK_USER}" to run it as`,
    );
  return nobody;
}

/** Elsewhere than Linux: true. */
export async function runsAs(pid: number, user: ServerUser | null): Promise<boolean> {
  if (!user || process.platform !== 'linux') return true;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^Uid:\t(\d+)/m.exec(status)?.[1]) === user.uid;
}

export async function ownerOf(folder: string): Promise<ServerUser | null> {
  try {
    const { uid, gid } = await stat(folder);
    return { uid, gid };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return null;
    throw new PostgresProblem(`${folder} cannot be read (${code}): start as the user that owns it`);
  }
}
