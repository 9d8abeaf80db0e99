import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, childEnvironment } from '../../../config.ts';
import { createLog, type Log } from '../../../platform/lib/log.ts';
import { openLogFile } from '../../../platform/lib/log-file.ts';
import type { SandboxAddress } from '../../sandbox/address.ts';
import { makeDataFolder } from '../data-folder.ts';
import { assertFree, keptPort, untilHealthy } from './sandbox-health.ts';
import { addressOf, findSandboxNote, signSandboxNote } from './sandbox-note.ts';
import { type Sandbox, superviseSandbox } from './sandbox-process.ts';

const CLI = fileURLToPath(new URL('../../../cli.js', import.meta.url));

export const sandboxFolder = (config: Config) => join(config.KURIR_DATA_DIR, 'sandbox');

/** As the settings say: a supervised process, an external process, or null. */
export async function openSandbox(config: Config, log: Log): Promise<Sandbox | null> {
  if (config.KURIR_SANDBOX === 'off') return null;
  if (config.KURIR_SANDBOX_URL) return foreignSandbox(config, config.KURIR_SANDBOX_URL);
  const folder = sandboxFolder(config);
  return superviseSandbox({
    folder,
    port: config.KURIR_SANDBOX_PORT,
    log,
    spawn({ port, token }) {
      const file = openLogFile(join(folder, 'sandbox.log'));
      try {
        return spawn(process.execPath, [...process.execArgv, CLI, 'sandbox'], {
          detached: true,
          stdio: ['ignore', file, file],
          env: childEnvironment({ KURIR_SANDBOX_PORT: String(port), KURIR_SANDBOX_CONTROL_TOKEN: token }),
        });
      } finally {
        closeSync(file);
      }
    },
  });
}

/** `kurir sandbox`: runs until SIGTERM. */
export async function runSandboxProcess(config: Config): Promise<void> {
  const folder = sandboxFolder(config);
  await makeDataFolder(config.KURIR_DATA_DIR);
  const note = await findSandboxNote(folder);
  if (config.KURIR_SANDBOX_PORT) await assertFree(config.KURIR_SANDBOX_PORT);
  const port = config.KURIR_SANDBOX_PORT || (await keptPort(note));
  const token = config.KURIR_SANDBOX_CONTROL_TOKEN ?? randomBytes(24).toString('hex');
  await signSandboxNote(folder, { port, token });
  const { runSandbox } = await import('../../../../sandbox/process.ts');
  await runSandbox({
    dataDir: folder,
    port,
    controlToken: token,
    log: createLog(config.LOG_LEVEL, 'sandbox', { format: config.KURIR_LOG_FORMAT }),
    ...(config.KURIR_ALLOW_NETWORKS && { allowNetworks: config.KURIR_ALLOW_NETWORKS }),
  });
}

/** Where the sandbox of a running gateway is. Null: none has been started. */
export async function findSandboxAddress(config: Config): Promise<SandboxAddress | null> {
  if (config.KURIR_SANDBOX_URL) return foreignAddress(config, config.KURIR_SANDBOX_URL);
  const note = await findSandboxNote(sandboxFolder(config));
  return note && addressOf(note);
}

async function foreignAddress(config: Config, url: string): Promise<SandboxAddress> {
  const note = await findSandboxNote(sandboxFolder(config));
  return { url: url.replace(/\/+$/, ''), token: config.KURIR_SANDBOX_CONTROL_TOKEN ?? note?.token ?? '' };
}

async function foreignSandbox(config: Config, url: string): Promise<Sandbox> {
  const address = await foreignAddress(config, url);
  return {
    address,
    ready: (timeoutMs, signal) => untilHealthy(address, timeoutMs, signal),
    stop: async () => {},
    kill: () => {},
  };
}
