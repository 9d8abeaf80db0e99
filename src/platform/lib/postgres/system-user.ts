import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { reasonOf } from '../error-code.ts';
import type { Log } from '../log.ts';

/** PostgreSQL refuses root; initdb needs /etc/passwd. */
export interface ServerUser {
  uid: number;
  gid: number;
}

/** Installations of root share it. */
export const OWN_USER = 'kurir-postgres';
export const PASSWD = '/etc/passwd';
const GROUP = '/etc/group';
export const UID_MAP = '/proc/self/uid_map';
/** End of useradd's system range. */
const LAST_SYSTEM_UID = 999;
const CREATE_TIMEOUT_MS = 30_000;

export interface UserTools {
  read(file: string): Promise<string>;
  useradd(args: string[]): Promise<void>;
}

export const userTools: UserTools = {
  read: (file) => readFile(file, 'utf8').catch(() => ''),
  async useradd(args) {
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
    await promisify(execFile)('useradd', args, { env, timeout: CREATE_TIMEOUT_MS });
  },
};

export async function findOrCreateUser(
  tools: UserTools,
  log: Log,
): Promise<{ user: ServerUser } | { reason: string }> {
  const uidMap = await tools.read(UID_MAP);
  const existing = findUser(await tools.read(PASSWD), OWN_USER);
  const needed = existing?.uid ?? LAST_SYSTEM_UID;
  if (!hasUid(uidMap, needed)) return { reason: `this user namespace has no user id ${needed}` };
  if (existing) return usable(existing);
  const problem = await create(tools);
  const user = findUser(await tools.read(PASSWD), OWN_USER);
  if (!user) return { reason: problem ?? `useradd has added no line to ${PASSWD}` };
  if (problem === null) log.info({ user: OWN_USER, uid: user.uid }, 'postgres.user_created');
  return usable(user);
}

export function findUser(passwd: string, name: string): ServerUser | null {
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find((line) => line[0] === name);
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : null;
}

function usable(user: ServerUser): { user: ServerUser } | { reason: string } {
  return user.uid > 0 ? { user } : { reason: `the user "${OWN_USER}" is root` };
}

async function create(tools: UserTools): Promise<string | null> {
  const groups = (await tools.read(GROUP)).split('\n');
  const hasGroup = groups.some((line) => line.startsWith(`${OWN_USER}:`));
  const args = [
    '--system',
    ...(hasGroup ? ['--gid', OWN_USER] : ['--user-group']),
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    '--comment',
    'Embedded PostgreSQL of Kurir',
    OWN_USER,
  ];
  try {
    await tools.useradd(args);
    return null;
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    return stderr?.trim().split('\n').at(-1) || reasonOf(error);
  }
}

/** First id inside, first outside, count. No map: every id. */
export function hasUid(uidMap: string, uid: number): boolean {
  const ranges = uidMap.split('\n').filter((line) => line.trim() !== '');
  return (
    ranges.length === 0 ||
    ranges.some((line) => {
      const [first = 0, , count = 0] = line.trim().split(/\s+/).map(Number);
      return uid >= first && uid < first + count;
    })
  );
}
