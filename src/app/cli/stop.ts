import type { Config } from '../../config.ts';
import { CommandError, type CommandOutput } from '../../lib/command.ts';
import { findFolderOwner, stopEmbeddedPostgres } from '../../lib/postgres/embedded.ts';
import { identify, type ProcessIdentity, signalProcess, waitForEnd } from '../../lib/process-identity.ts';
import { readGatewayFile } from '../processes/gateway-file.ts';
import { sandboxFolder } from '../processes/sandbox.ts';
import { stopLeftSandbox } from '../processes/sandbox-process.ts';
import { endLeftSessions } from '../processes/sessions-note.ts';

/** An orderly stop takes at most 5 s. */
const GATEWAY_STOP_MS = 8_000;

/** `kurir stop`: also stops the processes of a killed gateway. Throws CommandError. */
export async function stopEverything(config: Config): Promise<CommandOutput> {
  return {
    gateway: await stopGateway(config),
    sessions: await endLeftSessions(config),
    sandbox: await stopLeftSandbox(sandboxFolder(config)),
    postgres: await stopEmbeddedPostgres(config.KURIR_DATA_DIR),
  };
}

async function stopGateway(config: Config): Promise<boolean> {
  const gateway = await findGateway(config);
  if (!gateway) return false;
  signalProcess(gateway, 'SIGTERM');
  if (await waitForEnd(gateway, GATEWAY_STOP_MS)) return true;
  throw new CommandError(
    `The gateway (process ${gateway.pid}) does not stop; end it with: kill -9 ${gateway.pid}`,
  );
}

/** From its state file, or during its start from its lock. */
async function findGateway(config: Config): Promise<ProcessIdentity | null> {
  const file = await readGatewayFile(config);
  if (file) return file.gateway;
  const owner = await findFolderOwner(config.KURIR_DATA_DIR);
  return owner?.kind === 'gateway' ? identify(owner.pid) : null;
}
