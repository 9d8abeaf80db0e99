import { access, constants, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { CommandError } from '../../platform/lib/command.ts';
import { KURIR } from '../../platform/lib/command-name.ts';
import { codeOf } from '../../platform/lib/error-code.ts';
import { findFolderOwner, stopEmbeddedPostgres } from '../../platform/lib/postgres/embedded.ts';
import {
  identify,
  type ProcessIdentity,
  signalProcess,
  waitForEnd,
} from '../../platform/lib/process-identity.ts';
import { nameOfUser } from '../../platform/lib/user-name.ts';
import { findForeignGateway, readGatewayFile } from '../processes/gateway-file.ts';
import { findSharingOriginal } from '../processes/identity/identity.ts';
import { describeOriginal } from '../processes/identity/messages.ts';
import { sandboxFolder } from '../processes/sandbox/sandbox.ts';
import { stopLeftSandbox } from '../processes/sandbox/sandbox-process.ts';
import { endLeftSessions } from '../processes/sessions-note.ts';
import { findStart, unitIn } from './starting-gateway.ts';

const NOTHING: Stopped = { gateway: false, sessions: 0, sandbox: false, postgres: false };
/** After the drain. */
const ORDERLY_STOP_SECONDS = 5;
const SPARE_SECONDS = 3;

/** The number of sessions processes; of the others, whether one was stopped. */
export interface Stopped {
  gateway: boolean;
  sessions: number;
  sandbox: boolean;
  postgres: boolean;
  /** Of a copy: its original keeps running. Of a service: how it stays stopped. */
  note?: string;
}

/** `kurir stop`: also stops the processes of a killed gateway. Throws CommandError. */
export async function stopEverything(config: Config, announce: (line: string) => void): Promise<Stopped> {
  await assertAllowed(config.KURIR_DATA_DIR);
  // A copy's links lead to its original.
  const original = (await readGatewayFile(config)) ? null : await findSharingOriginal(config);
  if (original) return { ...NOTHING, note: `This folder is a copy of ${describeOriginal(original)}.` };
  const gateway = await findGateway(config);
  const unit = gateway && unitIn(await readFile(`/proc/${gateway.pid}/cgroup`, 'utf8').catch(() => ''));
  try {
    return {
      gateway: gateway !== null && (await stopGateway(config, gateway, announce)),
      sessions: await endLeftSessions(config),
      sandbox: await stopLeftSandbox(sandboxFolder(config)),
      postgres: await stopEmbeddedPostgres(config.KURIR_DATA_DIR),
      ...(unit ? { note: noteOfUnit(unit) } : await noteOf(config)),
    };
  } catch (error) {
    if (codeOf(error) === 'EPERM') throw notAllowed('a process');
    throw error;
  }
}

async function noteOf(config: Config): Promise<Pick<Stopped, 'note'>> {
  const foreign = await findForeignGateway(config);
  if (foreign === null) return {};
  return {
    note: `This folder is a copy. The gateway of the original (process ${foreign}) keeps running: stop it there.`,
  };
}

function noteOfUnit(unit: string): string {
  return `It ran in ${unit} of systemd, which may start it again. To keep it stopped: systemctl stop ${unit}`;
}

export function describeStop(stopped: Stopped, dataDir: string, ms: number): string {
  const sentence = describeParts(stopped, dataDir, ms);
  return stopped.note ? `${sentence} ${stopped.note}` : sentence;
}

function describeParts(stopped: Stopped, dataDir: string, ms: number): string {
  const { gateway, sessions, sandbox, postgres } = stopped;
  const folder = resolve(dataDir);
  const left = [
    sessions === 0 ? '' : `${sessions} sessions ${sessions === 1 ? 'process' : 'processes'}`,
    sandbox ? 'the sandbox' : '',
    postgres ? 'PostgreSQL' : '',
  ].filter((part) => part !== '');
  const took = `in ${(ms / 1_000).toFixed(1)} s`;
  if (gateway) {
    const more = left.length === 0 ? '' : `, and what a killed one had left: ${left.join(', ')}`;
    return `Stopped the gateway of ${folder} ${took}${more}.`;
  }
  if (left.length === 0) return `Nothing to stop: no Kurir runs on ${folder}.`;
  return `No gateway ran on ${folder}. Stopped what a killed one had left, ${took}: ${left.join(', ')}.`;
}

async function stopGateway(
  { KURIR_DRAIN_SECONDS: drainSeconds }: Config,
  gateway: ProcessIdentity,
  announce: (line: string) => void,
): Promise<boolean> {
  const seconds = drainSeconds + ORDERLY_STOP_SECONDS;
  announce(`Stopping the gateway (process ${gateway.pid}); this takes up to ${seconds} s.`);
  try {
    signalProcess(gateway, 'SIGTERM');
  } catch (error) {
    if (codeOf(error) === 'EPERM') throw notAllowed(`the gateway (process ${gateway.pid})`);
    throw error;
  }
  if (await waitForEnd(gateway, (seconds + SPARE_SECONDS) * SECOND)) return true;
  throw new CommandError(
    `The gateway (process ${gateway.pid}) has not stopped within ${seconds + SPARE_SECONDS} s. ` +
      `End it with: kill -9 ${gateway.pid}; then run ${KURIR} stop again`,
  );
}

/** By state file, during its start by lock or list of processes. */
export async function findGateway(config: Config): Promise<ProcessIdentity | null> {
  const file = await readGatewayFile(config);
  if (file) return file.gateway;
  const owner = await findFolderOwner(config.KURIR_DATA_DIR);
  return owner?.kind === 'gateway' ? identify(owner.pid) : findStart(config);
}

async function assertAllowed(dataDir: string): Promise<void> {
  try {
    await access(dataDir, constants.R_OK | constants.X_OK);
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes(codeOf(error))) return;
    const user = await nameOfUser(process.getuid?.() ?? 0);
    throw new CommandError(
      `${user} may not read the data folder ${resolve(dataDir)}. Stop Kurir as the user that started it`,
      'refused',
    );
  }
}

function notAllowed(what: string): CommandError {
  const problem = `You may not stop ${what}. Stop Kurir as the user that started it, or as root`;
  return new CommandError(problem, 'refused');
}
