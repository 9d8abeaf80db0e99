#!/usr/bin/env node
// The launcher installs the packages of the lock file if needed, then runs the program on its own Node. It is
// plain JavaScript for Node >= 20 without imports of packages, because it runs before the installation.
import { spawn } from 'node:child_process';
import { accessSync, existsSync, constants as fileModes, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { dashboardStamp, isDashboardBuilt, servesDashboard } from './dashboard.js';
import { isInstalled, wantedStamp } from './packages.js';
import { IS_CLONE, MODULES, ROOT, Stop } from './place.js';

/** npm puts the packages of a release beside it or into it. */
const OWN_NODES = [`${MODULES}/.bin/node`, `${ROOT}../.bin/node`];
const TOOLS = {
  test: 'node_modules/vitest/vitest.mjs',
  check: 'test/check.ts',
  bench: 'test/bench/run.ts',
  pictures: 'test/pictures/run.ts',
  crash: 'test/crash/run.ts',
  fuzz: 'test/fuzz/run.ts',
  release: 'test/release/run.ts',
};
const NEEDED_NODE = 24;
const PARENT_POLL_MS = 500;
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  const { kind, code, message } = error;
  const isForScript = process.argv.includes('--json');
  console.error(isForScript ? JSON.stringify({ error: kind, message }) : `kurir: ${message}`);
  process.exitCode = code;
}

async function main(args) {
  if (majorOf(process.versions.node) < 20)
    throw new Stop(`Node 20 or newer is needed, this is ${process.version}`);
  const { file, cwd, rest } = target(args);
  const isOfRepository = cwd === ROOT;
  if (IS_CLONE) await installOnce(wantedStamp(isOfRepository));
  const node = ownNode();
  if (IS_CLONE && args[0] === 'build') return build(node);
  const env = isOfRepository ? process.env : withEnvFile(process.env);
  if (IS_CLONE && servesDashboard(args, env)) await build(node);
  const endsWithNpm = isOfRepository && process.env.npm_lifecycle_event;
  if (!endsWithNpm && canBecome(node)) {
    process.chdir(cwd);
    process.execve(node, [node, file, ...rest], env);
  }
  return run(node, [file, ...rest], { cwd, env, stdio: 'inherit' }, (child) => {
    if (endsWithNpm) endWithParent(child);
  });
}

async function installOnce(stamp) {
  if (isInstalled(stamp)) return;
  const { install } = await import('./install.js');
  await install(stamp);
}

/** The dashboard of the present sources. Gives the exit code. */
async function build(node) {
  if (isDashboardBuilt(dashboardStamp())) return 0;
  const { buildDashboard } = await import('./dashboard-build.js');
  await buildDashboard(node);
  return 0;
}

/**
 * The program reads the settings beside ./kurir, or in the folder where a release starts. Tests and benches do not,
 * because they must not reach its data.
 */
function withEnvFile(env) {
  const file = IS_CLONE ? `${ROOT}.env` : path.resolve('.env');
  return 'KURIR_ENV_FILE' in env || !existsSync(file) ? env : { ...env, KURIR_ENV_FILE: file };
}

/** A killed npm must not leave its tests behind. A gateway goes on. */
function endWithParent(child) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, PARENT_POLL_MS);
  child.once('exit', () => clearInterval(timer));
}

/** The tools of a clone run in its folder. The program runs in the folder of the user, for relative paths. */
function target([command = '--help', ...rest]) {
  const tool = IS_CLONE && Object.hasOwn(TOOLS, command) ? TOOLS[command] : null;
  if (tool) return { file: ROOT + tool, cwd: ROOT, rest: command === 'test' ? ['run', ...rest] : rest };
  return { file: `${ROOT}src/cli.js`, cwd: process.cwd(), rest: [command, ...rest] };
}

function ownNode() {
  const node = OWN_NODES.find(isExecutable);
  if (node) return node;
  // Without a Node package for this platform, the Node of the system is used if it is new enough.
  if (majorOf(process.versions.node) >= NEEDED_NODE) return process.execPath;
  throw new Stop(
    `Node ${NEEDED_NODE} or newer is needed on ${process.platform}-${process.arch}, this is ${process.version}`,
  );
}

function isExecutable(file) {
  try {
    accessSync(file, fileModes.X_OK);
    return true;
  } catch {
    return false;
  }
}

function majorOf(version) {
  return Number.parseInt(version, 10);
}

/** False where this is another Node: a wrong one for this machine would end the process silently. */
function canBecome(node) {
  try {
    return typeof process.execve === 'function' && realpathSync(node) === realpathSync(process.execPath);
  } catch {
    return false;
  }
}

/** Runs a command and forwards signals. Returns its exit code, or 128 + n after signal n. */
function run(command, args, options, started = () => {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options);
    if (child.pid) started(child);
    const forward = (signal) => child.kill(signal);
    for (const signal of FORWARDED) process.on(signal, forward);
    child.on('error', (error) => reject(new Stop(whyNotStarted(command, error))));
    child.on('exit', (code, signal) => {
      for (const name of FORWARDED) process.off(name, forward);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

function whyNotStarted(command, error) {
  if (!OWN_NODES.includes(command)) return `${command} does not start: ${error.message}`;
  return (
    `${command} does not run on this system (${error.code}). Delete ${MODULES}, then run the same command ` +
    'again. Linux without glibc (Alpine) is not supported.'
  );
}
