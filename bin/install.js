import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import {
  diskFull,
  explainFailure,
  explainFolder,
  freeMegabytes,
  isDiskFull,
  unreachable,
} from './install-failure.js';
import { PROGRAM, TOOLS_OF_TESTS } from './install-size.js';
import { LOCK_FOLDER, lockNamed } from './lock.js';
import {
  isForTests,
  isHalfInstalled,
  isInstalled,
  isOfOtherSystem,
  packageCounter,
  removePackages,
  removeStamp,
  stampInstalled,
} from './packages.js';
import { ROOT, Stop } from './place.js';
import { openProgress } from './progress.js';
import { killGroup, watchRegistry } from './registry.js';

const NPM_OPTIONS = [
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
const LOG_LEVEL = process.env.npm_config_loglevel;
const NPM_QUIET = LOG_LEVEL ? [] : ['--loglevel=error'];
/** npm prints its own progress. */
const IS_TALKATIVE = ['notice', 'http', 'info', 'verbose', 'silly'].includes(LOG_LEVEL);
const DISK_POLL_MS = 1_000;
const LOCK = lockNamed('install-lock', {
  work: 'installs the packages',
  explain: (reason) =>
    explainFolder(reason, ROOT) ??
    `the packages are not installed, and ${ROOT} cannot be written (${reason})`,
});
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs `npm ci` once for all concurrent launchers. Throws Stop. */
export async function install(stamp) {
  await LOCK.take();
  try {
    if (isInstalled(stamp)) return;
    const call = { stamp, isHalf: isHalfInstalled(stamp) };
    // A gateway may run on the packages that are there: they stay, and so does their stamp.
    if (!call.isHalf) removeStamp();
    const { code, signal, stopped, offline, output } = await runNpm(call);
    if (stopped) {
      const kind = stopped === 'SIGINT' ? 'interrupted' : 'terminated';
      const end = { code: 128 + constants.signals[stopped], kind };
      throw new Stop('stopped; the next start installs the packages again', end);
    }
    if (isDiskFull()) {
      if (!call.isHalf) removePackages();
      throw new Stop(diskFull());
    }
    if (offline !== undefined) throw new Stop(unreachable(offline));
    if (signal) throw new Stop(`npm was ended by ${signal}; perhaps the memory is full`);
    if (code !== 0) throw new Stop(explainFailure(code, output));
    stampInstalled(stamp);
  } finally {
    LOCK.release();
  }
}

/** Its output comes on stderr at its end, because a line of progress stands there until then. */
async function runNpm(call) {
  if (IS_TALKATIVE) return { ...(await superviseNpm(call, 2)), output: '' };
  const file = `${LOCK_FOLDER}/npm-output`;
  const descriptor = openSync(file, 'w');
  try {
    const end = await superviseNpm(call, descriptor);
    const output = readFileSync(file, 'utf8');
    if (end.code !== null) process.stderr.write(output);
    return { ...end, output };
  } finally {
    closeSync(descriptor);
    rmSync(file, { force: true });
  }
}

/**
 * npm has a process group, which a signal to the launcher kills at once. Half a node_modules has no stamp, so the
 * next start repairs it.
 */
function superviseNpm(call, output) {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', output, output];
    const env = { npm_config_update_notifier: 'false', ...process.env };
    // npm takes space and removes packages from its start on.
    const before = { isForeign: isOfOtherSystem(), free: freeMegabytes() };
    const npm = spawn('npm', [...commandOf(call), ...NPM_OPTIONS, ...NPM_QUIET], {
      cwd: ROOT,
      stdio,
      env,
      detached: true,
    });
    npm.on('error', (error) => reject(new Stop(`npm does not start: ${error.message}`)));
    if (!npm.pid) return;
    const end = {};
    const onSignal = (signal) => {
      end.stopped ??= signal;
      killGroup(npm.pid);
    };
    for (const signal of SIGNALS) process.on(signal, onSignal);
    LOCK.nameChild(npm.pid);
    const packages = packageCounter(call, LOCK.time());
    announce(packages.total, call, before);
    const progress = openProgress(packages, { isSilent: IS_TALKATIVE });
    const found = (problem) => {
      end.offline = problem;
      killGroup(npm.pid);
    };
    const registry = watchRegistry(packages, { say: progress.say, found });
    const disk = setInterval(() => isDiskFull() && killGroup(npm.pid), DISK_POLL_MS);
    npm.on('exit', (code, signal) => {
      for (const name of SIGNALS) process.off(name, onSignal);
      clearInterval(disk);
      registry.stop();
      progress.close();
      resolve({ ...end, code, signal });
    });
  });
}

function commandOf({ stamp, isHalf }) {
  const command = isHalf ? ['install', '--no-save'] : ['ci'];
  return [...command, isForTests(stamp) ? '--include=dev' : '--omit=dev'];
}

function announce(total, { stamp, isHalf }, { isForeign, free }) {
  const parts = [...(isHalf ? [] : [PROGRAM]), ...(isForTests(stamp) ? [TOOLS_OF_TESTS] : [])];
  const [download, disk] = ['download', 'disk'].map((size) =>
    parts.reduce((sum, part) => sum + part[size], 0),
  );
  if (isForeign) console.error('kurir: node_modules belongs to another system and is installed again');
  console.error(
    `kurir: installing ${total} packages into node_modules; this happens once\n` +
      `kurir: about ${download} MB to download, ${disk} MB on disk; Ctrl-C ends it`,
  );
  if (free < disk) console.error(`kurir: only ${free} MB are free there`);
}
