import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { isNetworkProblem } from './install-failure.js';
import { ROOT } from './place.js';

const FIRST_CHECK_MS = 1_000;
const NEXT_CHECK_MS = 1_500;
const NO_ANSWER_MS = 10_000;
/** A name server may fail for a moment. */
const FAILURES = 3;
const NPM_PING = ['ping', '--fetch-retries=0', '--loglevel=error'];

/**
 * npm itself tries for minutes. Until the first package arrives, `npm ping` asks the same registry through the same
 * proxy. Every answer of a server proves a connection, also 401 or 404. `found` gets the output of npm after three
 * failures to connect.
 */
export function watchRegistry(packages, { say, found, ping = pingRegistry, pause = wait }) {
  const ended = new AbortController();
  check(packages, { say, found, ping, pause, signal: ended.signal }).catch((error) => {
    if (!ended.signal.aborted) throw error;
  });
  return { stop: () => ended.abort() };
}

async function check(packages, { say, found, ping, pause, signal }) {
  await pause(FIRST_CHECK_MS, undefined, { signal });
  for (let failures = 1; packages.count() === 0; failures += 1) {
    const output = await ping(signal);
    if (signal.aborted || packages.count() > 0) return;
    if (output === null) return say('the npm registry does not answer; npm goes on trying, Ctrl-C ends it');
    if (!isNetworkProblem(output)) return;
    if (failures === FAILURES) return found(output);
    await pause(NEXT_CHECK_MS, undefined, { signal });
  }
}

/** The output of npm, or null without an answer in time. */
function pingRegistry(signal) {
  return new Promise((resolve) => {
    const npm = spawn('npm', NPM_PING, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    const kill = () => npm.pid && killGroup(npm.pid);
    const timer = setTimeout(kill, NO_ANSWER_MS);
    signal.addEventListener('abort', kill);
    let output = '';
    npm.stderr.on('data', (text) => {
      output += text;
    });
    npm.on('error', () => {});
    npm.on('close', (code) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
      resolve(code === null ? null : output);
    });
  });
}

/** Its children end with it. */
export function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
