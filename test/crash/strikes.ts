import { expect } from 'vitest';
import type { GatewayProcess, Installation } from '../harness/gateway.ts';
import { type Part, processesOfPart } from '../harness/processes.ts';
import { until } from '../harness/until.ts';

/** A gateway with its children; another one takes its place when main is killed. */
export interface Victim {
  installed: Installation;
  gateway: GatewayProcess;
}

/** kill -9 of each part that is a process of its own, and of all of them at once; resolves when main is back. */
export function strikesOn(victim: Victim): [name: string, strike: () => Promise<void>][] {
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

/** The sessions child hears and says nothing any more. Answers the way to wait until another one is in its place. */
export function hangSessions({ installed }: Victim): () => Promise<unknown> {
  const sessions = () => processesOfPart(installed.folder, 'sessions');
  const [hanging = 0] = sessions();
  expect(hanging).toBeGreaterThan(0);
  process.kill(hanging, 'SIGSTOP');
  return () => until(() => sessions().some((pid) => pid !== hanging) && !sessions().includes(hanging));
}

/** The same folder on the same port, as a service manager would start it again. */
async function startAgain(victim: Victim): Promise<void> {
  await victim.gateway.ended;
  victim.gateway = await victim.installed.start({ KURIR_PORT: new URL(victim.gateway.url).port });
}
