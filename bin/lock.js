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
import { ROOT, readIfThere, Stop } from './place.js';

/** Also for unfinished work. */
export const LOCK_FOLDER = `${ROOT}.tmp`;
const POLL_MS = 100;

/**
 * A lock for all launchers of this folder. `work` is what its owner does, as in "which installs the packages".
 * `explain` gives a sentence for the code of an error when the lock cannot be written.
 */
export function lockNamed(name, { work, explain }) {
  const lock = `${LOCK_FOLDER}/${name}`;
  const mine = `${lock}.of-${process.pid}`;

  /** A rename makes the lock and its owner visible at once. */
  const tryTake = () => {
    try {
      mkdirSync(mine, { recursive: true });
      writeFileSync(`${mine}/launcher`, identify(process.pid));
    } catch (error) {
      throw new Stop(explain(whyNotWritable() ?? error.code));
    }
    if (renames(mine, lock)) return true;
    rmSync(mine, { recursive: true });
    return false;
  };

  return {
    /** Waits for the lock folder, and takes over the lock of a dead owner. */
    async take() {
      let announced = false;
      while (!tryTake()) {
        const owner = ownerOf(lock);
        if (owner?.alive) {
          if (!announced) console.error(`kurir: waiting for process ${owner.pid}, which ${work}`);
          announced = true;
          await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        } else if (owner) {
          // Of two launchers that see the same dead owner, the second rename fails. The name stays until the
          // release.
          renames(lock, `${lock}.dead-${owner.pid}`);
        }
      }
    },
    /** A child can outlive a killed launcher, so the lock names both. */
    nameChild(pid) {
      writeFileSync(`${lock}/child`, identify(pid));
    },
    /** In milliseconds of the file system, whose clock may differ. */
    time: () => statSync(`${lock}/launcher`).ctimeMs,
    release() {
      renames(lock, mine);
      const deadLocks = readdirSync(LOCK_FOLDER).filter((each) => each.startsWith(`${name}.dead-`));
      for (const folder of [mine, ...deadLocks.map((each) => `${LOCK_FOLDER}/${each}`)]) {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
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

/** The owner of the lock, alive while its launcher or its child runs. Undefined without a lock. */
function ownerOf(lock) {
  const owners = ['child', 'launcher'].map((name) => readIfThere(`${lock}/${name}`)).filter(Boolean);
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
