import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { explainFolder } from './install-failure.js';
import { ROOT, readIfThere, Stop } from './place.js';

/** Also for the output of npm. */
export const LOCK_FOLDER = `${ROOT}.tmp`;
const LOCK = `${LOCK_FOLDER}/install-lock`;
const LOCK_POLL_MS = 100;

/** Waits for the lock folder, and takes over the lock of a dead owner. */
export async function takeLock() {
  let announced = false;
  while (!tryLock()) {
    const owner = lockOwner();
    if (owner?.alive) {
      if (!announced) console.error(`kurir: waiting for process ${owner.pid}, which installs the packages`);
      announced = true;
      await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
    } else if (owner) {
      // Of two launchers that see the same dead owner, the second rename fails. The name stays until the
      // release.
      renames(LOCK, `${LOCK}.dead-${owner.pid}`);
    }
  }
}

/** A rename makes the lock and its owner visible at once. */
function tryLock() {
  const mine = `${LOCK}.of-${process.pid}`;
  try {
    mkdirSync(mine, { recursive: true });
    writeFileSync(`${mine}/launcher`, identify(process.pid));
  } catch (error) {
    const reason = whyNotWritable() ?? error.code;
    const known = explainFolder(reason, ROOT);
    throw new Stop(known ?? `the packages are not installed, and ${ROOT} cannot be written (${reason})`);
  }
  if (renames(mine, LOCK)) return true;
  rmSync(mine, { recursive: true });
  return false;
}

/** A recursive mkdir says ENOENT on a read-only file system. */
function whyNotWritable() {
  try {
    accessSync(ROOT, constants.W_OK);
    return undefined;
  } catch (error) {
    return error.code;
  }
}

/** npm can outlive a killed launcher, so the lock names both. */
export function nameInLock(npmPid) {
  writeFileSync(`${LOCK}/npm`, identify(npmPid));
}

/** In milliseconds of the file system, whose clock may differ. */
export function timeOfLock() {
  return statSync(`${LOCK}/launcher`).ctimeMs;
}

export function releaseLock() {
  const released = `${LOCK}.of-${process.pid}`;
  renames(LOCK, released);
  const deadLocks = readdirSync(LOCK_FOLDER).filter((name) => name.startsWith('install-lock.dead-'));
  for (const folder of [released, ...deadLocks.map((name) => `${LOCK_FOLDER}/${name}`)]) {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The owner of the lock, alive while its launcher or its npm runs. Undefined without a lock. */
function lockOwner() {
  const owners = ['npm', 'launcher'].map((name) => readIfThere(`${LOCK}/${name}`)).filter(Boolean);
  const living = owners.find((owner) => identify(Number.parseInt(owner, 10)) === owner);
  const owner = living ?? owners[0];
  return owner && { alive: living !== undefined, pid: Number.parseInt(owner, 10) };
}

/** The pid and on Linux its start time, because pids are reused. Empty without such a process. */
function identify(pid) {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === '') return process.platform !== 'linux' && isAlive(pid) ? `${pid}` : '';
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? '' : `${pid} ${fields[18]}`;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** False when the target exists or the source is missing. */
function renames(from, to) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code)) return false;
    throw error;
  }
}
