import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { promisify } from 'node:util';
import { reasonOf } from '../error-code.ts';
import { reasonIn } from '../last-words.ts';
import { PostgresProblem } from './problem.ts';
import { PASSWD, UID_MAP, userTools } from './system-user.ts';

export type Prefix = readonly string[];

interface RootFacts {
  isRoot: boolean;
  uidMap: string;
  /** Of /proc/self/status. */
  status: string;
}

const PLACES = [
  '/usr/bin/unshare',
  '/bin/unshare',
  '/usr/local/bin/unshare',
  '/run/current-system/sw/bin/unshare',
];
const PREFERRED = 'nobody';
/** Capabilities, by number. */
const NEEDED = { CAP_CHOWN: 0n, CAP_SETGID: 6n, CAP_SETUID: 7n };
const PROBE_MS = 10_000;

/**
 * Rootless containers often lack other users, and PostgreSQL refuses root: it gets its own user namespace. Throws
 * PostgresProblem where that is refused.
 */
export async function findPrefix(): Promise<Prefix> {
  const [uidMap, status, passwd] = await Promise.all([
    userTools.read(UID_MAP),
    userTools.read('/proc/self/status'),
    userTools.read(PASSWD),
  ]);
  const obstacle = whyNoOtherUser({ isRoot: process.getuid?.() === 0, uidMap, status });
  if (obstacle === null) return [];
  try {
    return await probe(passwd);
  } catch (error) {
    throw new PostgresProblem(
      `PostgreSQL does not run as root, ${obstacle}, and "unshare" gives it no separate user namespace ` +
        `(${reasonOfProgram(error)}). Start Kurir as an ordinary user, or set DATABASE_URL to your own PostgreSQL`,
      { cause: error },
    );
  }
}

/** Null: no root, or root can become other users. */
export function whyNoOtherUser({ isRoot, uidMap, status }: RootFacts): string | null {
  if (!isRoot) return null;
  const last = uidMap
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([first = 0, , count = 0]) => first + count - 1);
  if (last.length > 0 && Math.max(...last) === 0) return 'this user namespace has no other user';
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1];
  if (effective === undefined) return null;
  const lacking = Object.entries(NEEDED).find(([, bit]) => ((BigInt(`0x${effective}`) >> bit) & 1n) === 0n);
  return lacking ? `root may not become another user here (${lacking[0]} is missing)` : null;
}

/** initdb requires an entry in /etc/passwd. */
async function probe(passwd: string): Promise<Prefix> {
  const users = passwd.split('\n').map((line) => line.split(':'));
  const others = users.filter(([, , uid = '', gid = '']) => Number(uid) > 0 && Number(gid) > 0);
  const user = others.find(([name]) => name === PREFERRED) ?? others[0];
  if (!user) throw new Error(`${PASSWD} has no other user`);
  const prefix = [await findUnshare(), '--user', `--map-user=${user[2]}`, `--map-group=${user[3]}`, '--'];
  const [program = '', ...args] = prefix;
  await promisify(execFile)(program, [...args, '/bin/sh', '-c', ':'], { timeout: PROBE_MS });
  return prefix;
}

async function findUnshare(): Promise<string> {
  for (const place of PLACES) {
    const isThere = await access(place).then(
      () => true,
      () => false,
    );
    if (isThere) return place;
  }
  throw new Error('the program is missing');
}

function reasonOfProgram(error: unknown): string {
  const { stderr } = error as { stderr?: string }; // of execFile
  return reasonIn(stderr ?? '') || reasonOf(error);
}
