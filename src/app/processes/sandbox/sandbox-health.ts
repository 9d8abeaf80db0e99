import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { InvalidConfig } from '../../../config.ts';
import { explainTaken } from '../../http/listen-problem.ts';
import type { SandboxAddress } from '../../sandbox/address.ts';
import { askControl } from '../../sandbox/control.ts';
import type { SandboxNote } from './sandbox-note.ts';

const HOST = '127.0.0.1';
const READY_POLL_MS = 30;
const READY_LOOK_MS = 1_000;
/** Outgoing connections cannot take it meanwhile. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

export async function untilHealthy(
  address: SandboxAddress,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isHealthy(address, READY_LOOK_MS))) {
    signal?.throwIfAborted();
    if (performance.now() > deadline) throw new Error(`The sandbox at ${address.url} does not answer.`);
    await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS));
  }
}

/** Whether the sandbox accepts its token. */
export async function isHealthy(address: SandboxAddress, timeoutMs: number): Promise<boolean> {
  try {
    const answer = await askControl(address, '/sandbox', { signal: AbortSignal.timeout(timeoutMs) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Prefers the port of the last start. */
export async function keptPort(note: SandboxNote | null): Promise<number> {
  if (note && (await isFree(note.port))) return note.port;
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(port)) return port;
  }
}

/** InvalidConfig names the program that has it. */
export async function assertFree(port: number): Promise<void> {
  if (!(await isFree(port))) throw new InvalidConfig(await explainTaken('KURIR_SANDBOX_PORT', HOST, port));
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, HOST, () => server.close(() => resolve(true)));
  });
}
