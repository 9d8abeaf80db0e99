#!/usr/bin/env node
// The launcher installs the packages of the lock file if needed, then runs the program on its own Node. It is
// plain JavaScript for Node >= 20 without imports of packages, because it runs before the installation.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  existsSync,
  constants as fileModes,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = `${ROOT}node_modules`;
const STAMP = `${MODULES}/.kurir-stamp`;
const LOCK_FOLDER = `${ROOT}.tmp`;
const LOCK = `${LOCK_FOLDER}/install-lock`;
const OWN_NODE = `${MODULES}/.bin/node`;
const NEEDED_NODE = 24;
const LOCK_POLL_MS = 100;
const PARENT_POLL_MS = 500;
const NPM_CI = [
  'ci',
  '--include=dev',
  '--include=optional',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--engine-strict=false',
];
/**
 * The Node of the system only starts npm, so warnings about its version would mislead. An npm log level of
 * the user wins.
 */
const NPM_QUIET = process.env.npm_config_loglevel ? [] : ['--loglevel=error'];
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** A problem that the user can solve. It is printed as one line, with exit code 1. */
class Stop extends Error {}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.error(`kurir: ${error.message}`);
  process.exitCode = 1;
}

async function main(args) {
  if (majorOf(process.versions.node) < 20)
    throw new Stop(`Node 20 or newer is needed, this is ${process.version}`);
  const stamp = wantedStamp();
  if (!isInstalled(stamp)) {
    const code = await install(stamp);
    if (code !== 0) return code;
  }
  const { file, cwd, rest } = target(args);
  const isOfRepository = cwd === ROOT;
  return run(ownNode(), [file, ...rest], { cwd, stdio: 'inherit' }, (child) => {
    if (isOfRepository && process.env.npm_lifecycle_event) endWithParent(child);
  });
}

/** A killed npm must not leave its tests behind. A gateway goes on. */
function endWithParent(child) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, PARENT_POLL_MS);
  child.once('exit', () => clearInterval(timer));
}

/**
 * Commands of the repository run in its folder. The program runs in the folder of the user, for relative
 * paths.
 */
function target([command, ...rest]) {
  switch (command) {
    case 'test':
      return { file: `${MODULES}/vitest/vitest.mjs`, cwd: ROOT, rest: ['run', ...rest] };
    case 'check':
      return { file: `${ROOT}test/check.ts`, cwd: ROOT, rest };
    case 'bench':
      return { file: `${ROOT}test/bench/run.ts`, cwd: ROOT, rest };
    case 'crash':
      return { file: `${ROOT}test/crash/run.ts`, cwd: ROOT, rest };
    case 'fuzz':
      return { file: `${ROOT}test/fuzz/run.ts`, cwd: ROOT, rest };
    case undefined:
      return { file: `${ROOT}src/cli.ts`, cwd: process.cwd(), rest: ['--help'] };
    default:
      return { file: `${ROOT}src/cli.ts`, cwd: process.cwd(), rest: [command, ...rest] };
  }
}

function ownNode() {
  try {
    accessSync(OWN_NODE, fileModes.X_OK);
    return OWN_NODE;
  } catch {
    // Without a Node package for this platform, the Node of the system is used if it is new enough.
    if (majorOf(process.versions.node) >= NEEDED_NODE) return process.execPath;
    throw new Stop(
      `Node ${NEEDED_NODE} or newer is needed on ${process.platform}-${process.arch}, ` +
        `this is ${process.version}`,
    );
  }
}

function majorOf(version) {
  return Number.parseInt(version, 10);
}

/** Changes with the lock file and with the platform. */
function wantedStamp() {
  return createHash('sha256')
    .update(readFileSync(`${ROOT}package-lock.json`))
    .update(process.platform)
    .update(process.arch)
    .digest('hex');
}

/** Also true after `npm ci` or `npm install` by hand, then with a new stamp. */
function isInstalled(stamp) {
  if (readIfThere(STAMP) === stamp) return true;
  if (!isComplete()) return false;
  try {
    writeFileSync(STAMP, stamp);
  } catch {
    // The folder is read-only. The next start compares again.
  }
  return true;
}

/** npm writes the list of installed packages last. Every package for this machine must be there. */
function isComplete() {
  try {
    const wanted = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')).packages;
    const installed = JSON.parse(readFileSync(`${MODULES}/.package-lock.json`, 'utf8')).packages;
    return Object.entries(wanted).every(
      ([place, entry]) => place === '' || !isNeeded(entry) || isThere(place, entry, installed[place]),
    );
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

/** Runs `npm ci` once for all concurrent launchers. Returns 0, or an exit code. */
async function install(stamp) {
  await takeLock();
  try {
    if (isInstalled(stamp)) return 0;
    console.error('kurir: installing the packages; this happens once');
    rmSync(STAMP, { force: true });
    const code = await run('npm', [...NPM_CI, ...NPM_QUIET], { cwd: ROOT, stdio: ['ignore', 2, 2] }, (npm) =>
      // npm can outlive a killed launcher, so the lock names both.
      writeFileSync(`${LOCK}/npm`, identify(npm.pid)),
    );
    if (code > 128) return code;
    if (code !== 0) throw new Stop(`npm ci failed with code ${code}; its output stands above`);
    writeFileSync(STAMP, stamp);
    return 0;
  } finally {
    releaseLock();
  }
}

/** Waits for the lock folder, and takes over the lock of a dead owner. */
async function takeLock() {
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
    throw new Stop(`the packages are not installed, and ${ROOT} cannot be written (${error.code})`);
  }
  if (renames(mine, LOCK)) return true;
  rmSync(mine, { recursive: true });
  return false;
}

function releaseLock() {
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

/** Runs a command and forwards signals. Returns its exit code, or 128 + n after signal n. */
function run(command, args, options, started = () => {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options);
    if (child.pid) started(child);
    const forward = (signal) => child.kill(signal);
    for (const signal of FORWARDED) process.on(signal, forward);
    child.on('error', (error) => reject(new Stop(`${command} does not start: ${error.message}`)));
    child.on('exit', (code, signal) => {
      for (const name of FORWARDED) process.off(name, forward);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
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

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(error.code)) return '';
    throw error;
  }
}
