import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { CommandError } from '../../platform/lib/command.ts';
import { commandOf, eventually } from '../../platform/lib/postgres/processes.ts';
import type { ProcessIdentity } from '../../platform/lib/process-identity.ts';
import { unitIn } from '../cli/starting-gateway.ts';
import { readReadiness } from '../cli/status.ts';
import { findGateway } from '../cli/stop.ts';
import { type Running, upgradeFolder } from './note.ts';
import { launcherOf } from './program.ts';
import { asOwner, environmentOf, type Owner, reasonInLog, runKurir, runTool } from './tools.ts';

const POLL_MS = 100;
const STOP_MS = 30 * SECOND;
const ANSWER_MS = 5 * SECOND;
const SCRIPT = /(^|\/)(src\/cli\.js|bin\/kurir\.js)$/;

/**
 * Null: it does not run. `service`: the unit of systemd, if it is not found by itself. CommandError for a process of
 * another user than the folder's.
 */
export async function findRunning(
  config: Config,
  service: string | undefined,
  owner: Owner,
): Promise<Running | null> {
  const gateway = await findGateway(config);
  if (gateway === null) return null;
  const place = `/proc/${gateway.pid}`;
  const user = await stat(place).catch(() => null);
  if (owner && user && user.uid !== owner.uid)
    throw new CommandError(
      `Process ${gateway.pid} uses the data folder, and runs as another user than the one that owns the folder`,
      'refused',
    );
  const words = (await commandOf(gateway.pid)) ?? [];
  const script = words.findIndex((word) => SCRIPT.test(word));
  const args = script < 0 ? ['start'] : words.slice(script + 1);
  // Perhaps it was deleted.
  const cwd = await realpath(`${place}/cwd`).catch(() => process.cwd());
  const env = await readFile(`${place}/environ`, 'utf8').then(variablesIn, () => null);
  return { unit: service ?? (await findUnit(gateway)), args, cwd, env };
}

function variablesIn(environ: string): Record<string, string> {
  const pairs = environ.split('\0').filter((each) => each.includes('='));
  return Object.fromEntries(
    pairs.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
  );
}

/** A shell of a service has its unit too: only the main process counts. */
async function findUnit({ pid }: ProcessIdentity): Promise<string | null> {
  const unit = unitIn(await readFile(`/proc/${pid}/cgroup`, 'utf8').catch(() => ''));
  if (unit === null) return null;
  const main = await runTool('systemctl', ['show', '--property=MainPID', '--value', unit], {}).catch(
    () => '',
  );
  return Number(main) === pid ? unit : null;
}

/** Throws CommandError. */
export async function stopGateway(config: Config, running: Running | null, owner: Owner): Promise<void> {
  if (running?.unit) await runTool('systemctl', ['stop', running.unit], {});
  await stopRest(config, owner);
}

const stopRest = (config: Config, owner: Owner) => runKurir(config, ['stop', '--json'], owner);

/** As it ran before. */
export async function startGateway(
  config: Config,
  running: Running,
  { program, owner, waitMs }: { program: string; owner: Owner; waitMs: number },
): Promise<void> {
  let child: ChildProcess | null = null;
  const log = join(config.KURIR_DATA_DIR, 'gateway.log');
  // One that an interrupted upgrade has started may have no note yet.
  if ((await findGateway(config)) === null) {
    if (running.unit) await runTool('systemctl', ['start', running.unit], {});
    else child = await spawnGateway(config, running, { launcher: launcherOf(program), log, owner });
  }
  const place = running.unit ? `journalctl -u ${running.unit}` : log;
  const isReady = async () => {
    const hasEnded = child !== null && (child.exitCode !== null || child.signalCode !== null);
    if (hasEnded) throw new CommandError(`it ended: ${await reasonInLog(log, owner)} (${place})`);
    return (await asOwner(owner, () => readReadiness(config))) === 'ready';
  };
  if (!(await eventually(isReady, waitMs, POLL_MS)))
    throw new CommandError(`it was not ready within ${waitMs / SECOND} s. Read its log: ${place}`);
}

/** It goes on when this command ends. */
async function spawnGateway(
  config: Config,
  { args, cwd, env }: Running,
  { launcher, log, owner }: { launcher: string; log: string; owner: Owner },
): Promise<ChildProcess> {
  const file = await asOwner(owner, () => open(log, 'a', 0o600));
  try {
    const stdio = ['ignore', file.fd, file.fd] as const;
    const child = spawn('sh', [launcher, ...args], {
      cwd,
      env: env ?? environmentOf(config),
      detached: true,
      stdio: [...stdio],
      ...owner,
    });
    // Its exit code says the same.
    child.on('error', () => {});
    child.unref();
    return child;
  } finally {
    await file.close();
  }
}

/**
 * Starts a program for a trial: it migrates the database and must answer `/readyz` with 200; it accepts and sends
 * nothing. Its place and its settings are those of the gateway. CommandError with its reason.
 */
export async function tryProgram(
  config: Config,
  folder: string,
  { running, owner, waitMs }: { running: Running | null; owner: Owner; waitMs: number },
): Promise<void> {
  // Perhaps of an interrupted trial.
  await stopRest(config, owner);
  const log = join(upgradeFolder(config), 'trial.log');
  const file = await asOwner(owner, () => open(log, 'w', 0o600));
  const child = spawn('sh', [launcherOf(folder), 'start', '--trial'], {
    cwd: running?.cwd ?? process.cwd(),
    env: { ...(running?.env ?? environmentOf(config)), KURIR_DATA_DIR: resolve(config.KURIR_DATA_DIR) },
    stdio: ['pipe', 'pipe', file.fd],
    ...owner,
  });
  await file.close();
  child.on('error', () => {});
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  try {
    await untilReady(child, ended, waitMs, () => reasonInLog(log, owner));
  } finally {
    // The trial ends with its input.
    child.stdin?.end();
    await Promise.race([ended, delay(STOP_MS, null, { ref: false })]);
    child.kill('SIGKILL');
    await stopRest(config, owner);
  }
}

async function untilReady(
  { stdout }: ChildProcess,
  ended: Promise<void>,
  waitMs: number,
  reason: () => Promise<string>,
): Promise<void> {
  let [url, problem, hasEnded] = ['', 'it did not answer', false];
  void ended.then(() => {
    hasEnded = true;
  });
  stdout?.setEncoding('utf8').on('data', (text: string) => {
    url += text;
  });
  const isReady = async () => {
    if (hasEnded) throw new CommandError((await reason()) || 'it ended without a reason');
    if (!url.endsWith('\n')) return false;
    const answer = await fetch(url.trim(), { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null);
    const { message } = Object(await answer?.json().catch(() => null));
    problem = message ?? problem;
    return answer?.ok ?? false;
  };
  if (!(await eventually(isReady, waitMs, POLL_MS)))
    throw new CommandError(`/readyz did not become 200 within ${waitMs / SECOND} s: ${problem}`);
}
