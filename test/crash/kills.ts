import { expect } from 'vitest';
import type { GatewayProcess, Installation } from '../harness/gateway.ts';
import { type Part, processesOfPart } from '../harness/processes.ts';
import { until } from '../harness/until.ts';

/** A gateway with its children. A new one replaces it after a kill of main. */
export interface Victim {
  installed: Installation;
  gateway: GatewayProcess;
}

/** kill -9 of each process, and of all at once. Resolves when main runs again. */
export function killsOf(victim: Victim): [name: string, kill: () => Promise<void>][] {
  const killPart = async (part: Part) => {
    const [pid = 0] = processesOfPart(victim.installed.folder, part);
    expect(pid).toBeGreaterThan(0);
    process.kill(pid, 'SIGKILL');
  };
  const killMain = () => {
    victim.gateway.child.kill('SIGKILL');
    return startAgain(victim);
  };
  const killAll = async () => {
    for (const part of ['postgres', 'sandbox', 'sessions'] as const) await killPart(part);
    process.kill(-victim.gateway.pid, 'SIGKILL');
    await startAgain(victim);
  };
  return [
    ['the sessions child', () => killPart('sessions')],
    ['the sandbox', () => killPart('sandbox')],
    ['PostgreSQL', () => killPart('postgres')],
    ['main', killMain],
    ['the whole group', killAll],
  ];
}

/** Stops the sessions child. Returns a function that waits for the next child. */
export function hangSessions({ installed }: Victim): () => Promise<unknown> {
  const sessions = () => processesOfPart(installed.folder, 'sessions');
  const [hanging = 0] = sessions();
  expect(hanging).toBeGreaterThan(0);
  process.kill(hanging, 'SIGSTOP');
  return () => until(() => sessions().some((pid) => pid !== hanging) && !sessions().includes(hanging));
}

/** Restarts on the same folder and port, as a service manager does. */
async function startAgain(victim: Victim): Promise<void> {
  await victim.gateway.ended;
  victim.gateway = await victim.installed.start({ KURIR_PORT: new URL(victim.gateway.url).port });
}
