import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { explainFolder } from './install-failure.js';
import { MODULES, ROOT, readIfThere, Stop } from './place.js';

/** npm writes it last. */
const LIST = `${MODULES}/.package-lock.json`;
const STAMP = `${MODULES}/.kurir-stamp`;

const OF_TESTS = ' with those of tests';

/** Changes with the lock file and with the platform. With the tools of tests, it only gets longer. */
export function wantedStamp(forTests) {
  const hash = createHash('sha256')
    .update(readFileSync(`${ROOT}package-lock.json`))
    .update(process.platform)
    .update(process.arch)
    .digest('hex');
  return forTests ? hash + OF_TESTS : hash;
}

export const isForTests = (stamp) => stamp.endsWith(OF_TESTS);

/** Whether those of tests are the only ones that are missing. */
export const isHalfInstalled = (stamp) => isForTests(stamp) && stamp === readIfThere(STAMP) + OF_TESTS;

/** Also true after `npm ci` or `npm install` by hand, then with a new stamp. */
export function isInstalled(stamp) {
  if (readIfThere(STAMP).startsWith(stamp)) return true;
  if (!isComplete(isForTests(stamp))) return false;
  try {
    writeFileSync(STAMP, stamp);
  } catch {
    // The folder is read-only. The next start compares again.
  }
  return true;
}

/** Every package for this machine must be there. */
function isComplete(forTests) {
  try {
    const installed = listed(LIST);
    return neededPackages(forTests).every(([place, entry]) => isThere(place, entry, installed[place]));
  } catch {
    return false;
  }
}

/** The packages of the lock file for this machine: pairs of a place and an entry. */
function neededPackages(forTests) {
  const entries = Object.entries(listed(`${ROOT}package-lock.json`));
  return entries.filter(([place, entry]) => place !== '' && (forTests || !entry.dev) && isNeeded(entry));
}

/** npm explains a broken lock file. */
function neededOrNone(forTests) {
  try {
    return neededPackages(forTests);
  } catch {
    return [];
  }
}

function listed(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}

/** Counts the packages that arrive after a time of the file system. */
export function packageCounter({ stamp, isHalf }, sinceMs) {
  const needed = neededOrNone(isForTests(stamp)).filter(([, entry]) => !isHalf || entry.dev);
  const files = needed.map(([place]) => `${ROOT}${place}/package.json`);
  const hasArrived = (file) => statSync(file, { throwIfNoEntry: false })?.ctimeMs >= sinceMs;
  return { total: files.length, count: () => files.filter(hasArrived).length };
}

/** Whether some package in the folder cannot run here: the folder was copied or mounted. */
export function isOfOtherSystem() {
  try {
    return Object.values(listed(LIST)).some((entry) => (entry.os || entry.cpu) && !isForHere(entry));
  } catch {
    return false;
  }
}

function isThere(place, wanted, installed) {
  return (
    installed?.version === wanted.version &&
    installed.integrity === wanted.integrity &&
    existsSync(`${ROOT}${place}/package.json`)
  );
}

/** npm omits optional packages of other machines, and the packages that only those need. */
function isNeeded({ optional, os, cpu, libc }) {
  if (!optional) return true;
  if (!os && !cpu) return false;
  return isForHere({ os, cpu, libc });
}

function isForHere({ os, cpu, libc }) {
  return admits(os, process.platform) && admits(cpu, process.arch) && (!libc || admits(libc, libcOfSystem()));
}

function admits(list, value) {
  const names = [list ?? []].flat();
  if (names.includes(`!${value}`)) return false;
  return names.every((name) => name.startsWith('!')) || names.includes(value);
}

function libcOfSystem() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

export function stampInstalled(stamp) {
  try {
    writeFileSync(STAMP, stamp);
  } catch (error) {
    throw new Stop(explainFolder(error.code, MODULES) ?? `${STAMP} cannot be written (${error.code})`);
  }
}

/** On a full disk, files may be cut off, and others need the space. */
export function removePackages() {
  rmSync(MODULES, { recursive: true, force: true });
}

export function removeStamp() {
  rmSync(STAMP, { force: true });
}
